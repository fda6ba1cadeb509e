import LedgerDomain

/// What another program's journal says of its rows beside what a bank's file could say.
public struct JournalFacts: Sendable {
  /// Two rows that are one movement of money between own accounts.
  public struct Pair: Sendable, Hashable {
    /// Indices of rows.
    public var outgoing: Int
    public var incoming: Int
  }

  /// What an account holds by the journal.
  public struct Balance: Sendable, Hashable {
    public var account: TextID
    public var currency: Currency
    /// The sum of the account's postings in the journal.
    public var stated: Money
    /// The sum of the rows that were made of them.
    public var read: Money

    public var ties: Bool { stated == read }
  }

  /// What an account holds at the end of a day, as the journal asserts it.
  public struct Assertion: Sendable, Hashable {
    public var account: TextID
    public var day: CalendarDay
    public var balance: Money
  }

  /// What a word for a category stands for: words of different kinds may have one name.
  public struct Meaning: Sendable, Hashable {
    public var name: String
    public var kind: CategoryKind
  }

  /// What the words for categories stand for.
  public var meanings: [TextID: Meaning] = [:]
  public var pairs: [Pair] = []
  /// Comments and tags, by the row's index.
  public var notes: [Int: TextID] = [:]
  /// By account, in the order of the journal.
  public var balances: [Balance] = []
  public var assertions: [Assertion] = []
  /// The rows that are legs of pairs.
  public var legs: Set<Int> { Set(pairs.flatMap { [$0.outgoing, $0.incoming] }) }

  public init() {}
}
