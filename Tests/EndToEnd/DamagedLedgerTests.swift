import Foundation
import ProgramRunning
import Testing

/// Files that are not whole ledgers: 76, the reason, and never a signal.
struct DamagedLedgerTests {
  private static let commands = [
    ["list"], ["dashboard"], ["log"], ["verify"], ["replay", "--check"], ["add", "5", "Shop"], ["undo"], ["stats"],
    ["export", "--format", "jsonl"],
  ]

  private func ledger(_ program: FoldbookProcess) throws -> [UInt8] {
    for number in 1...30 {
      let outcome = try program.run(["add", "\(number).50", "Corner Shop \(number)", "--currency", "EUR"])
      try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    }
    return Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
  }

  @Test(arguments: commands)
  func `a file that is not a ledger is refused and left as it is`(_ command: [String]) throws {
    let program = try FoldbookProcess()
    for bytes in [[], Array("Date,Payee,Amount\n2026-10-01,Shop,-1.00\n".utf8), [UInt8](repeating: 0, count: 40_960)] {
      try program.write(bytes, to: "ledger.foldbook")
      let outcome = try program.run(command)
      #expect(!outcome.wasSignalled)
      #expect(outcome.exitCode == 76, "\(bytes.count) bytes: \(outcome.errorText)")
      #expect(outcome.errorText.hasPrefix("foldbook: "))
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath))) == bytes)
    }
    #expect(try program.run(["init", "--currency", "EUR"]).exitCode == 73)
  }

  @Test
  func `a folder in the place of the ledger is refused`() throws {
    let program = try FoldbookProcess()
    try FileManager.default.createDirectory(atPath: program.ledgerPath, withIntermediateDirectories: false)
    for command in DamagedLedgerTests.commands { #expect(try program.run(command).exitCode == 66, "\(command)") }
  }

  @Test
  func `a truncated ledger is refused wherever it was cut`() throws {
    let program = try FoldbookProcess()
    let whole = try ledger(program)
    var numbers = SeededNumbers(seed: 76)
    let lengths =
      [1, 4_095, 4_096, 8_192, whole.count / 2, whole.count - 4_096]
      + (0..<10).map { _ in
        Int.random(in: 1..<whole.count - 4_096, using: &numbers)
      }
    for length in lengths {
      try program.write(Array(whole.prefix(length)), to: "ledger.foldbook")
      for command in DamagedLedgerTests.commands {
        let outcome = try program.run(command)
        #expect(!outcome.wasSignalled)
        #expect(outcome.exitCode == 76, "\(command) on \(length) of \(whole.count) bytes: \(outcome.errorText)")
      }
    }
  }

  @Test(arguments: [
    "months", "merchantYears", "merchantFacts", "merchantNames", "merchantIndex", "states", "edits", "days", "blocks",
    "meta",
  ])
  func `a table whose name was changed is missing, for readers and for writers`(_ table: String) throws {
    let program = try FoldbookProcess()
    _ = try ledger(program)
    try program.succeed(["replay"])
    try program.succeed(["add", "7", "Corner Shop 3"])
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
    let expected = try program.succeed(["merchants", "--json"]).output
    // A key lies behind its length.
    let key = [UInt8(table.utf8.count), 0] + Array(table.utf8)
    let places = bytes.indices.filter { bytes[$0...].starts(with: key) }
    #expect(!places.isEmpty)
    for place in places { bytes[place + key.count - 1] ^= 1 }
    try program.write(bytes, to: "ledger.foldbook")
    for command in [["merchants"], ["list"], ["add", "5", "Shop"], ["undo"], ["recategorise", "30", "--to", "Gifts"]] {
      let outcome = try program.run(command)
      #expect(outcome.exitCode == 76 && !outcome.wasSignalled, "\(command): \(outcome.exitCode) \(outcome.errorText)")
    }
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath))) == bytes)
    let rebuilt = try program.run(["replay"])
    let isJournal = ["blocks", "meta"].contains(table)
    #expect(rebuilt.exitCode == (isJournal ? 76 : 0), "\(rebuilt.errorText)")
    if isJournal { return }
    #expect(try program.succeed(["merchants", "--json"]).output == expected)
    for command in [["verify"], ["replay", "--check"], ["add", "5", "Shop"], ["replay", "--check"]] {
      try program.succeed(command)
    }
  }

  @Test
  func `a changed byte is noticed or does no harm, and never ends in a signal`() throws {
    let program = try FoldbookProcess()
    let whole = try ledger(program)
    let expected = try program.run(["list", "--json"]).output
    var numbers = SeededNumbers(seed: 77)
    for _ in 1...60 {
      let place = Int.random(in: 0..<whole.count, using: &numbers)
      var bytes = whole
      bytes[place] ^= UInt8.random(in: 1...255, using: &numbers)
      try program.write(bytes, to: "ledger.foldbook")
      for command in [["verify"], ["replay", "--check"]] {
        let outcome = try program.run(command)
        #expect(!outcome.wasSignalled, "\(command), byte \(place)")
        #expect([0, 1, 76, 78].contains(outcome.exitCode), "\(command), byte \(place): \(outcome.errorText)")
      }
      let list = try program.run(["list", "--json"])
      #expect(!list.wasSignalled, "list, byte \(place)")
      if list.exitCode == 0, list.output != expected {
        #expect(try program.run(["verify"]).exitCode == 76, "byte \(place) changes the list and verify is silent")
      }
    }
  }
}
