import Glibc

/// Which file it is, whatever its path: the device and the inode.
public struct FileIdentity: Hashable, Sendable {
  public let device: UInt64
  public let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity of the file at a path.
  static func ofFile(at path: String) throws(LMDBError) -> FileIdentity {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .make(openCode: errno, path: path, doing: "looking at \(path)") }
    return FileIdentity(status)
  }

  /// The identity of an open file.
  static func ofFile(descriptor: Int32) throws(LMDBError) -> FileIdentity {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .make(code: errno, doing: "looking at the data file") }
    return FileIdentity(status)
  }
}
