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
  /// - Complexity: without terms O(page); else as the whole list.
  public func report(on view: LedgerView) throws -> ListPageReport {
    guard let base = view.directory.baseCurrency else { throw Refusal.currencyNeeded }
    let items = TransactionItems(view)
    let limit = list.limit ?? Int.max
    let counted = list.query.terms.isEmpty && !list.includesDeleted ? try allTotals(view) : nil
    var totals = ListTotals()
    var transactions: [TransactionItem] = []
    var hasMore = false
    try list.forEachMatch(on: view, through: counted == nil ? nil : after?.day) { row in
      if counted == nil, let currency = view.directory.account(row.values.account)?.currency {
        try totals.add(row, currency: currency)
      }
      if let after, (row.values.day, row.id) >= (after.day, after.id) { return true }
      if transactions.count < limit {
        transactions.append(try items.item(row))
        return true
      }
      hasMore = true
      return counted == nil
    }
    let last = hasMore ? transactions.last.map { ListPlace(day: $0.day, id: $0.id) } : nil
    return ListPageReport(
      list: (counted ?? totals).report(base: base, transactions: transactions), next: last)
  }

  /// Count and totals of every live transaction, from the aggregates.
  private func allTotals(_ view: LedgerView) throws -> ListTotals {
    var totals = ListTotals()
    totals.count = Int(view.transactionCounts.live)
    for (index, cell) in try view.accountTotals().enumerated() where cell.count != 0 {
      let currency = view.directory.accounts[index].currency
      try totals.add(Money(minorUnits: cell.sum), count: Int(cell.count), currency: currency)
    }
    return totals
  }
}

/// Counts and sums while a list is made.
struct ListTotals {
  /// Those that match, gone ones included.
  var count = 0
  private var totals: [Currency: CurrencyTotal] = [:]

  mutating func add(_ row: StandingRow, currency: Currency) throws {
    count += 1
    if row.liveness == .live { try add(row.values.amount, count: 1, currency: currency) }
  }

  mutating func add(_ amount: Money, count: Int, currency: Currency) throws {
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
