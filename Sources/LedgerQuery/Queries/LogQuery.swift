import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Which commits are there?
public struct LogQuery: Sendable {
  public var limit: Int?
  /// Only the commits that changed this transaction.
  public var followed: TransactionID?
  /// Whether each commit's effect on months and categories is wanted.
  public var hasEffects: Bool

  public init(limit: Int? = nil, followed: TransactionID? = nil, hasEffects: Bool = false) {
    self.limit = limit
    self.followed = followed
    self.hasEffects = hasEffects
  }

  /// - Complexity: O(events of the commits listed), and for a followed transaction O(events after it).
  public func report(on view: LedgerView) throws -> LogReport {
    if limit == 0 { return LogReport(commits: []) }
    let reader = try CommitEntries(view, hasEffects: hasEffects)
    var wanted: Set<CommitNumber>?
    if let followed {
      guard try view.state(of: followed) != nil else { throw Refusal.noSuchTransaction(followed) }
      wanted = try TransactionHistories(view, items: TransactionItems(view)).commits(of: followed)
    }
    var headers: [CommitHeader] = []
    try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
      if wanted?.contains(header.number) == false { return true }
      headers.append(header)
      return headers.count < min(limit ?? Int.max, wanted?.count ?? Int.max)
    }
    return LogReport(commits: try headers.map(reader.entry))
  }
}

/// Makes log entries of commits.
struct CommitEntries {
  private let view: LedgerView
  private let undone: Set<CommitNumber>
  private let hasEffects: Bool

  init(_ view: LedgerView, hasEffects: Bool) throws {
    self.view = view
    undone = try view.commitStatuses().undone
    self.hasEffects = hasEffects
  }

  /// - Throws: `ProjectionError.overflow` where an effect does not fit into 64 bits.
  func entry(_ header: CommitHeader) throws -> LogReport.Entry {
    var counts = LogReport.Counts()
    var effects = CommitEffects(view)
    try view.journal.forEachBlock(
      from: header.firstPosition, through: min(header.lastPosition, view.position), checking: .columns
    ) {
      block throws(JournalError) in
      let splits = hasEffects ? try block.checkedSplitSettings() : [:]
      for index in 0..<block.rowCount where block.firstPosition + UInt64(index) <= view.position {
        let row = block.row(index)
        switch EventKind(rawValue: row.kind) {
        case .transactionAdded: counts.added += 1
        case .transactionRecategorised, .transactionSplit: counts.recategorised += 1
        case .transactionDeleted: counts.deleted += 1
        case .transactionRestored: counts.restored += 1
        case .transactionEditAsserted: counts.edited += 1
        default: break
        }
        if hasEffects { try effects.add(row, at: block.firstPosition + UInt64(index), parts: splits[index]) }
      }
      return true
    }
    if effects.overflows { throw ProjectionError.overflow(position: header.firstPosition) }
    return LogReport.Entry(
      header: header, counts: counts, isUndone: undone.contains(header.number),
      effects: hasEffects ? effects.sorted : nil)
  }
}

/// What rows change of months and categories.
struct CommitEffects {
  private struct Key: Hashable {
    var month: YearMonth
    var slot: CategorySlot
    var currency: Currency
  }

  private let view: LedgerView
  private var cells: [Key: SumCell] = [:]
  private(set) var overflows = false

  init(_ view: LedgerView) {
    self.view = view
  }

  /// - Parameter parts: the settings of a row of a split, with its parts.
  mutating func add(
    _ row: EventRow, at position: Position, parts: RowSettings?
  ) throws(JournalError) {
    guard row.isTransactionRow else { return }
    let values = try row.values(at: position)
    let (previous, setting) = parts ?? (row.previousSetting, row.setting)
    switch EventKind(rawValue: row.kind) {
    case .transactionAdded, .transactionRestored, .transactionEditAsserted: add(values, setting, 1)
    case .transactionDeleted, .transactionEditRetracted: add(values, setting, -1)
    case .transactionRecategorised, .transactionSplit:
      add(values, previous, -1)
      add(values, setting, 1)
    default: break
    }
  }

  private mutating func add(_ values: TransactionValues, _ setting: CategorySetting, _ factor: Int64) {
    guard let account = view.directory.account(values.account) else { return }
    let month = view.calendar.month(of: values.day)
    for (slot, added) in setting.cells(of: values.amount) where slot != .split {
      let key = Key(month: month, slot: slot, currency: account.currency)
      var cell = cells[key] ?? SumCell()
      let (sum, isTooLarge) = cell.sum.addingReportingOverflow(added.sum * factor)
      if isTooLarge { overflows = true }
      cell.sum = sum
      cell.count += added.count * factor
      cells[key] = cell
    }
  }

  /// By month, then kind, then category; what comes to nothing is left out.
  var sorted: [LogReport.Effect] {
    cells.filter { !$0.value.isZero }.map { key, cell in
      let category = view.directory.category(key.slot.category)
      return LogReport.Effect(
        month: key.month, category: category?.name ?? "",
        kind: key.slot == .uncategorisedIn ? .income : category?.kind ?? .expense, currency: key.currency,
        change: Money(minorUnits: cell.sum), count: Int(cell.count))
    }
    .sorted {
      ($0.month, $0.currency, $0.kind.rawValue, $0.category) < ($1.month, $1.currency, $1.kind.rawValue, $1.category)
    }
  }
}
