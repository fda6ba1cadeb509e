import LedgerDomain
import LedgerJournal

extension LedgerView {
  /// The same ledger at an earlier position, or at the view's own.
  ///
  /// - Complexity: where the snapshot is later than the point, O(events up to the point), else O(events after the snapshot).
  public func earlier(at point: Position) throws -> LedgerView {
    point == position ? self : try LedgerView.make(store: journal.store, at: point)
  }

  /// The commit that the view's last event belongs to; it may go on after the view's position.
  public func lastCommit() throws -> CommitHeader {
    try journal.header(of: journal.block(at: position))
  }
}
