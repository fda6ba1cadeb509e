import LedgerDomain
import LedgerImport

/// A leg of a transfer that an import links: a new row of a file, or a transaction that the ledger has.
public struct ImportLeg: Sendable, Hashable {
  /// Where a leg comes from.
  public enum Origin: Sendable, Hashable {
    case row(file: Int, row: Int)
    case ledger(TransactionID)
  }

  public var origin: Origin
  public var day: CalendarDay
  public var amount: Money
  public var currency: Currency
  public var account: AccountID
  public var merchant: MerchantID
  /// What the merchant is called; the file's name for a new one.
  public internal(set) var merchantName = ""
  /// Present where the leg becomes a transfer: the values that its change of category carries.
  public internal(set) var previous: CategorySetting?
}

/// Two transactions that an import found to be one movement of money between own accounts.
public struct ImportTransfer: Sendable, Hashable {
  public var outgoing: ImportLeg
  public var incoming: ImportLeg

  public var legs: [ImportLeg] { [outgoing, incoming] }
}

/// Finds the transfers of an import's new rows, among each other and with what the ledger has.
///
/// A sure pair is linked where nothing says that a leg is something else: each has no category yet, or is a transfer
/// already. Anything else is only suggested.
struct ImportTransfers {
  private typealias Finder = TransferFinder<ImportLeg.Origin>

  private let sources: [ImportSource]
  private let view: LedgerView
  private let plan: ImportPlan
  private let directory: LedgerDirectory

  private(set) var linked: [ImportTransfer] = []
  /// Pairs with a new row that has no category, or is a transfer, and that a person has to decide about.
  private(set) var suggestionCount = 0

  /// - Parameter directory: with the names that the import defines.
  init(_ plan: ImportPlan, sources: [ImportSource], view: LedgerView, directory: LedgerDirectory) throws {
    self.plan = plan
    self.sources = sources
    self.view = view
    self.directory = directory
    guard directory.accounts.count(where: { !$0.isRemoved }) > 1 else { return }
    let keys = openKeys()
    if keys.isEmpty { return }
    try find(keys)
  }

  /// The amounts of new rows that may become a transfer.
  private func openKeys() -> Set<Finder.Key> {
    let isOpen = directory.categories.map { self.isOpen(CategorySetting($0.id, isByHand: false)) }
    var keys: Set<Finder.Key> = []
    for (file, outcomes) in plan.outcomes.enumerated() {
      for (row, outcome) in outcomes.enumerated()
      where outcome.status == .new && Int(outcome.category.index) < isOpen.count
        && isOpen[Int(outcome.category.index)]
      {
        let transaction = sources[file].file.transactions[row]
        keys.insert(Finder.key(transaction.amount, transaction.currency))
      }
    }
    return keys
  }

  private func isOpen(_ setting: CategorySetting) -> Bool {
    isTransfer(setting) || (setting.category == .uncategorised && !setting.isByHand)
  }

  private func isTransfer(_ setting: CategorySetting) -> Bool {
    directory.category(setting.category)?.kind == .transfer
  }

  private func forEachNewRow(
    _ body: (_ origin: ImportLeg.Origin, ImportedTransaction, _ setting: CategorySetting) -> Void
  ) {
    for (file, outcomes) in plan.outcomes.enumerated() {
      for (row, outcome) in outcomes.enumerated() where outcome.status == .new {
        body(
          .row(file: file, row: row), sources[file].file.transactions[row],
          CategorySetting(outcome.category, isByHand: false))
      }
    }
  }

  private mutating func find(_ keys: Set<Finder.Key>) throws {
    var finder = Finder(days: Finder.standardDays)
    var legs: [ImportLeg.Origin: (leg: ImportLeg, setting: CategorySetting)] = [:]
    var days: Set<CalendarDay> = []
    forEachNewRow { origin, row, setting in
      guard case .row(let file, let index) = origin, setting.category != .split,
        keys.contains(Finder.key(row.amount, row.currency))
      else { return }
      let planned = plan.rows[file][index]
      let leg = ImportLeg(
        origin: origin, day: row.day, amount: row.amount, currency: row.currency, account: planned.account,
        merchant: planned.merchant)
      legs[origin] = (leg, setting)
      days.insert(row.day)
      finder.add(
        origin, day: row.day, amount: row.amount, currency: row.currency, account: planned.account,
        isTransfer: isTransfer(setting))
    }
    for (leg, setting) in try known(keys, around: days) {
      legs[leg.origin] = (leg, setting)
      finder.add(
        leg.origin, day: leg.day, amount: leg.amount, currency: leg.currency, account: leg.account,
        isTransfer: isTransfer(setting))
    }
    let pairs = finder.pairs { outgoing, incoming in
      guard case .ledger(let first) = outgoing, case .ledger(let second) = incoming else { return false }
      return view.directory.transfers[TransferPair(outgoing: first, incoming: second)] == .separate
    }
    for pair in pairs {
      if case .ledger = pair.outgoing, case .ledger = pair.incoming { continue }
      guard pair.isSure, let outgoing = legs[pair.outgoing], let incoming = legs[pair.incoming],
        isOpen(outgoing.setting), isOpen(incoming.setting)
      else {
        let asks = [pair.outgoing, pair.incoming].contains { origin in
          if case .row = origin, let leg = legs[origin] { isOpen(leg.setting) } else { false }
        }
        if asks { suggestionCount += 1 }
        continue
      }
      linked.append(ImportTransfer(outgoing: try changed(outgoing), incoming: try changed(incoming)))
    }
    linked.sort { ImportTransfers.order($0) < ImportTransfers.order($1) }
  }

