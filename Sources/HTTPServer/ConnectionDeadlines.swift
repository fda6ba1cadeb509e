import Glibc
import Synchronization

/// Until when each open connection has to get on; by its socket.
///
/// The library behind the server only knows idle connections: one that sends a byte a second would stay for ever.
final class ConnectionDeadlines: Sendable {
  // A class, since the connections' threads share it.
  private let seconds = Mutex<[Int32: Int]>([:])

  func set(_ socket: Int32, secondsFromNow: Int) {
    let deadline = ConnectionDeadlines.now() + secondsFromNow
    seconds.withLock { $0[socket] = deadline }
  }

  /// Lets a connection stay for as long as it likes.
  func lift(_ socket: Int32) {
    seconds.withLock { $0[socket] = Int.max }
  }

  /// Forgets a connection; has to come before its socket is closed, since the number is used again.
  func remove(_ socket: Int32) {
    _ = seconds.withLock { $0.removeValue(forKey: socket) }
  }

  /// Ends the traffic of every connection that is past its time; its thread then finds it closed.
  func shutDownOverdue() {
    let now = ConnectionDeadlines.now()
    seconds.withLock { table in
      for (socket, deadline) in table where deadline < now { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
