import LedgerDomain

/// The rules in the order in which they are asked.
public struct RulesReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var number: UInt32
    public var version: Int
    public var query: String
    public var category: String
    public var priority: Int32
    /// Whether everything that it names is there.
    public var isActive: Bool

    public init(number: UInt32, version: Int, query: String, category: String, priority: Int32, isActive: Bool) {
      self.number = number
      self.version = version
      self.query = query
      self.category = category
      self.priority = priority
      self.isActive = isActive
    }
  }

  public var rules: [Entry]

  public init(rules: [Entry]) {
    self.rules = rules
  }
}

/// Rules that would say what a person did by hand, the most often done first.
public struct RuleSuggestionsReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var merchant: String
    public var query: String
    public var category: String
    /// How many transactions have the category by hand.
    public var byHand: Int
    /// How many were not chosen by hand.
    public var others: Int

    public init(merchant: String, query: String, category: String, byHand: Int, others: Int) {
      self.merchant = merchant
      self.query = query
      self.category = category
      self.byHand = byHand
      self.others = others
    }
  }

  public var suggestions: [Entry]

  public init(suggestions: [Entry]) {
    self.suggestions = suggestions
  }
}

/// Merchants that may be one, by their names.
public struct MerchantSuggestionsReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    /// The one that has fewer transactions.
    public var merchant: String
    public var into: String
    public var why: String

    public init(merchant: String, into: String, why: String) {
      self.merchant = merchant
      self.into = into
      self.why = why
    }
  }

  public var suggestions: [Entry]

  public init(suggestions: [Entry]) {
    self.suggestions = suggestions
  }
}

/// What files' words mean that are no category's name, in order of the words.
public struct CategoryAliasesReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var word: String
    public var category: String

    public init(word: String, category: String) {
      self.word = word
      self.category = category
    }
  }

  public var aliases: [Entry]

  public init(aliases: [Entry]) {
    self.aliases = aliases
  }
}

/// What does not look right.
public struct CheckReport: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case assertions, duplicates, gaps, uncategorised, future, transfers
  }

  public struct Finding: Sendable, Hashable {
    public var kind: Kind
    public var message: String
    public var account: String?
    public var day: CalendarDay?
    public var ids: [TransactionID]
    /// What an assertion says, and what the account held.
    public var expected: Money?
    public var actual: Money?

    public init(
      kind: Kind, message: String, account: String? = nil, day: CalendarDay? = nil, ids: [TransactionID] = [],
      expected: Money? = nil, actual: Money? = nil
    ) {
      self.kind = kind
      self.message = message
      self.account = account
      self.day = day
      self.ids = ids
      self.expected = expected
      self.actual = actual
    }
  }

  public var findings: [Finding]

  public init(findings: [Finding]) {
    self.findings = findings
  }
}
