import LedgerDomain
import LedgerProjection

/// What would another ledger program need?
public struct ExportQuery: Sendable {
  public init() {}

  public func report(on view: LedgerView) throws -> ExportReport {
    let items = TransactionItems(view)
    var transactions: [TransactionItem] = []
    var firstDays: [AccountID: CalendarDay] = [:]
    try view.forEachTransaction(from: .first, to: .last) { row in
      firstDays[row.values.account] = row.values.day
      transactions.append(try items.item(row))
    }
    transactions.reverse()
    let fallback = transactions.first?.day ?? Instant(millisecondsSinceEpoch: 0).day
    let accounts = view.directory.accounts.filter { !$0.isRemoved }.map { account in
      ExportReport.AccountEntry(
        name: account.name, currency: account.currency, opening: account.opening,
        openingDay: account.openingDay ?? (firstDays[account.id] ?? fallback).advanced(byDays: -1))
    }
    var kinds: [String: CategoryKind] = [:]
    for category in view.directory.categories where !category.isRemoved { kinds[category.name] = category.kind }
    return ExportReport(accounts: accounts, categoryKinds: kinds, transactions: transactions)
  }
}
