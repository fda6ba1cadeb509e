import Foldbook
import Foundation
import ProgramRunning
import Testing

/// Random histories on a real ledger, compared with a model that shares no code with the projection.
struct RandomHistoryTests {
  /// 200 seeds in groups, or the one that `FOLDBOOK_SEED` names.
  static let groups: [[UInt64]] = {
    if let text = ProcessInfo.processInfo.environment["FOLDBOOK_SEED"], let seed = UInt64(text) { return [[seed]] }
    return (0..<20).map { group in (0..<10).map { UInt64(group * 10 + $0 + 1) } }
  }()

  @Test(arguments: groups)
  func `a random history says the same as a plain list of transactions, then and at every later time`(
    _ seeds: [UInt64]
  ) throws {
    print("random histories with seeds \(seeds)")
    for seed in seeds {
      try TemporaryFolder.lend { folder in
        var run = try HistoryRun(seed: seed, folder: folder)
        for number in 1...36 {
          try run.step()
          if number % 6 == 0 { try run.compare() }
          if number % 9 == 0 { try run.save() }
        }
        try run.checkSaved()
        let (last, digest) = (CommitNumber(run.model.commits.count), try run.ledger.viewDigest())
        try run.undoEverything()
        try run.compare()
        try run.same("live transactions after everything was undone", run.model.state.liveRows.count, 0)
        try run.same("digest after everything was undone", run.ledger.viewDigest(), run.initialDigest)
        try run.undoCommits(after: last)
        try run.same("digest after the undos were undone", run.ledger.viewDigest(), digest)
        try run.compare()
        try run.reopen()
        try run.checkSaved()
      }
    }
  }
}

/// A folder that is thrown away.
enum TemporaryFolder {
  static func lend<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foldbook-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome = Swift.Result { try body(folder) }
    try FileManager.default.removeItem(at: folder)
    return try outcome.get()
  }
}
