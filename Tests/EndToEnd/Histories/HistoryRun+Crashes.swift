import Foldbook
import Foundation
import Glibc
import ProgramRunning

/// Writes that a process is killed in.
///
/// A copy of the ledger is written by another process, which is killed at some moment. It has then the ledger before the
/// write or the one after it; where it has the one before, the write is made again. From there on it is the ledger.
extension HistoryRun {
  /// What came of the kills of all histories.
  struct CrashCounts {
    var attempts = 0
    var beforeCommit = 0
    var afterCommit = 0
  }

  /// Makes a write, sometimes after another process was killed in it.
  mutating func write<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
    guard crashes, crashNumbers.happens(percent: 20) else { return try body(ledger) }
    crashCounts.attempts += 1
    let copy = "\(folder)/history-\(seed)-\(crashCounts.attempts).foldbook"
    try HistoryRun.copyLedger(path, to: copy)
    let before = try ledger.headHash()
    HistoryRun.kill(after: UInt32.random(in: 0...10_000, using: &crashNumbers)) {
      _ = try body(Ledger.open(path: copy, isReadOnly: false))
    }
    let result: Result
    do {
      result = try body(ledger)
    } catch {
      // A refusal: there is nothing to be before or after.
      try HistoryRun.removeLedger(copy)
      throw error
    }
    let expected = try (ledger.headHash(), ledger.viewDigest())
    let crashed = try Ledger.open(path: copy, isReadOnly: false)
    if before != expected.0 {
      if try crashed.headHash() == before {
        crashCounts.beforeCommit += 1
        _ = try body(crashed)
      } else {
        crashCounts.afterCommit += 1
      }
    }
    try same("head after a kill", crashed.headHash(), expected.0)
    try same("views after a kill", crashed.viewDigest(), expected.1)
    openLedger = nil
    try HistoryRun.removeLedger(path)
    path = copy
    openLedger = crashed
    return result
  }

  private static let companions = ["", "-lock", "-anchor"]

  private static func copyLedger(_ path: String, to copy: String) throws {
    for suffix in companions where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
  }

  private static func removeLedger(_ path: String) throws {
    for suffix in companions where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Whether processes can be split off; a sanitizer's own threads don't allow it.
  static let canCrash = dlsym(nil, "__tsan_init") == nil && dlsym(nil, "__asan_init") == nil

  /// Lets a process that is split off do something, and kills it after so many microseconds.
  ///
  /// Swift does not offer `fork`, since the other threads are missing in the new process: it may wait for one of them for
  /// ever. It is killed then all the same.
  private static func kill(after microseconds: UInt32, _ body: () throws -> Void) {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { return }
    let fork = unsafeBitCast(symbol, to: Fork.self)
    let identifier = fork()
    if identifier == 0 {
      do {
        try body()
      } catch {
        _exit(1)
      }
      _exit(0)
    }
    guard identifier > 0 else { return }
    var status: Int32 = 0
    var remaining = microseconds
    while remaining > 0 {
      if waitpid(identifier, &status, WNOHANG) == identifier { return }
      let pause = min(remaining, 200)
      usleep(pause)
      remaining -= pause
    }
    Glibc.kill(identifier, SIGKILL)
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
  }
}

extension Ledger {
  /// The hash of the newest commit.
  fileprivate func headHash() throws -> CommitHash? { try read { try $0.journal.headCommit()?.hash } }
}
