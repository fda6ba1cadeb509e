import ParallelWork

/// How a separated text is cut.
struct TableFormat: Sendable, Hashable {
  var separator: UInt8
  /// Nil where quotes are ordinary characters.
  var quote: UInt8? = 0x22
  /// Lines that begin with it are comments.
  var commentPrefix: [UInt8] = []
  /// Whether text after a closing quote is taken as it is instead of making the record a broken one.
  var isLenient = false
}

/// Cuts text into records and fields by RFC 4180.
///
/// Quotes protect separators and line ends where they begin a field, a doubled quote is a quote; LF, CRLF and CR end a
/// record, also mixed; U+FEFF at a line's start is dropped; blank lines make no record. One scan, about one nanosecond a
/// byte, and no allocation a field.
struct TableScanner {
  private let format: TableFormat
  private var table: Table
  /// The records that are in no piece of the table yet.
  private var records: [Table.Record] = []
  private var fields: [Table.Field] = []
  private var index: Int
  private var line: Int
  /// Fields with doubled quotes, written out behind the text.
  private var spill: [UInt8] = []
  private let textCount: Int
  private var openQuoteCount = 0

  private let separatorPattern: ByteScanning.Pattern
  private static let lineFeed = ByteScanning.Pattern(0x0A)
  private static let carriageReturn = ByteScanning.Pattern(0x0D)

  /// How often the text may be scanned to its end for a quote that is never closed.
  private static let openQuoteLimit = 8

  /// Cuts the text from an offset on.
  static func scan(
    _ text: [UInt8], from offset: Int = 0, line: Int = 1, format: TableFormat, recordLimit: Int = .max
  ) -> Table {
    var scanner = TableScanner(text, offset: offset, line: line, format: format)
    let bytes = text.span
    while scanner.index < scanner.textCount, scanner.recordCount < recordLimit { scanner.record(bytes) }
    scanner.closePiece()
    scanner.table.endsWithinLine = text.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    if !scanner.spill.isEmpty { scanner.table.bytes += scanner.spill }
    return scanner.table
  }

  private init(_ text: [UInt8], offset: Int, line: Int, format: TableFormat) {
    self.format = format
    self.line = line
    index = offset
    textCount = text.count
    table = Table(bytes: text)
    separatorPattern = ByteScanning.Pattern(format.separator)
    let expected = min((text.count - offset) / 40, Table.recordsInPiece)
    reserve(records: expected + 1, fields: expected * 5)
  }

  private mutating func reserve(records recordCount: Int, fields fieldCount: Int) {
    records.reserveCapacity(recordCount)
    fields.reserveCapacity(fieldCount)
    LargePages.ask(for: &records)
    LargePages.ask(for: &fields)
  }

  /// How many records were found.
  private var recordCount: Int { table.count + records.count }

  /// Hands the records over to the table.
  private mutating func closePiece() {
    records.append(Table.Record(firstField: UInt32(fields.count), line: UInt32(line)))
    table.append(Table.Piece(fields: fields, records: records))
    records = []
    fields = []
  }

  /// Begins another piece behind a full one; its records may well be as wide.
  private mutating func nextPiece() {
    let fieldCount = fields.count
    closePiece()
    reserve(records: Table.recordsInPiece + 1, fields: fieldCount)
  }

  @inline(__always)
  private mutating func record(_ bytes: Span<UInt8>) {
    if bytes[index] <= 0x20 || bytes[index] == 0xEF {
      if bytes[index] == 0xEF, isMark(bytes) { index += 3 }
      if skipsBlankLine(bytes) { return }
    }
    if !format.commentPrefix.isEmpty, skipsComment(bytes) { return }
    if records.count == Table.recordsInPiece { nextPiece() }
    let start = index
    let startLine = line
    let firstField = fields.count
    records.append(Table.Record(firstField: UInt32(firstField), line: UInt32(line)))
    while true {
      let isLast: Bool
      if index < textCount, needsCare(bytes[index]), let quoteIndex = openingQuote(bytes) {
        isLast = quotedField(bytes, from: quoteIndex)
        if index > textCount {
          recover(bytes, start: start, line: startLine, firstField: firstField)
          return
        }
      } else {
        isLast = plainField(bytes, from: index)
      }
      if isLast { return }
    }
  }

  @inline(__always)
  private func needsCare(_ byte: UInt8) -> Bool { byte == format.quote || byte == 0x3D || byte == 0x20 }

  private func isMark(_ bytes: Span<UInt8>) -> Bool {
    index + 2 < textCount && bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF
  }

  /// Goes over a line that has white space and zero bytes only.
  private mutating func skipsBlankLine(_ bytes: Span<UInt8>) -> Bool {
    var next = index
    while next < textCount, bytes[next] == 0x20 || bytes[next] == 0x09 || bytes[next] == 0 { next += 1 }
    if next == textCount {
      index = next
      return true
    }
    guard bytes[next] == 0x0A || bytes[next] == 0x0D else { return false }
    index = next
    endLine(bytes)
    return true
  }

