import LedgerDomain

extension EventCoding {
  /// The payloads of renamed, closed and merged names, of assertions and of rules.
  static func encodeUpkeep(_ event: Event, into payload: inout PayloadWriter) {
    switch event {
    case .accountRenamed(let id, let name, let previous):
      payload.write(unsigned: UInt64(id.index))
      payload.write(text: name)
      payload.write(text: previous)
    case .accountClosed(let id), .accountReopened(let id):
      payload.write(unsigned: UInt64(id.index))
    case .accountAsserted(let asserted):
      payload.write(unsigned: UInt64(asserted.account.index))
      payload.write(signed: Int64(asserted.day.daysSinceEpoch))
      write(optional: asserted.balance, into: &payload)
      write(optional: asserted.previous, into: &payload)
    case .categoryRenamed(let id, let name, let previous):
      payload.write(unsigned: UInt64(id.index))
      payload.write(text: name)
      payload.write(text: previous)
    case .categoryKindChanged(let id, let kind, let previous):
      payload.write(unsigned: UInt64(id.index))
      payload.write(byte: kind.rawValue)
      payload.write(byte: previous.rawValue)
    case .categoryAliasSet(let alias):
      payload.write(text: alias.word)
      payload.write(unsigned: alias.category.map { UInt64($0.index) + 1 } ?? 0)
      payload.write(unsigned: alias.previous.map { UInt64($0.index) + 1 } ?? 0)
    case .merchantRenamed(let id, let name, let previous):
      payload.write(unsigned: UInt64(id.index))
      payload.write(text: name)
      payload.write(text: previous)
    case .merchantMerged(let id, let target), .merchantSeparated(let id, let target):
      payload.write(unsigned: UInt64(id.index))
      payload.write(unsigned: UInt64(target.index))
    case .ruleSet(let set):
      payload.write(unsigned: UInt64(set.number))
      write(set.terms, into: &payload)
      write(set.previous, into: &payload)
    case .transferDecided(let decided):
      payload.write(unsigned: decided.pair.outgoing.position)
      payload.write(unsigned: decided.pair.incoming.position)
      payload.write(byte: decided.state.rawValue)
      payload.write(byte: decided.previous.rawValue)
    default:
      preconditionFailure("the event is encoded elsewhere")
    }
  }

  private static func write(_ terms: RuleTerms?, into payload: inout PayloadWriter) {
    payload.write(byte: terms == nil ? 0 : 1)
    guard let terms else { return }
    payload.write(text: terms.query)
    payload.write(unsigned: UInt64(terms.category.index))
    payload.write(signed: Int64(terms.priority))
  }

  static func decodeUpkeep(_ kind: EventKind, reader: inout PayloadReader) throws(JournalError) -> Event {
    switch kind {
    case .accountRenamed:
      let id = AccountID(try decodeIndex(&reader))
      let name = try reader.text()
      return .accountRenamed(id, name: name, previous: try reader.text())
    case .accountClosed: return .accountClosed(AccountID(try decodeIndex(&reader)))
    case .accountReopened: return .accountReopened(AccountID(try decodeIndex(&reader)))
    case .accountAsserted:
      let account = AccountID(try decodeIndex(&reader))
      let day = try decodeDay(&reader)
      let balance = try decodeOptionalAmount(&reader)
      return .accountAsserted(
        AccountAsserted(account: account, day: day, balance: balance, previous: try decodeOptionalAmount(&reader)))
    case .categoryRenamed:
      let id = CategoryID(try decodeIndex(&reader))
      let name = try reader.text()
      return .categoryRenamed(id, name: name, previous: try reader.text())
    case .categoryKindChanged:
      let id = CategoryID(try decodeIndex(&reader))
      let kind = try decodeKind(&reader)
      return .categoryKindChanged(id, kind: kind, previous: try decodeKind(&reader))
    case .categoryAliasSet:
      let word = try reader.text()
      let category = try decodeOptionalCategory(&reader)
      return .categoryAliasSet(
        CategoryAliasSet(word: word, category: category, previous: try decodeOptionalCategory(&reader)))
    case .merchantRenamed:
      let id = try decodeMerchant(&reader)
      let name = try reader.text()
      return .merchantRenamed(id, name: name, previous: try reader.text())
    case .merchantMerged:
      let id = try decodeMerchant(&reader)
      return .merchantMerged(id, into: try decodeMerchant(&reader))
    case .merchantSeparated:
      let id = try decodeMerchant(&reader)
      return .merchantSeparated(id, from: try decodeMerchant(&reader))
    case .ruleSet:
      guard let number = UInt32(exactly: try reader.unsigned()), number >= 1, number < .max else {
        throw reader.damaged("a rule's number is out of range")
      }
      let terms = try decodeRule(&reader)
      return .ruleSet(RuleSet(number: number, terms: terms, previous: try decodeRule(&reader)))
    case .transferDecided:
      let outgoing = TransactionID(try reader.unsigned())
      let pair = TransferPair(outgoing: outgoing, incoming: TransactionID(try reader.unsigned()))
      guard let state = TransferState(rawValue: try reader.byte()),
        let previous = TransferState(rawValue: try reader.byte())
      else { throw reader.damaged("a decision about a transfer is unknown") }
      return .transferDecided(TransferDecided(pair: pair, state: state, previous: previous))
    default:
      preconditionFailure("the event is decoded elsewhere")
    }
  }

  private static func decodeKind(_ reader: inout PayloadReader) throws(JournalError) -> CategoryKind {
    guard let kind = CategoryKind(rawValue: try reader.byte()) else {
      throw reader.damaged("a category has an unknown kind")
    }
    return kind
  }

  private static func decodeMerchant(_ reader: inout PayloadReader) throws(JournalError) -> MerchantID {
    guard let index = UInt32(exactly: try reader.unsigned()), index >= 1 else {
      throw reader.damaged("a merchant number is out of range")
    }
    return MerchantID(index)
  }

  private static func decodeRule(_ reader: inout PayloadReader) throws(JournalError) -> RuleTerms? {
    guard try reader.byte() != 0 else { return nil }
    let query = try reader.text()
    let category = CategoryID(try decodeIndex(&reader))
    guard let priority = Int32(exactly: try reader.signed()) else {
      throw reader.damaged("a rule's priority is out of range")
    }
    return RuleTerms(query: query, category: category, priority: priority)
  }
}
