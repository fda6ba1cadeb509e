import LedgerDomain
import LedgerImport

/// What an import found and did.
public struct ImportReport: Sendable {
  /// What became of a row.
  public enum Status: UInt8, Sendable, Hashable {
    case new, duplicate, deleted

    public var name: String {
      switch self {
      case .new: "new"
      case .duplicate: "duplicate"
      case .deleted: "deleted"
      }
    }
  }

  /// A row's fate and the category that it was given.
  public struct Outcome: Sendable, Hashable {
    public var status: Status
    public var category: CategoryID

    public init(status: Status, category: CategoryID) {
      self.status = status
      self.category = category
    }
  }

  public struct File: Sendable {
    public var file: ImportedFile
    /// One for each of the file's transactions, in the same order; empty where the import was refused.
    public var outcomes: [Outcome]

    public init(file: ImportedFile, outcomes: [Outcome]) {
      self.file = file
      self.outcomes = outcomes
    }
  }

  public var isDryRun: Bool
  public var added: Int
  public var duplicates: Int
  public var deletedRows: Int
  public var skippedRows: Int
  public var invalid: Int
  /// Nil in a dry run and where nothing was written.
  public var commit: CommitNumber?
  public var files: [File]
  /// The names of categories, by number, for `Outcome.category`.
  public var categoryNames: [String]
  /// Accounts, merchants and categories that were created, in words.
  public var notes: [String]

  public init(isDryRun: Bool) {
    self.isDryRun = isDryRun
    added = 0
    duplicates = 0
    deletedRows = 0
    skippedRows = 0
    invalid = 0
    files = []
    categoryNames = []
    notes = []
  }
}
