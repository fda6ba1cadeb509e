extension Decision {
  /// The inverse of a commit's events, in reverse order, against the ledger as it stands.
  ///
  /// The caller has made sure that no standing later commit depends on the commit.
  /// - Parameters:
  ///   - events: the commit's events in order.
  ///   - firstPosition: where the first of them lies.
  ///   - state: the ledger as it stands; the inverse of an edit touches only the fields that the edit changed.
  public static func inverse<State: KnownState>(
    of events: [Event], firstPosition: Position, state: State
  ) throws -> [Event] {
    // The commit may have changed an object more than once: each inverse is decided against those before it.
    var pending = PendingState(state)
    var result: [Event] = []
    func append(_ events: [Event]) throws {
      try pending.apply(events)
      result += events
    }
    var index = events.count - 1
    while index >= 0 {
      if case .transactionEditAsserted(let after) = events[index], index > 0,
        case .transactionEditRetracted(let before) = events[index - 1]
      {
        try append(inverseOfEdit(before: before, after: after, state: pending))
        index -= 2
        continue
      }
      let position = firstPosition + UInt64(index)
      if let event = try inverse(of: events[index], position: position, state: pending) { try append([event]) }
      index -= 1
    }
    try checkPlaces(of: result, state: pending)
    return result
  }

  /// Refuses to leave a live transaction in an account or a category that is gone.
  private static func checkPlaces<State: KnownState>(of events: [Event], state: State) throws {
    let directory = state.directory
    guard directory.categories.contains(where: \.isRemoved) || directory.accounts.contains(where: \.isRemoved) else {
      return
    }
    for event in events {
      let target: TransactionID
      switch event {
      case .transactionRecategorised(let change), .transactionSplit(let change): target = change.target
      case .transactionRestored(let change): target = change.target
      case .transactionEditAsserted(let half): target = half.target
      default: continue
      }
      guard let transaction = try state.transaction(target), transaction.liveness == .live else { continue }
      for id in [transaction.setting.category] + transaction.setting.parts.map(\.category) {
        guard let category = directory.category(id), category.isRemoved else { continue }
        throw Refusal.gone(kind: "category", name: category.name)
      }
      if let account = directory.account(transaction.values.account), account.isRemoved {
        throw Refusal.gone(kind: "account", name: account.name)
      }
    }
  }

  private static func inverseOfAdded<State: KnownState>(_ id: TransactionID, state: State) throws -> Event? {
    guard let transaction = try state.transaction(id), transaction.liveness == .live else { return nil }
    return .transactionDeleted(
      TransactionRemoval(
        target: id, values: transaction.values, setting: transaction.setting, gone: .undone, cause: .undo))
  }

  private static func inverse<State: KnownState>(
    of event: Event, position: Position, state: State
  ) throws -> Event? {
    switch event {
    case .transactionAdded:
      return try inverseOfAdded(TransactionID(position), state: state)
    case .transactionRecategorised(let change), .transactionSplit(let change):
      guard let present = try state.transaction(change.target) else {
        throw Refusal.noSuchTransaction(change.target)
      }
      guard present.liveness == .live else { throw Refusal.deletedTransaction(change.target) }
      return .change(of: present, to: change.previous, cause: .undo)
    case .transactionDeleted(let change):
      guard let present = try state.transaction(change.target), present.liveness != .live else { return nil }
      return .transactionRestored(
        TransactionRemoval(
          target: change.target, values: present.values, setting: change.setting, gone: change.gone, cause: .undo))
    case .transactionRestored(let change):
      guard let present = try state.transaction(change.target), present.liveness == .live else { return nil }
      return .transactionDeleted(
        TransactionRemoval(
          target: change.target, values: present.values, setting: present.setting, gone: change.gone, cause: .undo))
    case .transactionMatched(var match):
      match.cause = .undo
      return .transactionUnmatched(match)
    case .transactionUnmatched(var match):
      match.cause = .undo
      return .transactionMatched(match)
    case .accountOpened(let account): return .accountRemoved(account.id)
    case .accountOpeningChanged(let change):
      return .accountOpeningChanged(
        AccountOpeningChange(
          id: change.id, opening: change.previous, day: change.previousDay, previous: change.opening,
          previousDay: change.day))
    case .accountNumberAdded(let id, let number): return .accountNumberRemoved(id, number: number)
    case .accountNumberRemoved(let id, let number): return .accountNumberAdded(id, number: number)
    case .accountRemoved(let id): return .accountReinstated(id)
    case .accountReinstated(let id): return .accountRemoved(id)
    case .categoryDefined(let id, _, _): return .categoryRemoved(id)
    case .categoryRemoved(let id): return .categoryReinstated(id)
    case .categoryReinstated(let id): return .categoryRemoved(id)
    case .accountRenamed, .accountClosed, .accountReopened, .accountAsserted, .categoryRenamed, .categoryKindChanged,
      .categoryAliasSet, .merchantRenamed, .merchantMerged, .merchantSeparated, .ruleSet, .transferDecided:
      return inverseOfUpkeep(event)
    case .budgetSet(let budget):
      return .budgetSet(
        BudgetSet(category: budget.category, month: budget.month, amount: budget.previous, previous: budget.amount))
    case .settingChanged(let setting):
      return .settingChanged(
        SettingChanged(key: setting.key, value: setting.previous, previous: setting.value))
    case .transactionEditRetracted, .transactionEditAsserted, .rowsMatched, .merchantNamed,
      .commitsUndone:
      return nil
    }
  }

  private static func inverseOfUpkeep(_ event: Event) -> Event? {
    switch event {
    case .accountRenamed(let id, let name, let previous): .accountRenamed(id, name: previous, previous: name)
    case .accountClosed(let id): .accountReopened(id)
    case .accountReopened(let id): .accountClosed(id)
    case .accountAsserted(let asserted):
      .accountAsserted(
        AccountAsserted(
          account: asserted.account, day: asserted.day, balance: asserted.previous, previous: asserted.balance))
    case .categoryRenamed(let id, let name, let previous): .categoryRenamed(id, name: previous, previous: name)
    case .categoryKindChanged(let id, let kind, let previous): .categoryKindChanged(id, kind: previous, previous: kind)
    case .categoryAliasSet(let alias):
      .categoryAliasSet(CategoryAliasSet(word: alias.word, category: alias.previous, previous: alias.category))
    case .merchantRenamed(let id, let name, let previous): .merchantRenamed(id, name: previous, previous: name)
    case .merchantMerged(let id, let target): .merchantSeparated(id, from: target)
    case .merchantSeparated(let id, let target): .merchantMerged(id, into: target)
    case .ruleSet(let set): .ruleSet(RuleSet(number: set.number, terms: set.previous, previous: set.terms))
    case .transferDecided(let decided):
      .transferDecided(TransferDecided(pair: decided.pair, state: decided.previous, previous: decided.state))
    default: nil
    }
  }

  private static func inverseOfEdit<State: KnownState>(
    before: TransactionEditHalf, after: TransactionEditHalf, state: State
  ) throws -> [Event] {
    guard let present = try state.transaction(after.target) else { throw Refusal.noSuchTransaction(after.target) }
    guard present.liveness == .live else { throw Refusal.deletedTransaction(after.target) }
    var values = present.values
    if before.values.day != after.values.day { values.day = before.values.day }
    if before.values.amount != after.values.amount { values.amount = before.values.amount }
    if before.values.account != after.values.account { values.account = before.values.account }
    if before.values.merchant != after.values.merchant { values.merchant = before.values.merchant }
    let note = before.note != after.note ? before.note : present.texts.note
    if values == present.values, note == present.texts.note { return [] }
    return edited(present, values: values, note: note, cause: .undo)
  }
}
