import LedgerDomain

/// Finds regular distances between days.
enum RecurringDetector {
  struct Found: Hashable {
    var period: RecurringPeriod
    var next: CalendarDay
  }

  static let minimumCount = 3
  /// Banks book late on weekends and holidays.
  private static let monthlyToleranceDays = 4
  private static let dayPeriods = [7, 14]
  private static let dailyToleranceDays = 1
  private static let monthPeriods = [1, 2, 3, 6, 12]

  /// The period of ascending days without repetition; nil where they are not regular or fewer than three.
  static func period(of days: [CalendarDay]) -> Found? {
    guard days.count >= minimumCount, let last = days.last else { return nil }
    let gaps = zip(days, days.dropFirst()).map { $0.days(to: $1) }
    for period in dayPeriods where gaps.allSatisfy({ abs($0 - period) <= dailyToleranceDays }) {
      return Found(period: .days(period), next: last.advanced(byDays: period))
    }
    for count in monthPeriods {
      guard let anchor = anchor(of: days, every: count) else { continue }
      guard let months = months(of: days, day: anchor), let month = months.last else { continue }
      return Found(period: .months(count, day: anchor), next: day(anchor, of: month.advanced(by: count)))
    }
    return nil
  }

  /// The day of a month, or its last.
  static func day(_ day: Int, of month: YearMonth) -> CalendarDay {
    let clamped = min(day, YearMonth.dayCount(year: month.year, month: month.month))
    return CalendarDay(year: month.year, month: month.month, day: clamped) ?? .last
  }

  /// The expected day after another of a series.
  static func next(after day: CalendarDay, _ period: RecurringPeriod) -> CalendarDay {
    switch period {
    case .days(let count): return day.advanced(byDays: count)
    case .months(let count, let anchor): return self.day(anchor, of: day.yearMonth.advanced(by: count))
    }
  }

  /// The day of the month that the days keep to best; of equal ones the latest, so that month ends stay month ends.
  private static func anchor(of days: [CalendarDay], every count: Int) -> Int? {
    var best: (deviation: Int, day: Int)?
    for candidate in Set(days.map { $0.components.day }).sorted(by: >) {
      guard let months = months(of: days, day: candidate),
        zip(months, months.dropFirst()).allSatisfy({ $0.months(to: $1) == count })
      else { continue }
      let deviation = zip(days, months).reduce(0) { $0 + abs(day(candidate, of: $1.1).days(to: $1.0)) }
      if best.map({ deviation < $0.deviation }) ?? true { best = (deviation, candidate) }
    }
    return best?.day
  }

  /// For each day the month whose anchor is nearest; nil where one is too far from it.
  private static func months(of days: [CalendarDay], day anchor: Int) -> [YearMonth]? {
    var months: [YearMonth] = []
    for date in days {
      let candidates = [date.yearMonth.previous, date.yearMonth, date.yearMonth.next]
      let nearest = candidates.min { abs(day(anchor, of: $0).days(to: date)) < abs(day(anchor, of: $1).days(to: date)) }
      guard let nearest, abs(day(anchor, of: nearest).days(to: date)) <= monthlyToleranceDays else { return nil }
      months.append(nearest)
    }
    return months
  }
}
