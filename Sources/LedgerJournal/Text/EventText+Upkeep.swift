import JSON
import LedgerDomain

extension EventText {
  /// The fields of renamed, closed and merged names, of assertions and of rules.
  static func writeUpkeep(_ event: Event, into json: inout JSONWriter) {
    switch event {
    case .accountRenamed(let id, let name, let previous):
      json.field("account", id.index)
      json.field("name", name)
      json.field("previous", previous)
    case .accountClosed(let id), .accountReopened(let id): json.field("account", id.index)
    case .accountAsserted(let asserted):
      json.field("account", asserted.account.index)
      json.field("date", asserted.day.description)
      json.field("balanceMinor", asserted.balance?.minorUnits)
      json.field("previousMinor", asserted.previous?.minorUnits)
    case .categoryRenamed(let id, let name, let previous):
      json.field("category", id.index)
      json.field("name", name)
      json.field("previous", previous)
    case .categoryKindChanged(let id, let kind, let previous):
      json.field("category", id.index)
      json.field("kind", kind.name)
      json.field("previousKind", previous.name)
    case .categoryAliasSet(let alias):
      json.field("word", alias.word)
      json.field("category", alias.category?.index)
      json.field("previousCategory", alias.previous?.index)
    case .merchantRenamed(let id, let name, let previous):
      json.field("merchant", id.index)
      json.field("name", name)
      json.field("previous", previous)
    case .merchantMerged(let id, let target):
      json.field("merchant", id.index)
      json.field("into", target.index)
    case .merchantSeparated(let id, let target):
      json.field("merchant", id.index)
      json.field("from", target.index)
    case .ruleSet(let set):
      json.field("rule", set.number)
      write(set.terms, named: "terms", into: &json)
      write(set.previous, named: "previous", into: &json)
    case .transferDecided(let decided):
      json.field("outgoing", decided.pair.outgoing.position)
      json.field("incoming", decided.pair.incoming.position)
      json.field("state", decided.state.name)
      json.field("previous", decided.previous.name)
    default: preconditionFailure("the event is written elsewhere")
    }
  }

  private static func write(_ terms: RuleTerms?, named name: String, into json: inout JSONWriter) {
    json.key(name)
    guard let terms else { return json.null() }
    json.beginObject()
    json.field("query", terms.query)
    json.field("category", terms.category.index)
    json.field("priority", terms.priority)
    json.endObject()
  }
}

extension EventTextReader {
  func upkeep(_ kind: EventKind) throws(JournalError) -> Event {
    switch kind {
    case .accountRenamed:
      return .accountRenamed(
        AccountID(try integer("account")), name: try text("name"), previous: try text("previous"))
    case .accountClosed: return .accountClosed(AccountID(try integer("account")))
    case .accountReopened: return .accountReopened(AccountID(try integer("account")))
    case .accountAsserted:
      return .accountAsserted(
        AccountAsserted(
          account: AccountID(try integer("account")), day: try parsed("date") { CalendarDay($0) },
          balance: try optionalAmount("balanceMinor"),
          previous: try optionalAmount("previousMinor")))
    case .categoryRenamed:
      return .categoryRenamed(
        CategoryID(try integer("category")), name: try text("name"), previous: try text("previous"))
    case .categoryKindChanged:
      return .categoryKindChanged(
        CategoryID(try integer("category")), kind: try parsed("kind") { CategoryKind(name: $0) },
        previous: try parsed("previousKind") { CategoryKind(name: $0) })
    case .categoryAliasSet:
      return .categoryAliasSet(
        CategoryAliasSet(
          word: try text("word"), category: try optionalInteger("category").map { CategoryID($0) },
          previous: try optionalInteger("previousCategory").map { CategoryID($0) }))
    case .merchantRenamed:
      return .merchantRenamed(
        MerchantID(try integer("merchant")), name: try text("name"), previous: try text("previous"))
    case .merchantMerged:
      return .merchantMerged(MerchantID(try integer("merchant")), into: MerchantID(try integer("into")))
    case .merchantSeparated:
      return .merchantSeparated(MerchantID(try integer("merchant")), from: MerchantID(try integer("from")))
    case .ruleSet:
      return .ruleSet(
        RuleSet(number: try integer("rule"), terms: try ruleTerms("terms"), previous: try ruleTerms("previous")))
    case .transferDecided:
      let outgoing = TransactionID(try integer("outgoing"))
      return .transferDecided(
        TransferDecided(
          pair: TransferPair(outgoing: outgoing, incoming: TransactionID(try integer("incoming"))),
          state: try parsed("state") { TransferState(name: $0) },
          previous: try parsed("previous") { TransferState(name: $0) }))
    default:
      throw invalid("the event '\(kind)' is read elsewhere")
    }
  }

  private func ruleTerms(_ name: String) throws(JournalError) -> RuleTerms? {
    guard let found = value[name] else { throw invalid("the field '\(name)' is missing") }
    if found.isNull { return nil }
    let reader = EventTextReader(value: found, line: line)
    return RuleTerms(
      query: try reader.text("query"), category: CategoryID(try reader.integer("category")),
      priority: try reader.integer("priority"))
  }
}
