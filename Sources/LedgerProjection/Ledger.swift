// Safety: views and stores are lent inside closures over one LMDB transaction and never leave them.
import Glibc
import LMDB
import LedgerDomain
import LedgerJournal

/// A ledger file: its journal and its views.
///
/// A class because the open LMDB environment is shared by identity: one a file in a process. All work on data happens in
/// `read` and `write`, whose closures are synchronous.
public final class Ledger: Sendable {
  /// When the tail after the snapshot is longer than this many events, the next commit folds it into a new snapshot.
  public static let tailEventLimit: UInt64 = 16_000
  /// The same for commits, each of which is a block to be read, however few its events.
  public static let tailCommitLimit = 250
  /// Up to this size, opening checks every page of the file.
  static let largestWhollyCheckedBytes = 16 << 20

  public let path: String
  /// Whether commands may change the ledger through this instance.
  public let isReadOnly: Bool
  /// Remarks from opening: a missing anchor, a folder that can't be written.
  public let warnings: [String]
  let environment: Environment
  let ledgerID: CommitHash

  private init(
    path: String, environment: Environment, ledgerID: CommitHash, isReadOnly: Bool, warnings: [String]
  ) {
    self.path = path
    self.environment = environment
    self.ledgerID = ledgerID
    self.isReadOnly = isReadOnly
    self.warnings = warnings
  }

