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
  /// How many days may lie between the two legs of a pair.
  private static let days = TransferFinder<Int>.standardDays

  private let sources: [ImportSource]
  private let view: LedgerView
  private let plan: ImportPlan
  private let directory: LedgerDirectory
  /// By a category's number: whether it is one of transfers.
  private let transferCategories: [Bool]

  private(set) var linked: [ImportTransfer] = []
  /// The rows of pairs that a journal states.
  private var stated: Set<ImportLeg.Origin> = []
  /// Pairs with a new row that has no category, or is a transfer, and that a person has to decide about.
  private(set) var suggestionCount = 0

  /// - Parameter directory: with the names that the import defines.
  init(_ plan: ImportPlan, sources: [ImportSource], view: LedgerView, directory: LedgerDirectory) throws {
    self.plan = plan
    self.sources = sources
    self.view = view
    self.directory = directory
    transferCategories = directory.categories.map { $0.kind == .transfer }
    guard directory.accounts.count(where: { !$0.isRemoved }) > 1 else { return }
    try linkStated()
    try find()
  }

  /// Links the rows that a journal says are one movement, where both are new.
  private mutating func linkStated() throws {
    for (file, source) in sources.enumerated() {
      for pair in source.file.journal?.pairs ?? [] {
        let rows = [pair.outgoing, pair.incoming]
        guard rows.allSatisfy({ plan.outcomes[file][$0].status == .new }) else { continue }
        let legs = try rows.map { try leg(sighting(source.file.transactions[$0], at: (file, $0))) }
        stated.formUnion(legs.map(\.origin))
        linked.append(ImportTransfer(outgoing: legs[0], incoming: legs[1]))
      }
    }
  }

  private func isOpen(_ setting: CategorySetting) -> Bool {
    isTransfer(setting) || (setting.category == .uncategorised && !setting.isByHand)
  }

  private func isTransfer(_ setting: CategorySetting) -> Bool {
    let index = Int(setting.category.index)
    return index < transferCategories.count && transferCategories[index]
  }

  /// Something that may be a leg, before it is worth more than a look.
  private struct Sighting {
    var origin: ImportLeg.Origin
    var day: CalendarDay
    var amount: Money
    var currency: Currency
    var account: AccountID
    var merchant: MerchantID
    var setting: CategorySetting

    /// Whether it is a new row of a file.
    var isRow: Bool {
      if case .row = origin { true } else { false }
    }
  }

  /// Rows of a journal come where it says that they are transfers, and not to which row: it says what every row is.
  private func forEachNewRow(_ body: (Sighting) -> Void) {
    for (file, outcomes) in plan.outcomes.enumerated() {
      let transactions = sources[file].file.transactions
      let isJournal = sources[file].file.journal != nil
      for (row, outcome) in outcomes.enumerated() where outcome.status == .new && outcome.category != .split {
        let transaction = transactions[row]
        if transaction.amount == .zero { continue }
        let sighting = sighting(transaction, at: (file, row))
        if isJournal, !isTransfer(sighting.setting) || stated.contains(sighting.origin) { continue }
        body(sighting)
      }
    }
  }

  private func sighting(_ transaction: ImportedTransaction, at place: (file: Int, row: Int)) -> Sighting {
    let planned = plan.rows[place.file][place.row]
    return Sighting(
      origin: .row(file: place.file, row: place.row), day: transaction.day, amount: transaction.amount,
      currency: transaction.currency, account: planned.account, merchant: planned.merchant,
      setting: CategorySetting(plan.outcomes[place.file][place.row].category, isByHand: false))
  }

  /// What may be a leg of a pair with a new row that is open, with everything that may make such a pair unsure.
  ///
  /// Of a million rows these are few: the counterparts of open rows, and the counterparts of those.
  private func sightings() throws -> [Sighting] {
    let days = ImportTransfers.days
    var openCount = 0
    forEachNewRow { if isOpen($0.setting) { openCount += 1 } }
    if openCount == 0 { return [] }
    var open = AmountMarks(count: openCount)
    var openDays: Set<CalendarDay> = []
    forEachNewRow { row in
      if !isOpen(row.setting) { return }
      open.mark(row.amount, row.currency, on: row.day, within: days)
      openDays.insert(row.day)
    }
    func isCounterpart(_ sighting: Sighting) -> Bool {
      open.mayHave(-sighting.amount, sighting.currency, on: sighting.day)
    }
    let known = try known(around: openDays)
    var counterparts = known.filter(isCounterpart)
    forEachNewRow { if isCounterpart($0) { counterparts.append($0) } }
    if counterparts.isEmpty { return [] }
    var marks = AmountMarks(count: counterparts.count)
    for leg in counterparts { marks.mark(leg.amount, leg.currency, on: leg.day, within: days) }
    var found = counterparts
    func look(_ sighting: Sighting) {
      if marks.mayHave(-sighting.amount, sighting.currency, on: sighting.day), !isCounterpart(sighting) {
        found.append(sighting)
      }
    }
    for sighting in known { look(sighting) }
    forEachNewRow(look)
    return found
  }

  private mutating func find() throws {
    let legs = try sightings()
    var finder = TransferFinder<Int>(days: ImportTransfers.days)
    for (index, leg) in legs.enumerated() {
      finder.add(
        index, day: leg.day, amount: leg.amount, currency: leg.currency, account: leg.account,
        isTransfer: isTransfer(leg.setting))
    }
    let pairs = finder.pairs { outgoing, incoming in
      guard case .ledger(let first) = legs[outgoing].origin, case .ledger(let second) = legs[incoming].origin else {
        return false
      }
      return view.directory.transfers[TransferPair(outgoing: first, incoming: second)] == .separate
    }
    for pair in pairs {
      let outgoing = legs[pair.outgoing]
      let incoming = legs[pair.incoming]
      if !outgoing.isRow, !incoming.isRow { continue }
      if pair.isSure, isOpen(outgoing.setting), isOpen(incoming.setting) {
        linked.append(ImportTransfer(outgoing: try leg(outgoing), incoming: try leg(incoming)))
      } else if [outgoing, incoming].contains(where: { $0.isRow && isOpen($0.setting) }) {
        suggestionCount += 1
      }
    }
    linked.sort { ImportTransfers.order($0) < ImportTransfers.order($1) }
  }

  private func leg(_ sighting: Sighting) throws -> ImportLeg {
    var leg = ImportLeg(
      origin: sighting.origin, day: sighting.day, amount: sighting.amount, currency: sighting.currency,
      account: sighting.account, merchant: sighting.merchant)
    switch leg.origin {
    case .ledger: leg.merchantName = try view.merchantName(leg.merchant)
    case .row(let file, let row):
      let texts = sources[file].file.texts
      leg.merchantName = texts.string(sources[file].file.transactions[row].merchant) ?? ""
    }
    if !isTransfer(sighting.setting) { leg.previous = sighting.setting }
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
  private func known(around days: Set<CalendarDay>) throws -> [Sighting] {
    guard view.transactionCounts.live > 0, let first = days.min(), let last = days.max() else { return [] }
    let reach = 2 * ImportTransfers.days
    var near: Set<CalendarDay> = []
    for day in days {
      for offset in -reach...reach { near.insert(day.advanced(byDays: offset)) }
    }
    let linked = view.directory.linkedTransactions
    var found: [Sighting] = []
    for day in try view.postedDays(from: first.advanced(byDays: -reach), to: last.advanced(byDays: reach))
    where near.contains(day) {
      try view.forEachTransaction(from: day, to: day) { row in
        guard !linked.contains(row.id), let account = directory.account(row.values.account),
          row.values.amount != .zero, !row.setting.isSplit
        else { return }
        found.append(
          Sighting(
            origin: .ledger(row.id), day: day, amount: row.values.amount, currency: account.currency,
            account: account.id, merchant: row.values.merchant, setting: row.setting))
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
