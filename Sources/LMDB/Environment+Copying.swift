// Safety: LMDB writes to the descriptor while the environment's transaction keeps its handle and map in place.
import CLMDB
import Glibc

extension Environment {
  /// Copies what is committed into a new file, without what is free; others may write meanwhile.
  ///
  /// The copy is made where nobody else sees it, checked page by page and by the caller, and appears at its path when it is
  /// durable, with mode 0600. If anything fails, nothing is left behind. Until it is done, pages that writers free are not
  /// used again, so the file that is copied may grow.
  ///
  /// - Parameter check: looks at the copy before it gets its path.
  /// - Throws: what the check throws; `exists` if there is a file at the path, which is left as it is; `permission`,
  ///   `readOnlyFileSystem`, `diskFull`, `inputOutput`, `corrupt`.
  public func copy(to path: String, _ check: (Environment) throws -> Void) throws {
    var status = stat()
    if lstat(path, &status) == 0 { throw LMDBError.exists(path: path) }
    let folders = try FolderPath.create(FolderPath.containing(path))
    do {
      let file = try PrivateFile.make(for: path)
      try read { (_: borrowing ReadTransaction) throws in try copyPages(to: file.descriptor) }
      try StructureCheck.whole(descriptor: file.descriptor)
      let copy = try Environment.openPrivate(file, mapSizeBytes: Environment.defaultMapSizeBytes)
      try withExtendedLifetime(copy) { try check(copy) }
      try file.publish(at: path)
    } catch {
      for folder in folders { rmdir(folder) }
      throw Environment.copyFault(error)
    }
  }

  /// A copy that was just written and can't be found or read again is a fault of the disk, not a ledger that is missing.
  private static func copyFault(_ error: any Error) -> any Error {
    guard let fault = error as? LMDBError, case .notFound = fault else { return error }
    return LMDBError.inputOutput(code: EIO, doing: "reading the copy back")
  }

  /// Writes the copy; begins anew where a read without a lock file was overtaken.
  private func copyPages(to descriptor: Int32) throws(LMDBError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0, let handle else {
      throw .make(code: errno, doing: "writing the copy", descriptor: descriptor)
    }
    let code = mdb_env_copyfd2(handle.pointer, descriptor, UInt32(MDB_CP_COMPACT))
    guard code == 0 else { throw .make(code: code, doing: "copying the data file", descriptor: descriptor) }
  }
}
