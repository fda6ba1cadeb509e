import Foldbook
import Foundation
import LMDB
import ProgramRunning
import Testing

/// Journals whose checksums and hashes fit but whose contents nobody would write: refused or answered, never a fault of
/// the program.
struct ForgedJournalTests {
  private static let reads = [
    ["list", "--deleted", "--json"], ["list", "text:note", "--csv"], ["dashboard"], ["dashboard", "--json"],
    ["months", "--json"], ["months", "--wide"], ["categories", "--json"], ["merchants", "--json"],
    ["merchants", "suggest"], ["merchant", "Corner Shop", "--json"], ["accounts", "--json"], ["days", "--json"],
    ["balance", "--json"], ["budget", "--json"], ["recurring", "--json"], ["forecast", "--json"], ["rules", "--json"],
    ["rules", "suggest"], ["transfers", "--json"], ["check", "--json"], ["settings"], ["explain", "balance"],
    ["explain", "2026-09"], ["log", "--stat"], ["log", "--json"], ["diff", "2026-09-30"], ["stats"], ["show", "28"],
    ["replay", "--check"], ["verify", "--json"], ["export", "--format", "jsonl"], ["export", "--format", "csv"],
    ["export", "--format", "hledger"], ["export", "--format", "beancount"], ["dashboard", "--at", "commit:3"],
  ]
  private static let writes = [
    ["add", "4.20", "Corner Shop", "--category", "Groceries"], ["undo"], ["redo"], ["undo", "2", "--cascade"],
    ["recategorise", "--where", "text:note", "--to", "Gifts"], ["edit", "28", "--amount", "-5.00"],
    ["delete", "--where", "merchant:Metro"], ["rules", "apply"], ["import", "bank.csv", "--account", "Checking"],
    ["merchants", "merge", "Metro", "Corner Shop"], ["transfers", "link", "--sure"],
    ["categories", "merge", "Groceries", "Gifts"], ["undo", "4"], ["accounts", "close", "Savings"],
    ["budget", "set", "Groceries", "12.00"], ["replay"], ["list", "--json"], ["backup", "copy.foldbook"],
    ["salvage", "saved.foldbook"],
  ]
  /// The contract's codes, without the one for a fault of the program.
  private static let codes: Set<Int32> = [0, 1, 65, 66, 73, 76, 78]

  /// A ledger with every kind of event in it, and the program that it is for.
  private static func ledger(hasSnapshot: Bool) throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try LedgerOfEveryKind.make(program) { command in
      guard hasSnapshot, command[0] == "budget" else { return }
      let outcome = try program.run(["replay"])
      try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    }
    return program
  }

  /// What the program does wrong with the ledger as it is.
  private static func faults(_ program: FoldbookProcess, _ commands: [[String]]) throws -> [String] {
    try commands.compactMap { command in
      for copy in ["copy.foldbook", "saved.foldbook"] where command[0] == "backup" || command[0] == "salvage" {
        for suffix in ["", "-lock", "-anchor"]
        where FileManager.default.fileExists(atPath: program.path(copy) + suffix) {
          try FileManager.default.removeItem(atPath: program.path(copy) + suffix)
        }
      }
      let words = command.map { ["bank.csv", "copy.foldbook", "saved.foldbook"].contains($0) ? program.path($0) : $0 }
      let outcome: FoldbookProcess.Outcome
      do {
        outcome = try SpawnedProgram.run(
          program.program.path, words + ["--file", program.ledgerPath, "--now", FoldbookProcess.now],
          environment: FoldbookProcess.environment(program.folder), deadlineSeconds: 120)
      } catch let failure as SpawnFailure {
        return "\(command): \(failure)"
      }
      if !outcome.wasSignalled, codes.contains(outcome.exitCode) { return nil }
      return "\(command): \(outcome.wasSignalled ? "signal" : "exit") \(outcome.exitCode), \(outcome.errorText)"
    }
  }

  /// Seeds that found a fault once: a row that a snapshot leads to, in an account that there is not (583).
  private static let found: [UInt64] = [583]

  /// Seeds of forged ledgers: an odd one has a snapshot.
  private static let seeds: [[UInt64]] = {
    if let seed = Extent.repeatedSeed { return [[seed]] }
    let count = Extent.count(short: 24, soak: 2_000)
    return [found] + (0..<4).map { group in (0..<max(1, count / 4)).map { UInt64(group * max(1, count / 4) + $0 + 1) } }
  }()

  @Test(arguments: seeds)
  func `a forged journal is refused or answered, never a fault`(_ seeds: [UInt64]) throws {
    print("forged journals with seeds \(seeds[0]) to \(seeds[seeds.count - 1])")
    let programs = try [false, true].map { try ForgedJournalTests.ledger(hasSnapshot: $0) }
    let files = try programs.map { try Data(contentsOf: URL(fileURLWithPath: $0.ledgerPath)) }
    let journals = try programs.map { try ForgedJournal(path: $0.ledgerPath) }
    for seed in seeds {
      var numbers = SeededNumbers(seed: seed)
      let which = Int(seed % 2)
      var journal = journals[which]
      let changes = (0..<Int.random(in: 1...2, using: &numbers)).map { _ in journal.change(&numbers) }
      try journal.write(over: files[which])
      let reads = ForgedJournalTests.reads.shuffled(using: &numbers)
      let commands = Extent.isSoak || ForgedJournalTests.found.contains(seed) ? reads : Array(reads.prefix(12))
      let faults = try ForgedJournalTests.faults(programs[which], commands + ForgedJournalTests.writes)
      #expect(faults == [], "FOLDBOOK_SEED=\(seed): \(changes)")
    }
    Extent.report("\(seeds.count) forged journals, \(seeds[0]) to \(seeds[seeds.count - 1])")
  }

  @Test(arguments: ForgedEvents.all)
  func `events that nobody would write are refused or answered, never a fault`(_ forged: ForgedEvents) throws {
    let program = try ForgedJournalTests.ledger(hasSnapshot: forged.name.count.isMultiple(of: 2))
    let environment = try Environment.open(path: program.ledgerPath, mode: .readWrite)
    try environment.write { transaction in
      var writer = try CommitWriter(store: StoreWriter(access: transaction.writing))
      let events = forged.events(writer.firstPosition)
      for event in events { try writer.append(event) }
      _ = try writer.finish(recordedAt: forged.recordedAt, command: forged.command, sources: [])
    }
    let faults = try ForgedJournalTests.faults(program, ForgedJournalTests.reads + ForgedJournalTests.writes)
    #expect(faults == [])
  }
}
