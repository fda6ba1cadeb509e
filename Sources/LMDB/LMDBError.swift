/// What can go wrong with a data file.
///
/// Unless it is ``committedDespite(_:)`` or ``commitOutcomeUnknown(_:)``, an error thrown by a write means that nothing
/// of it is in the file.
public enum LMDBError: Error, Equatable, Sendable {
  /// There is no file at the path.
  case notFound(path: String)
  /// There is a file at the path already, so none was created.
  case exists(path: String)
  /// The path is a folder.
  case isDirectory(path: String)
  /// The path is neither a file nor a folder: a pipe, a socket or a device.
  case notRegularFile(path: String)
  /// The path is a symbolic link where a file of the ledger's own is expected, or one that leads nowhere but to itself.
  case symbolicLink(path: String)
  /// This user may not read or write the path.
  case permission(path: String)
  /// The path is on a file system that can't be written.
  case readOnlyFileSystem(path: String)
  /// Another process, or another thread of this one, is writing; who, if a caller knows.
  case busy(holder: String?)
  /// The file system is full, or this user's quota of it.
  case diskFull
  /// The file would grow above the size that this process may write (`ulimit -f`).
  case fileSizeLimit
  /// The system reported an error; `code` is an `errno`.
  case inputOutput(code: Int32, doing: String)
  /// The file is damaged, cut short, or not a ledger file at all.
  case corrupt(reason: String)
  /// The file has a newer format of LMDB than this library reads.
  case tooNew(formatVersion: UInt32)
  /// The data need a map larger than the address space that this process may have (`ulimit -v`).
  case mapFull(mapSizeBytes: Int)
  /// The system has no memory or address space left.
  case outOfMemory
  /// One transaction changed more pages than LMDB can keep.
  case transactionFull
  /// More transactions read at once than the reader table has room for.
  case tooManyReaders
  /// The file at the path, or its lock file, is not the one that was opened: it has been replaced.
  case replaced(path: String)
  /// The commit is in the file, although the disk reported an error: a power cut may still lose it.
  indirect case committedDespite(LMDBError)
  /// The disk reported an error and could not be asked whether the commit is in the file.
  indirect case commitOutcomeUnknown(LMDBError)
  /// Any other error of LMDB or the system.
  case other(code: Int32, doing: String)
}
