import Foldbook

/// The transfers that an import's new rows make, by comparing every row with every other of the opposite amount.
struct ModelTransfers {
  private(set) var linked: [(pair: TransferPair, recategorised: [TransactionID])] = []
  private(set) var suggestions = 0

  /// - Parameter state: what held before the import.
  init(_ new: [ModelRow], state: ModelState) {
    let fresh = Set(new.map(\.id))
    // A split takes no part.
    let rows = (state.liveRows + new).filter { !state.links.contains($0.id) && $0.amount != .zero && $0.parts.isEmpty }
    func currency(_ row: ModelRow) -> Currency? {
      state.account(row.account)?.currency ?? Names.accounts.first { $0.name == row.account }?.currency
    }
    func isTransfer(_ row: ModelRow) -> Bool {
      (state.categories[row.category] ?? Names.kind(row.category)) == .transfer
    }
    func isOpen(_ row: ModelRow) -> Bool { isTransfer(row) || (row.category == "Uncategorised" && !row.isByHand) }
    func fit(_ outgoing: ModelRow, _ incoming: ModelRow) -> Bool {
      outgoing.amount < .zero && incoming.amount == -outgoing.amount && outgoing.account != incoming.account
        && currency(outgoing) == currency(incoming) && abs(outgoing.day.days(to: incoming.day)) <= 4
        && !state.separated.contains(TransferPair(outgoing: outgoing.id, incoming: incoming.id))
    }
    let byAmount = Dictionary(grouping: rows, by: \.amount)
    func others(_ row: ModelRow) -> [ModelRow] { byAmount[-row.amount] ?? [] }
    for outgoing in rows {
      for incoming in others(outgoing) where fit(outgoing, incoming) {
        guard fresh.contains(outgoing.id) || fresh.contains(incoming.id),
          !(isTransfer(outgoing) && isTransfer(incoming))
        else { continue }
        let isSure =
          others(outgoing).count { fit(outgoing, $0) } == 1 && others(incoming).count { fit($0, incoming) } == 1
        guard isSure, isOpen(outgoing), isOpen(incoming) else {
          if [outgoing, incoming].contains(where: { fresh.contains($0.id) && isOpen($0) }) { suggestions += 1 }
          continue
        }
        linked.append(
          (
            TransferPair(outgoing: outgoing.id, incoming: incoming.id),
            [outgoing, incoming].filter { !isTransfer($0) }.map(\.id)
          ))
      }
    }
  }
}
