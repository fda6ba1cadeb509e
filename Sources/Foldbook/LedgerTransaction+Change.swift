import LedgerDomain
import LedgerProjection
import LedgerQuery

extension LedgerTransaction {
  /// Appends one commit of the events that the body decides and reports what changed.
  ///
  /// - Parameters:
  ///   - command: the command as a person would type it.
  ///   - body: gets the ledger as it stands and the position of the first event.
  public func change(
    recordedAt: Instant, command: String, notes: [String] = [], _ body: (LedgerView, Position) throws -> [Event]
  ) throws -> ChangeReport {
    let view = try view()
    let first = view.position + 1
    let events = try body(view, first)
    let header = try commit(recordedAt: recordedAt, command: command, events: events)
    return ChangeReport(
      commit: header?.number, firstPosition: header?.firstPosition, lastPosition: header?.lastPosition,
      ids: LedgerTransaction.changedIDs(events, first: first), notes: notes)
  }

  /// The transactions that events add or change, in order.
  private static func changedIDs(_ events: [Event], first: Position) -> [TransactionID] {
    var ids: [TransactionID] = []
    var seen: Set<TransactionID> = []
    for (index, event) in events.enumerated() {
      let id: TransactionID
      switch event {
      case .transactionAdded: id = TransactionID(first + UInt64(index))
      case .transactionRecategorised(let change), .transactionSplit(let change): id = change.target
      case .transactionDeleted(let change), .transactionRestored(let change): id = change.target
      case .transactionEditAsserted(let half): id = half.target
      default: continue
      }
      if seen.insert(id).inserted { ids.append(id) }
    }
    return ids
  }
}
