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

/// An entry of a report whose sum is compared with that of another period.
private protocol ComparedEntry {
  /// What makes two entries the same.
  var identity: [String] { get }
  var sum: Money { get set }
  var count: Int { get set }
  var previous: PreviousSum? { get set }
}

extension CategoriesReport.Entry: ComparedEntry {
  fileprivate var identity: [String] { [category, kind.name, currency.code] }
}

extension MerchantsReport.Entry: ComparedEntry {
  fileprivate var identity: [String] { [merchant, currency.code] }
}

extension PreviousSum {
  /// Gives each entry its sum of the earlier period, and adds those that only that one has, with zero.
  fileprivate static func compare<Entry: ComparedEntry>(
    _ entries: [Entry], with earlier: [Entry], limit: Int?
  ) -> [Entry] {
    var result = entries
    var rest = Dictionary(earlier.map { ($0.identity, $0) }) { first, _ in first }
    for index in result.indices {
      let old = rest.removeValue(forKey: result[index].identity)
      result[index].previous = PreviousSum(sum: old?.sum ?? .zero, count: old?.count ?? 0)
    }
    for old in earlier where rest[old.identity] != nil {
      var entry = old
      entry.previous = PreviousSum(sum: old.sum, count: old.count)
      (entry.sum, entry.count) = (.zero, 0)
      result.append(entry)
    }
    return limit.map { Array(result.prefix($0)) } ?? result
  }
}

extension CategoriesQuery {
  /// The report with each category's sum in the previous period; categories that only that one has are there with zero.
  public func report(comparedWith previous: PreviousPeriod, on view: LedgerView) throws -> CategoriesReport {
    var query = self
    query.filter.limit = nil
    var report = try query.report(on: view)
    (query.filter.from, query.filter.to) = (previous.from, previous.to)
    let earlier = try query.report(on: view)
    report.categories = PreviousSum.compare(report.categories, with: earlier.categories, limit: filter.limit)
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
    (query.filter.from, query.filter.to) = (previous.from, previous.to)
    let earlier = try query.report(on: view)
    report.merchants = PreviousSum.compare(report.merchants, with: earlier.merchants, limit: filter.limit)
    report.previous = previous
    return report
  }
}
