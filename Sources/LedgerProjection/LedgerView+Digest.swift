import LedgerDomain
import LedgerJournal

extension LedgerView {
  /// The digest of everything that the view says.
  ///
  /// - Complexity: O(transactions).
  public func digest() throws -> CommitHash { try ViewDigest.of(self) }

  /// The same point, folded from nothing: no snapshot serves.
  public func refolded() throws -> LedgerView {
    try LedgerView.make(store: journal.store, at: position, usesSnapshot: false)
  }
}
