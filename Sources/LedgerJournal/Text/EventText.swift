import JSON
import LedgerDomain

/// Events as the JSON objects of an exported journal; `Schemas/events/` has a schema for each kind.
public enum EventText {
  /// One event as a line without its line feed.
  public static func line(_ event: Event, at position: Position) -> [UInt8] {
    var json = JSONWriter()
    write(event, at: position, into: &json)
    return json.bytes
  }

  /// The event of a line.
  ///
  /// - Parameter number: the line's number, for errors.
  public static func event(ofLine line: [UInt8], at position: Position, number: Int) throws -> Event {
    let value = try JSONReader.parse(line[...])
    return try EventTextReader(value: value, line: number).event(at: position)
  }

  static func write(_ event: Event, at position: Position, into json: inout JSONWriter) {
    json.beginObject()
    json.field("event", "\(event.kind)")
    json.field("position", position)
    switch event {
    case .transactionAdded(let added):
      write(added.values, added.setting, added.cause, into: &json)
      write(added.texts, into: &json)
    case .transactionRecategorised(let change), .transactionSplit(let change):
      json.field("id", change.target.position)
      write(change.values, change.setting, change.cause, into: &json)
      json.field("previousCategory", change.previous.category.index)
      json.field("previousByHand", change.previous.isByHand)
      write(partsOf: change.previous, as: "previousParts", into: &json)
    case .transactionDeleted(let removal), .transactionRestored(let removal):
      json.field("id", removal.target.position)
      write(removal.values, removal.setting, removal.cause, into: &json)
      json.field("gone", removal.gone == .undone ? "undone" : "deleted")
    case .transactionEditRetracted(let half), .transactionEditAsserted(let half):
      json.field("id", half.target.position)
      write(half.values, half.setting, half.cause, into: &json)
      json.field("note", half.note)
    default:
      writeDefinition(event, into: &json)
    }
    json.endObject()
  }

  private static func write(
    _ values: TransactionValues, _ setting: CategorySetting, _ cause: Cause, into json: inout JSONWriter
  ) {
    json.field("date", values.day.description)
    json.field("amountMinor", values.amount.minorUnits)
    json.field("account", values.account.index)
    json.field("merchant", values.merchant.index)
    json.field("category", setting.category.index)
    json.field("byHand", setting.isByHand)
    json.field("cause", cause.name)
    write(partsOf: setting, as: "parts", into: &json)
  }

  /// - Parameter hasNote: whether the texts are a transaction's; those of a match have no note.
  private static func write(_ texts: TransactionTexts, hasNote: Bool = true, into json: inout JSONWriter) {
    json.field("rawText", texts.rawText)
    json.field("memo", texts.memo)
    json.field("bankCategory", texts.bankCategory)
    json.field("bankReference", texts.bankReference)
    if hasNote { json.field("note", texts.note) }
    json.field("sourceFile", texts.sourceFile)
    json.field("sourceLine", texts.sourceLine)
  }

  private static func writeDefinition(_ event: Event, into json: inout JSONWriter) {
    switch event {
    case .rowsMatched(let ids): json.array("ids", ids) { json, id in json.value(id.position) }
    case .transactionMatched(let match), .transactionUnmatched(let match):
      json.field("id", match.target.position)
      json.field("date", match.day.description)
      json.field("amountMinor", match.amount.minorUnits)
      json.field("account", match.account.index)
      json.field("cause", match.cause.name)
      write(match.texts, hasNote: false, into: &json)
    case .accountOpeningChanged(let change):
      json.field("account", change.id.index)
      json.field("openingMinor", change.opening.minorUnits)
      json.field("openingDate", change.day?.description)
      json.field("previousMinor", change.previous.minorUnits)
      json.field("previousDate", change.previousDay?.description)
    case .accountNumberAdded(let id, let number), .accountNumberRemoved(let id, let number):
      json.field("account", id.index)
      json.field("number", number)
    case .accountOpened(let account):
      json.field("account", account.id.index)
      json.field("name", account.name)
      json.field("currency", account.currency.code)
      json.field("openingMinor", account.opening.minorUnits)
      json.field("openingDate", account.openingDay?.description)
    case .accountRemoved(let id), .accountReinstated(let id): json.field("account", id.index)
    case .categoryDefined(let id, let name, let kind):
      json.field("category", id.index)
      json.field("name", name)
      json.field("kind", kind.name)
    case .categoryRemoved(let id), .categoryReinstated(let id): json.field("category", id.index)
    case .merchantNamed(let id, let name):
      json.field("merchant", id.index)
      json.field("name", name)
    case .budgetSet(let budget):
      json.field("category", budget.category?.index)
      json.field("month", budget.month.description)
      json.field("amountMinor", budget.amount?.minorUnits)
      json.field("previousMinor", budget.previous?.minorUnits)
    case .settingChanged(let setting):
      json.field("key", setting.key.name)
      json.field("value", setting.value)
      json.field("previous", setting.previous)
    case .commitsUndone(let numbers): json.array("commits", numbers) { json, number in json.value(number) }
    default: writeUpkeep(event, into: &json)
    }
  }
}

