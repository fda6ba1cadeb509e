import LedgerDomain

/// What became of a row of a bank file.
public enum ImportStatus: UInt8, Sendable, Hashable {
  case new, duplicate
  /// The transaction is in the ledger and was deleted by a person.
  case deleted
  /// The transaction was deleted by a person and is brought back, as was asked for.
  case restored

  /// The name in reports.
  public var name: String {
    switch self {
    case .new: "new"
    case .duplicate: "duplicate"
    case .deleted: "deleted"
    case .restored: "restored"
    }
  }
}

/// A row's fate and the category that it was given.
public struct ImportOutcome: Sendable, Hashable {
  public var status: ImportStatus
  public var category: CategoryID

  public init(status: ImportStatus, category: CategoryID) {
    self.status = status
    self.category = category
  }
}
