// Safety: the scanner reads the file's bytes through a buffer pointer that is valid for the call; every index is compared
// with the count before it is used.

/// The fields of a separated file as ranges of its bytes.
struct CSVRecords: Sendable {
  /// A field's content: for a quoted field what lies between the quotes, doubled quotes still doubled.
  struct Field: Sendable {
    var start: Int32
    var end: Int32
    var isQuoted: Bool
    var hasDoubledQuotes: Bool

    var range: Range<Int> { Int(start)..<Int(end) }
    var isEmpty: Bool { start == end }
  }

  private(set) var fields: [Field] = []
  /// For each record its first field; one entry more than there are records.
  private(set) var firstFields: [Int32] = [0]
  /// For each record the 1-based physical line of its beginning.
  private(set) var lines: [Int32] = []
  /// The line of a quote that is never closed.
  private(set) var openQuoteLine: Int?

  var count: Int { lines.count }

  func fields(of record: Int) -> ArraySlice<Field> {
    fields[Int(firstFields[record])..<Int(firstFields[record + 1])]
  }

  /// Splits a file by RFC 4180: quotes protect separators and line ends, a doubled quote is a quote.
  ///
  /// A quote inside an unquoted field is an ordinary character. LF, CRLF and CR end a record; U+FEFF at a line's start is
  /// dropped. Blank lines make no record.
  init(_ bytes: [UInt8], separator: UInt8, quote: UInt8 = 0x22) {
    bytes.withUnsafeBufferPointer { scan($0, separator: separator, quote: quote) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, separator: UInt8, quote: UInt8) {
    let count = bytes.count
    var index = 0
    var line: Int32 = 1
    while index < count {
      if index + 2 < count, bytes[index] == 0xEF, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF { index += 3 }
      let recordLine = line
      var isRecordEnd = false
      while !isRecordEnd {
        var field = Field(start: Int32(index), end: Int32(index), isQuoted: false, hasDoubledQuotes: false)
        var begin = index
        while begin < count, bytes[begin] == 0x20 { begin += 1 }
        if begin < count, bytes[begin] == quote {
          field.isQuoted = true
          index = begin + 1
          field.start = Int32(index)
          var isClosed = false
          while index < count {
            let byte = bytes[index]
            if byte == quote {
              if index + 1 < count, bytes[index + 1] == quote {
                field.hasDoubledQuotes = true
                index += 2
                continue
              }
              isClosed = true
              break
            }
            if byte == 0x0A || (byte == 0x0D && !(index + 1 < count && bytes[index + 1] == 0x0A)) { line += 1 }
            index += 1
          }
          field.end = Int32(index)
          if isClosed { index += 1 } else { openQuoteLine = Int(recordLine) }
          while index < count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        } else {
          while index < count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
          field.end = Int32(index)
        }
        fields.append(field)
        if index >= count {
          isRecordEnd = true
        } else if bytes[index] == separator {
          index += 1
        } else {
          if bytes[index] == 0x0D, index + 1 < count, bytes[index + 1] == 0x0A { index += 1 }
          index += 1
          line += 1
          isRecordEnd = true
        }
      }
      finishRecord(line: recordLine)
    }
  }

  private mutating func finishRecord(line: Int32) {
    let first = Int(firstFields[firstFields.count - 1])
    if fields.count == first + 1, fields[first].isEmpty, !fields[first].isQuoted {
      fields.removeLast()
      return
    }
    lines.append(line)
    firstFields.append(Int32(fields.count))
  }
}

/// A file's bytes with its records: what a cell says.
struct CSVTable: Sendable {
  let bytes: [UInt8]
  let records: CSVRecords
  let separator: UInt8

  /// The bytes of a cell without surrounding spaces; empty where the record is shorter.
  func cell(_ record: Int, _ column: Int) -> ArraySlice<UInt8> {
    let fields = records.fields(of: record)
    let index = fields.startIndex + column
    guard index < fields.endIndex else { return [] }
    let field = fields[index]
    if field.hasDoubledQuotes { return trimmed(unquoted(bytes[field.range])[...]) }
    return trimmed(bytes[field.range])
  }

  /// The number of fields, those that are empty at the end apart.
  func width(_ record: Int) -> Int {
    var fields = records.fields(of: record)
    while let last = fields.last, last.isEmpty { fields.removeLast() }
    return fields.count
  }

  private func trimmed(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var slice = slice
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }

  private func unquoted(_ slice: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var skipsNext = false
    for byte in slice {
      if skipsNext {
        skipsNext = false
        continue
      }
      result.append(byte)
      if byte == 0x22 { skipsNext = true }
    }
    return result
  }
}
