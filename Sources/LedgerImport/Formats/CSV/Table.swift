/// A separated text cut into records and fields, all of them ranges of one byte array.
struct Table: Sendable {
  struct Field: Sendable {
    var start: UInt32
    var end: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  struct Record: Sendable {
    var firstField: UInt32
    /// The 1-based physical line of its first line.
    var line: UInt32
  }

  /// What is wrong with a record's quotes.
  struct Fault: Sendable {
    var record: Int
    var reason: String
  }

  /// The text, followed by what the fields with doubled quotes mean.
  var bytes: [UInt8]
  var fields: [Field] = []
  /// One more than there are records, to end the last one.
  var records: [Record] = []
  var faults: [Fault] = []
  /// Whether the text ends without a line end, as it does where it is cut off.
  var endsWithinLine = false

  var count: Int { max(0, records.count - 1) }

  @inline(__always)
  func width(_ record: Int) -> Int {
    Int(records[record + 1].firstField) - Int(records[record].firstField)
  }

  func line(_ record: Int) -> Int { Int(records[record].line) }

  /// Where a cell lies, without ASCII white space at its ends; empty where the record is too short.
  @inline(__always)
  func range(_ record: Int, _ column: Int) -> Range<Int> {
    let index = Int(records[record].firstField) + column
    guard index < Int(records[record + 1].firstField) else { return 0..<0 }
    var start = Int(fields[index].start)
    var end = Int(fields[index].end)
    while start < end, bytes[start] <= 0x20, Table.isSpace(bytes[start]) { start += 1 }
    while start < end, bytes[end - 1] <= 0x20, Table.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  func cell(_ record: Int, _ column: Int) -> ArraySlice<UInt8> { bytes[range(record, column)] }

  /// The longest beginning of a cell that is looked at as a text, in bytes; transactions take whole cells.
  private static let textLimitBytes = 4_096

  /// A cell's text, cleaned, for comparing and for messages.
  func text(_ record: Int, _ column: Int) -> String {
    let range = range(record, column)
    var end = min(range.upperBound, range.lowerBound + Table.textLimitBytes)
    while end < range.upperBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let cleaned = TextCleaning.clean(Array(bytes[range.lowerBound..<end]))
    return String(validating: cleaned, as: UTF8.self) ?? ""
  }

  func texts(_ record: Int) -> [String] { (0..<width(record)).map { text(record, $0) } }

  /// How many of a record's cells hold something.
  func filledCount(_ record: Int) -> Int {
    (0..<width(record)).count { !range(record, $0).isEmpty }
  }
}
