import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Which transactions are, or may be, movements between own accounts?
///
/// A suggestion is a pair of opposite amounts of one currency in different accounts within some days, of which nobody
/// decided, and of which not both are transfers already (except where one transaction is asked for). It is sure where
/// neither has another counterpart.
public struct TransfersQuery: Sendable {
  /// How many days may lie between the two.
  public var days: Int
  public var hasSuggestions: Bool
  /// Only pairs of this transaction are asked for.
  public var transaction: TransactionID?

  public init(
    days: Int = TransferFinder<TransactionID>.standardDays, hasSuggestions: Bool = true,
    transaction: TransactionID? = nil
  ) {
    self.days = days
    self.hasSuggestions = hasSuggestions
    self.transaction = transaction
  }

  private func isAskedFor(_ pair: TransferPair) -> Bool {
    transaction.map { pair.outgoing == $0 || pair.incoming == $0 } ?? true
  }

  /// - Complexity: O(transactions), and for equal amounts O(those within the days); for one transaction O(those of the days
  ///   around it).
  public func report(on view: LedgerView) throws -> TransfersReport {
    let items = TransactionItems(view)
    var linked: [TransfersReport.Entry] = []
    for (pair, state) in view.directory.transfers.sorted(by: { $0.key < $1.key })
    where state == .linked && isAskedFor(pair) {
      linked.append(try entry(pair, isSure: true, items: items))
    }
    let suggestions = try hasSuggestions ? self.suggestions(view) : []
    return TransfersReport(
      linked: linked, suggestions: try suggestions.map { try entry($0.pair, isSure: $0.isSure, items: items) })
  }

  private func entry(_ pair: TransferPair, isSure: Bool, items: TransactionItems) throws -> TransfersReport.Entry {
    let (outgoing, incoming) = (try items.item(pair.outgoing), try items.item(pair.incoming))
    return TransfersReport.Entry(
      outgoing: outgoing, incoming: incoming, days: abs(outgoing.day.days(to: incoming.day)), isSure: isSure)
  }

  private func suggestions(_ view: LedgerView) throws -> [(pair: TransferPair, isSure: Bool)] {
    var finder = TransferFinder<TransactionID>(days: days)
    let decided = view.directory.transfers
    let taken = view.directory.linkedTransactions
    // The days of its counterparts' own counterparts too, so that it is known whether a pair is sure.
    var (from, to) = (CalendarDay.first, CalendarDay.last)
    if let transaction {
      guard let day = try view.transaction(transaction)?.values.day else {
        throw Refusal.noSuchTransaction(transaction)
      }
      (from, to) = (day.advanced(byDays: -2 * days), day.advanced(byDays: 2 * days))
    }
    try view.forEachTransaction(from: from, to: to) { row in
      guard !taken.contains(row.id), let account = view.directory.account(row.values.account), !row.setting.isSplit
      else { return }
      finder.add(
        row.id, day: row.values.day, amount: row.values.amount, currency: account.currency, account: account.id,
        isTransfer: view.directory.category(row.setting.category)?.kind == .transfer)
    }
    return finder.pairs(includesTransfers: transaction != nil) { outgoing, incoming in
      decided[TransferPair(outgoing: outgoing, incoming: incoming)] == .separate
    }
    .map { (TransferPair(outgoing: $0.outgoing, incoming: $0.incoming), $0.isSure) }
    .filter { isAskedFor($0.0) }
    .sorted { $0.0 > $1.0 }
  }

  /// What each leg of a linked pair had before it was linked, of those that the link changed.
  ///
  /// The commit that linked it says so, not an undo that brought the link back: that may have brought back more.
  public static func settingsBefore(_ pair: TransferPair, on view: LedgerView) throws -> [TransactionID:
    CategorySetting]
  {
    var byCommit: [CommitNumber: [TransactionID: CategorySetting]] = [:]
    var links: [CommitNumber] = []
    let first = min(pair.outgoing, pair.incoming).position
    try view.journal.forEachBlock(from: first, through: view.position) { block throws(JournalError) in
      if block.contains(.transactionRecategorised) {
        for index in 0..<block.rowCount where block.firstPosition + UInt64(index) <= view.position {
          let row = block.row(index)
          guard row.kind == EventKind.transactionRecategorised.rawValue else { continue }
          let id = TransactionID(row.target)
          guard id == pair.outgoing || id == pair.incoming else { continue }
          byCommit[block.commitNumber, default: [:]][id] = row.previousSetting
        }
      }
      guard block.contains(.transferDecided) else { return true }
      try block.verifySparse()
      try block.forEachDefinition { index, payload throws(JournalError) in
        let place = block.firstPosition + UInt64(index)
        guard place <= view.position, block.row(index).kind == EventKind.transferDecided.rawValue,
          case .transferDecided(let decided) = try EventCoding.decode(block.row(index), payload: payload, at: place),
          decided.pair == pair, decided.state == .linked
        else { return }
        links.append(block.commitNumber)
      }
      return true
    }
    let statuses = try view.commitStatuses()
    return links.last { statuses.stands($0) }.flatMap { byCommit[$0] } ?? [:]
  }
}
