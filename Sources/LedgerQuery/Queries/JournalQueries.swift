import LedgerDomain
import LedgerJournal
import LedgerProjection

/// What is one transaction, and what happened to it?
public struct TransactionHistoryQuery: Sendable {
  public var id: TransactionID

  public init(id: TransactionID) {
    self.id = id
  }

  /// - Complexity: O(blocks after the transaction); columns are scanned for its number.
  public func report(on view: LedgerView) throws -> TransactionReport {
    guard try view.state(of: id) != nil else { throw Refusal.noSuchTransaction(id) }
    let items = TransactionItems(view)
    let row = try view.standingRow(id)
    let texts = try view.texts(of: row)
    let commit = try items.commit(at: id.position)
    let sourceFile = texts.sourceFile.flatMap { $0 < commit.sources.count ? commit.sources[$0].name : nil }
    var history: [TransactionReport.Change] = []
    var places: [Position] = []
    try view.journal.forEachBlock(from: id.position, through: view.position) { block throws(JournalError) in
      for index in 0..<block.rowCount where block.firstPosition + UInt64(index) <= view.position {
        let row = block.row(index)
        if row.isTransactionRow, row.target == id.position { places.append(block.firstPosition + UInt64(index)) }
      }
      return true
    }
    var retracted: TransactionEditHalf?
    for place in places {
      let event = try event(at: place, view: view)
      if case .transactionEditRetracted(let half) = event {
        retracted = half
        continue
      }
      history.append(try change(event, at: place, retracted: retracted, items: items, view: view))
      retracted = nil
    }
    return TransactionReport(
      transaction: try items.item(row), bankCategory: texts.bankCategory, sourceFile: sourceFile,
      sourceLine: texts.sourceLine, history: history)
  }

  private func event(at position: Position, view: LedgerView) throws -> Event {
    let block = try view.journal.block(at: position)
    let index = Int(position - block.firstPosition)
    return try EventCoding.decode(
      block.row(index), payload: ArraySlice(block.textPayload(index)), at: position)
  }

  private func change(
    _ event: Event, at position: Position, retracted: TransactionEditHalf?, items: TransactionItems, view: LedgerView
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
      if let retracted { change.fields = try fields(retracted, half, items: items, view: view) }
    default:
      break
    }
    return change
  }

  private func fields(
    _ before: TransactionEditHalf, _ after: TransactionEditHalf, items: TransactionItems, view: LedgerView
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

/// Which commits are there?
public struct LogQuery: Sendable {
  public var limit: Int?

  public init(limit: Int? = nil) {
    self.limit = limit
  }

  public func report(on view: LedgerView) throws -> LogReport {
    let statuses = try view.commitStatuses()
    var commits: [LogReport.Entry] = []
    if limit == 0 { return LogReport(commits: []) }
    try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
      var added = 0
      var recategorised = 0
      var deleted = 0
      try view.journal.forEachBlock(
        from: header.firstPosition, through: min(header.lastPosition, view.position)
      ) { block throws(JournalError) in
        for index in 0..<block.rowCount where block.firstPosition + UInt64(index) <= view.position {
          switch EventKind(rawValue: block.row(index).kind) {
          case .transactionAdded: added += 1
          case .transactionRecategorised: recategorised += 1
          case .transactionDeleted: deleted += 1
          default: break
          }
        }
        return true
      }
      commits.append(
        LogReport.Entry(
          header: header, added: added, recategorised: recategorised, deleted: deleted,
          isUndone: statuses.undone.contains(header.number)))
      return commits.count < limit ?? Int.max
    }
    return LogReport(commits: commits)
  }
}

/// How large is the ledger?
public struct StatsQuery: Sendable {
  public var fileBytes: Int

  /// - Parameter fileBytes: the size of the ledger's file, which a view does not know.
  public init(fileBytes: Int) {
    self.fileBytes = fileBytes
  }

  public func report(on view: LedgerView) throws -> StatsReport {
    var merchants: Set<MerchantID> = []
    var counts: [MerchantID: Int64] = [:]
    try view.forEachMerchantMonth(from: CalendarDay.first.yearMonth.previous, to: CalendarDay.last.yearMonth.next) {
      merchant, _, _, cell in
      counts[merchant, default: 0] += cell.count
    }
    for (merchant, count) in counts where count > 0 && merchant != .none { merchants.insert(merchant) }
    let days = try view.dayRange()
    let totals = view.transactionCounts
    return StatsReport(
      events: view.position, commits: try view.lastCommit().number, transactions: Int(totals.live),
      deleted: Int(totals.gone), merchants: merchants.count,
      accounts: view.directory.accounts.count { !$0.isRemoved }, firstDay: days?.lowerBound, lastDay: days?.upperBound,
      fileBytes: fileBytes, viewBytes: try view.viewBytes())
  }
}

/// Which settings hold?
public struct SettingsQuery: Sendable {
  public init() {}

  public func report(on view: LedgerView) -> SettingsReport {
    SettingsReport(
      settings: SettingKey.allCases.map { key in
        let value = view.directory.settings[key]
        return SettingsReport.Entry(
          key: key.name, value: value ?? (key == .monthStartDay ? "1" : ""), isDefault: value == nil)
      })
  }
}

/// What would a recategorisation do?
public struct RecategorisePreviewQuery: Sendable {
  public var ids: [TransactionID]
  public var category: String

  public init(ids: [TransactionID], category: String) {
    self.ids = ids
    self.category = category
  }

  public func report(on view: LedgerView) throws -> RecategorisePreview {
    let events = try Decision.recategorise(ids, to: category, state: view)
    struct Key: Hashable {
      var month: YearMonth
      var category: CategoryID
      var currency: Currency
    }
    var changes: [Key: Int64] = [:]
    var changed: [TransactionID] = []
    for case .transactionRecategorised(let change) in events {
      guard let currency = view.directory.account(change.values.account)?.currency else { continue }
      let month = view.calendar.month(of: change.values.day)
      changed.append(change.target)
      if change.previous.category == change.setting.category { continue }
      changes[Key(month: month, category: change.previous.category, currency: currency), default: 0] -=
        change.values.amount.minorUnits
      changes[Key(month: month, category: change.setting.category, currency: currency), default: 0] +=
        change.values.amount.minorUnits
    }
    var before: [Key: Int64] = [:]
    if let first = changes.keys.map(\.month).min(), let last = changes.keys.map(\.month).max() {
      try view.forEachMonthSum(from: first, to: last) { account, month, slot, cell in
        guard let currency = view.directory.account(account)?.currency else { return }
        before[Key(month: month, category: slot.category, currency: currency), default: 0] += cell.sum
      }
    }
    let effects = changes.map { key, change in
      RecategorisePreview.Effect(
        month: key.month, category: view.directory.category(key.category)?.name ?? "", currency: key.currency,
        before: Money(minorUnits: before[key] ?? 0), after: Money(minorUnits: (before[key] ?? 0) + change))
    }
    .sorted { ($0.month, $0.category, $0.currency) < ($1.month, $1.category, $1.currency) }
    return RecategorisePreview(
      category: try view.category(named: category)?.name ?? category, ids: changed, effects: effects)
  }
}

/// Is the journal sound?
public enum VerifyQuery {
  public static func report(on view: LedgerView) -> VerifyReport {
    let result = Verifier.verify(view)
    return VerifyReport(
      commits: result.commits, events: result.events, headHash: result.headHash,
      problems: result.problems.map { VerifyReport.Problem(position: $0.position, reason: $0.reason) })
  }
}
