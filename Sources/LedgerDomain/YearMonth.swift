/// A month of a year; which days belong to it is for a `MonthCalendar` to say.
public struct YearMonth: Hashable, Comparable, Sendable {
  /// `year * 12 + (month − 1)`.
  public let monthsSinceYearZero: Int32

  @inlinable
  public init(monthsSinceYearZero: Int32) {
    self.monthsSinceYearZero = monthsSinceYearZero
  }

  /// The month (1–12) of a year, or nil outside 1900 to 2199.
  public init?(year: Int, month: Int) {
    guard year >= 1900, year <= 2199, month >= 1, month <= 12 else { return nil }
    self.init(uncheckedYear: year, month: month)
  }

  init(uncheckedYear year: Int, month: Int) {
    monthsSinceYearZero = Int32(year * 12 + month - 1)
  }

  public var year: Int { Int(monthsSinceYearZero) / 12 }

  /// 1 to 12.
  public var month: Int { Int(monthsSinceYearZero) % 12 + 1 }

  public var next: YearMonth { advanced(by: 1) }
  public var previous: YearMonth { advanced(by: -1) }

  public func advanced(by months: Int) -> YearMonth {
    YearMonth(monthsSinceYearZero: monthsSinceYearZero + Int32(months))
  }

  /// The number of months from this one to the other.
  public func months(to other: YearMonth) -> Int {
    Int(other.monthsSinceYearZero) - Int(monthsSinceYearZero)
  }

  /// How many days the calendar month (1–12) of the year has.
  @inlinable
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  @inlinable
  public static func < (left: YearMonth, right: YearMonth) -> Bool {
    left.monthsSinceYearZero < right.monthsSinceYearZero
  }
}

extension YearMonth: CustomStringConvertible, LosslessStringConvertible {
  /// A month from the form `2026-10`, or nil.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[4] == 0x2D, let year = DecimalDigits.value(bytes[0..<4]),
      let month = DecimalDigits.value(bytes[5..<7])
    else { return nil }
    self.init(year: year, month: month)
  }

  /// The form `2026-10`.
  public var description: String {
    var text = DigitText()
    text.append(year, width: 4)
    text.append(0x2D)
    text.append(month, width: 2)
    return text.string
  }
}

/// Which days make a budget month: it may begin on any day from 1 to 28.
///
/// A month that begins on day 1–15 has the name of the month it begins in, else of the month it ends in.
public struct MonthCalendar: Hashable, Sendable {
  public static let standard = MonthCalendar(uncheckedStartDay: 1)

  /// The day of the calendar month on which a budget month begins, 1 to 28.
  public let startDay: Int

  /// A calendar whose months begin on the day, or nil outside 1 to 28.
  public init?(startDay: Int) {
    guard startDay >= 1, startDay <= 28 else { return nil }
    self.init(uncheckedStartDay: startDay)
  }

  private init(uncheckedStartDay: Int) {
    startDay = uncheckedStartDay
  }

  /// The month that the day belongs to.
  public func month(of day: CalendarDay) -> YearMonth {
    let calendarMonth = day.yearMonth
    let begun = day.components.day >= startDay ? calendarMonth : calendarMonth.previous
    return startDay <= 15 ? begun : begun.next
  }

  /// The first day of the month.
  public func firstDay(of month: YearMonth) -> CalendarDay {
    let begin = startDay <= 15 ? month : month.previous
    return CalendarDay(year: begin.year, month: begin.month, day: startDay)
      ?? (begin.year < 1900 ? CalendarDay.first : CalendarDay.last)
  }

  /// The last day of the month.
  public func lastDay(of month: YearMonth) -> CalendarDay {
    let nextFirst = firstDay(of: month.next)
    return nextFirst == CalendarDay.last ? nextFirst : nextFirst.advanced(byDays: -1)
  }

  /// How many days the month has.
  public func dayCount(of month: YearMonth) -> Int {
    firstDay(of: month).days(to: lastDay(of: month)) + 1
  }
}
