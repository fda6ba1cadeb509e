// Safety: the owner is touched inside the monitor only.
import Glibc

/// Lets one writer at a time through, in this process and among all of them.
///
/// LMDB 0.9.24 has no way to try: beginning a write transaction blocks for as long as another process writes. So writers
/// first take `flock` on the data file, by polling. It is not `fcntl`, whose lock any close of the file would drop.
final class WriterLock: Sendable {
  private static let shortestPauseMicroseconds: UInt32 = 200
  private static let longestPauseMicroseconds: UInt32 = 10_000

  private let descriptor: Int32
  private let monitor = Monitor()
  nonisolated(unsafe) private var owner: pthread_t?

  /// A lock on an open file, which stays the caller's to close.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether somebody writes the file at a path; false where it can't be asked.
  ///
  /// A writer that tries at the same moment tries again.
  static func isHeld(path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Takes the lock.
  ///
  /// - Throws: `LMDBError.busy` if another writer has it at the deadline.
  func take(before deadline: Deadline) throws(LMDBError) {
    let thread = pthread_self()
    try monitor.locked { () throws(LMDBError) in
      precondition(owner != thread, "a write inside a write waits for itself")
      while owner != nil {
        if deadline.hasPassed { throw .busy(holder: nil) }
        monitor.wait(until: deadline)
      }
      owner = thread
    }
    do {
      try lockFile(before: deadline)
    } catch {
      giveUpOwnership()
      throw error
    }
  }

  /// Gives the lock back, on the thread that took it.
  func giveBack() {
    flock(descriptor, LOCK_UN)
    giveUpOwnership()
  }

  private func giveUpOwnership() {
    monitor.locked {
      owner = nil
      monitor.signal()
    }
  }

  private func lockFile(before deadline: Deadline) throws(LMDBError) {
    var pauseMicroseconds = Self.shortestPauseMicroseconds
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else { throw .make(code: code, doing: "locking the data file") }
      if deadline.hasPassed { throw .busy(holder: nil) }
      usleep(pauseMicroseconds)
      pauseMicroseconds = min(pauseMicroseconds * 2, Self.longestPauseMicroseconds)
    }
  }
}
