import LedgerDomain

/// What became of a row of a bank file.
public enum ImportStatus: UInt8, Sendable, Hashable {
  case new, duplicate
  /// A person added the transaction by hand before; it gains the bank's reference and texts.
  case matched
  /// The transaction is in the ledger and was deleted by a person.
  case deleted
  /// The transaction was deleted by a person and is brought back, as was asked for.
  case restored
  /// The row is the account's opening balance, not a transaction.
  case opening
  /// An opening balance of an account that has another one, or older transactions.
  case skipped

  /// The name in reports.
  public var name: String {
    switch self {
    case .new: "new"
    case .duplicate: "duplicate"
    case .matched: "matched"
    case .deleted: "deleted"
    case .restored: "restored"
    case .opening: "opening"
    case .skipped: "skipped"
    }
  }
}

/// A row's fate and the category that it was given.
public struct ImportOutcome: Sendable, Hashable {
  public var status: ImportStatus
  public var category: CategoryID
  /// The transaction that the row was found to be; nil for a new one, and for a duplicate of a row of this import.
  public var transaction: TransactionID? {
    get { code == ImportOutcome.noTransaction ? nil : TransactionID(code) }
    set { code = newValue?.position ?? ImportOutcome.noTransaction }
  }

  /// The transaction's position; an optional of it would make each of millions of outcomes half as large again.
  private var code: UInt64
  private static let noTransaction = UInt64.max

  public init(status: ImportStatus, category: CategoryID, transaction: TransactionID? = nil) {
    self.status = status
    self.category = category
    code = transaction?.position ?? ImportOutcome.noTransaction
  }
}
