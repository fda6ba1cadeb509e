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

/// A row's fate and the category that it was given: eight bytes, as there is one for each of millions of rows.
public struct ImportOutcome: Sendable, Hashable {
  /// The status in the lowest bits, above it the category, above it the transaction's position, all ones for none.
  private var code: UInt64

  private static let statusBits: UInt64 = 4
  private static let categoryBits: UInt64 = 16
  /// Positions end far below it.
  private static let noTransaction = UInt64.max >> (statusBits + categoryBits)

  public init(status: ImportStatus, category: CategoryID, transaction: TransactionID? = nil) {
    let position = transaction?.position ?? ImportOutcome.noTransaction
    precondition(position <= ImportOutcome.noTransaction, "a position has at most 44 bits")
    code =
      position << (ImportOutcome.statusBits + ImportOutcome.categoryBits)
      | UInt64(category.index) << ImportOutcome.statusBits | UInt64(status.rawValue)
  }

  public var status: ImportStatus {
    guard let status = ImportStatus(rawValue: UInt8(code & (1 << ImportOutcome.statusBits - 1))) else {
      preconditionFailure("an outcome is made of a status")
    }
    return status
  }

  public var category: CategoryID {
    get { CategoryID(UInt16(truncatingIfNeeded: code >> ImportOutcome.statusBits)) }
    set { self = ImportOutcome(status: status, category: newValue, transaction: transaction) }
  }

  /// The transaction that the row was found to be; nil for a new one, and for a duplicate of a row of this import.
  public var transaction: TransactionID? {
    get {
      let position = code >> (ImportOutcome.statusBits + ImportOutcome.categoryBits)
      return position == ImportOutcome.noTransaction ? nil : TransactionID(position)
    }
    set { self = ImportOutcome(status: status, category: category, transaction: newValue) }
  }
}
