import LMDB
import LedgerDomain
import LedgerJournal

extension Ledger {
  /// Checks everything that can be checked: pages, checksums, the chain of hashes, every event, the views and the anchor.
  ///
  /// - Parameters:
  ///   - expectedHash: the head's hash, or how it begins, as it was kept elsewhere.
  ///   - checks: what is checked; less only to show what each check finds.
  /// - Returns: what is wrong, the first in the journal first. Where pages are out of order, nothing else is read.
  /// - Throws: where the file can't be read, is another program's, or has a newer format.
  public static func verify(
    path: String, expectedHash: String? = nil, checks: Set<Verification.Check> = .all
  ) throws -> Verification {
    do {
      if checks.contains(.structure) { try StructureCheck.whole(path: path) }
      let environment = try Environment.open(path: path, mode: .readOnly)
      // Before the transaction begins: others may write while it lasts.
      let anchor = Anchor.read(ledgerPath: path)
      return try environment.read { transaction in
        try verify(
          StoreReader(access: transaction.reading), path: path, anchor: anchor, expectedHash: expectedHash,
          checks: checks)
      }
    } catch LMDBError.corrupt(let reason) {
      return verification("the pages of the file: \(reason)")
    } catch JournalError.store(.corrupt(let reason)) {
      return verification("the pages of the file: \(reason)")
    }
  }

  private static func verification(_ reason: String) -> Verification {
    var result = Verification()
    result.problems.append(Verification.Problem(position: 0, reason: reason))
    return result
  }

  private static func verify(
    _ store: StoreReader, path: String, anchor: Anchor?, expectedHash: String?, checks: Set<Verification.Check>
  ) throws -> Verification {
    var faults: [String] = []
    let identity = try identity(store, path: path, checks: checks, faults: &faults)
    let journal = JournalReader(store: store)
    var result = try Verifier.verify(journal, checks: checks)
    if let identity, checks.contains(.anchor), result.problems.isEmpty {
      do {
        try check(anchor, identity: identity, journal: journal, warnings: &result.warnings)
      } catch let error as JournalError {
        faults.append("\(error)")
      }
    }
    if let expectedHash, checks.contains(.expectedHash),
      !result.headHash.hexadecimal.hasPrefix(expectedHash.lowercased())
    {
      faults.append("the head's hash is \(result.headHash.hexadecimal), it does not begin with \(expectedHash)")
    }
    if checks.contains(.viewRows) { faults += try ViewVerifier.faultsOfRows(store) }
    // Views can be compared only with a journal that can be folded.
    if checks.contains(.viewDigest), result.problems.isEmpty {
      faults += try ViewVerifier.faultsOfMeaning(store).filter { !faults.contains($0) }
    }
    result.problems += faults.map { Verification.Problem(position: 0, reason: $0) }
    return result
  }

  private static func identity(
    _ store: StoreReader, path: String, checks: Set<Verification.Check>, faults: inout [String]
  ) throws -> LedgerIdentity? {
    do {
      guard let identity = try LedgerIdentity.read(store) else { throw JournalError.notALedger(path: path) }
      return identity
    } catch JournalError.damaged(_, let reason) {
      if checks.contains(.identity) { faults.append(reason) }
      return nil
    }
  }

}

/// Checks of the views, which a replay makes good.
enum ViewVerifier {
  /// A table that has a row which differs from its checksum, and the header and directory of the snapshot.
  static func faultsOfRows(_ store: StoreReader) throws -> [String] {
    guard let header = try store.value(SnapshotReader.headerKey, in: .meta), SnapshotHeader.isOfThisVersion(header)
    else {
      return []
    }
    let tables = ViewTables(store)
    var faults: [String] = []
    func noting(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as ProjectionError {
        faults.append("\(error)")
      }
    }
    try noting { try tables.check(SnapshotReader.headerKey, in: .meta) }
    try noting { try tables.check(SnapshotReader.directoryKey, in: .meta) }
    for table in StoreTable.views { try noting { try tables.forEach(in: table, from: []) { _ in true } } }
    return faults
  }

  /// Views that say something else than the journal.
  static func faultsOfMeaning(_ store: StoreReader) throws -> [String] {
    do {
      if try LedgerView.make(store: store, at: nil).refoldedDigest().matches { return [] }
      return ["the views differ from what the journal says; 'foldbook replay' rebuilds them"]
    } catch let error as ProjectionError {
      return ["\(error)"]
    }
  }
}
