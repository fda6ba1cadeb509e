extension Decision {
  /// The events of giving transactions a category by hand; transactions that have it by hand already are left out.
  ///
  /// - Parameter leavesSplits: whether those that are split stay as they are, and are no reason to refuse the others.
  public static func recategorise<State: KnownState>(
    _ ids: [TransactionID], to name: String, leavesSplits: Bool = false, state: State
  ) throws -> [Event] {
    let setting = CategorySetting(try knownCategory(named: name, state: state).id, isByHand: true)
    var events: [Event] = []
    for id in ids {
      let transaction = try liveTransaction(id, state: state)
      if transaction.setting == setting { continue }
      if transaction.setting.isSplit, leavesSplits { continue }
      if transaction.setting.isSplit { throw Refusal.isSplit(id, asked: "its parts have the categories") }
      events.append(.change(of: transaction, to: setting, cause: .byHand))
    }
    return events
  }

  /// The events of deleting transactions by hand.
  public static func delete<State: KnownState>(_ ids: [TransactionID], state: State) throws -> [Event] {
    var events: [Event] = []
    for id in ids {
      let transaction = try liveTransaction(id, state: state)
      events.append(
        .transactionDeleted(
          TransactionRemoval(
            target: id, values: transaction.values, setting: transaction.setting, gone: .deleted, cause: .byHand)))
    }
    return events
  }

  /// The events of correcting a transaction; none where nothing would change.
  public static func edit<State: KnownState>(
    _ command: EditTransaction, today: CalendarDay, state: State
  ) throws -> [Event] {
    let transaction = try liveTransaction(command.id, state: state)
    var events: [Event] = []
    var values = transaction.values
    if let day = command.day {
      if day > today, day != values.day { throw Refusal.futureDay(day, today: today) }
      values.day = day
    }
    if let amount = command.amount {
      if amount == .zero { throw Refusal.zeroAmount }
      guard amount.isBookable else { throw Refusal.amount(.outOfRange) }
      if transaction.setting.isSplit, amount != values.amount {
        throw Refusal.isSplit(transaction.id, asked: "its parts have the amounts")
      }
      values.amount = amount
    }
    if let name = command.account {
      let account = try openAccount(named: name, state: state)
      let present = state.directory.account(values.account)
      if let present, present.currency != account.currency {
        throw Refusal.otherCurrency(account: account.name, has: account.currency, asked: present.currency)
      }
      values.account = account.id
    }
    if let name = command.merchant {
      let trimmed = name.trimmed
      if trimmed.isEmpty { throw Refusal.emptyMerchant }
      try check(name: trimmed)
      values.merchant = try merchantID(named: trimmed, events: &events, state: state).id
    }
    try check(text: command.note ?? nil)
    let asked = command.note ?? transaction.texts.note
    let note = asked?.isEmpty == true ? nil : asked
    if values == transaction.values, note == transaction.texts.note { return [] }
    return events + edited(transaction, values: values, note: note, cause: .byHand)
  }

  /// The two halves of an edit.
  static func edited(_ transaction: Transaction, values: TransactionValues, note: String?, cause: Cause) -> [Event] {
    let old = TransactionEditHalf(
      target: transaction.id, values: transaction.values, setting: transaction.setting, note: transaction.texts.note,
      cause: cause)
    let new = TransactionEditHalf(
      target: transaction.id, values: values, setting: transaction.setting, note: note, cause: cause)
    return [.transactionEditRetracted(old), .transactionEditAsserted(new)]
  }
}

/// A correction of a transaction; nil leaves a field as it is.
public struct EditTransaction: Sendable {
  public var id: TransactionID
  /// The new note; an empty text takes the note away.
  public var note: String??
  public var merchant: String?
  public var day: CalendarDay?
  public var amount: Money?
  public var account: String?

  public init(id: TransactionID) {
    self.id = id
  }
}
