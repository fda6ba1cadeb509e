import LMDB
import LedgerDomain
import LedgerJournal

extension Ledger {
  /// Creates a ledger from an exported journal; the result has the same head hash.
  ///
  /// - Throws: `JournalError.invalidText` where a commit's events do not give the hash that its line says, or where an
  ///   event does not follow from those before; nothing is left behind then.
  public static func create(path: String, from commits: [JournalText.Commit], ledgerID: CommitHash) throws {
    try create(path: path, ledgerID: ledgerID, commitCount: commits.count) { commits[$0] }
  }

  /// As above with one commit at a time.
  static func create(
    path: String, ledgerID: CommitHash, commitCount: Int, _ commit: (Int) throws -> JournalText.Commit
  ) throws {
    let head = try Environment.create(path: path) { transaction in
      let store = try StoreWriter(access: transaction.writing)
      try LedgerIdentity(ledgerID: ledgerID).write(store)
      let ledgerTransaction = LedgerTransaction(store: store)
      for index in 0..<commitCount {
        let commit = try commit(index)
        let written = try ledgerTransaction.commit(
          recordedAt: commit.header.recordedAt, command: commit.header.command, sources: commit.header.sources,
          events: commit.events)
        guard written?.hash == commit.header.hash else {
          throw JournalError.invalidText(
            line: commit.line, reason: "the events of commit \(commit.header.number) do not give the hash that it says")
        }
      }
      let journal = JournalReader(store: store.reader)
      if let problem = try Verifier.verify(journal).problems.first {
        throw JournalError.invalidText(line: 0, reason: "position \(problem.position): \(problem.reason)")
      }
      return try journal.headCommit()
    }
    writeAnchor(path: path, ledgerID: ledgerID, head: head)
  }
}
