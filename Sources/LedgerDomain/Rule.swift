/// What gives transactions a category without a hand: those that match get it, unless a person chose another.
public struct Rule: Sendable, Hashable {
  /// From 1, in the order in which rules were first set; never given twice.
  public var number: UInt32
  /// How often it was set.
  public var version: Int
  public var terms: RuleTerms

  public init(number: UInt32, version: Int, terms: RuleTerms) {
    self.number = number
    self.version = version
    self.terms = terms
  }

  /// Whether this rule is asked before another: the higher priority, then the lower number.
  public func precedes(_ other: Rule) -> Bool {
    (other.terms.priority, number) < (terms.priority, other.number)
  }
}

/// What a rule says.
public struct RuleTerms: Sendable, Hashable {
  /// A line of query terms, as typed.
  public var query: String
  public var category: CategoryID
  public var priority: Int32

  public init(query: String, category: CategoryID, priority: Int32) {
    self.query = query
    self.category = category
    self.priority = priority
  }
}

/// A rule that is set, changed or taken away.
public struct RuleSet: Sendable, Hashable {
  public var number: UInt32
  /// Nil takes the rule away.
  public var terms: RuleTerms?
  /// What it said before; nil where there was none.
  public var previous: RuleTerms?

  public init(number: UInt32, terms: RuleTerms?, previous: RuleTerms?) {
    self.number = number
    self.terms = terms
    self.previous = previous
  }
}

/// What an account held at the end of a day, as its statement says.
public struct AccountAsserted: Sendable, Hashable {
  public var account: AccountID
  public var day: CalendarDay
  /// Nil takes the assertion back.
  public var balance: Money?
  /// The day's assertion before.
  public var previous: Money?

  public init(account: AccountID, day: CalendarDay, balance: Money?, previous: Money?) {
    self.account = account
    self.day = day
    self.balance = balance
    self.previous = previous
  }
}
