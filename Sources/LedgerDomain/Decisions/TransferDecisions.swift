extension Decision {
  /// The pair of two transactions in either order, if they can be one movement of money.
  ///
  /// - Throws: `Refusal.noTransfer` with the reason: one account, one direction, or amounts of one currency that differ.
  public static func transferPair<State: KnownState>(
    _ first: TransactionID, _ second: TransactionID, state: State
  ) throws -> TransferPair {
    func refusal(_ reason: String) -> Refusal { .noTransfer(first, second, reason: reason) }
    if first == second { throw refusal("it is one transaction") }
    let one = try liveTransaction(first, state: state)
    let other = try liveTransaction(second, state: state)
    if one.values.account == other.values.account { throw refusal("both are in one account") }
    let (outgoing, incoming) = one.values.amount < .zero ? (one, other) : (other, one)
    guard outgoing.values.amount < .zero, incoming.values.amount > .zero else {
      throw refusal("money goes one way in both")
    }
    let currencies = [outgoing, incoming].map { state.directory.account($0.values.account)?.currency }
    if currencies[0] == currencies[1], outgoing.values.amount != -incoming.values.amount {
      throw refusal("the amounts are not opposite")
    }
    return TransferPair(outgoing: outgoing.id, incoming: incoming.id)
  }

  /// The events of linking pairs: both legs become transfers, by hand.
  public static func linkTransfers<State: KnownState>(_ pairs: [TransferPair], state: State) throws -> [Event] {
    guard let category = state.directory.transferCategory?.id else { throw Refusal.unknownCategory("Transfers") }
    var taken = state.directory.linkedTransactions
    var events: [Event] = []
    for pair in pairs {
      let previous = state.directory.transfers[pair] ?? .undecided
      if previous == .linked { continue }
      for id in [pair.outgoing, pair.incoming] where !taken.insert(id).inserted {
        throw Refusal.noTransfer(
          pair.outgoing, pair.incoming, reason: "\(id.position) is linked to another; unlink that first")
      }
      for id in [pair.outgoing, pair.incoming] {
        let transaction = try liveTransaction(id, state: state)
        if transaction.setting.isSplit {
          let reason = "\(id.position) is split; take its parts away with 'foldbook split' first"
          throw Refusal.noTransfer(pair.outgoing, pair.incoming, reason: reason)
        }
        let kind = state.directory.category(transaction.setting.category)?.kind
        if kind == .transfer, transaction.setting.isByHand { continue }
        events.append(
          .transactionRecategorised(
            TransactionRecategorised(
              target: id, values: transaction.values, previous: transaction.setting,
              setting: CategorySetting(kind == .transfer ? transaction.setting.category : category, isByHand: true),
              cause: .byHand)))
      }
      events.append(.transferDecided(TransferDecided(pair: pair, state: .linked, previous: previous)))
    }
    return events
  }

  /// The events of saying that a pair is no transfer; legs that were linked get the categories that they had before.
  ///
  /// - Parameter settings: what the legs had before they were linked.
  public static func separateTransfer<State: KnownState>(
    _ pair: TransferPair, settings: [TransactionID: CategorySetting], state: State
  ) throws -> [Event] {
    let previous = state.directory.transfers[pair] ?? .undecided
    if previous == .separate { return [] }
    var events: [Event] = []
    for id in [pair.outgoing, pair.incoming] where previous == .linked {
      guard let transaction = try state.transaction(id), transaction.liveness == .live, let before = settings[id] else {
        continue
      }
      let isThere = state.directory.category(before.category)?.isRemoved == false
      let setting = isThere ? before : CategorySetting(.uncategorised, isByHand: false)
      if setting == transaction.setting { continue }
      events.append(.change(of: transaction, to: setting, cause: .byHand))
    }
    return events + [.transferDecided(TransferDecided(pair: pair, state: .separate, previous: previous))]
  }
}
