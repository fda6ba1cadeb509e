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
    /// Why a row's category was guessed, by the row's index; empty where nothing was.
    public var guesses: [Int: String] = [:]

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

  /// A transfer that the import links.
  public struct Transfer: Sendable {
    /// A new row, with its file and line, or a transaction that was there, with its number.
    public struct Leg: Sendable {
      public var path: String?
      public var line: Int?
      /// Nil for a new row until it is written.
      public var id: TransactionID?
      public var day: CalendarDay
      public var amount: Money
      public var currency: Currency
      public var account: String
      public var merchant: String

      public init(
        path: String? = nil, line: Int? = nil, id: TransactionID? = nil, day: CalendarDay, amount: Money,
        currency: Currency, account: String, merchant: String
      ) {
        self.path = path
        self.line = line
        self.id = id
        self.day = day
        self.amount = amount
        self.currency = currency
        self.account = account
        self.merchant = merchant
      }
    }

    public var outgoing: Leg
    public var incoming: Leg

    public init(outgoing: Leg, incoming: Leg) {
      self.outgoing = outgoing
      self.incoming = incoming
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
  public var transfers: [Transfer]
  /// How many other pairs of the new rows may be transfers.
  public var transferSuggestions: Int
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
    transfers = []
    transferSuggestions = 0
    notes = []
  }

  /// Lets go of the rows and outcomes but the first of each file, which says what account it is.
  public mutating func forgetRows() {
    for index in files.indices {
      files[index].file.transactions = Array(files[index].file.transactions.prefix(1))
      files[index].outcomes = Array(files[index].outcomes.prefix(1))
    }
  }
}
