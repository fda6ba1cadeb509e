import Foundation
import Glibc
import JSON
import ProgramRunning
import Testing

/// Copies of a ledger, and what can be saved of a damaged one.
struct BackupTests {
  private func ledger(_ program: FoldbookProcess, count: Int = 12) throws {
    for number in 1...count {
      let outcome = try program.run(["add", "\(number).50", "Corner Shop \(number % 4)", "--currency", "EUR"])
      try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func output(_ program: FoldbookProcess, _ arguments: [String], ledger: String? = nil) throws -> [UInt8] {
    let outcome = try program.run(arguments, ledger: ledger)
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText)")
    return outcome.output
  }

  @Test func `a backup is a ledger with the same commits, for this user only`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    let report = try program.run(["backup", "copies/today.foldbook", "--json"]).json()
    #expect(report["schema"]?.text == "foldbook/copy/v1")
    #expect(report["commits"]?.integer == 13)
    let copy = program.path("copies/today.foldbook")
    for arguments in [["list", "--json"], ["log", "--json"], ["months", "--json"], ["export", "--format", "jsonl"]] {
      #expect(try output(program, arguments) == output(program, arguments, ledger: copy), "\(arguments)")
    }
    let verify = try program.run(["verify", "--json"], ledger: copy)
    #expect(verify.exitCode == 0)
    #expect(verify.errorText == "")
    #expect(try verify.json()["headHash"]?.text == report["headHash"]?.text)
    var status = stat()
    #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(program.path("copies"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    // It goes on by itself.
    #expect(try program.run(["add", "1", "Corner Shop 1"], ledger: copy).exitCode == 0)
  }

  @Test(arguments: [["backup", "there"], ["backup", "there", "--to-jsonl"], ["salvage", "there"]])
  func `nothing is overwritten`(_ arguments: [String]) throws {
    let program = try FoldbookProcess()
    try ledger(program, count: 2)
    try program.write("mine", to: "there")
    let before = try bytes(program.ledgerPath)
    let outcome = try program.run(arguments)
    #expect(outcome.exitCode == 73, "\(outcome.errorText)")
    #expect(try bytes(program.path("there")) == Array("mine".utf8))
    #expect(try bytes(program.ledgerPath) == before)
  }

  @Test func `a backup as text restores the same hashes`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    let report = try program.run(["backup", "--to-jsonl", "ledger.jsonl", "--json"]).json()
    #expect(report["form"]?.text == "jsonl")
    #expect(try bytes(program.path("ledger.jsonl")) == output(program, ["export", "--format", "jsonl"]))
    let copy = program.path("restored.foldbook")
    let restored = try program.run(["restore", "ledger.jsonl", "--json"], ledger: copy).json()
    #expect(restored["headHash"]?.text == report["headHash"]?.text)
    #expect(try output(program, ["list", "--json"], ledger: copy) == output(program, ["list", "--json"]))
  }

  @Test func `restore refuses to overwrite, and brings back what a rollback would call old`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    try #require(try program.run(["backup", "old.foldbook"]).exitCode == 0)
    let expected = try output(program, ["list", "--json"])
    try #require(try program.run(["add", "99", "Later"]).exitCode == 0)
    let before = try bytes(program.ledgerPath)
    let refused = try program.run(["restore", "old.foldbook"])
    #expect(refused.exitCode == 73)
    #expect(refused.errorText.contains("move it away"))
    #expect(try bytes(program.ledgerPath) == before)
    // The ledger is lost, its anchor is still there.
    try FileManager.default.removeItem(atPath: program.ledgerPath)
    #expect(try program.run(["restore", "old.foldbook"]).exitCode == 0)
    #expect(try output(program, ["list", "--json"]) == expected)
    #expect(try program.run(["verify"]).exitCode == 0)
  }

  @Test func `a damaged backup is not restored, and a missing one is 66`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    var damaged = try bytes(program.ledgerPath)
    try FileManager.default.removeItem(atPath: program.ledgerPath)
    let place = try #require(damaged.indices.last { damaged[$0...].starts(with: Array("FBB1".utf8)) })
    damaged[place + 110] ^= 1
    try program.write(damaged, to: "damaged.foldbook")
    try program.write("{\"commit\":1}\n", to: "damaged.jsonl")
    #expect(try program.run(["restore", "damaged.foldbook"]).exitCode == 76)
    #expect(try program.run(["restore", "damaged.jsonl"]).exitCode == 65)
    #expect(try program.run(["restore", "nowhere"]).exitCode == 66)
    #expect(!FileManager.default.fileExists(atPath: program.ledgerPath))
  }

  @Test func `a backup while others write is a state that the ledger had`() throws {
    let program = try FoldbookProcess()
    try ledger(program, count: 3)
    let script = "while :; do \"$BIN\" add 1.25 Shop --file ledger.foldbook >/dev/null || exit 1; done"
    let environment = FoldbookProcess.environment(program.folder).merging(["BIN": program.program.path]) { $1 }
    let writers = try (0..<2).map { _ in
      try SpawnedProgram("/bin/bash", ["-c", "cd '\(program.folder.path)' && \(script)"], environment: environment)
    }
    var heads: [Int64: String] = [:]
    for number in 0..<8 {
      let report = try program.run(["backup", "copy-\(number).foldbook", "--json"])
      try #require(report.exitCode == 0, "\(report.errorText)")
      let copy = try report.json()
      heads[try #require(copy["commits"]?.integer)] = copy["headHash"]?.text
      let verify = try program.run(["verify", "--json"], ledger: program.path("copy-\(number).foldbook"))
      #expect(try verify.json()["headHash"]?.text == copy["headHash"]?.text)
    }
    for writer in writers {
      #expect(try !writer.hasEnded(), "\(writer.errorText)")
      writer.kill()
    }
    let log = try program.run(["log", "--json"]).json()["commits"]?.elements ?? []
    for (commit, hash) in heads {
      #expect(log.first { $0["commit"]?.integer == commit }?["hash"]?.text == hash, "commit \(commit)")
    }
    #expect(heads.count > 1)
  }
}

