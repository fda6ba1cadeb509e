import LedgerDomain
import LedgerJournal
import LedgerProjection

/// What changed between two points?
public struct DiffQuery: Sendable {
  public var from: Position
  public var to: Position

  public init(from: Position, to: Position) {
    self.from = from
    self.to = to
  }

  /// The difference of both points' months.
  ///
  /// - Complexity: that of reading the ledger at both points, and O(events between them).
  public func report(on view: LedgerView) throws -> DiffReport {
    let before = try view.earlier(at: from)
    let after = try view.earlier(at: to)
    let sums = (try DiffQuery.sums(before), try DiffQuery.sums(after))
    var changes: [DiffReport.Change] = []
    for key in Set(sums.0.keys).union(sums.1.keys) {
      let (old, new) = (sums.0[key] ?? .zero, sums.1[key] ?? .zero)
      if old == new { continue }
      changes.append(
        DiffReport.Change(
          month: key.month, category: key.category, kind: key.kind, currency: key.currency, before: old, after: new,
          change: try new.subtracting(old)))
    }
    changes.sort {
      ($0.month, $0.currency, $0.kind.rawValue, $0.category) < ($1.month, $1.currency, $1.kind.rawValue, $1.category)
    }
    let commits = try commits(
      before.position < after.position ? after : before, after: min(before.position, after.position))
    return DiffReport(
      from: before.position, to: after.position, commits: commits, counts: DiffQuery.total(commits), changes: changes)
  }

  private struct Key: Hashable {
    var month: YearMonth
    var category: String
    var kind: CategoryKind
    var currency: Currency
  }

  private static func sums(_ view: LedgerView) throws -> [Key: Money] {
    var sums: [Key: Money] = [:]
    for month in try MonthsQuery().report(on: view).months {
      for category in month.categories {
        let key = Key(month: month.month, category: category.category, kind: category.kind, currency: month.currency)
        sums[key] = try (sums[key] ?? .zero).adding(category.sum)
      }
    }
    return sums
  }

  /// The commits of a view that end after a position, newest first.
  private func commits(_ view: LedgerView, after position: Position) throws -> [LogReport.Entry] {
    let reader = try CommitEntries(view, hasEffects: false)
    var headers: [CommitHeader] = []
    try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
      guard min(header.lastPosition, view.position) > position else { return false }
      headers.append(header)
      return true
    }
    return try headers.map(reader.entry)
  }

  private static func total(_ commits: [LogReport.Entry]) -> LogReport.Counts {
    commits.reduce(into: LogReport.Counts()) { total, commit in
      total.added += commit.counts.added
      total.recategorised += commit.counts.recategorised
      total.deleted += commit.counts.deleted
      total.restored += commit.counts.restored
      total.edited += commit.counts.edited
    }
  }
}
