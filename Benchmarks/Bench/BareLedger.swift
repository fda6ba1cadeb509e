// Safety: calls of liblmdb with values that live for the call; the environment is closed once.
import CLMDB
import Glibc

/// A copy of a ledger's file that is written with bare LMDB calls: the floor of a durable commit.
final class BareLedger {
  private let path: String
  private var environment: OpaquePointer?
  private var table: MDB_dbi = 0
  private var position: UInt64 = 1 << 40

  init(copying ledger: String) throws {
    path = ledger + ".bare"
    try Files.copy(ledger, to: path)
    try check(mdb_env_create(&environment))
    try check(mdb_env_set_maxdbs(environment, 16))
    try check(mdb_env_set_mapsize(environment, 16 << 30))
    try check(mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_NOTLS), 0o600))
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, 0, &transaction))
    try check(mdb_dbi_open(transaction, "blocks", 0, &table))
    try check(mdb_txn_commit(transaction))
  }

  /// Appends one value and makes it durable; says how long that took.
  func commit(valueBytes: Int) throws -> Double {
    var key = position.bigEndian
    position += 1
    var value = [UInt8](repeating: 0x5A, count: valueBytes)
    let start = Stopwatch.seconds()
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, 0, &transaction))
    try withUnsafeMutableBytes(of: &key) { keyBytes in
      try value.withUnsafeMutableBytes { valueBytes in
        var keyValue = MDB_val(mv_size: 8, mv_data: keyBytes.baseAddress)
        var dataValue = MDB_val(mv_size: valueBytes.count, mv_data: valueBytes.baseAddress)
        try check(mdb_put(transaction, table, &keyValue, &dataValue, UInt32(MDB_APPEND)))
      }
    }
    try check(mdb_txn_commit(transaction))
    return Stopwatch.seconds() - start
  }

  func remove() throws {
    mdb_env_close(environment)
    environment = nil
    for suffix in ["", "-lock"] { try Files.remove(path + suffix) }
  }

  private func check(_ code: Int32) throws {
    if code != 0 { throw MeasuringError(reason: "LMDB: \(String(cString: mdb_strerror(code)))") }
  }
}
