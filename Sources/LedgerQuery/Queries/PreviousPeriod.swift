import LedgerDomain
import LedgerProjection

/// The period that a period is compared with: as many whole months before whole months, else as many days before it.
public struct PreviousPeriod: Sendable, Hashable {
  public let from: CalendarDay
  public let to: CalendarDay

  /// - Returns: nil where the calendar has no room before the period, or the period is empty.
  public init?(before first: CalendarDay, through last: CalendarDay, calendar: MonthCalendar) {
    guard first <= last else { return nil }
    let (firstMonth, lastMonth) = (calendar.month(of: first), calendar.month(of: last))
    if calendar.firstDay(of: firstMonth) == first, calendar.lastDay(of: lastMonth) == last {
      let count = firstMonth.months(to: lastMonth) + 1
      guard firstMonth.months(to: CalendarDay.first.yearMonth) < -count else { return nil }
      from = calendar.firstDay(of: firstMonth.advanced(by: -count))
      to = calendar.lastDay(of: firstMonth.previous)
      return
    }
    let count = first.days(to: last) + 1
    guard CalendarDay.first.days(to: first) >= count else { return nil }
    from = first.advanced(byDays: -count)
    to = first.advanced(byDays: -1)
  }
}

/// What a sum was in the period before.
public struct PreviousSum: Sendable, Hashable {
  public var sum: Money
  public var count: Int

  public init(sum: Money, count: Int) {
    self.sum = sum
    self.count = count
  }
}

extension CategoriesQuery {
  /// The report with each category's sum in the previous period; categories that only that one has are there with zero.
  public func report(comparedWith previous: PreviousPeriod, on view: LedgerView) throws -> CategoriesReport {
    var query = self
    query.filter.limit = nil
    var report = try query.report(on: view)
    query.filter.from = previous.from
    query.filter.to = previous.to
    let earlier = try query.report(on: view)
    func key(_ entry: CategoriesReport.Entry) -> [String] { [entry.category, entry.kind.name, entry.currency.code] }
    var rest = Dictionary(earlier.categories.map { (key($0), $0) }) { first, _ in first }
    for index in report.categories.indices {
      let old = rest.removeValue(forKey: key(report.categories[index]))
      report.categories[index].previous = PreviousSum(sum: old?.sum ?? .zero, count: old?.count ?? 0)
    }
    for old in earlier.categories where rest[key(old)] != nil {
      var entry = old
      entry.previous = PreviousSum(sum: old.sum, count: old.count)
      (entry.sum, entry.count) = (.zero, 0)
      report.categories.append(entry)
    }
    if let limit = filter.limit { report.categories = Array(report.categories.prefix(limit)) }
    report.previous = previous
    return report
  }
}

extension MerchantsQuery {
  /// The report with each merchant's sum in the previous period; merchants that only that one has are there with zero.
  public func report(comparedWith previous: PreviousPeriod, on view: LedgerView) throws -> MerchantsReport {
    var query = self
    query.filter.limit = nil
    var report = try query.report(on: view)
    query.filter.from = previous.from
    query.filter.to = previous.to
    let earlier = try query.report(on: view)
    func key(_ entry: MerchantsReport.Entry) -> [String] { [entry.merchant, entry.currency.code] }
    var rest = Dictionary(earlier.merchants.map { (key($0), $0) }) { first, _ in first }
    for index in report.merchants.indices {
      let old = rest.removeValue(forKey: key(report.merchants[index]))
      report.merchants[index].previous = PreviousSum(sum: old?.sum ?? .zero, count: old?.count ?? 0)
    }
    for old in earlier.merchants where rest[key(old)] != nil {
      var entry = old
      entry.previous = PreviousSum(sum: old.sum, count: old.count)
      (entry.sum, entry.count) = (.zero, 0)
      report.merchants.append(entry)
    }
    if let limit = filter.limit { report.merchants = Array(report.merchants.prefix(limit)) }
    report.previous = previous
    return report
  }
}
