import CLMDB
import Glibc

extension LMDBError {
  /// Below this much free space an unexplained I/O error is taken for a full disk; LMDB reports both as EIO.
  private static let fullDiskMarginBytes: UInt64 = 1 << 20

  /// The error for a code of LMDB or the system.
  ///
  /// - Parameters:
  ///   - code: an `errno` or one of LMDB's negative codes.
  ///   - doing: what was tried, as in "while reading".
  ///   - descriptor: the file that was being read or written, to tell a full disk from a broken one.
  static func make(code: Int32, doing: String, descriptor: Int32? = nil) -> LMDBError {
    switch code {
    case ENOSPC, EDQUOT: return .diskFull
    case EFBIG: return .fileSizeLimit
    case EIO: return descriptor.flatMap(fullness) ?? .inputOutput(code: code, doing: doing)
    case ENOMEM: return .outOfMemory
    case MDB_TXN_FULL: return .transactionFull
    case MDB_READERS_FULL: return .tooManyReaders
    case MDB_MAP_FULL: return .mapFull(mapSizeBytes: 0)
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_PAGE_FULL, MDB_CURSOR_FULL, MDB_INVALID, MDB_INCOMPATIBLE:
      return .corrupt(reason: "LMDB found a broken page while \(doing)")
    case MDB_VERSION_MISMATCH: return .corrupt(reason: "the format version changed while \(doing)")
    case MDB_BAD_VALSIZE: preconditionFailure("a key has 1 to \(Key.maximumSizeBytes) bytes")
    default:
      return code > 0 ? .inputOutput(code: code, doing: doing) : .other(code: code, doing: doing)
    }
  }

  /// The error for an `errno` from opening or making a file at a path.
  static func make(openCode code: Int32, path: String, doing: String) -> LMDBError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .permission(path: path)
    case EROFS: .readOnlyFileSystem(path: path)
    case EISDIR: .isDirectory(path: path)
    case EEXIST: .exists(path: path)
    case ENXIO: .notRegularFile(path: path)
    case ELOOP: .symbolicLink(path: path)
    default: make(code: code, doing: doing)
    }
  }

  /// Whether the file system, or the limit on a file's size, explains an EIO.
  private static func fullness(_ descriptor: Int32) -> LMDBError? {
    var space = statvfs()
    if fstatvfs(descriptor, &space) == 0,
      UInt64(space.f_bavail) * UInt64(space.f_frsize) < fullDiskMarginBytes
    {
      return .diskFull
    }
    var limit = rlimit()
    var status = stat()
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, fstat(descriptor, &status) == 0,
      limit.rlim_cur != ~0, UInt64(status.st_size) + fullDiskMarginBytes > UInt64(limit.rlim_cur)
    {
      return .fileSizeLimit
    }
    return nil
  }
}
