import Glibc

/// LMDB's companion of a data file: its readers and its writers' mutex.
///
/// LMDB makes it sparse and maps it; on a full disk the first touch of a page without a block kills the process with
/// SIGBUS. So its blocks are allocated before LMDB sees it. Nothing else in the process opens it while the environment is
/// open, since closing it would drop LMDB's lock on it.
package enum LockFile {
  /// The size that LMDB gives it for its default of 126 readers.
  static let sizeBytes = 8_192

  /// Where the lock file of a data file is.
  static func path(ofDataFile path: String) -> String { path + "-lock" }

  /// Makes the lock file, or what is missing of it; 0 or an `errno`, `ELOOP` where a symbolic link is in its place.
  ///
  /// A link is not followed: somebody else may have put it there to have another file written over.
  static func allocate(at path: String) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var code = posix_fallocate(descriptor, 0, off_t(sizeBytes))
    while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(sizeBytes)) }
    return code
  }

  /// Whether a reader goes without a lock file, given what came of allocating it.
  ///
  /// It does only where the folder or the file system can't be written: there no writer is at work, or it is another
  /// user's, and reads are checked for having been overtaken.
  package static func isForgoneByReader(allocationCode: Int32) -> Bool {
    [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(allocationCode)
  }
}
