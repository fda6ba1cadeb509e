import LedgerDomain
import LedgerJournal

extension LedgerView {
  /// The digest of everything that the view says.
  ///
  /// - Complexity: O(transactions).
  public func digest() throws -> CommitHash { try ViewDigest.of(self) }

  /// The digest of the view and that of the same point folded from nothing, and whether both are equal.
  ///
  /// - Complexity: O(events).
  public func refoldedDigest() throws -> (digest: CommitHash, matches: Bool) {
    let view = try refolded()
    let (refolded, parts) = (try ViewContent(view), view.tailParts)
    let digest = try ViewDigest.of(refolded, parts: parts)
    let mine = try ViewContent(self)
    return (digest, try mine == refolded || ViewDigest.of(mine, parts: parts) == digest)
  }

  /// The same point, folded from nothing: no snapshot serves.
  ///
  /// - Parameter threadCount: how many threads fold; nil is as many as it is worth.
  public func refolded(threadCount: Int? = nil) throws -> LedgerView {
    try LedgerView.make(store: journal.store, at: position, usesSnapshot: false, threadCount: threadCount)
  }
}
