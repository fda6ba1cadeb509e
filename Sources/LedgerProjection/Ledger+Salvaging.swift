import LMDB
import LedgerDomain
import LedgerJournal

/// What could be saved of a damaged ledger, and what could not.
public struct Salvage: Sendable {
  /// The new ledger: every commit up to the last good one.
  public var copy: LedgerCopy
  /// What is wrong with the damaged ledger; empty where it is sound.
  public var problems: [Verification.Problem]
  /// The newest commit that is known to have been made, by the file or its anchor; nil where neither can be read.
  public var lastKnown: LastKnown?
  /// Commits after the last good one that can be read but do not follow from it.
  public var unconnected: [CommitHeader]

  public struct LastKnown: Sendable {
    /// Nil where only its position is known.
    public var commit: CommitNumber?
    public var position: Position
  }

  /// How many events are lost; nil where it is not known how many there were.
  public var lostEvents: UInt64? { lastKnown.map { $0.position > copy.events ? $0.position - copy.events : 0 } }

  /// How many commits are lost; nil where it is not known how many there were.
  public var lostCommits: UInt64? {
    if lostEvents == 0 { return 0 }
    return lastKnown?.commit.map { $0 > copy.commits ? $0 - copy.commits : 0 }
  }
}

extension Ledger {
  /// Makes a new ledger of every commit of a damaged one up to the last good one; the damaged one stays as it is.
  ///
  /// Commits are found by what their blocks say, not by the file's trees, so a file whose structure is broken serves too.
  ///
  /// - Throws: `LMDBError.exists` where there is a file at the destination; `JournalError.damaged` where no commit can be
  ///   saved; `newerVersion` and `newerFormat`.
  public static func salvage(path: String, to destination: String, ledgerID: CommitHash) throws -> Salvage {
    let verification = try verifyWhateverItIs(path: path)
    let anchor = Anchor.read(ledgerPath: path)
    return try withCommittedHead(path: path) { head in
      try RawFile.withBytes(path: path) { bytes in
        try salvage(
          BlockSearch(bytes), head: head, anchor: anchor, to: destination, ledgerID: anchor?.ledgerID ?? ledgerID,
          problems: verification.problems)
      }
    }
  }

  private static func salvage(
    _ search: BlockSearch, head: CommitHeader?, anchor: Anchor?, to destination: String, ledgerID: CommitHash,
    problems: [Verification.Problem]
  ) throws -> Salvage {
    var chain = search.chain(through: head?.hash ?? anchor?.hash)
    let lastKnown = lastKnown(head: head, anchor: anchor)
    // What lies beyond was never finished.
    if let lastKnown, head != nil { chain.removeAll { $0.header.lastPosition > lastKnown.position } }
    guard !chain.isEmpty else {
      throw JournalError.damaged(position: 1, reason: "no commit can be read, so that nothing can be saved")
    }
    try create(path: destination, ledgerID: ledgerID, commitCount: chain.count) { index in
      JournalText.Commit(header: chain[index].header, events: try chain[index].events(), line: 0)
    }
    let last = chain[chain.count - 1].header
    let copy = LedgerCopy(
      path: destination, commits: last.number, events: last.lastPosition, headHash: last.hash,
      fileBytes: try StructureCheck.whole(path: destination).fileSizeBytes)
    return Salvage(
      copy: copy, problems: problems, lastKnown: lastKnown,
      unconnected: search.headers(apartFrom: chain).filter {
        $0.number > last.number && $0.lastPosition <= lastKnown?.position ?? .max
      })
  }

  /// A file whose tables or format can't be found may have been a ledger.
  private static func verifyWhateverItIs(path: String) throws -> Verification {
    do {
      return try verify(path: path)
    } catch let error as JournalError {
      guard case .notALedger = error else { throw error }
      var result = Verification()
      result.problems.append(Verification.Problem(position: 0, reason: "\(error)"))
      return result
    }
  }

  /// Lends the newest commit by the file itself; nil where it does not lead there.
  ///
  /// The pages of that commit are not written over meanwhile, whoever writes.
  private static func withCommittedHead<Result>(
    path: String, _ body: (CommitHeader?) throws -> Result
  ) throws -> Result {
    let environment: Environment
    do {
      try StructureCheck.whole(path: path)
      environment = try Environment.open(path: path, mode: .readOnly)
    } catch LMDBError.corrupt {
      return try body(nil)
    }
    return try environment.read { transaction in
      let head: CommitHeader?
      do {
        head = try JournalReader(store: StoreReader(access: transaction.reading)).headCommit()
      } catch let error as JournalError {
        guard case .damaged = error else { throw error }
        head = nil
      }
      return try body(head)
    }
  }

  private static func lastKnown(head: CommitHeader?, anchor: Anchor?) -> Salvage.LastKnown? {
    if let head { return Salvage.LastKnown(commit: head.number, position: head.lastPosition) }
    return anchor.map { Salvage.LastKnown(commit: nil, position: $0.position) }
  }
}
