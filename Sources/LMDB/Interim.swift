// Safety: interim wrapper.
import CLMDB
import Glibc

public enum LMDBError: Error, Equatable, Sendable {
  case notFound(path: String)
  case exists(path: String)
  case busy(holder: String?)
  case permission(path: String)
  case isDirectory(path: String)
  case diskFull
  case inputOutput(code: Int32, doing: String)
  case corrupt(reason: String)
  case other(code: Int32, doing: String)
}

public final class Environment: @unchecked Sendable {
  public let path: String
  let handle: OpaquePointer
  let lockDescriptor: Int32
  let isReadOnly: Bool
  let timeout: Int
  init(path: String, handle: OpaquePointer, lockDescriptor: Int32, isReadOnly: Bool, timeout: Int) {
    self.path = path; self.handle = handle; self.lockDescriptor = lockDescriptor; self.isReadOnly = isReadOnly; self.timeout = timeout
  }
  deinit { mdb_env_close(handle); close(lockDescriptor) }

  public enum Mode: Sendable { case readOnly, readWrite }

  public static func open(path: String, mode: Mode, busyTimeoutMilliseconds: Int = 5000) throws(LMDBError) -> Environment {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .notFound(path: path) }
      if errno == EACCES { throw .permission(path: path) }
      throw .inputOutput(code: errno, doing: "open")
    }
    var environment: OpaquePointer?
    mdb_env_create(&environment)
    mdb_env_set_maxdbs(environment, 16)
    mdb_env_set_mapsize(environment, 1 << 36)
    let flags = UInt32(MDB_NOSUBDIR | MDB_NOTLS) | (mode == .readOnly ? UInt32(MDB_RDONLY) : 0)
    let code = mdb_env_open(environment, path, flags, 0o600)
    guard code == 0, let environment else {
      mdb_env_close(environment); close(descriptor)
      if code == MDB_INVALID || code == MDB_VERSION_MISMATCH { throw .corrupt(reason: "not LMDB") }
      throw .other(code: code, doing: "open")
    }
    return Environment(path: path, handle: environment, lockDescriptor: descriptor, isReadOnly: mode == .readOnly, timeout: busyTimeoutMilliseconds)
  }

  public static func create<R>(path: String, _ body: (borrowing WriteTransaction) throws -> R) throws -> R {
    if access(path, F_OK) == 0 { throw LMDBError.exists(path: path) }
    let temporary = path + ".new"
    unlink(temporary); unlink(temporary + "-lock")
    let descriptor = Glibc.open(temporary, O_RDWR | O_CREAT | O_EXCL, 0o600)
    if descriptor < 0 { throw LMDBError.inputOutput(code: errno, doing: "create") }
    close(descriptor)
    let result: R
    do {
      let environment = try open(path: temporary, mode: .readWrite)
      result = try environment.write(body)
    } catch { unlink(temporary); unlink(temporary + "-lock"); throw error }
    rename(temporary, path); unlink(temporary + "-lock")
    return result
  }

  public func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
    var handle: OpaquePointer?
    let code = mdb_txn_begin(self.handle, nil, UInt32(MDB_RDONLY), &handle)
    guard code == 0, let handle else { throw LMDBError.other(code: code, doing: "begin") }
    defer { mdb_txn_abort(handle) }
    return try body(ReadTransaction(handle: handle))
  }

  public func write<R>(_ body: (borrowing WriteTransaction) throws -> R) throws -> R {
    var waited = 0
    while flock(lockDescriptor, LOCK_EX | LOCK_NB) != 0 {
      if waited >= timeout { throw LMDBError.busy(holder: nil) }
      usleep(5000); waited += 5
    }
    defer { flock(lockDescriptor, LOCK_UN) }
    var handle: OpaquePointer?
    let code = mdb_txn_begin(self.handle, nil, 0, &handle)
    guard code == 0, let handle else { throw LMDBError.other(code: code, doing: "begin") }
    let result: R
    do { result = try body(WriteTransaction(handle: handle)) } catch { mdb_txn_abort(handle); throw error }
    let committed = mdb_txn_commit(handle)
    guard committed == 0 else { throw LMDBError.other(code: committed, doing: "commit") }
    return result
  }
}
public struct Table: Sendable { let handle: MDB_dbi }
public struct ReadTransaction: ~Copyable { let handle: OpaquePointer
  public var access: TransactionAccess { TransactionAccess(handle: handle) } }
