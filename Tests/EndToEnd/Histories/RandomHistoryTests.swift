import Foldbook
import Foundation
import ProgramRunning
import Testing

/// Random histories on a real ledger, compared with a model that shares no code with the projection.
struct RandomHistoryTests {
  /// Seeds whose histories differed once; what they found is in `docs/internals/faults.md`.
  private static let found: [UInt64] = [1_419, 1_620, 3_492, 3_931, 5_175, 6_590, 7_168, 8_949]

  /// 200 seeds in groups and those that found something, 10,000 in `make soak`, or the one that `FOLDBOOK_SEED` names.
  static let groups: [[UInt64]] = {
    if let seed = Extent.repeatedSeed { return [[seed]] }
    let (groupCount, size) = (20, max(1, Extent.count(short: 200, soak: 10_000) / 20))
    return [found] + (0..<groupCount).map { group in (0..<size).map { UInt64(group * size + $0 + 1) } }
  }()

  @Test(arguments: groups)
  func `a random history says the same as a plain list of transactions, then and at every later time`(
    _ seeds: [UInt64]
  ) throws {
    guard let first = seeds.first, let last = seeds.last else { return }
    print("random histories with seeds \(first) to \(last)")
    var counts = HistoryRun.CrashCounts()
    for seed in seeds {
      // In short form one of two histories has kills in it.
      let isAsked = seeds.count == 1 || RandomHistoryTests.found.contains(seed)
      let crashes = HistoryRun.canCrash && (Extent.isSoak || seed.isMultiple(of: 2) || isAsked)
      let seedCounts = try HistoryScript(seed: seed, crashes: crashes).check()
      counts.beforeCommit += seedCounts.beforeCommit
      counts.afterCommit += seedCounts.afterCommit
    }
    Extent.report(
      "random histories \(first) to \(last): \(counts.beforeCommit + counts.afterCommit) kills, "
        + "\(counts.afterCommit) after the commit")
  }

  @Test
  func `a history that fails is made short`() throws {
    // Fails where a step above 20 comes after one that 7 divides.
    func fails(_ steps: [Int]) -> Bool {
      steps.indices.contains { place in
        steps[place] > 20 && steps[..<place].contains { $0.isMultiple(of: 7) }
      }
    }
    let shortest = Shrinking.shortest(Array(1...36), fails: fails)
    #expect(shortest.count == 2 && fails(shortest), "\(shortest)")
    #expect(Shrinking.shortest([5], fails: { !$0.isEmpty }) == [5])
    #expect(Shrinking.shortest(Array(1...9), fails: { $0.count > 3 }).count == 4)
  }

  @Test
  func `a difference is told with the seed and the steps that are enough for it`() throws {
    let script = HistoryScript(seed: 3, stepCount: 12, crashes: false)
    let failure = script.failure { run in
      if run.steps.contains(where: { $0.contains("add ") }) { throw run.difference("an add") }
    }
    let shortened = try #require(failure as? ShortenedFailure)
    #expect(shortened.steps.count == 1, "\(shortened)")
    #expect("\(shortened)".contains("FOLDBOOK_SEED=3") && "\(shortened)".contains("add "), "\(shortened)")
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
