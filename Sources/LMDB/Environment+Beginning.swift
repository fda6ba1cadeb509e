import CLMDB
import Glibc

/// What came of an attempt to begin a transaction.
enum BeginAttempt {
  case begun(ReadAccess)
  case obstacle(BeginObstacle)
}

/// Why a transaction could not begin, and what is done about it before the next attempt.
enum BeginObstacle {
  /// The environment is closed after a failure: open it again.
  case closed
  /// The transaction is not on the newest commit: the lock file has another opinion of it than the data file.
  case staleLockFile
  /// Another process made tables: open them.
  case newTables
  /// LMDB refused with a code.
  case code(Int32)
}

extension Environment {
  /// How often a transaction tries to begin; obstacles are rare and one after the other is rarer.
  private static let maximumBeginAttempts = 20

  /// Begins a transaction, clearing what is in the way; the caller ends it and leaves the gate.
  func begin(_ attempt: () throws(LMDBError) -> BeginAttempt) throws(LMDBError) -> ReadAccess {
    try checkNotReplaced()
    var lastObstacle = BeginObstacle.closed
    for _ in 0..<Self.maximumBeginAttempts {
      switch try attempt() {
      case .begun(let access): return access
      case .obstacle(let obstacle):
        lastObstacle = obstacle
        try clear(obstacle)
      }
    }
    switch lastObstacle {
    case .staleLockFile: throw .replaced(path: LockFile.path(ofDataFile: path))
    case .code(let code): throw .make(code: code, doing: "beginning a transaction", descriptor: descriptor)
    case .closed, .newTables: throw .busy(holder: nil)
    }
  }

  /// Checks that the path still leads to the file that is open.
  private func checkNotReplaced() throws(LMDBError) {
    guard isPublished else { return }
    guard try FileIdentity.ofFile(at: path) == deviceAndInode else { throw .replaced(path: path) }
  }

  private func clear(_ obstacle: BeginObstacle) throws(LMDBError) {
    switch obstacle {
    case .closed, .staleLockFile, .code(MDB_PANIC): try reopen()
    case .newTables: try gate.whileNoneBegins { () throws(LMDBError) in try handle?.openTables() }
    case .code(MDB_MAP_RESIZED): try adoptLargerMap()
    case .code(MDB_READERS_FULL): try removeDeadReaders()
    case .code(let code): throw .make(code: code, doing: "beginning a transaction", descriptor: descriptor)
    }
  }

  private func removeDeadReaders() throws(LMDBError) {
    var removedCount: Int32 = 0
    gate.whileNoneBegins {
      if let handle { mdb_reader_check(handle.pointer, &removedCount) }
    }
    if removedCount == 0 { throw .tooManyReaders }
  }
}