public struct WriteTransaction: ~Copyable { let handle: OpaquePointer
  public var access: TransactionAccess { TransactionAccess(handle: handle) } }

public struct TransactionAccess {
  let handle: OpaquePointer
  public func table(named name: String) throws(LMDBError) -> Table? {
    var dbi: MDB_dbi = 0
    let code = mdb_dbi_open(handle, name, 0, &dbi)
    if code == MDB_NOTFOUND { return nil }
    guard code == 0 else { throw .other(code: code, doing: "table") }
    return Table(handle: dbi)
  }
  public func createTable(named name: String) throws(LMDBError) -> Table {
    var dbi: MDB_dbi = 0
    let code = mdb_dbi_open(handle, name, UInt32(MDB_CREATE), &dbi)
    guard code == 0 else { throw .other(code: code, doing: "table") }
    return Table(handle: dbi)
  }
  public func value(for key: UnsafeRawBufferPointer, in table: Table) throws(LMDBError) -> UnsafeRawBufferPointer? {
    var k = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    var v = MDB_val()
    let code = mdb_get(handle, table.handle, &k, &v)
    if code == MDB_NOTFOUND { return nil }
    guard code == 0 else { throw .other(code: code, doing: "get") }
    return UnsafeRawBufferPointer(start: v.mv_data, count: v.mv_size)
  }
  public func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, in table: Table, append: Bool) throws(LMDBError) {
    var k = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    var v = MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
    let code = mdb_put(handle, table.handle, &k, &v, append ? UInt32(MDB_APPEND) : 0)
    guard code == 0 else { throw .other(code: code, doing: "put") }
  }
  public func delete(_ key: UnsafeRawBufferPointer, in table: Table) throws(LMDBError) {
    var k = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    let code = mdb_del(handle, table.handle, &k, nil)
    guard code == 0 || code == MDB_NOTFOUND else { throw .other(code: code, doing: "delete") }
  }
  public func clear(_ table: Table) throws(LMDBError) { mdb_drop(handle, table.handle, 0) }
  public struct Entry { public let key, value: UnsafeRawBufferPointer }
  public struct Cursor: ~Copyable {
    let cursor: OpaquePointer
    deinit { mdb_cursor_close(cursor) }
    func run(_ op: MDB_cursor_op, _ key: UnsafeRawBufferPointer? = nil) throws(LMDBError) -> Entry? {
      var k = MDB_val(mv_size: key?.count ?? 0, mv_data: UnsafeMutableRawPointer(mutating: key?.baseAddress))
      var v = MDB_val()
      let code = mdb_cursor_get(cursor, &k, &v, op)
      if code == MDB_NOTFOUND { return nil }
      guard code == 0 else { throw .other(code: code, doing: "cursor") }
      return Entry(key: UnsafeRawBufferPointer(start: k.mv_data, count: k.mv_size), value: UnsafeRawBufferPointer(start: v.mv_data, count: v.mv_size))
    }
    public func first() throws(LMDBError) -> Entry? { try run(MDB_FIRST) }
    public func last() throws(LMDBError) -> Entry? { try run(MDB_LAST) }
    public func next() throws(LMDBError) -> Entry? { try run(MDB_NEXT) }
    public func previous() throws(LMDBError) -> Entry? { try run(MDB_PREV) }
    public func seek(atOrAfter key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? { try run(MDB_SET_RANGE, key) }
  }
  public func cursor(_ table: Table) throws(LMDBError) -> Cursor {
    var c: OpaquePointer?
    let code = mdb_cursor_open(handle, table.handle, &c)
    guard code == 0, let c else { throw .other(code: code, doing: "cursor") }
    return Cursor(cursor: c)
  }
  public struct Statistics { public var entries, pages: Int }
  public func statistics(_ table: Table) throws(LMDBError) -> Statistics {
    var s = MDB_stat(); mdb_stat(handle, table.handle, &s)
    return Statistics(entries: s.ms_entries, pages: s.ms_branch_pages + s.ms_leaf_pages + s.ms_overflow_pages)
  }
}
