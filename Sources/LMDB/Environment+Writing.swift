// Safety: LMDB's pointer to the transaction is aborted here or handed on, once.
import CLMDB
import Glibc

extension Environment {
  /// Lends the file for writing; what the body wrote is durable when the call returns, all of it or nothing.
  ///
  /// Waits up to the busy timeout for other writers. A body that throws leaves nothing behind. **The body may run more
  /// than once**: where the map is too small for what it writes, its transaction is aborted, the map doubled and the body
  /// run again, so it must not count on what it did outside the transaction.
  ///
  /// - Throws: what the body throws; `busy`; `replaced` or `notFound` if the path has another file now or none;
  ///   `diskFull`, `fileSizeLimit`, `mapFull`, `inputOutput`, and then nothing is written; `committedDespite` or
  ///   `commitOutcomeUnknown` if the disk failed while committing.
  public func write<Result: ~Copyable>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
    precondition(!isReadOnly, "an environment that was opened for reading is not written")
    try writerLock.take(before: deadline)
    defer { writerLock.giveBack() }
    while true {
      if let result = try writeUnlessMapIsFull(body) { return result }
      try growMap()
    }
  }

  private func writeUnlessMapIsFull<Result: ~Copyable>(
    _ body: (borrowing WriteTransaction) throws -> Result
  ) throws -> Result? {
    let access = try begin(attemptToWrite)
    writeState.pointee = WriteState()
    let result: Result
    do {
      result = try body(WriteTransaction(writing: WriteAccess(reading: access)))
    } catch {
      abort(access)
      if writeState.pointee.isMapFull { return nil }
      throw error
    }
    if writeState.pointee.isMapFull {
      abort(access)
      return nil
    }
    guard try commit(access) else { return nil }
    return result
  }

  private func abort(_ access: ReadAccess) {
    mdb_txn_abort(access.transaction)
    // LMDB gives the numbers of the tables that were made to the next ones.
    if writeState.pointee.hasCreatedTables { gate.whileNoneBegins { generation += 1 } }
    gate.leave()
  }

  /// Commits; false if the map is too small.
  private func commit(_ access: ReadAccess) throws(LMDBError) -> Bool {
    let commitNumber = mdb_txn_id(access.transaction)
    // Readers that begin learn of new tables together with the commit that has them.
    let code =
      writeState.pointee.hasCreatedTables
      ? gate.whileNoneBegins { commitWithTables(access) } : mdb_txn_commit(access.transaction)
    gate.leave()
    switch code {
    case 0: return true
    case MDB_MAP_FULL: return false
    default: throw commitFailure(code, commitNumber: commitNumber)
    }
  }

  private func commitWithTables(_ access: ReadAccess) -> Int32 {
    let tableCount = EnvironmentHandle.tableCount(in: access.transaction)
    let code = mdb_txn_commit(access.transaction)
    if code == 0 {
      handle?.tableCount = tableCount
    } else {
      generation += 1
    }
    return code
  }

  private func attemptToWrite() -> BeginAttempt {
    gate.enter()
    let usable = gate.whileNoneBegins { isSuspect ? nil : handle }
    let attempt = usable.map(beginWriting) ?? .obstacle(.closed)
    if case .obstacle = attempt { gate.leave() }
    return attempt
  }

  /// Begins a transaction outside the gate, since LMDB may make it wait for other programs.
  private func beginWriting(_ handle: EnvironmentHandle) -> BeginAttempt {
    var begun: OpaquePointer?
    let code = mdb_txn_begin(handle.pointer, nil, 0, &begun)
    guard code == 0, let transaction = begun else { return .obstacle(.code(code)) }
    // With every other writer kept out, the next number is certain.
    if mdb_txn_id(transaction) != handle.lastCommitNumber + 1 {
      mdb_txn_abort(transaction)
      return .obstacle(.staleLockFile)
    }
    if EnvironmentHandle.tableCount(in: transaction) > handle.tableCount {
      mdb_txn_abort(transaction)
      return .obstacle(.newTables)
    }
    // Only this writer could change the generation now.
    return .begun(ReadAccess(transaction: transaction, generation: generation))
  }
}
