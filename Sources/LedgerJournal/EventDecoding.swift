import LedgerDomain

extension EventCoding {
  /// The event of a row and its payload.
  ///
  /// - Throws: `JournalError.newerFormat` for a kind that this program does not know, `damaged` for bytes that no
  ///   writer of this format makes.
  public static func decode(
    _ row: EventRow, payload: ArraySlice<UInt8>, at position: Position
  ) throws(JournalError) -> Event {
    guard let kind = EventKind(rawValue: row.kind) else { throw .newerFormat(position: position, kind: row.kind) }
    var reader = PayloadReader(payload, position: position)
    let event: Event
    if row.isTransactionRow {
      event = try decodeTransaction(row, kind: kind, reader: &reader, position: position)
    } else {
      event = try decodeDefinition(kind, reader: &reader)
    }
    try reader.finish()
    return event
  }

  private static func decodeTransaction(
    _ row: EventRow, kind: EventKind, reader: inout PayloadReader, position: Position
  ) throws(JournalError) -> Event {
    let values = try row.values(at: position)
    guard let cause = row.flags.cause, let gone = row.flags.gone else {
      throw reader.damaged("the flags \(row.flags.rawValue) have an unused code")
    }
    let target = TransactionID(row.target)
    let (previous, setting) = try decodeSettings(row, parts: &reader)
    guard row.target >= 1, row.target <= position, kind != .transactionAdded || row.target == position else {
      throw reader.damaged("the event refers to the transaction \(row.target)")
    }
    switch kind {
    case .transactionAdded:
      let texts = reader.isAtEnd ? TransactionTexts() : try decodeTexts(&reader)
      return .transactionAdded(
        TransactionAdded(values: values, setting: setting, cause: cause, texts: texts))
    case .transactionRecategorised, .transactionSplit:
      let change = TransactionRecategorised(
        target: target, values: values, previous: previous, setting: setting, cause: cause)
      return kind == .transactionSplit ? .transactionSplit(change) : .transactionRecategorised(change)
    case .transactionDeleted, .transactionRestored:
      guard gone != .live else { throw reader.damaged("a removal does not say how the transaction is gone") }
      let removal = TransactionRemoval(
        target: target, values: values, setting: setting, gone: gone, cause: cause)
      return kind == .transactionDeleted ? .transactionDeleted(removal) : .transactionRestored(removal)
    default:
      let note = reader.isAtEnd ? nil : try reader.text()
      if note?.isEmpty == true { throw reader.damaged("a note is there but empty") }
      let half = TransactionEditHalf(
        target: target, values: values, setting: setting, note: note, cause: cause)
      return kind == .transactionEditRetracted ? .transactionEditRetracted(half) : .transactionEditAsserted(half)
    }
  }

  /// The texts of an added transaction.
  static func decodeTexts(_ reader: inout PayloadReader) throws(JournalError) -> TransactionTexts {
    var texts = TransactionTexts()
    texts.rawText = try reader.optionalText()
    texts.memo = try reader.optionalText()
    texts.bankCategory = try reader.optionalText()
    texts.bankReference = try reader.optionalText()
    texts.note = try reader.optionalText()
    texts.sourceFile = try decodeOptionalCount(&reader)
    texts.sourceLine = try decodeOptionalCount(&reader)
    return texts
  }

  private static func decodeOptionalCount(_ reader: inout PayloadReader) throws(JournalError) -> Int? {
    let value = try reader.unsigned()
    guard value <= UInt64(Int32.max) else { throw reader.damaged("a file or line number is too large") }
    return value == 0 ? nil : Int(value) - 1
  }

  private static func decodeDefinition(
    _ kind: EventKind, reader: inout PayloadReader
  ) throws(JournalError) -> Event {
    switch kind {
    case .rowsMatched:
      return .rowsMatched(try decodeMatched(&reader))
    case .transactionMatched:
      return .transactionMatched(try decodeMatch(&reader))
    case .transactionUnmatched:
      return .transactionUnmatched(try decodeMatch(&reader))
    case .accountOpened:
      return .accountOpened(try decodeAccount(&reader))
    case .accountOpeningChanged:
      return .accountOpeningChanged(try decodeOpeningChange(&reader))
    case .accountNumberAdded:
      let id = AccountID(try decodeIndex(&reader))
      return .accountNumberAdded(id, number: try reader.text())
    case .accountNumberRemoved:
      let id = AccountID(try decodeIndex(&reader))
      return .accountNumberRemoved(id, number: try reader.text())
    case .accountRemoved:
      return .accountRemoved(AccountID(try decodeIndex(&reader)))
    case .accountReinstated:
      return .accountReinstated(AccountID(try decodeIndex(&reader)))
    case .categoryDefined:
      let id = CategoryID(try decodeIndex(&reader))
      let name = try reader.text()
      guard let categoryKind = CategoryKind(rawValue: try reader.byte()) else {
        throw reader.damaged("a category has an unknown kind")
      }
      return .categoryDefined(id, name: name, kind: categoryKind)
    case .categoryRemoved:
      return .categoryRemoved(CategoryID(try decodeIndex(&reader)))
    case .categoryReinstated:
      return .categoryReinstated(CategoryID(try decodeIndex(&reader)))
    case .merchantNamed:
      let index = try reader.unsigned()
      guard index >= 1, index <= UInt64(UInt32.max) else { throw reader.damaged("a merchant number is out of range") }
      return .merchantNamed(MerchantID(UInt32(index)), name: try reader.text())
    case .accountRenamed, .accountClosed, .accountReopened, .accountAsserted, .categoryRenamed, .categoryKindChanged,
      .categoryAliasSet, .merchantRenamed, .merchantMerged, .merchantSeparated, .ruleSet, .transferDecided:
      return try decodeUpkeep(kind, reader: &reader)
    case .budgetSet:
      return .budgetSet(try decodeBudget(&reader))
    case .settingChanged:
      guard let key = SettingKey(rawValue: try reader.byte()) else { throw reader.damaged("a setting is unknown") }
      let value = try reader.optionalText()
      return .settingChanged(SettingChanged(key: key, value: value, previous: try reader.optionalText()))
    case .commitsUndone:
      let count = try reader.unsigned()
      var numbers: [CommitNumber] = []
      for _ in 0..<count { numbers.append(try reader.unsigned()) }
      return .commitsUndone(numbers)
    default:
      preconditionFailure("a transaction row is not a definition")
    }
  }

