import LedgerDomain

/// Keys of view rows: big-endian, so that the order of bytes is the order of values.
enum ViewKey {
  static func month(_ month: YearMonth, _ account: AccountID) -> [UInt8] {
    bytes(UInt32(bitPattern: month.monthsSinceYearZero)) + bytes(account.index)
  }

  static func monthStart(_ month: YearMonth) -> [UInt8] {
    bytes(UInt32(bitPattern: month.monthsSinceYearZero))
  }

  static func merchantYear(_ year: Int, _ merchant: MerchantID) -> [UInt8] {
    bytes(UInt16(year)) + bytes(merchant.index)
  }

  static func merchant(_ merchant: MerchantID) -> [UInt8] { bytes(merchant.index) }

  static func position(_ position: Position) -> [UInt8] { bytes(position) }

  /// The postings of a day from a first id on; days before 1970 sort first.
  static func day(_ day: CalendarDay, firstID: Position) -> [UInt8] {
    dayStart(day) + bytes(firstID)
  }

  static func dayStart(_ day: CalendarDay) -> [UInt8] {
    bytes(UInt32(bitPattern: day.daysSinceEpoch) ^ 0x8000_0000)
  }

  /// The integer of so many bytes at an offset of a key that is long enough.
  static func integer(_ key: ArraySlice<UInt8>, from offset: Int, count: Int) throws(ProjectionError) -> UInt64 {
    guard key.count >= offset + count else { throw .damagedView("a key is too short") }
    return key[(key.startIndex + offset)..<(key.startIndex + offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func dayOfKey(_ key: ArraySlice<UInt8>) throws(ProjectionError) -> CalendarDay {
    let value = UInt32(try integer(key, from: 0, count: 4)) ^ 0x8000_0000
    guard let day = CalendarDay(daysSinceEpoch: Int32(bitPattern: value)) else {
      throw .damagedView("a day is outside the calendar")
    }
    return day
  }

  private static func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    (0..<MemoryLayout<T>.size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
