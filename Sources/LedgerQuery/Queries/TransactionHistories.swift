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
      var change = try self.change(event, at: place, retracted: retracted)
      // A match leaves the category as it is.
      if event.kind == .transactionMatched || event.kind == .transactionUnmatched {
        change.category = result[id]?.last?.category ?? ""
      }
      result[id, default: []].append(change)
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
      guard block.contains(.transactionMatched) || block.contains(.transactionUnmatched) else { return true }
      try block.verifySparse()
      try block.forEachDefinition { index, payload throws(JournalError) in
        let place = block.firstPosition + UInt64(index)
        guard place <= view.position, let id = try matched(block.row(index), payload, at: place), ids.contains(id)
        else { return }
        places.append((id, place))
      }
      return true
    }
    return places.sorted { $0.1 < $1.1 }
  }

  private func event(at position: Position) throws -> Event {
    let block = try view.journal.block(at: position, checking: .all)
    return try block.event(Int(position - block.firstPosition))
  }

  /// The transaction that an event matches with a bank's row, or takes that back of; nil for other events.
  private func matched(
    _ row: EventRow, _ payload: ArraySlice<UInt8>, at position: Position
  ) throws(JournalError) -> TransactionID? {
    guard row.kind == EventKind.transactionMatched.rawValue || row.kind == EventKind.transactionUnmatched.rawValue
    else { return nil }
    switch try EventCoding.decode(row, payload: payload, at: position) {
    case .transactionMatched(let match), .transactionUnmatched(let match): return match.target
    default: return nil
    }
  }

  private func change(
    _ event: Event, at position: Position, retracted: TransactionEditHalf?
  ) throws -> TransactionReport.Change {
    let header = try items.commit(at: position)
    var change = TransactionReport.Change(
      position: position, kind: "\(event.kind)", commit: header.number, recordedAt: header.recordedAt,
      command: header.command, cause: "", category: "", previousCategory: nil, fields: [])
    func note(_ setting: CategorySetting) {
      change.category = view.directory.categoryName(setting.category)
      change.parts = items.parts(setting)
    }
    switch event {
    case .transactionAdded(let added):
      change.cause = added.cause.name
      note(added.setting)
    case .transactionRecategorised(let recategorised), .transactionSplit(let recategorised):
      change.cause = recategorised.cause.name
      note(recategorised.setting)
      change.previousCategory = view.directory.categoryName(recategorised.previous.category)
      change.previousParts = items.parts(recategorised.previous)
    case .transactionDeleted(let removal), .transactionRestored(let removal):
      change.cause = removal.cause.name
      note(removal.setting)
    case .transactionMatched(let match), .transactionUnmatched(let match):
      change.cause = match.cause.name
      let bankTexts = [
        ("rawText", match.texts.rawText), ("memo", match.texts.memo), ("bankReference", match.texts.bankReference),
      ]
      let isGain = event.kind == .transactionMatched
      change.fields = bankTexts.compactMap { name, text in
        text.map { TransactionReport.FieldChange(field: name, before: isGain ? nil : $0, after: isGain ? $0 : nil) }
      }
    case .transactionEditAsserted(let half):
      change.kind = "transactionEdited"
      change.cause = half.cause.name
      note(half.setting)
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
