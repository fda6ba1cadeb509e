// Safety: LMDB's pointer to the transaction is aborted here or handed on, once.
import CLMDB

extension Environment {
  /// How often a read without a lock file is run again after a writer overtook it.
  private static let maximumOvertakenReads = 10

  /// Lends the file as it is now, for reading.
  ///
  /// Readers never wait for writers. Where ``lacksLock`` is true the body may run several times.
  ///
  /// - Throws: what the body throws; `replaced` or `notFound` if the path has another file now or none; `busy` if writers
  ///   kept overtaking a read without a lock file; `corrupt`, `tooManyReaders`, `inputOutput`.
  public func read<Result: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
    guard lacksLock else { return try readOnce(body) }
    for _ in 0..<Self.maximumOvertakenReads {
      if let result = try readUnlessOvertaken(body) { return result }
    }
    throw LMDBError.busy(holder: nil)
  }

  private func readOnce<Result: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
    let access = try begin(attemptToRead)
    defer { end(access) }
    return try body(ReadTransaction(reading: access))
  }

  /// Nil if a writer may have reused pages of the transaction meanwhile, whatever the body made of them.
  ///
  /// Commit n + 1 frees pages of commit n. LMDB takes them again from commit n + 3 on, which begins after n + 2.
  private func readUnlessOvertaken<Result: ~Copyable>(
    _ body: (borrowing ReadTransaction) throws -> Result
  ) throws -> Result? {
    let access = try begin(attemptToRead)
    defer { end(access) }
    do {
      let result = try body(ReadTransaction(reading: access))
      if isOvertaken(access) { return nil }
      return result
    } catch {
      if isOvertaken(access) { return nil }
      throw error
    }
  }

  private func isOvertaken(_ access: ReadAccess) -> Bool {
    guard let handle else { return true }
    return handle.lastCommitNumber > mdb_txn_id(access.transaction) + 1
  }

  private func end(_ access: ReadAccess) {
    mdb_txn_abort(access.transaction)
    gate.leave()
  }

  private func attemptToRead() -> BeginAttempt {
    gate.enter()
    let attempt = gate.whileNoneBegins { beginReading() }
    if case .obstacle = attempt { gate.leave() }
    return attempt
  }

  private func beginReading() -> BeginAttempt {
    guard let handle else { return .obstacle(.closed) }
    let earlierCommitNumber = handle.lastCommitNumber
    var begun: OpaquePointer?
    let code = mdb_txn_begin(handle.pointer, nil, UInt32(MDB_RDONLY), &begun)
    guard code == 0, let transaction = begun else { return .obstacle(.code(code)) }
    // A commit is in the data file a little before the lock file says so.
    let commitNumber = mdb_txn_id(transaction)
    if commitNumber < earlierCommitNumber - 1 || commitNumber > handle.lastCommitNumber {
      mdb_txn_abort(transaction)
      return .obstacle(.staleLockFile)
    }
    if EnvironmentHandle.tableCount(in: transaction) > handle.tableCount {
      mdb_txn_abort(transaction)
      return .obstacle(.newTables)
    }
    return .begun(ReadAccess(transaction: transaction, generation: generation))
  }
}
