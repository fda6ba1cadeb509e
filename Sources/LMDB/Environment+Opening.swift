// Safety: the write state is allocated for the environment, which frees it, or freed here where opening fails.
import CLMDB
import Glibc

extension Environment {
  /// Opens an existing file.
  ///
  /// A file that this process has open already gives the same environment again, whatever the path and the settings;
  /// asked for writing, one that was opened for reading is opened anew as soon as none of its transactions runs.
  ///
  /// - Parameters:
  ///   - mapSizeBytes: the address space to begin with; grows by itself.
  ///   - busyTimeoutMilliseconds: how long a write waits for another writer.
  /// - Throws: `notFound`, `isDirectory`, `notRegularFile`, `permission`, `readOnlyFileSystem`; `corrupt` or `tooNew` from
  ///   the structural check; `diskFull` if there is no room for the lock file; `replaced` if this process has another
  ///   file open that was at the path before.
  public static func open(
    path: String, mode: Mode, mapSizeBytes: Int = defaultMapSizeBytes,
    busyTimeoutMilliseconds: Int = defaultBusyTimeoutMilliseconds
  ) throws(LMDBError) -> Environment {
    let file = try DataFile.open(path)
    let found: (environment: Environment, isNew: Bool)
    do {
      found = try EnvironmentRegistry.shared.environment(of: file) { () throws(LMDBError) in
        // Before anything is made beside a file that is not ours.
        let structure = try StructureCheck.cheap(descriptor: file.descriptor)
        let opened = try Opened.open(
          file, access: prepareLockFile(ofDataFile: file.path, mode: mode), fileSizeBytes: structure.fileSizeBytes,
          mapSizeBytes: mapSizeBytes)
        return Environment(opened: opened, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      }
    } catch {
      close(file.descriptor)
      throw error
    }
    if !found.isNew {
      close(file.descriptor)
      if mode == .readWrite { try found.environment.becomeWritable() }
    }
    return found.environment
  }

  /// Whether somebody writes the file at a path right now.
  public static func hasWriter(path: String) -> Bool { WriterLock.isHeld(path: path) }

  /// What has been opened for an environment, before there is one.
  struct Opened {
    let file: DataFile
    let handle: EnvironmentHandle
    let access: EnvironmentHandle.Access
    let writeState: UnsafeMutablePointer<WriteState>
    let pageSize: Int
    let mapSizeBytes: Int

    /// Opens LMDB's side of a file that was checked or is empty; on failure the file stays open and the caller's.
    static func open(
      _ file: DataFile, access: EnvironmentHandle.Access, fileSizeBytes: Int, mapSizeBytes: Int
    ) throws(LMDBError) -> Opened {
      let mapSizeBytes = MapSize.initial(wantedBytes: mapSizeBytes, fileSizeBytes: fileSizeBytes)
      let writeState = UnsafeMutablePointer<WriteState>.allocate(capacity: 1)
      writeState.initialize(to: WriteState())
      do {
        let handle = try EnvironmentHandle.open(
          path: file.path, identity: file.identity, access: access, mapSizeBytes: mapSizeBytes, state: writeState)
        return Opened(
          file: file, handle: handle, access: access, writeState: writeState, pageSize: handle.pageSize,
          mapSizeBytes: mapSizeBytes)
      } catch {
        writeState.deallocate()
        throw error
      }
    }
  }

  /// Opens LMDB's side of the file again; with the gate held.
  func openHandle() throws(LMDBError) {
    handle = try EnvironmentHandle.open(
      path: path, identity: deviceAndInode, access: access, mapSizeBytes: mapSizeBytes, state: writeState)
    generation += 1
    isSuspect = false
  }

  private static func prepareLockFile(
    ofDataFile path: String, mode: Mode
  ) throws(LMDBError) -> EnvironmentHandle.Access {
    let lockPath = LockFile.path(ofDataFile: path)
    let code = LockFile.allocate(at: lockPath)
    if code == 0 { return mode == .readOnly ? .read : .write }
    if mode == .readOnly, LockFile.isForgoneByReader(allocationCode: code) { return .readWithoutLock }
    throw .make(openCode: code, path: lockPath, doing: "making \(lockPath)")
  }

  private func becomeWritable() throws(LMDBError) {
    guard isReadOnly else { return }
    try gate.whileNoneRuns(before: deadline) { () throws(LMDBError) in
      guard !access.canWrite else { return }
      handle?.close()
      handle = nil
      let former = access
      do throws(LMDBError) {
        access = try Environment.prepareLockFile(ofDataFile: path, mode: .readWrite)
        try openHandle()
      } catch {
        access = former
        try openHandle()
        throw error
      }
    }
  }
}
