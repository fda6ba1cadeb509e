import Glibc

/// Which file it is, whatever its path: the device and the inode.
public struct FileIdentity: Hashable, Sendable {
  public let device: UInt64
  public let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity of the file at a path; nil where there is none.
  static func ofFile(at path: String) -> FileIdentity? {
    var status = stat()
    return stat(path, &status) == 0 ? FileIdentity(status) : nil
  }

  /// The identity of an open file; nil where the descriptor is not open.
  static func ofFile(descriptor: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }
}
