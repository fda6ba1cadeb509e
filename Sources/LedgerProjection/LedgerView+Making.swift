import LedgerDomain
import LedgerJournal

extension LedgerView {
  /// The view of a store at a position.
  ///
  /// - Parameters:
  ///   - position: nil is the head. A position between the halves of an edit counts as before the edit.
  ///   - usesSnapshot: whether a snapshot may serve; without one everything is folded.
  ///   - threadCount: how many threads fold; nil is as many as it is worth.
  static func make(
    store: StoreReader, at position: Position?, usesSnapshot: Bool = true, threadCount: Int? = nil
  ) throws -> LedgerView {
    let journal = JournalReader(store: store)
    let head = try journal.head()
    var end = min(position ?? head, head)
    if end >= 1, end < head, try journal.row(at: end).kind == EventKind.transactionEditRetracted.rawValue { end -= 1 }
    var snapshot = usesSnapshot ? try SnapshotReader.open(store) : nil
    if let found = snapshot, found.header.position > end { snapshot = nil }
    let first = (snapshot?.header.position ?? 0) + 1
    let parts = try BlockPart.all(of: journal, from: first, through: end)
    let directory = try snapshot?.directory() ?? LedgerDirectory()
    let tail = try Projector.project(
      parts, firstPosition: first, directory: directory, threadCount: threadCount)
    return LedgerView(
      position: end, journal: journal, directory: tail.directory, snapshot: snapshot, tail: tail,
      tailParts: parts)
  }
}

extension SnapshotReader {
  /// Whether the file's snapshot was written by another version of the projection.
  static func isOutdated(_ store: StoreReader) throws -> Bool {
    try store.value(headerKey, in: .meta).map { !SnapshotHeader.isOfThisVersion($0) } ?? false
  }
}
