// Safety: descriptors are closed once, by deinit; paths are lent to system calls.
import CLMDB
import Glibc

/// A new file that nobody else can see until it is published.
///
/// It has no name where the file system allows that, so that a killed process leaves nothing behind; elsewhere it has a
/// random one beside its later path. What is not published is removed.
package struct PrivateFile: ~Copyable {
  /// RENAME_NOREPLACE.
  private static let withoutReplacing: UInt32 = 1

  package let descriptor: Int32
  private let temporaryPath: String?
  private let folder: String

  /// Makes a file in the folder of the path that it will have.
  ///
  /// - Parameter isNamed: whether it gets a name although it could do without.
  package static func make(for path: String, isNamed: Bool = false) throws(LMDBError) -> PrivateFile {
    let folder = FolderPath.containing(path)
    if !isNamed {
      // O_TMPFILE, which the C header builds from O_DIRECTORY and a bit of its own.
      let descriptor = open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
      if descriptor >= 0 { return PrivateFile(descriptor: descriptor, temporaryPath: nil, folder: folder) }
      let code = errno
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(code) else {
        throw .make(openCode: code, path: path, doing: "creating \(path)")
      }
    }
    let temporaryPath = "\(path).new-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = open(temporaryPath, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw .make(openCode: errno, path: path, doing: "creating \(path)") }
    return PrivateFile(descriptor: descriptor, temporaryPath: temporaryPath, folder: folder)
  }

  private init(descriptor: Int32, temporaryPath: String?, folder: String) {
    self.descriptor = descriptor
    self.temporaryPath = temporaryPath
    self.folder = folder
  }

  deinit {
    close(descriptor)
    // Gone already where it was published under its new name.
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// A path by which this process can open the file again.
  var processPath: String { "/proc/self/fd/\(descriptor)" }

  /// The size of what was written.
  package var sizeBytes: Int {
    get throws(LMDBError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .make(code: errno, doing: "measuring the file") }
      return Int(status.st_size)
    }
  }

  /// Writes bytes at the end.
  package func append(_ bytes: [UInt8]) throws(LMDBError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        throw .make(code: count == 0 ? EIO : errno, doing: "writing the file", descriptor: descriptor)
      }
    }
  }

  /// What was written, read back.
  package func contents() throws(LMDBError) -> [UInt8] {
    try FileBytes.read(descriptor: descriptor, offset: 0, count: sizeBytes)
  }

  /// Makes the file durable and gives it its path, unless there is a file already.
  ///
  /// - Throws: `exists` if somebody else was faster; `committedDespite` if the file has its path but the folder could not
  ///   be made durable.
  package func publish(at path: String) throws(LMDBError) {
    guard fsync(descriptor) == 0 else { throw .make(code: errno, doing: "writing \(path)", descriptor: descriptor) }
    let code = temporaryPath.map { rename($0, to: path) } ?? link(to: path)
    guard code == 0 else {
      throw publishingFailure(.make(openCode: code, path: path, doing: "creating \(path)"), path: path)
    }
    do {
      try FolderPath.makeDurable(folder)
    } catch {
      throw .committedDespite(error)
    }
  }

  /// The error for a path that the system did not give: the file may have got it all the same.
  private func publishingFailure(_ cause: LMDBError, path: String) -> LMDBError {
    do {
      let isPublished = try FileIdentity.ofFile(at: path) == FileIdentity.ofFile(descriptor: descriptor)
      return isPublished ? .committedDespite(cause) : cause
    } catch .notFound {
      return cause
    } catch {
      return .commitOutcomeUnknown(cause)
    }
  }

  private func link(to path: String) -> Int32 {
    linkat(AT_FDCWD, processPath, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  private func rename(_ temporaryPath: String, to path: String) -> Int32 {
    if renameat2(AT_FDCWD, temporaryPath, AT_FDCWD, path, Self.withoutReplacing) == 0 { return 0 }
    guard errno == EINVAL || errno == ENOSYS else { return errno }
    // A file system that can't rename without replacing can link without replacing; deinit takes the old name away.
    return linkat(AT_FDCWD, temporaryPath, AT_FDCWD, path, 0) == 0 ? 0 : errno
  }
}