  private mutating func skipsComment(_ bytes: Span<UInt8>) -> Bool {
    guard index + format.commentPrefix.count <= textCount else { return false }
    for (offset, byte) in format.commentPrefix.enumerated() where bytes[index + offset] != byte { return false }
    while index < textCount, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    if index < textCount { endLine(bytes) }
    return true
  }

  /// Goes over a line end; CRLF is one.
  @inline(__always)
  private mutating func endLine(_ bytes: Span<UInt8>) {
    if bytes[index] == 0x0D, index + 1 < textCount, bytes[index + 1] == 0x0A { index += 1 }
    index += 1
    line += 1
  }

  /// Adds a field without quotes that begins at `start`; whether it ends its record.
  @inline(__always)
  private mutating func plainField(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let end = ByteScanning.firstIndex(
      in: bytes.bytes, from: index, of: separatorPattern, TableScanner.lineFeed, TableScanner.carriageReturn)
    fields.append(Table.Field(start: UInt32(start), end: UInt32(end)))
    index = end
    if end == textCount { return true }
    if bytes[end] == format.separator {
      index = end + 1
      return false
    }
    endLine(bytes)
    return true
  }

  /// Where a field's opening quote lies: at its beginning, after spaces, or after `=` as spreadsheets guard numbers.
  private func openingQuote(_ bytes: Span<UInt8>) -> Int? {
    guard let quote = format.quote else { return nil }
    var next = index
    while next < textCount, bytes[next] == 0x20, format.separator != 0x20 { next += 1 }
    if next + 1 < textCount, bytes[next] == 0x3D { next += 1 }
    return next < textCount && bytes[next] == quote ? next : nil
  }

  /// Adds a quoted field; whether it ends its record. Leaves the index behind the text where it is never closed.
  private mutating func quotedField(_ bytes: Span<UInt8>, from quoteIndex: Int) -> Bool {
    let quote = bytes[quoteIndex]
    let begin = quoteIndex + 1
    var next = begin
    var hasDoubled = false
    while true {
      guard next < textCount else {
        index = textCount + 1
        return true
      }
      let byte = bytes[next]
      if byte == quote {
        guard next + 1 < textCount, bytes[next + 1] == quote else { break }
        hasDoubled = true
        next += 1
      } else if byte == 0x0A || (byte == 0x0D && !(next + 1 < textCount && bytes[next + 1] == 0x0A)) {
        line += 1
      }
      next += 1
    }
    let close = next
    next += 1
    while next < textCount, bytes[next] == 0x20 || bytes[next] == 0 { next += 1 }
    if next < textCount, bytes[next] != format.separator, bytes[next] != 0x0A, bytes[next] != 0x0D {
      return brokenField(bytes, begin: quoteIndex, resumeAt: close + 1)
    }
    if hasDoubled {
      addSpilled(bytes, from: begin, to: close, quote: quote)
    } else {
      fields.append(Table.Field(start: UInt32(begin), end: UInt32(close)))
    }
    index = next
    if next == textCount { return true }
    if bytes[next] == format.separator {
      index = next + 1
      return false
    }
    endLine(bytes)
    return true
  }

  /// A field that goes on after its closing quote: its record is broken, unless such fields are taken as they are.
  private mutating func brokenField(_ bytes: Span<UInt8>, begin: Int, resumeAt: Int) -> Bool {
    index = resumeAt
    if !format.isLenient {
      let firstLine = Int(records[records.count - 1].line)
      let extent = line > firstLine ? "the row runs to line \(line), where" : "there"
      addFault(
        "a quoted field is not closed properly: \(extent) text follows the closing quote; correct the quotes in the file"
      )
    }
    return plainField(bytes, from: begin)
  }

  /// Says what is wrong with the record that was begun last.
  private mutating func addFault(_ reason: String) {
    let record = recordCount - 1
    if table.faults.last?.record != record { table.faults.append(Table.Fault(record: record, reason: reason)) }
  }

  private mutating func addSpilled(_ bytes: Span<UInt8>, from begin: Int, to end: Int, quote: UInt8) {
    let start = textCount + spill.count
    var next = begin
    while next < end {
      spill.append(bytes[next])
      next += bytes[next] == quote ? 2 : 1
    }
    fields.append(Table.Field(start: UInt32(start), end: UInt32(textCount + spill.count)))
  }

  /// A quote was never closed: the record's first line is a broken record, and reading goes on with the next line.
  private mutating func recover(_ bytes: Span<UInt8>, start: Int, line startLine: Int, firstField: Int) {
    openQuoteCount += 1
    var end = start
    if openQuoteCount > TableScanner.openQuoteLimit {
      end = textCount
    } else {
      while end < textCount, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    }
    fields.removeSubrange(firstField...)
    fields.append(Table.Field(start: UInt32(start), end: UInt32(end)))
    addFault(
      "a quote that begins in this row is never closed; the file may be cut off: download it again")
    index = end
    line = startLine
    if end < textCount { endLine(bytes) }
  }
}
