import LedgerDomain
import LedgerJournal
import ParallelWork

/// A write transaction of a ledger: looks at it and appends commits.
public struct LedgerTransaction {
  let store: StoreWriter

  /// The ledger as it stands, with what this transaction appended.
  public func view() throws -> LedgerView {
    try LedgerView.make(store: store.reader, at: nil)
  }

  /// Appends one commit; nothing where the body appends no event.
  ///
  /// - Parameters:
  ///   - recordedAt: the command's clock.
  ///   - command: the command as a person would type it.
  /// - Returns: the commit's header, or nil where nothing was appended.
  @discardableResult
  public func commit(
    recordedAt: Instant, command: String, sources: [CommitSource], _ body: (inout CommitWriter) throws -> Void
  ) throws -> CommitHeader? {
    var writer = try CommitWriter(store: store)
    try body(&writer)
    if writer.isEmpty { return nil }
    let header = try writer.finish(recordedAt: recordedAt, command: command, sources: sources)
    try snapshotIfDue(after: header)
    return header
  }

  /// Appends one commit of events that are decided already.
  @discardableResult
  public func commit(
    recordedAt: Instant, command: String, sources: [CommitSource] = [], events: [Event]
  ) throws -> CommitHeader? {
    try commit(recordedAt: recordedAt, command: command, sources: sources) { writer in
      for event in events { try writer.append(event) }
    }
  }

  /// Folds the whole journal and writes every view anew.
  public func rebuild() throws {
    let projection = try LedgerView.make(store: store.reader, at: nil, usesSnapshot: false).tail
    var writer = try SnapshotWriter(store: store, projection: projection, previous: nil)
    try writer.write()
  }

  /// What a rebuild found.
  public struct RebuildResult: Sendable {
    /// The digest of the views that were written.
    public let digest: CommitHash
    /// Whether the views before were the same; false too where they could not be read.
    public let matchesViewsBefore: Bool
  }

  /// As `rebuild`, and compares what it wrote with the views before.
  ///
  /// - Complexity: O(events). The digest is computed while the views are written, once where nothing differs.
  public func rebuildComparing() throws -> RebuildResult {
    let ingredients = try LedgerView.Ingredients(store: store.reader, at: nil, usesSnapshot: false)
    let (view, before) = try ingredients.view { try readableContent() }
    let (content, parts) = (try ViewContent(view), view.tailParts)
    let (digest, _) = try ParallelWork.beside { () throws(any Error) in
      try ViewDigest.of(content, parts: parts)
    } _: {
      var writer = try SnapshotWriter(store: store, projection: view.tail, previous: nil)
      try writer.write()
    }
    guard let before, before != content else { return RebuildResult(digest: digest, matchesViewsBefore: before != nil) }
    // Contents may differ where meaning does not, in what is gone for example.
    return RebuildResult(digest: digest, matchesViewsBefore: try ViewDigest.of(before, parts: parts) == digest)
  }

  /// The content of the views before they are rebuilt; nil where they are damaged, which a rebuild repairs.
  private func readableContent() throws -> ViewContent? {
    do {
      return try ViewContent(view())
    } catch ProjectionError.damagedView {
      return nil
    }
  }

  /// Writes a snapshot when the tail has grown past its limits, or months are cut another way by the last commit.
  private func snapshotIfDue(after last: CommitHeader) throws {
    let journal = JournalReader(store: store.reader)
    let snapshot = try SnapshotReader.open(store.reader)
    if let snapshot, try contains(.settingChanged, last, journal) {
      let calendar = try view().directory.monthCalendar
      if UInt64(calendar.startDay) != snapshot.header.monthStartDay { return try rebuild() }
    }
    let covered = snapshot?.header.position ?? 0
    let coveredCommits = try covered == 0 ? 0 : journal.block(at: covered).commitNumber
    guard
      last.lastPosition - covered > Ledger.tailEventLimit || last.number - coveredCommits > Ledger.tailCommitLimit
    else { return }
    let view = try view()
    var writer = try SnapshotWriter(store: store, projection: view.tail, previous: snapshot)
    try writer.write()
  }

  private func contains(_ kind: EventKind, _ commit: CommitHeader, _ journal: JournalReader) throws -> Bool {
    var isFound = false
    try journal.forEachBlock(
      from: commit.firstPosition, through: commit.lastPosition, checking: .columns
    ) { block throws(JournalError) in
      isFound = block.contains(kind)
      return !isFound
    }
    return isFound
  }
}
