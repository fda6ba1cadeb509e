import CLMDB
import Glibc

/// Finding out what a failed commit left.
extension Environment {
  /// The error for a commit that failed: whether it is in the file is read from the file, never guessed.
  ///
  /// LMDB writes the page that says what is committed last, and panics if that fails. Before that nothing is committed. After
  /// it the page may have been written all the same, so the file is synced and then asked. LMDB refuses to go on after such a failure, so the environment is closed; the next transaction opens it again.
  func commitFailure(_ code: Int32, commitNumber: Int) -> LMDBError {
    let cause = LMDBError.make(code: code, doing: "committing", descriptor: descriptor)
    // LMDB's own codes come before anything is written to the pages that say what is committed.
    guard code > 0 || code == MDB_PANIC else { return cause }
    let mayBeCommitted = gate.whileNoneBegins { handle?.hasPanicked ?? true }
    closeAfterFailure()
    guard mayBeCommitted else { return cause }
    // What the system shows after a sync that succeeded is what the disk has.
    let isSynced = fsync(descriptor) == 0
    do {
      let structure = try StructureCheck.cheap(descriptor: descriptor)
      if structure.lastCommitNumber >= UInt64(commitNumber) { return .committedDespite(cause) }
      return isSynced ? cause : .commitOutcomeUnknown(cause)
    } catch {
      return .commitOutcomeUnknown(cause)
    }
  }

  /// Closes LMDB's side of the file; where readers are in it, they go on and the next write closes it.
  private func closeAfterFailure() {
    gate.whileNoneBegins { isSuspect = true }
    do {
      try gate.whileNoneRuns(before: Deadline(afterMilliseconds: 0)) {
        handle?.close()
        handle = nil
      }
    } catch {
      // Readers run: the mark is enough.
    }
  }
}
