extension Decision {
  // MARK: Accounts

  public static func renameAccount<State: KnownState>(_ name: String, to new: String, state: State) throws -> [Event] {
    let account = try knownAccount(named: name, state: state)
    let trimmed = new.trimmed
    try check(name: trimmed)
    if trimmed == account.name { return [] }
    if let other = try state.account(named: trimmed), other.id != account.id, !other.isRemoved {
      throw Refusal.nameTaken(other.name)
    }
    return [.accountRenamed(account.id, name: trimmed, previous: account.name)]
  }

  /// A closed account takes no more transactions by hand; it stays in every report.
  public static func closeAccount<State: KnownState>(_ name: String, state: State) throws -> [Event] {
    let account = try knownAccount(named: name, state: state)
    if account.isClosed { throw Refusal.accountClosedAlready(account.name) }
    return [.accountClosed(account.id)]
  }

  public static func reopenAccount<State: KnownState>(_ name: String, state: State) throws -> [Event] {
    let account = try knownAccount(named: name, state: state)
    if !account.isClosed { throw Refusal.accountNotClosed(account.name) }
    return [.accountReopened(account.id)]
  }

  /// What an account held at the end of a day; nil takes the day's assertion back.
  public static func assertBalance<State: KnownState>(
    _ balance: Money?, of name: String, on day: CalendarDay, state: State
  ) throws -> [Event] {
    let account = try knownAccount(named: name, state: state)
    let previous = state.directory.assertions[account.id]?[day]
    if previous == balance { return [] }
    return [
      .accountAsserted(AccountAsserted(account: account.id, day: day, balance: balance, previous: previous))
    ]
  }

  private static func knownAccount<State: KnownState>(named name: String, state: State) throws -> Account {
    guard let account = try state.account(named: name), !account.isRemoved else { throw Refusal.unknownAccount(name) }
    return account
  }

  // MARK: Categories

  public static func renameCategory<State: KnownState>(_ name: String, to new: String, state: State) throws -> [Event] {
    let category = try changeableCategory(named: name, state: state)
    let trimmed = new.trimmed
    try check(name: trimmed)
    if trimmed == category.name { return [] }
    if let other = try state.category(named: trimmed), other.id != category.id, !other.isRemoved {
      throw Refusal.nameTaken(other.name)
    }
    let renamed = Event.categoryRenamed(category.id, name: trimmed, previous: category.name)
    // The same name in another spelling needs no word to be found by.
    if try state.category(named: trimmed)?.id == category.id { return [renamed] }
    return [renamed] + (try aliasEvent(category.name, category.id, state: state).map { [$0] } ?? [])
  }

  public static func changeKind<State: KnownState>(
    ofCategory name: String, to kind: CategoryKind, state: State
  ) throws -> [Event] {
    let category = try changeableCategory(named: name, state: state)
    if category.kind == kind { return [] }
    return [.categoryKindChanged(category.id, kind: kind, previous: category.kind)]
  }

  /// Takes a category away; its transactions, live ones by number, go to another.
  ///
  /// - Parameters:
  ///   - target: nil where it has none.
  ///   - ids: its live transactions; whether a person had chosen the category stays with each.
  public static func removeCategory<State: KnownState>(
    _ name: String, into target: String?, ids: [TransactionID], state: State
  ) throws -> [Event] {
    let category = try changeableCategory(named: name, state: state)
    var events: [Event] = []
    var heir = CategoryID.uncategorised
    if let target {
      let other = try knownCategory(named: target, state: state)
      if other.id == category.id { throw Refusal.sameName(category.name) }
      heir = other.id
      for id in ids {
        let transaction = try liveTransaction(id, state: state)
        let setting = transaction.setting.replacing(category.id, with: other.id)
        events.append(.change(of: transaction, to: setting, cause: .byHand))
      }
      for rule in state.directory.rulesInOrder where rule.terms.category == category.id {
        var terms = rule.terms
        terms.category = other.id
        events.append(.ruleSet(RuleSet(number: rule.number, terms: terms, previous: rule.terms)))
      }
    } else if !ids.isEmpty {
      throw Refusal.categoryInUse(category.name, count: ids.count)
    }
    for entry in state.directory.budgets[category.id] {
      events.append(
        .budgetSet(BudgetSet(category: category.id, month: entry.month, amount: nil, previous: entry.amount)))
    }
    return events + (try handAliasesOn(of: category, to: heir, state: state)) + [.categoryRemoved(category.id)]
  }

  private static func changeableCategory<State: KnownState>(named name: String, state: State) throws -> Category {
    let category = try knownCategory(named: name, state: state)
    if category.id == .uncategorised { throw Refusal.unchangeableCategory(category.name) }
    return category
  }

  // MARK: Merchants

  /// - Parameters:
  ///   - merchant: the one that is meant, merges followed.
  ///   - present: what it is called now.
  public static func renameMerchant<State: KnownState>(
    _ merchant: MerchantID, called present: String, to new: String, state: State
  ) throws -> [Event] {
    let trimmed = new.trimmed
    try check(name: trimmed)
    if trimmed == present { return [] }
    if let other = try state.merchant(named: trimmed), state.directory.canonical(other) != merchant {
      throw Refusal.nameTaken(trimmed)
    }
    return [.merchantRenamed(merchant, name: trimmed, previous: present)]
  }

  /// The merchants are the target from now on, in what was and in what comes; the bank's texts stay.
  public static func mergeMerchants<State: KnownState>(
    _ merchants: [MerchantID], into target: MerchantID, called name: String, state: State
  ) throws -> [Event] {
    var events: [Event] = []
    for merchant in merchants where !events.contains(.merchantMerged(merchant, into: target)) {
      if merchant == target { throw Refusal.sameMerchant(name) }
      events.append(.merchantMerged(merchant, into: target))
    }
    return events
  }

  /// - Parameter merchant: the very merchant, merges not followed.
  public static func separateMerchant<State: KnownState>(
    _ merchant: MerchantID, called name: String, state: State
  ) throws -> [Event] {
    guard let target = state.directory.merchantAliases[merchant.index] else { throw Refusal.notMerged(name) }
    return [.merchantSeparated(merchant, from: MerchantID(target))]
  }

  // MARK: Rules

  /// A new rule; the caller has made sure that its query can be read and is about something.
  public static func addRule<State: KnownState>(
    query: String, category name: String, priority: Int32, state: State
  ) throws -> [Event] {
    let terms = RuleTerms(query: query, category: try knownCategory(named: name, state: state).id, priority: priority)
    if state.directory.rules.values.contains(where: { $0.terms == terms }) { return [] }
    return [.ruleSet(RuleSet(number: state.directory.nextRuleNumber, terms: terms, previous: nil))]
  }

  public static func removeRule<State: KnownState>(_ number: UInt32, state: State) throws -> [Event] {
    guard let rule = state.directory.rules[number] else { throw Refusal.unknownRule(number) }
    return [.ruleSet(RuleSet(number: number, terms: nil, previous: rule.terms))]
  }

  /// The events of giving transactions the categories that rules say; those chosen by hand are left out.
  public static func applyRules<State: KnownState>(
    _ changes: [(id: TransactionID, category: CategoryID)], state: State
  ) throws -> [Event] {
    var events: [Event] = []
    for change in changes {
      let transaction = try liveTransaction(change.id, state: state)
      let present = transaction.setting
      if present.isByHand || present.isSplit || present.category == change.category { continue }
      events.append(
        .change(of: transaction, to: CategorySetting(change.category, isByHand: false), cause: .rule))
    }
    return events
  }
}
