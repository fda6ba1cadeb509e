import Glibc
import LMDB
import LedgerDomain
import LedgerJournal

/// A copy of a ledger and what is in it.
public struct LedgerCopy: Sendable, Hashable {
  public var path: String
  public var commits: UInt64
  public var events: UInt64
  public var headHash: CommitHash
  public var fileBytes: Int

  public init(path: String, commits: UInt64, events: UInt64, headHash: CommitHash, fileBytes: Int) {
    self.path = path
    self.commits = commits
    self.events = events
    self.headHash = headHash
    self.fileBytes = fileBytes
  }
}

extension Ledger {
  /// Copies the ledger as it stands into a new file, while others may write.
  ///
  /// The copy is checked wholly before it appears at its path, with an anchor of its own.
  ///
  /// - Throws: `LMDBError.exists` where there is a file already; `JournalError.damaged` where the copy is not sound, and
  ///   then there is none.
  public func copy(to destination: String) throws -> LedgerCopy {
    var copied: (result: Verification, head: CommitHeader?)?
    var fileBytes = 0
    try environment.copy(to: destination) { copy in
      copied = try copy.read { transaction in
        let store = try StoreReader(access: transaction.reading)
        let journal = JournalReader(store: store)
        let result = try Verifier.verify(journal)
        if let problem = result.problems.first {
          throw JournalError.damaged(position: problem.position, reason: problem.reason)
        }
        if let fault = try ViewVerifier.faultsOfRows(store).first { throw ProjectionError.damagedView(fault) }
        return (result, try journal.headCommit())
      }
      fileBytes = try copy.fileSizeBytes
      // An anchor that was left there would call the copy rolled back.
      try Ledger.removeAnchor(ofLedger: destination)
    }
    guard let copied else { preconditionFailure("a copy that was made was checked") }
    Ledger.writeAnchor(path: destination, ledgerID: ledgerID, head: copied.head)
    return LedgerCopy(
      path: destination, commits: copied.result.commits, events: copied.result.events,
      headHash: copied.result.headHash, fileBytes: fileBytes)
  }

  /// Removes what a ledger that is gone has left beside its path.
  static func removeAnchor(ofLedger path: String) throws {
    let file = Anchor.path(ofLedger: path)
    if unlink(file) != 0, errno != ENOENT { throw LMDBError.inputOutput(code: errno, doing: "removing \(file)") }
  }

  /// Writes the journal as text into a new file, a piece in each transaction, and checks what it wrote.
  ///
  /// - Throws: as ``copy(to:)``.
  public func copyText(to destination: String) throws -> LedgerCopy {
    let last = try read { $0.position }
    let file = try PrivateFile.make(for: destination)
    var next: Position = 1
    while next <= last {
      let piece = try read { view in
        try JournalText.piece(of: view.journal, from: next, through: last, blockLimit: Ledger.textBlockLimit)
      }
      try file.append(piece.text)
      next = piece.next
    }
    let head = try JournalText.check(file.contents())
    try file.publish(at: destination)
    return LedgerCopy(
      path: destination, commits: head.number, events: head.lastPosition, headHash: head.hash,
      fileBytes: try file.sizeBytes)
  }

  /// How many blocks make a piece of text.
  private static let textBlockLimit = 16
}
