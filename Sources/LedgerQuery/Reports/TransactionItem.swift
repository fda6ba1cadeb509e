import LedgerDomain

/// One transaction in a report, names instead of numbers.
public struct TransactionItem: Sendable, Hashable {
  public var id: TransactionID
  public var day: CalendarDay
  public var amount: Money
  public var currency: Currency
  public var account: String
  /// The merchant's present name.
  public var merchant: String
  public var category: String
  public var note: String?
  public var memo: String?
  /// The payee as the bank printed it; nil for a row added by hand.
  public var rawText: String?
  public var bankReference: String?
  public var isDeleted: Bool
  /// When the commit that added it was recorded.
  public var recordedAt: Instant
  /// The parts of a split, whose category is `Category.splitName`; empty for others.
  public var parts: [Part] = []
  /// Of a split, the parts that the report counts; empty where it counts the whole.
  public var countedParts: [Part] = []

  /// What the report counts of a split; nil where it counts the whole.
  public var counted: Money? {
    countedParts.isEmpty ? nil : countedParts.reduce(.zero) { $0 + $1.amount }
  }

  /// A part of a split.
  public struct Part: Sendable, Hashable {
    public var category: String
    public var amount: Money
    public var memo: String?

    public init(category: String, amount: Money, memo: String?) {
      self.category = category
      self.amount = amount
      self.memo = memo
    }
  }

  public init(
    id: TransactionID, day: CalendarDay, amount: Money, currency: Currency, account: String, merchant: String,
    category: String, note: String?, memo: String?, rawText: String?, bankReference: String?, isDeleted: Bool,
    recordedAt: Instant
  ) {
    self.id = id
    self.day = day
    self.amount = amount
    self.currency = currency
    self.account = account
    self.merchant = merchant
    self.category = category
    self.note = note
    self.memo = memo
    self.rawText = rawText
    self.bankReference = bankReference
    self.isDeleted = isDeleted
    self.recordedAt = recordedAt
  }
}

/// A sum in one currency.
public struct CurrencyTotal: Sendable, Hashable {
  public var currency: Currency
  public var total: Money
  public var count: Int

  public init(currency: Currency, total: Money, count: Int) {
    self.currency = currency
    self.total = total
    self.count = count
  }
}
