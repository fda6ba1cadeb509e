/// Decisions: from a command and the ledger as it stands to the events that it makes, or a refusal.
///
/// They are pure: no clock, no disk, no randomness. They throw `Refusal`, or what the state's look-ups throw.
public enum Decision {
  /// The account that a person named and that may take transactions.
  static func openAccount<State: KnownState>(named name: String, state: State) throws -> Account {
    guard let account = try state.account(named: name), !account.isRemoved else {
      throw Refusal.unknownAccount(name)
    }
    if account.isClosed { throw Refusal.closedAccount(account.name) }
    return account
  }

  /// The category that a person named.
  static func knownCategory<State: KnownState>(named name: String, state: State) throws -> Category {
    guard let category = try state.category(named: name), !category.isRemoved else {
      throw Refusal.unknownCategory(name)
    }
    return category
  }

  /// The merchant of a name, defined by a new event where there is none.
  static func merchantID<State: KnownState>(
    named name: String, events: inout [Event], state: State
  ) throws -> (id: MerchantID, isNew: Bool) {
    if let known = try state.merchant(named: name) { return (known, false) }
    let pending = events.count { if case .merchantNamed = $0 { true } else { false } }
    let id = MerchantID(state.directory.nextMerchantIndex + UInt32(pending))
    events.append(.merchantNamed(id, name: name))
    return (id, true)
  }

  /// The account of a name that is not in use: a new one, or one that an undo took away with the same values.
  static func accountID<State: KnownState>(
    opening name: String, currency: Currency, opening: Money, openingDay: CalendarDay?, events: inout [Event],
    state: State
  ) throws -> AccountID {
    if let known = try state.account(named: name) {
      guard known.isRemoved else { throw Refusal.nameTaken(known.name) }
      // Another spelling is what the person, or the file, calls it now.
      if known.name == name, known.currency == currency, known.opening == opening, known.openingDay == openingDay {
        events.append(.accountReinstated(known.id))
        return known.id
      }
    }
    let pending = events.count { if case .accountOpened = $0 { true } else { false } }
    let index = state.directory.accounts.count + pending
    guard index < CategoryID.limit else {
      throw Refusal.limitReached("a ledger has at most \(CategoryID.limit) accounts")
    }
    let id = AccountID(UInt16(index))
    events.append(
      .accountOpened(
        AccountOpened(id: id, name: name, currency: currency, opening: opening, openingDay: openingDay)))
    return id
  }

  /// The category of a name that is not in use: a new one, or one that an undo took away with the same kind.
  static func categoryID<State: KnownState>(
    defining name: String, kind: CategoryKind, events: inout [Event], state: State
  ) throws -> CategoryID {
    if let known = try state.category(named: name) {
      guard known.isRemoved else { throw Refusal.nameTaken(known.name) }
      if known.name == name, known.kind == kind {
        events.append(.categoryReinstated(known.id))
        return known.id
      }
    }
    let pending = events.count { if case .categoryDefined = $0 { true } else { false } }
    let index = state.directory.categories.count + pending
    guard index < CategoryID.limit - 1 else {
      throw Refusal.limitReached("a ledger has at most \(CategoryID.limit - 1) categories")
    }
    let id = CategoryID(UInt16(index))
    events.append(.categoryDefined(id, name: name, kind: kind))
    return id
  }

  static func check(name: String) throws {
    if name.isEmpty { throw Refusal.emptyName }
    if name.utf8.count > TextLimit.nameBytes { throw Refusal.nameTooLong(limitBytes: TextLimit.nameBytes) }
  }

  static func check(text: String?) throws {
    guard let text, text.utf8.count > TextLimit.rawTextBytes else { return }
    throw Refusal.limitReached("the note is longer than \(TextLimit.rawTextBytes) bytes")
  }

  /// The transaction, or a refusal where it does not exist or is gone.
  static func liveTransaction<State: KnownState>(_ id: TransactionID, state: State) throws -> Transaction {
    guard let transaction = try state.transaction(id) else { throw Refusal.noSuchTransaction(id) }
    guard transaction.liveness == .live else { throw Refusal.deletedTransaction(id) }
    return transaction
  }
}

extension String {
  /// The text without white space at its ends.
  package var trimmed: String {
    var slice = self[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }
}
