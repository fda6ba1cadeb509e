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
  private struct Answers: Equatable {
    var before: [[UInt8]] = []
    var after: [[UInt8]] = []

    init(reads: [() throws -> FoldbookProcess.Outcome], write: () throws -> FoldbookProcess.Outcome) throws {
      for read in reads { before.append(try read().output) }
      _ = try write()
      for read in reads { after.append(try read().output) }
    }
  }

  /// One ledger file that is damaged and asked again and again.
  ///
  /// Its commands are copies of programs that wait before they look at it, since starting a program takes much longer than
  /// what it does with so small a ledger.
  private struct Subject {
    let path: String
    let reads: [(name: String, program: ServedProgram)]
    let write: ServedProgram

    init(folder: URL, environment: [String: String]) throws {
      let path = folder.appendingPathComponent("ledger.foldbook").path
      let (program, library) = (try FaultScene.dynamicProgram(), try FaultScene.library())
      func served(_ arguments: [String]) throws -> ServedProgram {
        try ServedProgram(
          program, arguments + ["--file", path, "--now", FoldbookProcess.now], environment: environment,
          library: library, folder: folder.path)
      }
      self.path = path
      reads = try FlippedBytesTests.reads.map { ($0[0], try served($0)) }
      write = try served(FlippedBytesTests.write)
    }

    /// Puts the file and its anchor in place.
    func place(_ bytes: [UInt8], anchor: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      try Data(anchor).write(to: URL(fileURLWithPath: path + "-anchor"))
    }

    func holds(_ bytes: [UInt8], anchor: [UInt8]) throws -> Bool {
      try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes)
        && Data(contentsOf: URL(fileURLWithPath: path + "-anchor")) == Data(anchor)
    }
  }

  /// A ledger of about 80 KB with a snapshot, a tail, edits, deletions, an undo and free pages.
  private func ledger(_ program: FoldbookProcess) throws {
    var rows = ["Date,Payee,Amount,Memo"]
    for row in 0..<90 {
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
    // What programs say that are started anew.
    let expected = try Answers(
      reads: FlippedBytesTests.reads.map { read in { try home.run(read) } },
      write: { try home.run(FlippedBytesTests.write) })
    let step = Extent.count(short: 997, soak: 37)
    let workers = 2
    let outcomes = try await withThrowingTaskGroup(of: Tally.self) { group in
      for worker in 0..<workers {
        group.addTask {
          try MemoryFolder.lend { folder in
            let subject = try Subject(folder: folder, environment: FoldbookProcess.environment(home.folder))
            return try FlippedBytesTests.check(
              subject, bytes: bytes, anchor: anchor, expected: expected,
              places: stride(from: worker * step, to: bytes.count, by: step * workers))
          }
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

  /// The library's readers and writer on every byte, in processes that are split off from one that has them ready: a hundred
  /// times as many changes in the time that the program takes.
  @Test func `a changed byte never gives a wrong answer of the library, a crash or a hang`() async throws {
    let home = try FoldbookProcess()
    try ledger(home)
    let driver = URL(fileURLWithPath: try FaultScene.dynamicProgram()).deletingLastPathComponent()
      .appendingPathComponent("foldbook-changed-bytes").path
    let step = Extent.count(short: 17, soak: 1)
    let workers = 2
    let lines = try await withThrowingTaskGroup(of: [String].self) { group in
      for worker in 0..<workers {
        group.addTask {
          try MemoryFolder.lend { folder in
            let outcome = try SpawnedProgram.run(
              driver, [home.ledgerPath, folder.path, "\(worker * step)", "\(step * workers)"],
              environment: FoldbookProcess.environment(home.folder), deadlineSeconds: 7_200)
            try #require(outcome.exitCode == 0 && !outcome.wasSignalled, "\(outcome.errorText)")
            return outcome.outputText.split(separator: "\n").map(String.init)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    for line in lines.filter({ $0.hasPrefix("changed") }) { Extent.report("by the library: \(line)") }
    #expect(
      lines.count == workers && lines.allSatisfy { $0.hasSuffix(" wrong 0") && !$0.contains("refused 0 ") }, "\(lines)")
  }

  private struct Tally: Sendable {
    var changed = 0
    var refused = 0
    var harmless: Int { changed - refused }
    var wrong: [String] = []

    mutating func add(_ other: Tally) {
      changed += other.changed
      refused += other.refused
      wrong += other.wrong
    }
  }

  private static func check(
    _ subject: Subject, bytes: [UInt8], anchor: [UInt8], expected: Answers, places: StrideTo<Int>
  ) throws -> Tally {
    try subject.place(bytes, anchor: anchor)
    let same = try Answers(
      reads: subject.reads.map { read in { try read.program.run(deadlineSeconds: 20) } },
      write: { try subject.write.run(deadlineSeconds: 20) })
    try #require(same == expected, "the copies say something else than the program")
    var tally = Tally()
    var changed = bytes
    for place in places {
      for pattern: UInt8 in [0x01, 0xFF] {
        changed[place] = bytes[place] ^ pattern
        try subject.place(changed, anchor: anchor)
        tally.changed += 1
        let faults: [String]
        do {
          faults = try self.faults(subject, expected, refusedCount: &tally.refused) {
            try subject.holds(changed, anchor: anchor)
          }
        } catch let failure as SpawnFailure {
          faults = [failure.reason]
        }
        tally.wrong += faults.map { "byte \(place) ^ \(pattern): \($0)" }
      }
      changed[place] = bytes[place]
    }
    return tally
  }

  /// What is wrong with a damaged ledger's answers; counts it once where something refused to answer.
  ///
  /// - Parameter isUntouched: whether the file and its anchor are what they were before the write.
  private static func faults(
    _ subject: Subject, _ expected: Answers, refusedCount: inout Int, isUntouched: () throws -> Bool
  ) throws -> [String] {
    var faults: [String] = []
    var isRefused = false
    func look(_ right: [[UInt8]]) throws {
      for ((name, program), right) in zip(subject.reads, right) {
        let outcome = try program.run(deadlineSeconds: 20)
        if outcome.wasSignalled { faults.append("\(name) ended by signal \(outcome.exitCode)") }
        switch outcome.exitCode {
        case 0:
          if outcome.output != right { faults.append("\(name) is silently wrong") }
        case 76: isRefused = true
        default: faults.append("\(name) exits with \(outcome.exitCode): \(outcome.errorText)")
        }
      }
    }
    try look(expected.before)
    let written = try subject.write.run(deadlineSeconds: 20)
    if written.wasSignalled || (written.exitCode != 0 && written.exitCode != 76) {
      faults.append("add exits with \(written.exitCode): \(written.errorText)")
    }
    if written.exitCode == 0 {
      try look(expected.after)
    } else if try !isUntouched() {
      // What refused the write says what it said; where every byte is the same, that is so by itself.
      try look(expected.before)
    }
    if isRefused || written.exitCode == 76 { refusedCount += 1 }
    return faults
  }
}

/// A folder in memory that is thrown away.
enum MemoryFolder {
  static func lend<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let parent = FoldbookProcess.memoryFolder.resolvingSymlinksInPath()
    let folder = parent.appendingPathComponent("foldbook-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome = Swift.Result { try body(folder) }
    try FileManager.default.removeItem(at: folder)
    return try outcome.get()
  }
}
