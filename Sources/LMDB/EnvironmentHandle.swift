// Safety: LMDB's environment pointer; closed by its owner exactly once.
import CLMDB
import Glibc

/// LMDB's environment for a file, open, with every table of the file.
struct EnvironmentHandle {
  /// How many tables a file can have.
  static let maximumTableCount: UInt32 = 32

  let pointer: OpaquePointer
  /// How many of the file's tables are open.
  var tableCount = 0
  /// Where LMDB has mapped the file, as far as that is known, for the report of faults.
  var mapRegistration: MapFaults.Registration?

  /// Opens the file at a path.
  ///
  /// - Parameters:
  ///   - identity: the file that is expected there.
  ///   - state: where transactions keep what they meet; outlives the handle.
  static func open(
    path: String, identity: FileIdentity, access: Access, mapSizeBytes: Int,
    state: UnsafeMutablePointer<WriteState>
  ) throws(LMDBError) -> EnvironmentHandle {
    var created: OpaquePointer?
    guard mdb_env_create(&created) == 0, let pointer = created else { throw .outOfMemory }
    var handle = EnvironmentHandle(pointer: pointer)
    do throws(LMDBError) {
      mdb_env_set_maxdbs(pointer, maximumTableCount)
      mdb_env_set_mapsize(pointer, mapSizeBytes)
      mdb_env_set_userctx(pointer, state)
      mdb_env_set_assert(pointer) { _, message in MapFaults.reportAssertion(message) }
      let code = mdb_env_open(pointer, path, UInt32(MDB_NOSUBDIR | MDB_NOTLS | access.flags), 0o600)
      guard code == 0 else { throw openFailure(code, path: path) }
      handle.keepFromChildren()
      guard try FileIdentity.ofFile(descriptor: handle.descriptor) == identity else {
        throw LMDBError.replaced(path: path)
      }
      if access == .write { mdb_reader_check(pointer, nil) }
      try handle.openTables()
    } catch {
      handle.close()
      throw error
    }
    return handle
  }

  /// The error for a file that LMDB does not open.
  ///
  /// LMDB calls a page that it could not read wholly invalid, just as one that is damaged. The structural check came before
  /// and found none, so it is asked again.
  private static func openFailure(_ code: Int32, path: String) -> LMDBError {
    let failure = LMDBError.make(openCode: code, path: path, doing: "opening \(path)")
    guard case .corrupt = failure else { return failure }
    do {
      try StructureCheck.cheap(path: path)
      return .inputOutput(code: EIO, doing: "opening \(path)")
    } catch {
      return error
    }
  }

  func close() {
    if let mapRegistration { MapFaults.remove(mapRegistration) }
    mdb_env_close(pointer)
  }

  /// The number of the newest commit in the file.
  var lastCommitNumber: Int {
    var information = MDB_envinfo()
    mdb_env_info(pointer, &information)
    return information.me_last_txnid
  }

  /// Whether LMDB refuses every transaction because the last step of a commit failed, or can't say.
  var hasPanicked: Bool {
    var begun: OpaquePointer?
    guard mdb_txn_begin(pointer, nil, UInt32(MDB_RDONLY), &begun) == 0 else { return true }
    mdb_txn_abort(begun)
    return false
  }

  /// The size of the file's pages.
  var pageSize: Int {
    var statistics = MDB_stat()
    mdb_env_stat(pointer, &statistics)
    return Int(statistics.ms_psize)
  }

  /// Keeps programs that this process starts from inheriting the data file, which LMDB opens for them too.
  private func keepFromChildren() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private var descriptor: Int32 {
    var descriptor: Int32 = -1
    mdb_env_get_fd(pointer, &descriptor)
    return descriptor
  }

  /// What LMDB may do to the file, and whether it keeps a lock file.
  enum Access {
    case read
    case readWithoutLock
    case write
    /// For a file that nobody else can find.
    case writeWithoutLock

    var flags: Int32 {
      switch self {
      case .read: MDB_RDONLY
      case .readWithoutLock: MDB_RDONLY | MDB_NOLOCK
      case .write: 0
      case .writeWithoutLock: MDB_NOLOCK
      }
    }

    var canWrite: Bool { self == .write || self == .writeWithoutLock }
  }
}
