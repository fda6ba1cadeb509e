import LedgerDomain

/// The transactions that make a number, each with everything that happened to it.
public struct ExplainReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var transaction: TransactionItem
    /// The commit that added it.
    public var commit: CommitNumber
    /// Oldest first.
    public var history: [TransactionReport.Change]

    public init(transaction: TransactionItem, commit: CommitNumber, history: [TransactionReport.Change]) {
      self.transaction = transaction
      self.commit = commit
      self.history = history
    }
  }

  /// What the number is of.
  public struct Subject: Sendable, Hashable {
    public var month: YearMonth?
    /// The first and the last day that count; nil is no limit.
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var category: String?
    public var merchant: String?
    public var account: String?
    public var currency: Currency
    public var money: ExplainedMoney

    public init(
      month: YearMonth? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil, category: String? = nil,
      merchant: String? = nil, account: String? = nil, currency: Currency, money: ExplainedMoney
    ) {
      self.month = month
      self.from = from
      self.to = to
      self.category = category
      self.merchant = merchant
      self.account = account
      self.currency = currency
      self.money = money
    }
  }

  public var subject: Subject
  /// What the accounts held before their first rows, where the number is a balance; nil elsewhere.
  public var opening: Money?
  /// What the transactions come to, signed as booked.
  public var sum: Money
  /// Newest first.
  public var entries: [Entry]

  public init(subject: Subject, opening: Money?, sum: Money, entries: [Entry]) {
    self.subject = subject
    self.opening = opening
    self.sum = sum
    self.entries = entries
  }
}

/// Which money a number counts.
public enum ExplainedMoney: String, Sendable, Hashable, CaseIterable {
  /// Everything, transfers too.
  case all
  /// In and out, transfers apart.
  case net
  case moneyIn = "in"
  case moneyOut = "out"
  case transfers
}
