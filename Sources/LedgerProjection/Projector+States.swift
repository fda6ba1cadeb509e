import LedgerDomain
import LedgerJournal

extension Projector {
  /// Takes the states, edits and days of a block's transactions into the projection.
  static func foldStates(_ part: BlockPart, into projection: inout Projection) throws(ProjectionError) {
    let block = part.block
    let firstDay = projection.sums.dimensions.firstDay
    for index in 0..<part.rowLimit {
      let row = block.row(index)
      let position = block.firstPosition + UInt64(index)
      guard row.isTransactionRow else {
        projection.states.own.append(StateCode.none.rawValue)
        continue
      }
      if row.kind == EventKind.transactionAdded.rawValue {
        projection.states.own.append(StateCode(setting: row.setting).rawValue)
        projection.postings[Int(row.day - firstDay)].append(position)
        continue
      }
      projection.states.own.append(StateCode.none.rawValue)
      guard row.target < position, let code = changedState(row, projection: projection) else {
        throw .journal(.damaged(position: position, reason: "the event refers to the transaction \(row.target)"))
      }
      guard projection.states.set(code, of: row.target) else {
        throw .journal(.damaged(position: position, reason: "the event changes \(row.target), which is no transaction"))
      }
      if row.kind == EventKind.transactionEditAsserted.rawValue {
        projection.edits[row.target] = position
        projection.postings[Int(row.day - firstDay)].append(row.target)
      }
    }
  }

  /// The state that a changing row gives; nil for a row that no writer makes.
  private static func changedState(_ row: EventRow, projection: Projection) -> StateCode? {
    switch EventKind(rawValue: row.kind) {
    case .transactionDeleted:
      guard let gone = row.flags.gone, gone != .live else { return nil }
      return StateCode(category: CategoryID(row.category), gone: gone)
    case .transactionRecategorised, .transactionRestored, .transactionEditRetracted, .transactionEditAsserted:
      return StateCode(setting: row.setting)
    default:
      return nil
    }
  }
}
