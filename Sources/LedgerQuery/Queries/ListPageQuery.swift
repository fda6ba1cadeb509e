import LedgerDomain
import LedgerProjection

/// A place in a list of transactions: after one transaction, newest first.
public struct ListPlace: Sendable, Hashable, CustomStringConvertible {
  public var day: CalendarDay
  public var id: TransactionID

  public init(day: CalendarDay, id: TransactionID) {
    self.day = day
    self.id = id
  }

  /// From the form `2026-10-20.42`, or nil.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = CalendarDay(String(parts[0])), let position = Position(parts[1]) else {
      return nil
    }
    self.init(day: day, id: TransactionID(position))
  }

  public var description: String { "\(day).\(id.position)" }
}

/// Which transactions match, a page at a time?
public struct ListPageQuery: Sendable {
  /// Its limit is the length of a page.
  public var list: ListQuery
  /// Where the page before ended; nil is the first page.
  public var after: ListPlace?

  public init(list: ListQuery, after: ListPlace? = nil) {
    self.list = list
    self.after = after
  }

  /// Count and totals are those of everything that matches.
  ///
  /// - Complexity: O(transactions before the page's end) where the terms ask for days, one category and one account at most,
  ///   whose count and totals the aggregates know; else as the whole list.
  public func report(on view: LedgerView) throws -> ListPageReport {
    guard let base = view.directory.baseCurrency else { throw Refusal.currencyNeeded }
    let items = TransactionItems(view)
    let limit = list.limit ?? Int.max
    let counted = try list.includesDeleted ? nil : aggregatedTotals(view)
    var totals = ListTotals()
    var transactions: [TransactionItem] = []
    var hasMore = false
    try list.forEachMatch(on: view, through: counted == nil ? nil : after?.day) { row, share in
      if counted == nil, let currency = view.directory.account(row.values.account)?.currency {
        try totals.add(row, share, currency: currency)
      }
      if let after, (row.values.day, row.id) >= (after.day, after.id) { return true }
      if transactions.count < limit {
        transactions.append(try items.item(row, counted: share))
        return true
      }
      hasMore = true
      return counted == nil
    }
    let last = hasMore ? transactions.last.map { ListPlace(day: $0.day, id: $0.id) } : nil
    return ListPageReport(
      list: (counted ?? totals).report(base: base, transactions: transactions), next: last)
  }

  /// Count and totals from the aggregates; nil where they do not know what the terms ask for.
  private func aggregatedTotals(_ view: LedgerView) throws -> ListTotals? {
    var filter = AggregateFilter()
    for term in list.query.terms {
      switch term {
      case .month(let month):
        filter.from = max(filter.from ?? .first, view.calendar.firstDay(of: month))
        filter.to = min(filter.to ?? .last, view.calendar.lastDay(of: month))
      case .from(let day): filter.from = max(filter.from ?? .first, day)
      case .to(let day): filter.to = min(filter.to ?? .last, day)
      case .category(let name) where filter.category == nil:
        guard let category = try view.category(named: name), !category.isRemoved else { return nil }
        // A split may have parts in both directions there, which the aggregates count twice.
        if category.id == .uncategorised, try view.hasSplits() { return nil }
        filter.category = name
      case .account(let name) where filter.account == nil:
        guard try view.account(named: name)?.isRemoved == false else { return nil }
        filter.account = name
      default: return nil
      }
    }
    if let from = filter.from, let to = filter.to, from > to { return nil }
    var totals = ListTotals()
    for month in try MonthsQuery(filter: filter).report(on: view).months {
      // A split counts in each of its categories, but is one of the month's transactions.
      for category in month.categories {
        try totals.add(category.sum, count: filter.category == nil ? 0 : category.count, currency: month.currency)
      }
      if filter.category == nil { try totals.add(.zero, count: month.count, currency: month.currency) }
    }
    return totals
  }
}

/// Counts and sums while a list is made.
struct ListTotals {
  /// Those that match, gone ones included.
  var count = 0
  private var totals: [Currency: CurrencyTotal] = [:]

  mutating func add(_ row: StandingRow, _ share: CategorySetting, currency: Currency) throws {
    if row.liveness == .live {
      try add(share.sum(of: row.values.amount), count: 1, currency: currency)
    } else {
      count += 1
    }
  }

  mutating func add(_ amount: Money, count: Int, currency: Currency) throws {
    self.count += count
    var total = totals[currency] ?? CurrencyTotal(currency: currency, total: .zero, count: 0)
    total.total = try total.total.adding(amount)
    total.count += count
    totals[currency] = total
  }

  func report(base: Currency, transactions: [TransactionItem]) -> ListReport {
    ListReport(
      baseCurrency: base, count: count, total: totals[base]?.total ?? .zero,
      totals: totals.values.sorted { $0.currency < $1.currency }, transactions: transactions)
  }
}
