// Safety: the environment's user context is a `WriteState` that lives as long as the environment.
import CLMDB

/// What the running write transaction has met, kept beside LMDB's own state.
struct WriteState {
  /// Whether the map was too small, so that the transaction is to be run again in a larger one.
  var isMapFull = false
  /// Whether the transaction made a table, whose handle counts only when it commits.
  var hasCreatedTables = false
}

/// From the code of a failed call in a transaction to an error.
enum TransactionFailure {
  static func make(code: Int32, doing: String, transaction: OpaquePointer) -> LMDBError {
    let environment = mdb_txn_env(transaction)
    if code == MDB_MAP_FULL {
      var information = MDB_envinfo()
      mdb_env_info(environment, &information)
      state(of: transaction).pointee.isMapFull = true
      return .mapFull(mapSizeBytes: information.me_mapsize)
    }
    var descriptor: Int32 = -1
    mdb_env_get_fd(environment, &descriptor)
    return .make(code: code, doing: doing, descriptor: descriptor)
  }

  static func state(of transaction: OpaquePointer) -> UnsafeMutablePointer<WriteState> {
    guard let context = mdb_env_get_userctx(mdb_txn_env(transaction)) else {
      preconditionFailure("every environment has a write state")
    }
    return context.assumingMemoryBound(to: WriteState.self)
  }
}
