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

  public init(days: Int = 4, hasSuggestions: Bool = true, transaction: TransactionID? = nil) {
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

  private struct Key: Hashable {
    var currency: Currency
    var amount: Money
  }

  private struct Leg {
    var id: TransactionID
    var day: CalendarDay
    var account: AccountID
    var isTransfer: Bool
  }

  private func suggestions(_ view: LedgerView) throws -> [(pair: TransferPair, isSure: Bool)] {
    var legs: [Key: (outgoing: [Leg], incoming: [Leg])] = [:]
    let decided = view.directory.transfers
    let taken = Set(decided.filter { $0.value == .linked }.flatMap { [$0.key.outgoing, $0.key.incoming] })
    // The days of its counterparts' own counterparts too, so that it is known whether a pair is sure.
    var (from, to) = (CalendarDay.first, CalendarDay.last)
    if let transaction {
      guard let day = try view.transaction(transaction)?.values.day else {
        throw Refusal.noSuchTransaction(transaction)
      }
      (from, to) = (day.advanced(byDays: -2 * days), day.advanced(byDays: 2 * days))
    }
    for day in try view.postedDays(from: from, to: to) {
      for id in try view.transactions(on: day) where !taken.contains(id) {
        let row = try view.standingRow(id)
        guard let account = view.directory.account(row.values.account), row.values.amount != .zero, !row.setting.isSplit
        else { continue }
        let leg = Leg(
          id: id, day: day, account: account.id,
          isTransfer: view.directory.category(row.setting.category)?.kind == .transfer)
        if row.values.amount < .zero {
          legs[Key(currency: account.currency, amount: -row.values.amount), default: ([], [])].outgoing.append(leg)
        } else {
          legs[Key(currency: account.currency, amount: row.values.amount), default: ([], [])].incoming.append(leg)
        }
      }
    }
    var pairs: [(pair: TransferPair, isSure: Bool)] = []
    for (_, group) in legs where !group.outgoing.isEmpty && !group.incoming.isEmpty {
      var candidates: [(TransferPair, isNew: Bool)] = []
      for outgoing in group.outgoing {
        for incoming in group.incoming
        where incoming.account != outgoing.account && abs(outgoing.day.days(to: incoming.day)) <= days {
          let pair = TransferPair(outgoing: outgoing.id, incoming: incoming.id)
          if decided[pair] == .separate { continue }
          candidates.append((pair, isNew: transaction != nil || !(outgoing.isTransfer && incoming.isTransfer)))
        }
      }
      for (pair, isNew) in candidates where isNew && isAskedFor(pair) {
        let isSure = candidates.allSatisfy { other, _ in
          other == pair || (other.outgoing != pair.outgoing && other.incoming != pair.incoming)
        }
        pairs.append((pair, isSure))
      }
    }
    return pairs.sorted { $0.pair > $1.pair }
  }

  /// What each leg of a linked pair had before it was linked, of those that the link changed.
  public static func settingsBefore(_ pair: TransferPair, on view: LedgerView) throws -> [TransactionID:
    CategorySetting]
  {
    var byCommit: [CommitNumber: [TransactionID: CategorySetting]] = [:]
    var linkCommit: CommitNumber = 0
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
        linkCommit = block.commitNumber
      }
      return true
    }
    return byCommit[linkCommit] ?? [:]
  }
}