  static func decodeIndex(_ reader: inout PayloadReader) throws(JournalError) -> UInt16 {
    let value = try reader.unsigned()
    guard value < UInt64(CategoryID.limit) else { throw reader.damaged("a number of a name is out of range") }
    return UInt16(value)
  }

  private static func decodeMatched(_ reader: inout PayloadReader) throws(JournalError) -> [TransactionID] {
    let count = try reader.unsigned()
    var ids: [TransactionID] = []
    var previous: UInt64 = 0
    for _ in 0..<count {
      let (next, overflow) = previous.addingReportingOverflow(try reader.unsigned())
      guard !overflow, next > previous else { throw reader.damaged("matched rows are not in order") }
      ids.append(TransactionID(next))
      previous = next
    }
    return ids
  }

  private static func decodeAccount(_ reader: inout PayloadReader) throws(JournalError) -> AccountOpened {
    let id = AccountID(try decodeIndex(&reader))
    let name = try reader.text()
    guard let currency = Currency(packedCode: UInt32(truncatingIfNeeded: try reader.unsigned())) else {
      throw reader.damaged("an account has an unknown currency")
    }
    let opening = try decodeAmount(&reader)
    return AccountOpened(
      id: id, name: name, currency: currency, opening: opening, openingDay: try decodeOptionalDay(&reader))
  }

  private static func decodeOpeningChange(_ reader: inout PayloadReader) throws(JournalError) -> AccountOpeningChange {
    let id = AccountID(try decodeIndex(&reader))
    let opening = try decodeAmount(&reader)
    let day = try decodeOptionalDay(&reader)
    let previous = try decodeAmount(&reader)
    return AccountOpeningChange(
      id: id, opening: opening, day: day, previous: previous, previousDay: try decodeOptionalDay(&reader))
  }

  private static func decodeMatch(_ reader: inout PayloadReader) throws(JournalError) -> RowMatch {
    let target = try reader.unsigned()
    guard target >= 1 else { throw reader.damaged("a match refers to the transaction 0") }
    let day = try decodeDay(&reader)
    let amount = try decodeAmount(&reader)
    let account = AccountID(try decodeIndex(&reader))
    guard let cause = Cause(rawValue: try reader.byte()) else { throw reader.damaged("a match has an unknown cause") }
    let texts = try decodeTexts(&reader)
    guard texts.note == nil else { throw reader.damaged("a match has a note") }
    return RowMatch(
      target: TransactionID(target), day: day, amount: amount, account: account, texts: texts, cause: cause)
  }

  private static func decodeOptionalDay(_ reader: inout PayloadReader) throws(JournalError) -> CalendarDay? {
    try reader.byte() == 0 ? nil : try decodeDay(&reader)
  }

  static func decodeDay(_ reader: inout PayloadReader) throws(JournalError) -> CalendarDay {
    guard let days = Int32(exactly: try reader.signed()), let day = CalendarDay(daysSinceEpoch: days) else {
      throw reader.damaged("a day is outside the calendar")
    }
    return day
  }

  private static func decodeBudget(_ reader: inout PayloadReader) throws(JournalError) -> BudgetSet {
    let code = try reader.unsigned()
    guard code <= UInt64(CategoryID.limit), let month = Int32(exactly: try reader.signed()), month > 0, month < 36_000
    else { throw reader.damaged("a budget's category or month is out of range") }
    let amount = try decodeOptionalAmount(&reader)
    return BudgetSet(
      category: code == 0 ? nil : CategoryID(UInt16(code - 1)), month: YearMonth(monthsSinceYearZero: month),
      amount: amount, previous: try decodeOptionalAmount(&reader))
  }

  static func decodeAmount(_ reader: inout PayloadReader) throws(JournalError) -> Money {
    let amount = Money(minorUnits: try reader.signed())
    guard amount.isBookable else { throw reader.damaged("an amount is beyond its limit") }
    return amount
  }

  /// A category's number plus one, or 0 for none.
  static func decodeOptionalCategory(_ reader: inout PayloadReader) throws(JournalError) -> CategoryID? {
    let code = try reader.unsigned()
    guard code <= UInt64(CategoryID.limit) else { throw reader.damaged("a category number is out of range") }
    return code == 0 ? nil : CategoryID(UInt16(code - 1))
  }

  static func decodeOptionalAmount(_ reader: inout PayloadReader) throws(JournalError) -> Money? {
    try reader.byte() == 0 ? nil : try decodeAmount(&reader)
  }
}
