// Safety: the resolved path is copied and freed before the call returns.
import Glibc

/// An existing data file, opened to be looked at and locked.
///
/// LMDB opens it a second time; this descriptor never reads or writes through LMDB's back.
struct DataFile {
  /// The path with symbolic links resolved, so that one file has one lock file whatever name it was opened by.
  let path: String
  let descriptor: Int32
  let identity: FileIdentity
  let sizeBytes: Int

  /// Opens the file at a path; the descriptor is the caller's to close.
  static func open(_ path: String) throws(LMDBError) -> DataFile {
    try open(resolved: resolve(path), path: path)
  }

  /// Opens a file of this process by a path that leads to it although it has no name.
  static func open(processPath: String) throws(LMDBError) -> DataFile {
    try open(resolved: processPath, path: processPath)
  }

  private static func open(resolved: String, path: String) throws(LMDBError) -> DataFile {
    // Without O_NONBLOCK a pipe would block here.
    let descriptor = Glibc.open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .make(openCode: errno, path: path, doing: "opening \(path)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .make(openCode: code, path: path, doing: "opening \(path)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      return DataFile(
        path: resolved, descriptor: descriptor, identity: FileIdentity(status), sizeBytes: Int(status.st_size))
    case S_IFDIR:
      close(descriptor)
      throw .isDirectory(path: path)
    default:
      close(descriptor)
      throw .notRegularFile(path: path)
    }
  }

  private static func resolve(_ path: String) throws(LMDBError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw .make(openCode: errno, path: path, doing: "opening \(path)")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
