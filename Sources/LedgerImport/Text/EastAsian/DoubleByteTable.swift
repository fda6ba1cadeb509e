/// The characters of an encoding whose characters beside ASCII have two bytes.
///
/// The tables are the program's own: converters of the system are loaded from files, which a static program can't rely on.
struct DoubleByteTable: Sendable {
  /// The scalars, row by row; 0 where there is no character.
  private let units: [UInt16]
  /// The row of each first byte and the place of each second byte in it; −1 where it can't be one.
  private let rows: [Int32]
  private let places: [Int32]

  /// - Parameter characters: a row for each first byte, a character for each second byte, a full stop for none; line ends do
  ///   not count.
  init(leads: [ClosedRange<UInt8>], trails: [ClosedRange<UInt8>], characters: String) {
    var rows = [Int32](repeating: -1, count: 256)
    var places = [Int32](repeating: -1, count: 256)
    var width: Int32 = 0
    for trail in trails.joined() {
      places[Int(trail)] = width
      width += 1
    }
    var start: Int32 = 0
    for lead in leads.joined() {
      rows[Int(lead)] = start
      start += width
    }
    units = characters.unicodeScalars.filter { $0 != "\n" }.map { $0 == "." ? 0 : UInt16(truncatingIfNeeded: $0.value) }
    precondition(units.count == Int(start), "a table has a character or a full stop for each pair of bytes")
    self.rows = rows
    self.places = places
  }

  /// The character of two bytes; 0 where there is none.
  @inline(__always)
  func unit(_ lead: UInt8, _ trail: UInt8) -> UInt16 {
    let row = rows[Int(lead)]
    let place = places[Int(trail)]
    return row < 0 || place < 0 ? 0 : units[Int(row + place)]
  }
}
