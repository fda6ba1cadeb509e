import LedgerDomain

/// Commits, newest first.
public struct LogReport: Sendable, Hashable {
  /// How many transactions a commit changed in which way.
  public struct Counts: Sendable, Hashable {
    public var added = 0
    public var recategorised = 0
    public var deleted = 0
    public var restored = 0
    public var edited = 0

    public init(added: Int = 0, recategorised: Int = 0, deleted: Int = 0, restored: Int = 0, edited: Int = 0) {
      self.added = added
      self.recategorised = recategorised
      self.deleted = deleted
      self.restored = restored
      self.edited = edited
    }
  }

  /// What a commit changed of a month's category, signed as booked.
  public struct Effect: Sendable, Hashable {
    public var month: YearMonth
    public var category: String
    public var kind: CategoryKind
    public var currency: Currency
    public var change: Money
    /// How many transactions more, or fewer, the category has.
    public var count: Int

    public init(
      month: YearMonth, category: String, kind: CategoryKind, currency: Currency, change: Money, count: Int
    ) {
      self.month = month
      self.category = category
      self.kind = kind
      self.currency = currency
      self.change = change
      self.count = count
    }
  }

  public struct Entry: Sendable, Hashable {
    public var header: CommitHeader
    public var counts: Counts
    /// Whether a later commit took it back.
    public var isUndone: Bool
    /// Nil where nobody asked for them.
    public var effects: [Effect]?

    public init(header: CommitHeader, counts: Counts, isUndone: Bool, effects: [Effect]? = nil) {
      self.header = header
      self.counts = counts
      self.isUndone = isUndone
      self.effects = effects
    }
  }

  public var commits: [Entry]

  public init(commits: [Entry]) {
    self.commits = commits
  }
}

/// What changed between two points, by month and category.
public struct DiffReport: Sendable, Hashable {
  public struct Change: Sendable, Hashable {
    public var month: YearMonth
    public var category: String
    public var kind: CategoryKind
    public var currency: Currency
    /// Sums signed as booked.
    public var before: Money
    public var after: Money
    public var change: Money

    public init(
      month: YearMonth, category: String, kind: CategoryKind, currency: Currency, before: Money, after: Money,
      change: Money
    ) {
      self.month = month
      self.category = category
      self.kind = kind
      self.currency = currency
      self.before = before
      self.after = after
      self.change = change
    }
  }

  public var from: Position
  public var to: Position
  /// The commits between the points, newest first; where the second point is the earlier one, those that it does not have.
  public var commits: [LogReport.Entry]
  public var counts: LogReport.Counts
  /// Only what changed, by month, then kind, then category.
  public var changes: [Change]

  public init(
    from: Position, to: Position, commits: [LogReport.Entry], counts: LogReport.Counts, changes: [Change]
  ) {
    self.from = from
    self.to = to
    self.commits = commits
    self.counts = counts
    self.changes = changes
  }
}
