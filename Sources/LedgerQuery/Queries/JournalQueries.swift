import LedgerDomain
import LedgerJournal
import LedgerProjection

/// What is one transaction, and what happened to it?
public struct TransactionHistoryQuery: Sendable {
  public var id: TransactionID

  public init(id: TransactionID) {
    self.id = id
  }

  /// - Complexity: O(events after the transaction); columns are scanned for its number.
  public func report(on view: LedgerView) throws -> TransactionReport {
    guard try view.state(of: id) != nil else { throw Refusal.noSuchTransaction(id) }
    let items = TransactionItems(view)
    let row = try view.standingRow(id)
    let texts = try view.texts(of: row)
    let commit = try items.commit(at: row.matchPosition ?? id.position)
    let sourceFile = texts.sourceFile.flatMap { $0 < commit.sources.count ? commit.sources[$0].name : nil }
    let history = try TransactionHistories(view, items: items).changes(of: [id])[id] ?? []
    return TransactionReport(
      transaction: try items.item(row), bankCategory: texts.bankCategory, sourceFile: sourceFile,
      sourceLine: texts.sourceLine, history: history)
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
          key: key.name, value: value ?? key.defaultValue, isDefault: value == nil)
      })
  }
}

/// What would a recategorisation do?
public struct RecategorisePreviewQuery: Sendable {
  public var ids: [TransactionID]
  public var category: String
  /// Whether those that are split are left out, rather than refused.
  public var leavesSplits: Bool

  public init(ids: [TransactionID], category: String, leavesSplits: Bool = false) {
    self.ids = ids
    self.category = category
    self.leavesSplits = leavesSplits
  }

  public func report(on view: LedgerView) throws -> RecategorisePreview {
    let events = try Decision.recategorise(ids, to: category, leavesSplits: leavesSplits, state: view)
    return try RecategorisePreviewQuery.preview(
      events, category: try view.category(named: category)?.name ?? category, view)
  }

  /// What recategorisations would do to each month.
  ///
  /// - Parameter category: how the target is called.
  static func preview(_ events: [Event], category: String, _ view: LedgerView) throws -> RecategorisePreview {
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
    return RecategorisePreview(category: category, ids: changed, effects: effects)
  }
}

extension VerifyReport {
  /// What a check of a whole ledger found.
  public init(_ result: Verification) {
    self.init(
      commits: result.commits, events: result.events, headHash: result.headHash,
      problems: result.problems.map { VerifyReport.Problem(position: $0.position, reason: $0.reason) })
  }
}
