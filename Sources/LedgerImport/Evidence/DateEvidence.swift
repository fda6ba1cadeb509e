import LedgerDomain

/// What all cells of a column say about the order of its dates.
struct DateEvidence: Sendable {
  private var count = 0
  /// Cells whose order is fixed by the text itself: a year in front, an era.
  private var fixed = 0
  private var withPoints = 0
  private var votes = (dayMonth: 0, monthDay: 0, year: 0)
  private var only = (dayMonth: 0, monthDay: 0, year: 0)
  /// Whether some cell is another day in the one order than in the other.
  private var differs = (dayMonthMonthDay: false, dayMonthYear: false, monthDayYear: false)
  /// The first and the last numbers of dates with two digits for the year, as far as they are few.
  private var firsts: Set<Int> = []
  private var lasts: Set<Int> = []
  private var orders = [SortedDays(), SortedDays(), SortedDays()]

  /// Whether the days of one order rise or fall through the file.
  private struct SortedDays: Sendable {
    var previous: CalendarDay?
    var rises = true
    var falls = true

    mutating func add(_ day: CalendarDay) {
      if let previous {
        if day < previous { rises = false }
        if day > previous { falls = false }
      }
      previous = day
    }
  }

  @inline(__always)
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>, form: DateForm = .usual) {
    if DateCell.isPlainYearFirst(bytes, range) {
      count += 1
      fixed += 1
      return
    }
    if let cell = DateCell(bytes, range, isShort: form == .digits) { add(cell) }
  }

  private mutating func add(_ cell: DateCell) {
    if cell.isYearFirst {
      count += 1
      fixed += 1
      return
    }
    let days = (cell.day(.dayMonthYear), cell.day(.monthDayYear), cell.day(.yearMonthDay))
    let possible = [days.0, days.1, days.2].compactMap { $0 }
    guard !possible.isEmpty else { return }
    count += 1
    if cell.hasPoints { withPoints += 1 }
    if firsts.count < 64 { firsts.insert(cell.parts.0) }
    if lasts.count < 64 { lasts.insert(cell.parts.2) }
    if let day = days.0 {
      votes.dayMonth += 1
      if possible.count == 1 { only.dayMonth += 1 }
      orders[0].add(day)
    }
    if let day = days.1 {
      votes.monthDay += 1
      if possible.count == 1 { only.monthDay += 1 }
      orders[1].add(day)
    }
    if let day = days.2 {
      votes.year += 1
      if possible.count == 1 { only.year += 1 }
      orders[2].add(day)
    }
    if let one = days.0, let other = days.1, one != other { differs.dayMonthMonthDay = true }
    if let one = days.0, let other = days.2, one != other { differs.dayMonthYear = true }
    if let one = days.1, let other = days.2, one != other { differs.monthDayYear = true }
  }

  /// Whether two of the orders give different days for some cell.
  private func differ(_ orders: Set<DateOrder>) -> Bool {
    let pairs: [(Bool, Set<DateOrder>)] = [
      (differs.dayMonthMonthDay, [.dayMonthYear, .monthDayYear]),
      (differs.dayMonthYear, [.dayMonthYear, .yearMonthDay]),
      (differs.monthDayYear, [.monthDayYear, .yearMonthDay]),
    ]
    return pairs.contains { $0.0 && $0.1.isSubset(of: orders) }
  }

  /// Whether two digits in front are likely a year: within a statement it is the number that changes least.
  private var mayBeginWithYear: Bool { firsts.count <= 2 && lasts.count > firsts.count }

  /// The order with its reason; nil where two orders are left that mean different days.
  var order: (order: DateOrder, why: String)? {
    if count == 0 { return (.yearMonthDay, "no cell is a date") }
    if fixed == count { return (.yearMonthDay, "the dates have the year in front") }
    let ranked: [(order: DateOrder, votes: Int, only: Int, index: Int)] = [
      (.dayMonthYear, votes.dayMonth, only.dayMonth, 0), (.monthDayYear, votes.monthDay, only.monthDay, 1),
      (.yearMonthDay, votes.year, only.year, 2),
    ]
    let most = ranked.map(\.votes).max() ?? 0
    var candidates = ranked.filter { $0.votes == most }
    if candidates.count > 1, !mayBeginWithYear { candidates.removeAll { $0.order == .yearMonthDay } }
    let conflicts = ranked.map(\.only).filter { $0 > 0 }.sorted()
    if candidates.count == 1 {
      // Rows that are dates only in another order are mistakes, unless they are many and others depend on the choice.
      if conflicts.count > 1, differ(Set(DateOrder.allCases)), conflicts[conflicts.count - 2] * 10 > candidates[0].only
      {
        return nil
      }
      return (candidates[0].order, "only so \(most) dates are days of the calendar")
    }
    if conflicts.count > 1 { return nil }
    if !differ(Set(candidates.map(\.order))) {
      return (candidates[0].order, "the dates name their month, or every order gives the same days")
    }
    if withPoints == count - fixed, candidates.contains(where: { $0.order == .dayMonthYear }) {
      return (.dayMonthYear, "dates with points have the day first")
    }
    let sorted = candidates.filter { orders[$0.index].rises || orders[$0.index].falls }
    if sorted.count == 1, count >= 4 { return (sorted[0].order, "only so the rows are in order of date") }
    return nil
  }
}

extension DateCell {
  /// Whether a cell is `YYYY-MM-DD` or the same with other separators, by its form alone.
  @inline(__always)
  static func isPlainYearFirst(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 10 else { return false }
    let start = range.lowerBound
    let separator = bytes[start + 4]
    guard separator == 0x2D || separator == 0x2F || separator == 0x2E, bytes[start + 7] == separator else {
      return false
    }
    for offset in 0..<10 where offset != 4 && offset != 7 && !AmountCell.isDigit(bytes[start + offset]) {
      return false
    }
    return true
  }

  /// The day of a cell with two digits, two digits and four, or four, two and two; nil for every other form.
  @inline(__always)
  static func plainDay(_ bytes: Span<UInt8>, _ range: Range<Int>, _ order: DateOrder) -> CalendarDay? {
    guard range.count == 10 else { return nil }
    let start = range.lowerBound
    let isYearFirst = !(bytes[start + 2] &- 0x30 > 9)
    if isYearFirst {
      guard bytes[start + 4] &- 0x30 > 9, bytes[start + 4] == bytes[start + 7] else { return nil }
      return day(
        number(bytes, start, 4), number(bytes, start + 5, 2), number(bytes, start + 8, 2), bytes[start + 4])
    }
    guard order != .yearMonthDay, bytes[start + 2] == bytes[start + 5] else { return nil }
    let first = number(bytes, start, 2)
    let second = number(bytes, start + 3, 2)
    let year = number(bytes, start + 6, 4)
    return order == .dayMonthYear
      ? day(year, second, first, bytes[start + 2]) : day(year, first, second, bytes[start + 2])
  }

  @inline(__always)
  private static func day(_ year: Int, _ month: Int, _ day: Int, _ separator: UInt8) -> CalendarDay? {
    guard year >= 0, month >= 0, day >= 0, separator == 0x2D || separator == 0x2F || separator == 0x2E else {
      return nil
    }
    return CalendarDay(year: year, month: month, day: day)
  }

  /// A number of so many digits, or a negative one where a byte is none.
  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int {
    var value = 0
    for index in start..<start + count {
      let digit = bytes[index] &- 0x30
      if digit > 9 { return -1 }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
