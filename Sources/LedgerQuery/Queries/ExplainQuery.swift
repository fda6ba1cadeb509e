import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Which transactions make a number?
public struct ExplainQuery: Sendable {
  /// The days, the category, the account and the currency; the limit is not looked at.
  public var filter: AggregateFilter
  /// The month that the days are cut from.
  public var month: YearMonth?
  /// A merchant's name as in `MerchantHistoryQuery`.
  public var merchant: String?
  /// Nil is everything where a category, a merchant, an account or a balance is asked about, else in and out.
  public var money: ExplainedMoney?
  /// Whether the number is a balance, so that opening balances belong to it.
  public var isBalance: Bool

  public init(filter: AggregateFilter = AggregateFilter(), isBalance: Bool = false) {
    self.filter = filter
    self.isBalance = isBalance
  }

  /// - Complexity: O(transactions of the days) to find them, and O(events after the first of them) for their history.
  public func report(on view: LedgerView) throws -> ExplainReport {
    var filter = filter
    if let month {
      filter.from = max(filter.from ?? .first, view.calendar.firstDay(of: month))
      filter.to = min(filter.to ?? .last, view.calendar.lastDay(of: month))
    }
    let currency = try currency(view)
    filter.currency = currency
    let resolved = try ResolvedFilter(filter, view)
    let merchant = try merchant.map { try MerchantNames.find($0, view: view) }
    let money = money ?? defaultMoney
    var rows: [(row: StandingRow, share: CategorySetting)] = []
    var sum = Money.zero
    try view.forEachTransaction(from: resolved.from, to: resolved.to) { row in
      guard merchant == nil || view.directory.canonical(row.values.merchant) == merchant else { return }
      let share = row.setting.filtered(of: row.values.amount) { part in
        let slot = CategorySlot(category: part.category, amount: part.amount)
        return resolved.includes(row.values.account, slot)
          && ExplainQuery.counts(view.directory.moneyClass(of: slot), as: money)
      }
      guard let share else { return }
      sum = try sum.adding(share.sum(of: row.values.amount))
      rows.append((row, share))
    }
    let subject = ExplainReport.Subject(
      month: month, from: filter.from, to: filter.to,
      category: try filter.category.map { try view.category(named: $0)?.name ?? $0 },
      merchant: try merchant.map { try view.merchantName($0) },
      account: try filter.account.map { try view.account(named: $0)?.name ?? $0 }, currency: currency, money: money)
    return ExplainReport(
      subject: subject, opening: isBalance ? try opening(view, resolved) : nil, sum: sum,
      entries: try entries(rows, view))
  }

  private var defaultMoney: ExplainedMoney {
    isBalance || filter.category != nil || filter.account != nil || merchant != nil ? .all : .net
  }

  private static func counts(_ kind: MoneyClass, as money: ExplainedMoney) -> Bool {
    switch money {
    case .all: true
    case .net: kind != .transfer
    case .moneyIn: kind == .moneyIn
    case .moneyOut: kind == .moneyOut
    case .transfers: kind == .transfer
    }
  }

  private func currency(_ view: LedgerView) throws -> Currency {
    if let currency = filter.currency { return currency }
    if let name = filter.account {
      guard let account = try view.account(named: name), !account.isRemoved else { throw Refusal.unknownAccount(name) }
      return account.currency
    }
    if let merchant { return try MerchantHistoryQuery(name: merchant).report(on: view).currency }
    guard let base = view.directory.baseCurrency else { throw Refusal.currencyNeeded }
    return base
  }

  /// What the accounts that count held before their first rows.
  private func opening(_ view: LedgerView, _ filter: ResolvedFilter) throws -> Money {
    try view.directory.accounts.reduce(Money.zero) { sum, account in
      guard !account.isRemoved, filter.accounts[Int(account.id.index)], account.openingDay ?? .first <= filter.to
      else { return sum }
      return try sum.adding(account.opening)
    }
  }

  private func entries(
    _ rows: [(row: StandingRow, share: CategorySetting)], _ view: LedgerView
  ) throws -> [ExplainReport.Entry] {
    let items = TransactionItems(view)
    let histories = try TransactionHistories(view, items: items).changes(of: Set(rows.map(\.row.id)))
    return try rows.map { row, share in
      ExplainReport.Entry(
        transaction: try items.item(row, counted: share), commit: try items.commit(at: row.id.position).number,
        history: histories[row.id] ?? [])
    }
  }
}
