import CLMDB
import Glibc

extension Environment {
  /// Creates a file with what the body writes, all at once: nobody ever sees less than that.
  ///
  /// The file is made where nobody else sees it, gets its first commit, and appears at its path when that is durable. It
  /// is this user's only (0600), as are folders that have to be made for it (0700). As in ``write(_:)``, the body may run
  /// more than once. If anything fails, nothing is left behind.
  ///
  /// - Throws: what the body throws; `exists` if there is a file at the path, or somebody else made one meanwhile;
  ///   `permission`, `readOnlyFileSystem`, `diskFull`, `inputOutput`.
  public static func create<Result: ~Copyable>(
    path: String, mapSizeBytes: Int = defaultMapSizeBytes,
    _ body: (borrowing WriteTransaction) throws -> Result
  ) throws -> Result {
    var status = stat()
    if lstat(path, &status) == 0 { throw LMDBError.exists(path: path) }
    let folders = try FolderPath.create(FolderPath.containing(path))
    do {
      let file = try PrivateFile.make(for: path)
      let result = try fill(file, mapSizeBytes: mapSizeBytes, body)
      try file.publish(at: path)
      return result
    } catch {
      // Those that are not empty by now stay.
      for folder in folders { rmdir(folder) }
      throw error
    }
  }

  private static func fill<Result: ~Copyable>(
    _ file: borrowing PrivateFile, mapSizeBytes: Int, _ body: (borrowing WriteTransaction) throws -> Result
  ) throws -> Result {
    let environment = try openPrivate(file, mapSizeBytes: mapSizeBytes)
    return try withExtendedLifetime(environment) { try environment.write(body) }
  }

  /// Opens a file that nobody else sees.
  static func openPrivate(
    _ file: borrowing PrivateFile, mapSizeBytes: Int
  ) throws(LMDBError) -> Environment {
    let dataFile = try DataFile.open(processPath: file.processPath)
    do {
      let opened = try Opened.open(
        dataFile, access: .writeWithoutLock, fileSizeBytes: dataFile.sizeBytes, mapSizeBytes: mapSizeBytes)
      return Environment(opened: opened, busyTimeoutMilliseconds: defaultBusyTimeoutMilliseconds)
    } catch {
      close(dataFile.descriptor)
      throw error
    }
  }
}
