// Safety: `@unchecked Sendable` because what changes (the handle and its map) changes only inside the transaction gate,
// and the write state is touched by the one write transaction only.
import CLMDB
import Glibc

/// An open data file with its tables.
///
/// A class because LMDB's handle is shared by identity: one a file in a process, whatever paths it is opened by. It
/// closes when the last reference goes. It may be used from any thread; a closure runs on the thread that calls.
public final class Environment: @unchecked Sendable {
  /// What an environment is opened for.
  public enum Mode: Sendable {
    case readOnly
    case readWrite
  }

  /// The size of the map that files are opened with where address space allows.
  public static let defaultMapSizeBytes = MapSize.defaultBytes

  /// How long a write waits for another writer unless the caller says otherwise.
  public static let defaultBusyTimeoutMilliseconds = 5_000

  /// The path of the file, symbolic links resolved.
  public let path: String
  /// Which file it is, whatever its path.
  public let deviceAndInode: FileIdentity
  /// The size of a page of the file.
  public let pageSize: Int

  let descriptor: Int32
  let busyTimeoutMilliseconds: Int
  let gate = TransactionGate()
  let writerLock: WriterLock
  let writeState: UnsafeMutablePointer<WriteState>

  // Changed inside the gate only.
  var handle: EnvironmentHandle?
  var access: EnvironmentHandle.Access
  var mapSizeBytes: Int
  var generation: UInt32 = 0
  /// Whether a commit failed, so that the next write opens the file anew.
  var isSuspect = false

  /// An environment over what has been opened, which it closes.
  init(opened: Opened, busyTimeoutMilliseconds: Int) {
    path = opened.file.path
    deviceAndInode = opened.file.identity
    descriptor = opened.file.descriptor
    handle = opened.handle
    writeState = opened.writeState
    access = opened.access
    pageSize = opened.pageSize
    mapSizeBytes = opened.mapSizeBytes
    writerLock = WriterLock(descriptor: opened.file.descriptor)
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }

  deinit {
    if isPublished {
      EnvironmentRegistry.shared.remove(deviceAndInode) { closeEverything() }
    } else {
      closeEverything()
    }
  }

  /// Whether it was opened for reading only.
  public var isReadOnly: Bool { gate.whileNoneBegins { !access.canWrite } }

  /// Whether reads go without a lock file, because the folder or the file system can't be written.
  ///
  /// Such reads are checked for having been overtaken by a writer and are then run again.
  public var lacksLock: Bool { gate.whileNoneBegins { access == .readWithoutLock } }

  /// The size of the file.
  public var fileSizeBytes: Int {
    get throws(LMDBError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .make(code: errno, doing: "measuring the data file") }
      return Int(status.st_size)
    }
  }

  /// Whether the file has a path of its own, so that others may find, lock and replace it.
  var isPublished: Bool { access != .writeWithoutLock }

  var deadline: Deadline { Deadline(afterMilliseconds: busyTimeoutMilliseconds) }

  private func closeEverything() {
    handle?.close()
    close(descriptor)
    writeState.deallocate()
  }
}
