import LedgerDomain
import LedgerJournal
import ParallelWork

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
    try Ingredients(store: store, at: position, usesSnapshot: usesSnapshot).view(threadCount: threadCount)
  }

  /// What a view is made of, read out of the store; the fold, which is most of the work, reads it no more.
  struct Ingredients {
    private let end: Position
    private let journal: JournalReader
    private let snapshot: SnapshotReader?
    private let firstPosition: Position
    private let directory: LedgerDirectory
    private let parts: [BlockPart]

    /// The parameters are those of `make`.
    init(store: StoreReader, at position: Position?, usesSnapshot: Bool) throws {
      journal = JournalReader(store: store)
      let head = try journal.head()
      var end = min(position ?? head, head)
      if end >= 1, end < head, try journal.row(at: end).kind == EventKind.transactionEditRetracted.rawValue { end -= 1 }
      var snapshot = usesSnapshot ? try SnapshotReader.open(store) : nil
      if let found = snapshot, found.header.position > end { snapshot = nil }
      self.end = end
      self.snapshot = snapshot
      firstPosition = (snapshot?.header.position ?? 0) + 1
      parts = try BlockPart.all(of: journal, from: firstPosition, through: end)
      directory = try snapshot?.directory() ?? LedgerDirectory()
    }

    func view(threadCount: Int? = nil) throws -> LedgerView {
      view(
        tail: try Projector.project(
          parts, firstPosition: firstPosition, directory: directory, threadCount: threadCount))
    }

    /// The view, while something else is done beside the fold.
    func view<Other>(beside other: () throws -> Other) throws -> (LedgerView, Other) {
      let (parts, firstPosition, directory) = (parts, firstPosition, directory)
      let (tail, result) = try ParallelWork.beside { () throws(any Error) in
        try Projector.project(parts, firstPosition: firstPosition, directory: directory)
      } _: {
        try other()
      }
      return (view(tail: tail), result)
    }

    private func view(tail: Projection) -> LedgerView {
      LedgerView(
        position: end, journal: journal, directory: tail.directory, snapshot: snapshot, tail: tail,
        tailSums: TailSums(tail.sums), tailParts: parts)
    }
  }
}

extension SnapshotReader {
  /// Whether the file's snapshot was written by another version of the projection.
  static func isOutdated(_ store: StoreReader) throws -> Bool {
    try store.value(headerKey, in: .meta).map { !SnapshotHeader.isOfThisVersion($0) } ?? false
  }
}
