import LedgerDomain

/// Tells in a few instructions that no transaction of an amount was marked around a day.
///
/// A set of hashes in a table of bits: what was marked is always found, and now and then something that was not. For
/// choosing, of millions of rows, the few that are worth a closer look.
struct AmountMarks {
  /// A day belongs to one window; a day and those within a few days of it to one or two.
  private static let windowDays = 16

  private var bits: [UInt64]
  private let mask: UInt64

  /// - Parameter count: how many marks are expected; sixteen bits are kept for each, and twice for its windows.
  init(count: Int) {
    var size = 1_024
    while size < 32 * count { size *= 2 }
    bits = [UInt64](repeating: 0, count: size / 64)
    mask = UInt64(size - 1)
  }

  /// Marks an amount on a day and within some days of it, at most as many as a window has.
  mutating func mark(_ amount: Money, _ currency: Currency, on day: CalendarDay, within days: Int) {
    precondition(days <= AmountMarks.windowDays / 2, "a mark has two windows")
    let first = AmountMarks.window(day, -days)
    let last = AmountMarks.window(day, days)
    insert(amount, currency, first)
    if last != first { insert(amount, currency, last) }
  }

  /// Whether the amount may have been marked for the day.
  func mayHave(_ amount: Money, _ currency: Currency, on day: CalendarDay) -> Bool {
    let place = place(amount, currency, AmountMarks.window(day, 0))
    return bits[Int(place / 64)] & (1 << (place % 64)) != 0
  }

  private mutating func insert(_ amount: Money, _ currency: Currency, _ window: Int) {
    let place = place(amount, currency, window)
    bits[Int(place / 64)] |= 1 << (place % 64)
  }

  private static func window(_ day: CalendarDay, _ offset: Int) -> Int {
    (Int(day.daysSinceEpoch) + offset) >> windowDays.trailingZeroBitCount
  }

  private func place(_ amount: Money, _ currency: Currency, _ window: Int) -> UInt64 {
    var hash = UInt64(bitPattern: amount.minorUnits) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(truncatingIfNeeded: window) << 32 | UInt64(currency.packedCode)
    hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
    return (hash ^ hash >> 32) & mask
  }
}
