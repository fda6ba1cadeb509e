// Safety: the count and the mark are touched inside the monitor only.

/// Counts the transactions of an environment, so that its map is replaced only while there is none.
///
/// LMDB moves its map, and frees it on closing, under the feet of whoever reads it.
final class TransactionGate: Sendable {
  private let monitor = Monitor()
  nonisolated(unsafe) private var runningTransactionCount = 0
  nonisolated(unsafe) private var isHeld = false

  /// Counts a transaction in, before it begins; waits while the map is being replaced.
  func enter() {
    monitor.locked {
      while isHeld { monitor.wait() }
      runningTransactionCount += 1
    }
  }

  /// Counts a transaction out.
  func leave() {
    monitor.locked {
      runningTransactionCount -= 1
      if runningTransactionCount == 0 { monitor.signal() }
    }
  }

  /// Runs the body, which begins a read transaction or opens tables, while nothing else does; running ones go on.
  func whileNoneBegins<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try monitor.locked { () throws(Failure) in
      while isHeld { monitor.wait() }
      return try body()
    }
  }

  /// Runs the body while no transaction runs.
  ///
  /// - Throws: `LMDBError.busy` if transactions still run at the deadline.
  func whileNoneRuns(before deadline: Deadline, _ body: () throws(LMDBError) -> Void) throws(LMDBError) {
    try monitor.locked { () throws(LMDBError) in
      while isHeld || runningTransactionCount > 0 {
        if deadline.hasPassed { throw .busy(holder: nil) }
        monitor.wait(until: deadline)
      }
      isHeld = true
    }
    defer {
      monitor.locked {
        isHeld = false
        monitor.signal()
      }
    }
    try body()
  }
}