  /// Opens an existing ledger.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether nothing will be written; works where the folder can't be written.
  ///   - busyTimeoutMilliseconds: how long a write waits for another writer.
  /// - Throws: `LMDBError.notFound`, `.permission`, `.corrupt`; `JournalError.notALedger`, `.newerVersion`,
  ///   `.rolledBack`, `.replaced`.
  public static func open(
    path: String, isReadOnly: Bool, acceptsRollback: Bool = false, busyTimeoutMilliseconds: Int = 5_000
  ) throws -> Ledger {
    let anchor = Anchor.read(ledgerPath: path)
    // Opening checks at constant cost. Page by page is checked what is small, and what a writer did not leave in order.
    if try StructureCheck.cheap(path: path).fileSizeBytes <= largestWhollyCheckedBytes
      || anchor?.isDirty == true && wasLeftUnclean(path: path)
    {
      try StructureCheck.whole(path: path)
    }
    let environment = try Environment.open(
      path: path, mode: isReadOnly ? .readOnly : .readWrite, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    var warnings: [String] = []
    if environment.lacksLock {
      warnings.append("no lock file can be made beside the ledger, so it is read without one")
    }
    let identity = try environment.read { transaction in
      let tables = try StoreAccess.reader(transaction)
      guard let identity = try LedgerIdentity.read(tables) else { throw JournalError.notALedger(path: path) }
      guard try JournalReader(store: tables).head() >= 1 else {
        throw JournalError.damaged(position: 1, reason: "the journal has no commit")
      }
      if !acceptsRollback {
        try check(anchor, identity: identity, journal: JournalReader(store: tables), warnings: &warnings)
      }
      return identity
    }
    let ledger = Ledger(
      path: path, environment: environment, ledgerID: identity.ledgerID, isReadOnly: isReadOnly, warnings: warnings)
    if !isReadOnly { try ledger.rebuildIfOutdated() }
    return ledger
  }

  /// Creates a ledger with its first commit, and whatever the body adds in the same transaction.
  ///
  /// - Parameter baseCurrency: what sums are in unless another currency is asked for.
  /// - Throws: `LMDBError.exists` where there is a file already.
  public static func create<Result>(
    path: String, baseCurrency: Currency, at recordedAt: Instant, command: String, ledgerID: CommitHash,
    _ body: (LedgerTransaction) throws -> Result
  ) throws -> Result {
    let (result, head) = try Environment.create(path: path) { transaction in
      let store = try StoreAccess.writer(transaction)
      try LedgerIdentity(ledgerID: ledgerID).write(store)
      let ledgerTransaction = LedgerTransaction(store: store)
      try ledgerTransaction.commit(recordedAt: recordedAt, command: command, sources: []) { writer in
        for event in Decision.createLedger(baseCurrency: baseCurrency) { try writer.append(event) }
      }
      let result = try body(ledgerTransaction)
      return (result, try JournalReader(store: store.reader).headCommit())
    }
    writeAnchor(path: path, ledgerID: ledgerID, head: head)
    return result
  }

  /// Lends the ledger as it stands, or as it stood at a position.
  public func read<Result>(at position: Position? = nil, _ body: (LedgerView) throws -> Result) throws -> Result {
    try environment.read { transaction in
      try body(LedgerView.make(store: StoreAccess.reader(transaction), at: position))
    }
  }

  /// Lends a transaction that may append commits; all of them become durable together, or none where the body throws.
  ///
  /// - Parameters:
  ///   - writer: the command and its clock, for who has to wait meanwhile.
  ///   - isRebuilding: whether the body writes the views anew, so that they may be damaged.
  /// - Throws: what the body throws; `LMDBError.busy` with who holds the ledger, where another writer does not end in time.
  public func write<Result>(
    as writer: Writer = Writer(), isRebuilding: Bool = false, _ body: (LedgerTransaction) throws -> Result
  ) throws -> Result {
    var before: CommitHeader?
    do {
      let (result, head) = try environment.write { transaction in
        let store = try StoreAccess.writer(transaction, isRebuilding: isRebuilding)
        before = try JournalReader(store: store.reader).headCommit()
        Ledger.writeAnchor(path: path, ledgerID: ledgerID, head: before, writer: writer, isDirty: true)
        let result = try body(LedgerTransaction(store: store))
        return (result, try JournalReader(store: store.reader).headCommit())
      }
      Ledger.writeAnchor(path: path, ledgerID: ledgerID, head: head, writer: writer)
      return result
    } catch LMDBError.busy(let holder) {
      let anchor = Anchor.read(ledgerPath: path)
      throw LMDBError.busy(holder: holder ?? anchor.flatMap { $0.isDirty ? $0.writerDescription : nil })
    } catch {
      Ledger.writeAnchor(path: path, ledgerID: ledgerID, head: before, writer: writer)
      throw error
    }
  }

  /// A command that writes, as the anchor names it.
  public struct Writer: Sendable {
    public var command: String
    public var start: Instant

    public init(command: String = "", start: Instant = Instant(millisecondsSinceEpoch: 0)) {
      self.command = command
      self.start = start
    }
  }

  /// Rebuilds every view from the journal.
  public func rebuild() throws {
    try environment.write { transaction in
      try LedgerTransaction(store: StoreAccess.writer(transaction, isRebuilding: true)).rebuild()
    }
  }

  /// The digest of the views as they are, the tail included.
  public func viewDigest() throws -> CommitHash {
    try read { try ViewDigest.of($0) }
  }

  /// The digest of views that are folded from nothing; changes nothing.
  public func replayedDigest() throws -> CommitHash {
    try environment.read { transaction in
      let store = try StoreAccess.reader(transaction)
      return try ViewDigest.of(LedgerView.make(store: store, at: nil, usesSnapshot: false))
    }
  }

  /// Makes the head as it is the one that later opens expect, after a rollback was accepted.
  public func acceptHead() throws {
    let head = try read { try $0.journal.headCommit() }
    try Ledger.removeAnchor(ofLedger: path)
    Ledger.writeAnchor(path: path, ledgerID: ledgerID, head: head)
  }

  private func rebuildIfOutdated() throws {
    let isOutdated = try environment.read { transaction in
      try SnapshotReader.isOutdated(StoreAccess.reader(transaction))
    }
    if isOutdated { try rebuild() }
  }

  /// Whether the last writer was ended before it was done; the next write that ends well takes the mark away.
  static func wasLeftUnclean(path: String) -> Bool {
    guard Anchor.read(ledgerPath: path)?.isDirty == true, !Environment.hasWriter(path: path) else { return false }
    // Without a writer the mark stands only if it still does.
    return Anchor.read(ledgerPath: path)?.isDirty == true
  }

  static func check(
    _ anchor: Anchor?, identity: LedgerIdentity, journal: JournalReader, warnings: inout [String]
  ) throws {
    guard let anchor else {
      warnings.append("the ledger has no anchor file; the next commit writes it again")
      return
    }
    guard anchor.ledgerID == identity.ledgerID else {
      warnings.append("the anchor file belongs to another ledger; the next commit writes it again")
      return
    }
    let head = try journal.head()
    if head < anchor.position { throw JournalError.rolledBack(head: head, anchor: anchor.position) }
    let header = try journal.header(of: journal.block(at: anchor.position))
    if header.hash != anchor.hash { throw JournalError.replaced(position: anchor.position) }
  }

  static func writeAnchor(
    path: String, ledgerID: CommitHash, head: CommitHeader?, writer: Writer = Writer(), isDirty: Bool = false
  ) {
    guard let head else { return }
    let anchor = Anchor(
      ledgerID: ledgerID, position: head.lastPosition, hash: head.hash, isDirty: isDirty, writerProcessID: getpid(),
      writerStart: writer.start, writerCommand: writer.command)
    anchor.write(ledgerPath: path)
  }
}

/// From LMDB's transactions to stores.
enum StoreAccess {
  static func reader(_ transaction: borrowing ReadTransaction) throws -> StoreReader {
    try StoreReader(access: transaction.reading)
  }

  /// - Parameter isRebuilding: whether views are written anew; else one whose table is missing is damaged, and must not be
  ///   taken for an empty one.
  static func writer(
    _ transaction: borrowing WriteTransaction, isRebuilding: Bool = false
  ) throws -> StoreWriter {
    if !isRebuilding { _ = try SnapshotReader.open(StoreReader(access: transaction.writing.reading)) }
    return try StoreWriter(access: transaction.writing)
  }
}
