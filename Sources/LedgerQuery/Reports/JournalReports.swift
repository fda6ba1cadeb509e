import LedgerDomain

/// Transactions that match a query, newest first.
public struct ListReport: Sendable, Hashable {
  public var baseCurrency: Currency
  /// How many match, whatever the limit.
  public var count: Int
  /// The sum of those that match in the base currency.
  public var total: Money
  public var totals: [CurrencyTotal]
  public var transactions: [TransactionItem]

  public init(
    baseCurrency: Currency, count: Int, total: Money, totals: [CurrencyTotal], transactions: [TransactionItem]
  ) {
    self.baseCurrency = baseCurrency
    self.count = count
    self.total = total
    self.totals = totals
    self.transactions = transactions
  }
}

/// A page of a list.
public struct ListPageReport: Sendable, Hashable {
  public var list: ListReport
  /// Where the next page begins; nil at the end.
  public var next: ListPlace?

  public init(list: ListReport, next: ListPlace?) {
    self.list = list
    self.next = next
  }
}

/// One transaction with its whole history.
public struct TransactionReport: Sendable, Hashable {
  /// One event of the transaction's history.
  public struct Change: Sendable, Hashable {
    public var position: Position
    /// The event's name, such as `transactionRecategorised`; an edit is one change.
    public var kind: String
    public var commit: CommitNumber
    public var recordedAt: Instant
    /// The command of the commit.
    public var command: String
    /// Why: by hand, import, rule, merchant history or undo.
    public var cause: String
    /// The category that the event gave.
    public var category: String
    public var previousCategory: String?
    /// The parts that the event gave or took along, where the transaction is split after it.
    public var parts: [TransactionItem.Part] = []
    /// The parts that it had before the event, where that changed them.
    public var previousParts: [TransactionItem.Part] = []
    /// The fields that an edit changed: name, before, after.
    public var fields: [FieldChange]

    public init(
      position: Position, kind: String, commit: CommitNumber, recordedAt: Instant, command: String, cause: String,
      category: String, previousCategory: String?, fields: [FieldChange]
    ) {
      self.position = position
      self.kind = kind
      self.commit = commit
      self.recordedAt = recordedAt
      self.command = command
      self.cause = cause
      self.category = category
      self.previousCategory = previousCategory
      self.fields = fields
    }
  }

  public struct FieldChange: Sendable, Hashable {
    public var field: String
    public var before: String?
    public var after: String?

    public init(field: String, before: String?, after: String?) {
      self.field = field
      self.before = before
      self.after = after
    }
  }

  public var transaction: TransactionItem
  public var bankCategory: String?
  /// The file and the line that it came from.
  public var sourceFile: String?
  public var sourceLine: Int?
  /// Oldest first.
  public var history: [Change]

  public init(
    transaction: TransactionItem, bankCategory: String?, sourceFile: String?, sourceLine: Int?, history: [Change]
  ) {
    self.transaction = transaction
    self.bankCategory = bankCategory
    self.sourceFile = sourceFile
    self.sourceLine = sourceLine
    self.history = history
  }
}

/// What a changing command did.
public struct ChangeReport: Sendable, Hashable {
  /// The new commit, or nil if nothing changed.
  public var commit: CommitNumber?
  public var firstPosition: Position?
  public var lastPosition: Position?
  /// The transactions that were added or changed.
  public var ids: [TransactionID]
  /// What happened, for people: one line each.
  public var notes: [String]

  public init(
    commit: CommitNumber?, firstPosition: Position?, lastPosition: Position?, ids: [TransactionID], notes: [String]
  ) {
    self.commit = commit
    self.firstPosition = firstPosition
    self.lastPosition = lastPosition
    self.ids = ids
    self.notes = notes
  }
}

/// What a recategorisation would do to each month.
public struct RecategorisePreview: Sendable, Hashable {
  public struct Effect: Sendable, Hashable {
    public var month: YearMonth
    public var category: String
    public var currency: Currency
    /// Sums signed as booked.
    public var before: Money
    public var after: Money

    public init(month: YearMonth, category: String, currency: Currency, before: Money, after: Money) {
      self.month = month
      self.category = category
      self.currency = currency
      self.before = before
      self.after = after
    }
  }

  public var category: String
  public var ids: [TransactionID]
  public var effects: [Effect]

  public init(category: String, ids: [TransactionID], effects: [Effect]) {
    self.category = category
    self.ids = ids
    self.effects = effects
  }
}

/// What a rebuild of every view found.
public struct ReplayReport: Sendable, Hashable {
  public var events: UInt64
  public var seconds: Double
  /// 64 hexadecimal digits.
  public var viewDigest: CommitHash
  /// Whether the live views had the same digest.
  public var matches: Bool

  public init(events: UInt64, seconds: Double, viewDigest: CommitHash, matches: Bool) {
    self.events = events
    self.seconds = seconds
    self.viewDigest = viewDigest
    self.matches = matches
  }
}

/// What the check of every checksum and of the hash chain found.
public struct VerifyReport: Sendable, Hashable {
  public struct Problem: Sendable, Hashable {
    public var position: Position
    public var reason: String

    public init(position: Position, reason: String) {
      self.position = position
      self.reason = reason
    }
  }

  public var commits: UInt64
  public var events: UInt64
  public var headHash: CommitHash
  public var problems: [Problem]

  public init(commits: UInt64, events: UInt64, headHash: CommitHash, problems: [Problem]) {
    self.commits = commits
    self.events = events
    self.headHash = headHash
    self.problems = problems
  }

  public var isSound: Bool { problems.isEmpty }
}

/// Figures about a ledger.
public struct StatsReport: Sendable, Hashable {
  public var events: UInt64
  public var commits: UInt64
  /// Live ones.
  public var transactions: Int
  public var deleted: Int
  public var merchants: Int
  public var accounts: Int
  public var firstDay: CalendarDay?
  public var lastDay: CalendarDay?
  /// The ledger file alone.
  public var fileBytes: Int
  /// What the views take of the file.
  public var viewBytes: Int

  public init(
    events: UInt64, commits: UInt64, transactions: Int, deleted: Int, merchants: Int, accounts: Int,
    firstDay: CalendarDay?, lastDay: CalendarDay?, fileBytes: Int, viewBytes: Int
  ) {
    self.events = events
    self.commits = commits
    self.transactions = transactions
    self.deleted = deleted
    self.merchants = merchants
    self.accounts = accounts
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.fileBytes = fileBytes
    self.viewBytes = viewBytes
  }
}