  private func changed(_ known: (leg: ImportLeg, setting: CategorySetting)) throws -> ImportLeg {
    var leg = known.leg
    switch leg.origin {
    case .ledger: leg.merchantName = try view.merchantName(leg.merchant)
    case .row(let file, let row):
      let texts = sources[file].file.texts
      leg.merchantName = texts.string(sources[file].file.transactions[row].merchant) ?? ""
    }
    if !isTransfer(known.setting) { leg.previous = known.setting }
    return leg
  }

  private static func order(_ transfer: ImportTransfer) -> (Int, Int, UInt64) {
    for leg in transfer.legs {
      if case .row(let file, let row) = leg.origin { return (file, row, 0) }
    }
    guard case .ledger(let id) = transfer.outgoing.origin else { return (0, 0, 0) }
    return (0, 0, id.position)
  }

  /// The transactions of the ledger that may be a counterpart, or a counterpart's other counterpart.
  private func known(
    _ keys: Set<Finder.Key>, around days: Set<CalendarDay>
  ) throws -> [(ImportLeg, CategorySetting)] {
    guard view.transactionCounts.live > 0, let first = days.min(), let last = days.max() else { return [] }
    let reach = 2 * Finder.standardDays
    var near: Set<CalendarDay> = []
    for day in days {
      for offset in -reach...reach { near.insert(day.advanced(byDays: offset)) }
    }
    let linked = view.directory.linkedTransactions
    var found: [(ImportLeg, CategorySetting)] = []
    for day in try view.postedDays(from: first.advanced(byDays: -reach), to: last.advanced(byDays: reach))
    where near.contains(day) {
      for id in try view.transactions(on: day) where !linked.contains(id) {
        let row = try view.standingRow(id)
        guard let account = directory.account(row.values.account), row.values.amount != .zero, !row.setting.isSplit,
          keys.contains(Finder.key(row.values.amount, account.currency))
        else { continue }
        let leg = ImportLeg(
          origin: .ledger(id), day: day, amount: row.values.amount, currency: account.currency, account: account.id,
          merchant: row.values.merchant)
        found.append((leg, row.setting))
      }
    }
    return found
  }
}

extension ImportPlan {
  /// How many new rows become transfers by being linked.
  public var transferRowCount: Int {
    transfers.flatMap(\.legs).count { leg in
      if case .row = leg.origin { leg.previous != nil } else { false }
    }
  }

  /// What the linked transfers change, after the new rows are written.
  ///
  /// - Parameter id: the number of a new row's transaction.
  func transferEvents(_ id: (_ file: Int, _ row: Int) -> TransactionID?) -> [Event] {
    guard let category = directory.transferCategory else { return [] }
    var events: [Event] = []
    for transfer in transfers {
      var ids: [TransactionID] = []
      for leg in transfer.legs {
        let target: TransactionID?
        switch leg.origin {
        case .ledger(let known): target = known
        case .row(let file, let row): target = id(file, row)
        }
        guard let target else { preconditionFailure("a linked row was not added") }
        ids.append(target)
        guard let previous = leg.previous else { continue }
        events.append(
          .transactionRecategorised(
            TransactionRecategorised(
              target: target,
              values: TransactionValues(
                day: leg.day, amount: leg.amount, account: leg.account, merchant: leg.merchant),
              previous: previous, setting: CategorySetting(category.id, isByHand: false), cause: .transfer)))
      }
      events.append(
        .transferDecided(
          TransferDecided(
            pair: TransferPair(outgoing: ids[0], incoming: ids[1]), state: .linked, previous: .undecided)))
    }
    return events
  }
}