/// Reads the fields of one line, with errors that name the line and the field.
struct EventTextReader {
  let value: JSONValue
  let line: Int

  func invalid(_ reason: String) -> JournalError { .invalidText(line: line, reason: reason) }

  private func field(_ name: String) throws(JournalError) -> JSONValue {
    guard let found = value[name] else { throw invalid("the field '\(name)' is missing") }
    return found
  }

  func text(_ name: String) throws(JournalError) -> String {
    guard let text = try field(name).text else { throw invalid("'\(name)' is not a text") }
    return text
  }

  func optionalText(_ name: String) throws(JournalError) -> String? {
    let found = try field(name)
    if found.isNull { return nil }
    guard let text = found.text else { throw invalid("'\(name)' is neither a text nor null") }
    return text
  }

  func flag(_ name: String) throws(JournalError) -> Bool {
    guard let flag = try field(name).flag else { throw invalid("'\(name)' is neither true nor false") }
    return flag
  }

  func integer<Integer: FixedWidthInteger>(_ name: String, as type: Integer.Type = Integer.self) throws(JournalError)
    -> Integer
  {
    guard let number = try optionalInteger(name, as: type) else { throw invalid("'\(name)' is null") }
    return number
  }

  func optionalInteger<Integer: FixedWidthInteger>(
    _ name: String, as type: Integer.Type = Integer.self
  ) throws(JournalError) -> Integer? {
    let found = try field(name)
    if found.isNull { return nil }
    guard case .number(let digits) = found, let number = Integer(digits) else {
      throw invalid("'\(name)' is not a whole number within its limits")
    }
    return number
  }

  func integers(_ name: String) throws(JournalError) -> [UInt64] {
    guard let elements = try field(name).elements else { throw invalid("'\(name)' is not a list") }
    var result: [UInt64] = []
    for element in elements {
      guard case .number(let digits) = element, let number = UInt64(digits) else {
        throw invalid("'\(name)' has something that is not a whole number")
      }
      result.append(number)
    }
    return result
  }

  func parsed<Value>(_ name: String, _ read: (String) -> Value?) throws(JournalError) -> Value {
    guard let value = read(try text(name)) else { throw invalid("'\(name)' is not of its form") }
    return value
  }

  func amount(_ name: String) throws(JournalError) -> Money {
    guard let amount = try optionalAmount(name) else { throw invalid("'\(name)' is null") }
    return amount
  }

  func optionalAmount(_ name: String) throws(JournalError) -> Money? {
    guard let units: Int64 = try optionalInteger(name) else { return nil }
    let amount = Money(minorUnits: units)
    guard amount.isBookable else { throw invalid("'\(name)' is beyond the limit of an amount") }
    return amount
  }

  func optionalDay(_ name: String) throws(JournalError) -> CalendarDay? {
    guard let text = try optionalText(name) else { return nil }
    guard let day = CalendarDay(text) else { throw invalid("'\(name)' is not a date") }
    return day
  }

  func hash(_ name: String) throws(JournalError) -> CommitHash {
    try parsed(name) { CommitHash(hexadecimal: $0) }
  }
}

extension EventTextReader {
  func event(at position: Position) throws(JournalError) -> Event {
    let name = try text("event")
    guard let kind = EventKind.allCases.first(where: { "\($0)" == name }) else {
      throw invalid("the event '\(name)' is not known; a newer foldbook may have written it")
    }
    guard try integer("position", as: UInt64.self) == position else {
      throw invalid("the event's position is not \(position)")
    }
    switch kind {
    case .transactionAdded:
      return .transactionAdded(
        TransactionAdded(values: try values(), setting: try setting(), cause: try cause(), texts: try texts()))
    case .transactionRecategorised, .transactionSplit:
      let change = try change(target: id(), values: values(), setting: setting(), cause: cause())
      guard (kind == .transactionSplit) == (change.setting.isSplit || change.previous.isSplit) else {
        throw invalid("a change of parts is a 'transactionSplit', any other a 'transactionRecategorised'")
      }
      return kind == .transactionSplit ? .transactionSplit(change) : .transactionRecategorised(change)
    case .transactionDeleted: return .transactionDeleted(try removal())
    case .transactionRestored: return .transactionRestored(try removal())
    case .transactionEditRetracted: return .transactionEditRetracted(try half())
    case .transactionEditAsserted: return .transactionEditAsserted(try half())
    default: return try definition(kind)
    }
  }

