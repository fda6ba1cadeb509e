import LedgerDomain
import LedgerImport

/// What an import found and did.
public struct ImportReport: Sendable {
  public struct File: Sendable {
    public var file: ImportedFile
    /// One for each of the file's transactions, in the same order; empty where the import was refused.
    public var outcomes: [ImportOutcome]
    /// The names that the ledger has for the file's accounts; empty where the import was refused.
    public var accountNames: [TextID: String]

    public init(file: ImportedFile, outcomes: [ImportOutcome], accountNames: [TextID: String] = [:]) {
      self.file = file
      self.outcomes = outcomes
      self.accountNames = accountNames
    }

    /// An account's name as it is shown: the ledger's, else the file's own with numbers masked.
    public func accountName(_ text: TextID) -> String? {
      accountNames[text] ?? file.texts.string(text).map(AccountNumber.masked)
    }

    /// The account of every row, or nil where the file has several.
    public var account: String? {
      guard let account = file.account else { return nil }
      return file.transactions.first.flatMap { accountName($0.account) } ?? AccountNumber.masked(account)
    }
  }

  public var isDryRun: Bool
  public var added: Int
  public var duplicates: Int
  /// Rows that report a transaction added by hand.
  public var matched: Int
  public var deletedRows: Int
  /// Rows that were deleted before and are brought back.
  public var restored: Int
  public var skippedRows: Int
  public var invalid: Int
  /// Nil in a dry run and where nothing was written.
  public var commit: CommitNumber?
  public var files: [File]
  /// The names of categories, by number, for `ImportOutcome.category`.
  public var categoryNames: [String]
  /// Accounts, merchants and categories that were created, in words.
  public var notes: [String]

  public init(isDryRun: Bool) {
    self.isDryRun = isDryRun
    added = 0
    duplicates = 0
    matched = 0
    deletedRows = 0
    restored = 0
    skippedRows = 0
    invalid = 0
    files = []
    categoryNames = []
    notes = []
  }
}
