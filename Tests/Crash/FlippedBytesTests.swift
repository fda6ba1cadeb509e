import Foundation
import ProgramRunning
import Testing

/// Every byte of a small ledger changed in two ways: it is noticed, or it does no harm.
struct FlippedBytesTests {
  private static let reads = [
    ["list", "--json"], ["months", "--json"], ["merchants", "--json"], ["accounts", "--json"],
  ]
  /// Adds a transaction, so that what is written over is read too.
  private static let write = ["add", "4.20", "Corner Shop 3", "--category", "Groceries", "--json"]

  /// What the sound ledger says, before and after the write.
  private struct Answers {
    var before: [[UInt8]] = []
    var after: [[UInt8]] = []
  }

  /// One ledger file that is damaged and asked again and again.
  private struct Subject {
    let program: String
    let path: String
    let environment: [String: String]

    func run(_ arguments: [String]) throws -> FoldbookProcess.Outcome {
      try SpawnedProgram.run(
        program, arguments + ["--file", path, "--now", FoldbookProcess.now], environment: environment,
        deadlineSeconds: 20)
    }

    /// Puts the file in place, and takes its companions away.
    func place(_ bytes: [UInt8], anchor: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      try Data(anchor).write(to: URL(fileURLWithPath: path + "-anchor"))
    }

    func answers() throws -> Answers {
      var answers = Answers()
      for read in FlippedBytesTests.reads { answers.before.append(try run(read).output) }
      _ = try run(FlippedBytesTests.write)
      for read in FlippedBytesTests.reads { answers.after.append(try run(read).output) }
      return answers
    }
  }

  /// A ledger of about 80 KB with a snapshot, a tail, edits, deletions, an undo and free pages.
  private func ledger(_ program: FoldbookProcess) throws {
    var rows = ["Date,Payee,Amount,Memo"]
    for row in 0..<150 {
      rows.append("2026-0\(row % 9 + 1)-1\(row % 9),Corner Shop \(row % 12),-\(row + 1).50,row \(row)")
    }
    try program.write(rows.joined(separator: "\n") + "\n", to: "bank.csv")
    let commands = [
      ["import", "bank.csv", "--account", "Checking", "--currency", "EUR"],
      ["recategorise", "--where", "merchant:'Corner Shop 3'", "--to", "Groceries"], ["replay"],
      ["add", "12.50", "Corner Shop 1", "--note", "by hand"], ["edit", "60", "--amount", "-99.99"], ["delete", "70"],
      ["replay"], ["add", "+1000", "Employer"], ["undo"], ["add", "7", "Corner Shop 2"],
      ["recategorise", "80", "--to", "Travel"], ["split", "75", "Groceries=1", "Health"],
    ]
    for command in commands {
      let outcome = try program.run(command)
      try #require(outcome.exitCode == 0, "\(command): \(outcome.errorText)")
    }
  }

  @Test func `a changed byte never gives a wrong answer, a crash or a hang`() async throws {
    let home = try FoldbookProcess()
    try ledger(home)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: home.ledgerPath)))
    let anchor = Array(try Data(contentsOf: URL(fileURLWithPath: home.ledgerPath + "-anchor")))
    let step = Extent.count(short: 211, soak: 1)
    let workers = 2
    let outcomes = try await withThrowingTaskGroup(of: Tally.self) { group in
      for worker in 0..<workers {
        group.addTask {
          let subject = Subject(
            program: home.program.path, path: home.path("copy-\(worker).foldbook"),
            environment: FoldbookProcess.environment(home.folder))
          return try FlippedBytesTests.check(
            subject, bytes: bytes, anchor: anchor,
            places: stride(from: worker * step, to: bytes.count, by: step * workers))
        }
      }
      return try await group.reduce(into: Tally()) { $0.add($1) }
    }
    Extent.report(
      "\(outcomes.changed) changed bytes of \(bytes.count): \(outcomes.refused) refused, \(outcomes.harmless) harmless, "
        + "\(outcomes.wrong.count) wrong")
    #expect(outcomes.wrong == [])
    #expect(outcomes.refused > 0 && outcomes.harmless > 0)
  }

  private struct Tally: Sendable {
    var changed = 0
    var refused = 0
    var harmless = 0
    var wrong: [String] = []

    mutating func add(_ other: Tally) {
      changed += other.changed
      refused += other.refused
      harmless += other.harmless
      wrong += other.wrong
    }
  }

  private static func check(
    _ subject: Subject, bytes: [UInt8], anchor: [UInt8], places: StrideTo<Int>
  ) throws -> Tally {
    try subject.place(bytes, anchor: anchor)
    let expected = try subject.answers()
    var tally = Tally()
    for place in places {
      for pattern: UInt8 in [0x01, 0xFF] {
        var changed = bytes
        changed[place] ^= pattern
        try subject.place(changed, anchor: anchor)
        tally.changed += 1
        let faults = try faults(subject, expected, refusedCount: &tally.refused)
        tally.wrong += faults.map { "byte \(place) ^ \(pattern): \($0)" }
      }
    }
    tally.harmless = tally.changed - tally.refused
    return tally
  }

  /// What is wrong with a damaged ledger's answers; counts it once where something refused to answer.
  private static func faults(_ subject: Subject, _ expected: Answers, refusedCount: inout Int) throws -> [String] {
    var faults: [String] = []
    var isRefused = false
    func look(_ arguments: [String], _ right: [UInt8]?) throws {
      let outcome = try subject.run(arguments)
      if outcome.wasSignalled { faults.append("\(arguments[0]) ended by signal \(outcome.exitCode)") }
      switch outcome.exitCode {
      case 0:
        if let right, outcome.output != right { faults.append("\(arguments[0]) is silently wrong") }
      case 76: isRefused = true
      default: faults.append("\(arguments[0]) exits with \(outcome.exitCode): \(outcome.errorText)")
      }
    }
    for (read, right) in zip(reads, expected.before) { try look(read, right) }
    let written = try subject.run(write)
    if written.wasSignalled || (written.exitCode != 0 && written.exitCode != 76) {
      faults.append("add exits with \(written.exitCode): \(written.errorText)")
    }
    // What refused the write is as it was.
    let after = written.exitCode == 0 ? expected.after : expected.before
    for (read, right) in zip(reads, after) { try look(read, right) }
    if isRefused || written.exitCode == 76 { refusedCount += 1 }
    return faults
  }
}
