import LedgerDomain
import LedgerImport

/// A row of a bank file as rules see it, before it is a transaction.
public struct ImportCandidate: Sendable {
  public var day: CalendarDay
  public var amount: Money
  public var currency: Currency
  public var account: AccountID
  public var merchant: MerchantID
  /// What the merchant is called now; the file's name for a new one.
  public var merchantName: String
  /// As the bank printed them; no note.
  public var texts: TransactionTexts

  public init(
    day: CalendarDay, amount: Money, currency: Currency, account: AccountID, merchant: MerchantID, merchantName: String,
    texts: TransactionTexts
  ) {
    self.day = day
    self.amount = amount
    self.currency = currency
    self.account = account
    self.merchant = merchant
    self.merchantName = merchantName
    self.texts = texts
  }
}

/// A rule ready to be asked about rows; an import asks its rules in order and takes the first that matches.
public struct ImportRule {
  public var category: CategoryID
  public var matches: (ImportCandidate) throws -> Bool

  public init(category: CategoryID, matches: @escaping (ImportCandidate) throws -> Bool) {
    self.category = category
    self.matches = matches
  }
}
