import LedgerDomain

/// Events to rows and payloads, and back.
public enum EventCoding {
  /// The row and the payload of an event; the payload is appended to the writer.
  ///
  /// - Parameter position: where the event will lie: the target of an added transaction.
  public static func encode(_ event: Event, at position: Position, payload: inout PayloadWriter) -> EventRow {
    switch event {
    case .transactionAdded(let added):
      encodeParts(nil, added.setting, into: &payload)
      encode(added.texts, into: &payload)
      return EventRow(
        kind: .transactionAdded, target: position, values: added.values, setting: added.setting,
        previous: added.setting, gone: .live, cause: added.cause)
    case .transactionRecategorised(let change), .transactionSplit(let change):
      encodeParts(change.previous, change.setting, into: &payload)
      return EventRow(
        kind: event.kind, target: change.target.position, values: change.values,
        setting: change.setting, previous: change.previous, gone: .live, cause: change.cause)
    case .transactionDeleted(let change), .transactionRestored(let change):
      encodeParts(nil, change.setting, into: &payload)
      return EventRow(
        kind: event.kind, target: change.target.position, values: change.values, setting: change.setting,
        previous: change.setting, gone: change.gone, cause: change.cause)
    case .transactionEditRetracted(let half), .transactionEditAsserted(let half):
      encodeParts(nil, half.setting, into: &payload)
      if let note = half.note, !note.isEmpty { payload.write(text: note) }
      return EventRow(
        kind: event.kind, target: half.target.position, values: half.values, setting: half.setting,
        previous: half.setting, gone: .live, cause: half.cause)
    default:
      encodeDefinition(event, into: &payload)
      return EventRow(kind: event.kind)
    }
  }

  /// Appends the texts of an added transaction; nothing where there are none.
  static func encode(_ texts: TransactionTexts, into payload: inout PayloadWriter) {
    if texts.isEmpty { return }
    payload.write(optional: texts.rawText)
    payload.write(optional: texts.memo)
    payload.write(optional: texts.bankCategory)
    payload.write(optional: texts.bankReference)
    payload.write(optional: texts.note)
    payload.write(unsigned: texts.sourceFile.map { UInt64($0) + 1 } ?? 0)
    payload.write(unsigned: texts.sourceLine.map { UInt64($0) + 1 } ?? 0)
  }

  private static func encodeDefinition(_ event: Event, into payload: inout PayloadWriter) {
    switch event {
    case .rowsMatched(let ids):
      payload.write(unsigned: UInt64(ids.count))
      var previous: UInt64 = 0
      for id in ids {
        payload.write(unsigned: id.position - previous)
        previous = id.position
      }
    case .transactionMatched(let match), .transactionUnmatched(let match):
      encode(match, into: &payload)
    case .accountOpeningChanged(let change):
      payload.write(unsigned: UInt64(change.id.index))
      payload.write(signed: change.opening.minorUnits)
      write(optional: change.day, into: &payload)
      payload.write(signed: change.previous.minorUnits)
      write(optional: change.previousDay, into: &payload)
    case .accountNumberAdded(let id, let number), .accountNumberRemoved(let id, let number):
      payload.write(unsigned: UInt64(id.index))
      payload.write(text: number)
    case .accountOpened(let account):
      payload.write(unsigned: UInt64(account.id.index))
      payload.write(text: account.name)
      payload.write(unsigned: UInt64(account.currency.packedCode))
      payload.write(signed: account.opening.minorUnits)
      write(optional: account.openingDay, into: &payload)
    case .accountRemoved(let id), .accountReinstated(let id):
      payload.write(unsigned: UInt64(id.index))
    case .accountRenamed, .accountClosed, .accountReopened, .accountAsserted, .categoryRenamed, .categoryKindChanged,
      .categoryAliasSet, .merchantRenamed, .merchantMerged, .merchantSeparated, .ruleSet, .transferDecided:
      encodeUpkeep(event, into: &payload)
    case .categoryDefined(let id, let name, let kind):
      payload.write(unsigned: UInt64(id.index))
      payload.write(text: name)
      payload.write(byte: kind.rawValue)
    case .categoryRemoved(let id), .categoryReinstated(let id):
      payload.write(unsigned: UInt64(id.index))
    case .merchantNamed(let id, let name):
      payload.write(unsigned: UInt64(id.index))
      payload.write(text: name)
    case .budgetSet(let budget):
      payload.write(unsigned: budget.category.map { UInt64($0.index) + 1 } ?? 0)
      payload.write(signed: Int64(budget.month.monthsSinceYearZero))
      write(optional: budget.amount, into: &payload)
      write(optional: budget.previous, into: &payload)
    case .settingChanged(let setting):
      payload.write(byte: setting.key.rawValue)
      payload.write(optional: setting.value)
      payload.write(optional: setting.previous)
    case .commitsUndone(let numbers):
      payload.write(unsigned: UInt64(numbers.count))
      for number in numbers { payload.write(unsigned: number) }
    case .transactionAdded, .transactionRecategorised, .transactionDeleted, .transactionRestored,
      .transactionEditRetracted, .transactionEditAsserted, .transactionSplit:
      preconditionFailure("a transaction row is not a definition")
    }
  }

  private static func encode(_ match: RowMatch, into payload: inout PayloadWriter) {
    payload.write(unsigned: match.target.position)
    payload.write(signed: Int64(match.day.daysSinceEpoch))
    payload.write(signed: match.amount.minorUnits)
    payload.write(unsigned: UInt64(match.account.index))
    payload.write(byte: match.cause.rawValue)
    var texts = match.texts
    texts.note = nil
    encode(texts, into: &payload)
  }

  private static func write(optional day: CalendarDay?, into payload: inout PayloadWriter) {
    payload.write(byte: day == nil ? 0 : 1)
    if let day { payload.write(signed: Int64(day.daysSinceEpoch)) }
  }

  static func write(optional amount: Money?, into payload: inout PayloadWriter) {
    payload.write(byte: amount == nil ? 0 : 1)
    if let amount { payload.write(signed: amount.minorUnits) }
  }
}
