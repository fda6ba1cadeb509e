import LedgerDomain
import LedgerProjection

/// A copy of a ledger: a backup, or what was restored from one.
public struct CopyReport: Sendable, Hashable {
  /// What a copy is.
  public enum Form: String, Sendable {
    /// A ledger file.
    case ledger
    /// The journal as lines of JSON.
    case jsonl
  }

  public var path: String
  public var form: Form
  public var commits: UInt64
  public var events: UInt64
  public var headHash: CommitHash
  public var fileBytes: Int

  public init(
    path: String, form: Form, commits: UInt64, events: UInt64, headHash: CommitHash, fileBytes: Int
  ) {
    self.path = path
    self.form = form
    self.commits = commits
    self.events = events
    self.headHash = headHash
    self.fileBytes = fileBytes
  }

  public init(_ copy: LedgerCopy, form: Form) {
    self.init(
      path: copy.path, form: form, commits: copy.commits, events: copy.events, headHash: copy.headHash,
      fileBytes: copy.fileBytes)
  }
}

/// What could be saved of a damaged ledger, and what could not.
public struct SalvageReport: Sendable, Hashable {
  /// A commit after the last good one that can be read, but does not follow from what was saved.
  public struct Unconnected: Sendable, Hashable {
    public var commit: CommitNumber
    public var firstPosition: Position
    public var lastPosition: Position
    public var recordedAt: Instant
    public var command: String

    public init(
      commit: CommitNumber, firstPosition: Position, lastPosition: Position, recordedAt: Instant, command: String
    ) {
      self.commit = commit
      self.firstPosition = firstPosition
      self.lastPosition = lastPosition
      self.recordedAt = recordedAt
      self.command = command
    }
  }

  public var copy: CopyReport
  /// Nil where it is not known how many there were.
  public var lostCommits: UInt64?
  public var lostEvents: UInt64?
  public var problems: [VerifyReport.Problem]
  public var unconnected: [Unconnected]

  public init(
    copy: CopyReport, lostCommits: UInt64?, lostEvents: UInt64?, problems: [VerifyReport.Problem],
    unconnected: [Unconnected]
  ) {
    self.copy = copy
    self.lostCommits = lostCommits
    self.lostEvents = lostEvents
    self.problems = problems
    self.unconnected = unconnected
  }

  public init(_ salvage: Salvage) {
    self.init(
      copy: CopyReport(salvage.copy, form: .ledger), lostCommits: salvage.lostCommits, lostEvents: salvage.lostEvents,
      problems: salvage.problems.map { VerifyReport.Problem(position: $0.position, reason: $0.reason) },
      unconnected: salvage.unconnected.map {
        Unconnected(
          commit: $0.number, firstPosition: $0.firstPosition, lastPosition: $0.lastPosition, recordedAt: $0.recordedAt,
          command: $0.command)
      })
  }
}