  private func id() throws(JournalError) -> TransactionID { TransactionID(try integer("id")) }

  private func values() throws(JournalError) -> TransactionValues {
    TransactionValues(
      day: try parsed("date") { CalendarDay($0) }, amount: try amount("amountMinor"),
      account: AccountID(try integer("account")), merchant: MerchantID(try integer("merchant")))
  }

  private func setting() throws(JournalError) -> CategorySetting {
    try withParts(CategorySetting(CategoryID(try integer("category")), isByHand: try flag("byHand")), field: "parts")
  }

  private func cause() throws(JournalError) -> Cause {
    try parsed("cause") { name in Cause.allCases.first { $0.name == name } }
  }

  private func removal() throws(JournalError) -> TransactionRemoval {
    let gone: Liveness = try parsed("gone") { $0 == "undone" ? .undone : $0 == "deleted" ? .deleted : nil }
    return TransactionRemoval(
      target: try id(), values: try values(), setting: try setting(), gone: gone, cause: try cause())
  }

  private func half() throws(JournalError) -> TransactionEditHalf {
    TransactionEditHalf(
      target: try id(), values: try values(), setting: try setting(), note: try optionalText("note"), cause: try cause()
    )
  }

  private func texts() throws(JournalError) -> TransactionTexts {
    var texts = try bankTexts()
    texts.note = try optionalText("note")
    return texts
  }

  private func bankTexts() throws(JournalError) -> TransactionTexts {
    TransactionTexts(
      rawText: try optionalText("rawText"), memo: try optionalText("memo"),
      bankCategory: try optionalText("bankCategory"), bankReference: try optionalText("bankReference"),
      sourceFile: try optionalInteger("sourceFile"), sourceLine: try optionalInteger("sourceLine"))
  }

  private func match() throws(JournalError) -> RowMatch {
    RowMatch(
      target: try id(), day: try parsed("date") { CalendarDay($0) },
      amount: try amount("amountMinor"), account: AccountID(try integer("account")),
      texts: try bankTexts(), cause: try cause())
  }

  private func definition(_ kind: EventKind) throws(JournalError) -> Event {
    switch kind {
    case .rowsMatched: return .rowsMatched(try integers("ids").map { TransactionID($0) })
    case .transactionMatched: return .transactionMatched(try match())
    case .transactionUnmatched: return .transactionUnmatched(try match())
    case .accountOpeningChanged:
      return .accountOpeningChanged(
        AccountOpeningChange(
          id: AccountID(try integer("account")), opening: try amount("openingMinor"),
          day: try optionalDay("openingDate"), previous: try amount("previousMinor"),
          previousDay: try optionalDay("previousDate")))
    case .accountNumberAdded:
      return .accountNumberAdded(AccountID(try integer("account")), number: try text("number"))
    case .accountNumberRemoved:
      return .accountNumberRemoved(AccountID(try integer("account")), number: try text("number"))
    case .accountOpened:
      return .accountOpened(
        AccountOpened(
          id: AccountID(try integer("account")), name: try text("name"),
          currency: try parsed("currency") { Currency($0) },
          opening: try amount("openingMinor"), openingDay: try optionalDay("openingDate")))
    case .accountRemoved: return .accountRemoved(AccountID(try integer("account")))
    case .accountReinstated: return .accountReinstated(AccountID(try integer("account")))
    case .categoryDefined:
      return .categoryDefined(
        CategoryID(try integer("category")), name: try text("name"), kind: try parsed("kind") { CategoryKind(name: $0) }
      )
    case .categoryRemoved: return .categoryRemoved(CategoryID(try integer("category")))
    case .categoryReinstated: return .categoryReinstated(CategoryID(try integer("category")))
    case .merchantNamed: return .merchantNamed(MerchantID(try integer("merchant")), name: try text("name"))
    case .budgetSet:
      let category = try optionalInteger("category", as: UInt16.self).map { CategoryID($0) }
      return .budgetSet(
        BudgetSet(
          category: category, month: try parsed("month") { YearMonth($0) },
          amount: try optionalAmount("amountMinor"),
          previous: try optionalAmount("previousMinor")))
    case .settingChanged:
      return .settingChanged(
        SettingChanged(
          key: try parsed("key") { SettingKey(name: $0) }, value: try optionalText("value"),
          previous: try optionalText("previous")))
    case .commitsUndone: return .commitsUndone(try integers("commits"))
    default: return try upkeep(kind)
    }
  }
}