/// Ledgers that are damaged, saved up to the last good commit.
struct SalvageTests {
  /// A ledger of eleven commits, one of them large.
  private func ledger(_ program: FoldbookProcess) throws {
    var rows = ["Date,Payee,Amount,Memo"]
    for row in 0..<4_000 { rows.append("2026-0\(row % 9 + 1)-1\(row % 9),Shop \(row % 40),-\(row + 1).50,row \(row)") }
    try program.write(rows.joined(separator: "\n") + "\n", to: "bank.csv")
    let commands =
      [["import", "bank.csv", "--account", "Checking", "--currency", "EUR"]]
      + (1...9).map { ["add", "\($0).50", "Corner Shop \($0)"] }
    for command in commands { try #require(try program.run(command).exitCode == 0) }
  }

  private func log(_ program: FoldbookProcess, ledger: String? = nil) throws -> [JSONValue] {
    let outcome = try program.run(["log", "--json"], ledger: ledger)
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    return try outcome.json()["commits"]?.elements ?? []
  }

  /// Spoils a byte in every copy of the block of a commit; the last byte of the block's columns.
  private func spoil(_ program: FoldbookProcess, firstPosition: Int64) throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
    let mark = Array("FBB1".utf8)
    let position = (0..<8).map { UInt8(truncatingIfNeeded: firstPosition >> (8 * $0)) }
    var spoiled = 0
    for place in stride(from: 0, to: bytes.count - 112, by: 2)
    where bytes[place..<place + 4].elementsEqual(mark) && bytes[place + 8..<place + 16].elementsEqual(position) {
      bytes[place + 106] ^= 0x10
      spoiled += 1
    }
    try #require(spoiled > 0)
    try program.write(bytes, to: "ledger.foldbook")
  }

  @Test func `commits before a spoiled one are saved, and the loss is told exactly`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    let before = try log(program)
    let spoiled = try #require(before.first { $0["commit"]?.integer == 7 })
    let first = try #require(spoiled["firstPosition"]?.integer)
    try spoil(program, firstPosition: first)
    let verify = try program.run(["verify", "--json"])
    #expect(verify.exitCode == 76)
    #expect(try verify.json()["problems"]?.elements?.first?["position"]?.integer == first)

    let outcome = try program.run(["salvage", "saved.foldbook", "--json"])
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    let report = try outcome.json()
    #expect(report["commits"]?.integer == 6)
    #expect(report["events"]?.integer == first - 1)
    #expect(report["lostCommits"]?.integer == 5)
    #expect(report["lostEvents"]?.integer == (before.first?["lastPosition"]?.integer ?? 0) - first + 1)
    #expect(report["problems"]?.elements?.first?["position"]?.integer == first)
    let unconnected = report["unconnected"]?.elements ?? []
    #expect(unconnected.map { $0["commit"]?.integer } == [8, 9, 10, 11])
    #expect(unconnected.first?["command"]?.text == "add 6.50 'Corner Shop 6'")
    let saved = program.path("saved.foldbook")
    #expect(try log(program, ledger: saved).map { $0["hash"]?.text } == before.suffix(6).map { $0["hash"]?.text })
    #expect(try program.run(["verify"], ledger: saved).exitCode == 0)
  }

  @Test func `a file whose pages are in disorder is saved wholly where its blocks are sound`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    let before = try log(program)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
    // The roots of both first pages: no tree can be found.
    for page in [0, 4_096] { for offset in 16 + 24..<16 + 120 { bytes[page + offset] = 0xA5 } }
    try program.write(bytes, to: "ledger.foldbook")
    #expect(try program.run(["list"]).exitCode == 76)
    let report = try program.run(["salvage", "saved.foldbook", "--json"]).json()
    #expect(report["commits"]?.integer == 11)
    #expect(report["lostEvents"]?.integer == 0)
    let saved = program.path("saved.foldbook")
    #expect(try log(program, ledger: saved).map { $0["hash"]?.text } == before.map { $0["hash"]?.text })
  }

  @Test func `of half a file its half is saved`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
    for length in stride(from: 4_096, to: bytes.count, by: 40_960) {
      try program.write(Array(bytes.prefix(length)), to: "ledger.foldbook")
      let name = "saved-\(length).foldbook"
      let outcome = try program.run(["salvage", name, "--json"])
      #expect(!outcome.wasSignalled)
      if outcome.exitCode == 0 {
        #expect(try program.run(["verify"], ledger: program.path(name)).exitCode == 0)
        #expect(try outcome.json()["problems"]?.elements?.isEmpty == false)
      } else {
        #expect(outcome.exitCode == 76, "\(length): \(outcome.errorText)")
        #expect(!FileManager.default.fileExists(atPath: program.path(name)))
      }
    }
  }

  @Test func `a sound ledger is copied, and nothing is lost`() throws {
    let program = try FoldbookProcess()
    try ledger(program)
    let report = try program.run(["salvage", "saved.foldbook", "--json"]).json()
    #expect(report["lostEvents"]?.integer == 0)
    #expect(report["lostCommits"]?.integer == 0)
    #expect(report["problems"]?.elements?.isEmpty == true)
    #expect(report["commits"]?.integer == 11)
  }
}
