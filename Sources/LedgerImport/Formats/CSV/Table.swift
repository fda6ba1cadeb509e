/// A separated text cut into records and fields, all of them ranges of one byte array.
///
/// The ranges lie in pieces of many records each, so that those of a huge file can go as its rows are read, one piece after
/// another: they take as much memory as the text.
struct Table: Sendable {
  struct Field: Sendable {
    var start: UInt32
    var end: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  struct Record: Sendable {
    /// The index of its first field among those of its piece.
    var firstField: UInt32
    /// The 1-based physical line of its first line.
    var line: UInt32
  }

  /// The records of one piece and their fields.
  struct Piece: Sendable {
    var fields: [Field] = []
    /// One more than there are records, to end the last one.
    var records: [Record] = []
  }

  /// What is wrong with a record's quotes.
  struct Fault: Sendable {
    var record: Int
    var reason: String
  }

  /// How many records a piece has, but for the last one.
  static let recordsInPiece = 1 << pieceBits
  private static let pieceBits = 19

  /// The text, followed by what the fields with doubled quotes mean.
  var bytes: [UInt8]
  private var pieces: [Piece] = []
  /// How many records the table has.
  private(set) var count = 0
  var faults: [Fault] = []
  /// Whether the text ends without a line end, as it does where it is cut off.
  var endsWithinLine = false

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Adds the records that follow; every piece before has `recordsInPiece` of them.
  mutating func append(_ piece: Piece) {
    precondition(count == pieces.count * Table.recordsInPiece, "a piece follows one that is not full")
    count += max(0, piece.records.count - 1)
    pieces.append(piece)
  }

  /// The table with the pieces of some records only, which it no longer has itself; the records keep their numbers.
  mutating func taking(_ records: Range<Int>) -> Table {
    var part = self
    let taken =
      records.isEmpty ? 0..<0 : records.lowerBound >> Table.pieceBits..<(records.upperBound - 1) >> Table.pieceBits + 1
    for index in pieces.indices {
      if taken.contains(index) { pieces[index] = Piece() } else { part.pieces[index] = Piece() }
    }
    return part
  }

  /// A record's fields among those of its piece.
  @inline(__always)
  private func fields(_ record: Int) -> Range<Int> {
    let index = record & (Table.recordsInPiece - 1)
    let records = pieces[record >> Table.pieceBits].records
    return Int(records[index].firstField)..<Int(records[index + 1].firstField)
  }

  @inline(__always)
  func width(_ record: Int) -> Int { fields(record).count }

  @inline(__always)
  func line(_ record: Int) -> Int {
    Int(pieces[record >> Table.pieceBits].records[record & (Table.recordsInPiece - 1)].line)
  }

  /// Where a cell lies, without ASCII white space at its ends; empty where the record is too short.
  @inline(__always)
  func range(_ record: Int, _ column: Int) -> Range<Int> {
    let fields = fields(record)
    let index = fields.lowerBound + column
    guard index < fields.upperBound else { return 0..<0 }
    let field = pieces[record >> Table.pieceBits].fields[index]
    var start = Int(field.start)
    var end = Int(field.end)
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
