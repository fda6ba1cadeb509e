import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Finds everything that happened to transactions.
struct TransactionHistories {
  private let view: LedgerView
  private let items: TransactionItems

  init(_ view: LedgerView, items: TransactionItems) {
    self.view = view
    self.items = items
  }

  /// The changes of each transaction, oldest first; an edit is one change.
  ///
  /// - Complexity: O(events after the first of the transactions), in one pass however many they are.
  func changes(of ids: Set<TransactionID>) throws -> [TransactionID: [TransactionReport.Change]] {
    var result: [TransactionID: [TransactionReport.Change]] = [:]
    var retracted: TransactionEditHalf?
    for (id, place) in try places(of: ids) {
      let event = try event(at: place)
      if case .transactionEditRetracted(let half) = event {
        retracted = half
        continue
      }
      result[id, default: []].append(try change(event, at: place, retracted: retracted))
      retracted = nil
    }
    return result
  }

  /// The commits that changed a transaction.
  func commits(of id: TransactionID) throws -> Set<CommitNumber> {
    Set(try places(of: [id]).map { try items.commit(at: $0.1).number })
  }

  /// The positions of the events of transactions, in order.
  private func places(of ids: Set<TransactionID>) throws -> [(TransactionID, Position)] {
    guard let first = ids.min() else { return [] }
    var places: [(TransactionID, Position)] = []
    try view.journal.forEachBlock(from: first.position, through: view.position, checking: .columns) {
      block throws(JournalError) in
      for index in 0..<block.rowCount where block.firstPosition + UInt64(index) <= view.position {
        let row = block.row(index)
        guard row.isTransactionRow, ids.contains(TransactionID(row.target)) else { continue }
        places.append((TransactionID(row.target), block.firstPosition + UInt64(index)))
      }
      return true
    }
    return places
  }

  private func event(at position: Position) throws -> Event {
    let block = try view.journal.block(at: position, checking: .all)
    let index = Int(position - block.firstPosition)
    return try EventCoding.decode(
      block.row(index), payload: ArraySlice(block.textPayload(index)), at: position)
  }

  private func change(
    _ event: Event, at position: Position, retracted: TransactionEditHalf?
  ) throws -> TransactionReport.Change {
    let header = try items.commit(at: position)
    var change = TransactionReport.Change(
      position: position, kind: "\(event.kind)", commit: header.number, recordedAt: header.recordedAt,
      command: header.command, cause: "", category: "", previousCategory: nil, fields: [])
    func name(_ category: CategoryID) -> String { view.directory.category(category)?.name ?? "" }
    switch event {
    case .transactionAdded(let added):
      change.cause = added.cause.name
      change.category = name(added.setting.category)
    case .transactionRecategorised(let recategorised):
      change.cause = recategorised.cause.name
      change.category = name(recategorised.setting.category)
      change.previousCategory = name(recategorised.previous.category)
    case .transactionDeleted(let removal), .transactionRestored(let removal):
      change.cause = removal.cause.name
      change.category = name(removal.setting.category)
    case .transactionEditAsserted(let half):
      change.kind = "transactionEdited"
      change.cause = half.cause.name
      change.category = name(half.setting.category)
      if let retracted { change.fields = try fields(retracted, half) }
    default:
      break
    }
    return change
  }

  private func fields(
    _ before: TransactionEditHalf, _ after: TransactionEditHalf
  ) throws -> [TransactionReport.FieldChange] {
    let directory = view.directory
    let digits = directory.account(after.values.account)?.currency.minorUnitDigits ?? 2
    let pairs: [(String, String?, String?)] = [
      ("date", before.values.day.description, after.values.day.description),
      (
        "amount", before.values.amount.plainText(minorUnitDigits: digits),
        after.values.amount.plainText(minorUnitDigits: digits)
      ),
      (
        "merchant", try items.merchantName(before.values.merchant), try items.merchantName(after.values.merchant)
      ),
      ("account", directory.account(before.values.account)?.name, directory.account(after.values.account)?.name),
      ("note", before.note, after.note),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { TransactionReport.FieldChange(field: $0.0, before: $0.1, after: $0.2) }
  }
}
