import LedgerDomain

/// Everything that another ledger program needs: accounts, categories and live transactions, oldest first.
public struct ExportReport: Sendable, Hashable {
  public struct AccountEntry: Sendable, Hashable {
    public var name: String
    public var currency: Currency
    public var opening: Money
    /// The day of the opening balance.
    public var openingDay: CalendarDay

    public init(name: String, currency: Currency, opening: Money, openingDay: CalendarDay) {
      self.name = name
      self.currency = currency
      self.opening = opening
      self.openingDay = openingDay
    }
  }

  public var accounts: [AccountEntry]
  /// The kind of each category by name.
  public var categoryKinds: [String: CategoryKind]
  public var transactions: [TransactionItem]

  public init(accounts: [AccountEntry], categoryKinds: [String: CategoryKind], transactions: [TransactionItem]) {
    self.accounts = accounts
    self.categoryKinds = categoryKinds
    self.transactions = transactions
  }
}
