import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// Ledgers of every format that there was stay readable for ever and say what they said.
///
/// `Ledgers/NAME.foldbook` was written by the program of its time and is never written again; beside it lies what it said.
/// Later programs may say more, never something else. New kinds of events come with a new ledger.
struct CompatibilityTests {
  /// A ledger that was written once.
  struct Golden: Sendable, CustomStringConvertible {
    var name: String
    var format: Int
    /// What it is asked besides what every one is.
    var questions: [[String]] = []

    var description: String { name }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Ledgers")
  private static let everyKind = Golden(
    name: "format-1-every-kind", format: 1,
    questions: [["rules"], ["transfers"], ["settings"], ["budget"], ["check"], ["days"]])
  /// Every ledger there was.
  static let goldens = [Golden(name: "format-1", format: 1), everyKind]
  private static let questions = [
    ["list", "--deleted"], ["months"], ["merchants"], ["accounts"], ["categories"], ["log"], ["verify"],
  ]
  private static let writesGoldens = ProcessInfo.processInfo.environment["FOLDBOOK_WRITE_GOLDEN"] != nil

  private static func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// What a file of a golden ledger holds; written once, when the ledger is new.
  private static func contents(_ name: String, writing bytes: () throws -> [UInt8]) throws -> [UInt8] {
    let file = file(name)
    if writesGoldens, !FileManager.default.fileExists(atPath: file.path) { try Data(bytes()).write(to: file) }
    return [UInt8](try Data(contentsOf: file))
  }

  /// The program with a copy of a golden ledger.
  private func program(_ golden: Golden) throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let bytes = try CompatibilityTests.contents("\(golden.name).foldbook") {
      // A snapshot in the middle, and a tail after it.
      try LedgerOfEveryKind.make(program) { command in
        guard command == ["categories", "add", "Tools"] else { return }
        let outcome = try program.run(["replay"])
        try #require(outcome.exitCode == 0, "\(outcome.errorText)")
      }
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
    }
    try program.write(bytes, to: "ledger.foldbook")
    return program
  }

  /// What differs between what was said once and what is said now; fields may have been added.
  private func differences(_ then: JSONValue, _ now: JSONValue?, at path: String) -> [String] {
    guard let now else { return ["\(path) is missing"] }
    if case .object(let members) = then {
      return members.flatMap { differences($0.value, now[$0.name], at: path + "." + $0.name) }
    }
    if let elements = then.elements {
      guard let others = now.elements, others.count == elements.count else { return ["\(path) has another length"] }
      return zip(elements, others).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, at: "\(path)[\(index)]")
      }
    }
    return then == now ? [] : ["\(path) was \(then), is \(now)"]
  }

  @Test(arguments: goldens)
  func `a ledger of each format says what it said`(_ golden: Golden) throws {
    let program = try program(golden)
    for question in CompatibilityTests.questions + golden.questions {
      let outcome = try program.run(question + ["--json"])
      // What is found is no failure.
      try #require(outcome.exitCode == (question == ["check"] ? 1 : 0), "\(question): \(outcome.errorText)")
      let bytes = try CompatibilityTests.contents("\(golden.name).\(question[0]).json") { outcome.output }
      let (then, now) = (try JSONReader.parse(bytes), try outcome.json())
      #expect(differences(then, now, at: question[0]) == [])
    }
    let replay = try program.run(["replay", "--check"])
    #expect(replay.exitCode == 0, "\(replay.errorText)")
  }

  @Test(arguments: goldens)
  func `the journal of each format is the same text, event by event`(_ golden: Golden) throws {
    let program = try program(golden)
    let text = try program.run(["export", "--format", "jsonl"]).output
    let then = try CompatibilityTests.contents("\(golden.name).jsonl") { text }
    #expect(then == text)
    let restored = try program.run(
      ["restore", CompatibilityTests.file("\(golden.name).jsonl").path], ledger: program.path("restored.foldbook"))
    #expect(restored.exitCode == 0, "\(restored.errorText)")
    let again = try program.run(["export", "--format", "jsonl"], ledger: program.path("restored.foldbook"))
    #expect(again.output == text)
  }

  @Test func `every kind of event is in a golden ledger`() throws {
    let text = [UInt8](try Data(contentsOf: CompatibilityTests.file("\(CompatibilityTests.everyKind.name).jsonl")))
    let kinds = try text.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONReader.parse(Array($0))["event"]?.text
    }
    #expect(EventKind.allCases.map { "\($0)" }.filter { !kinds.contains($0) } == [])
  }

  @Test(arguments: goldens)
  func `a ledger of each format goes on`(_ golden: Golden) throws {
    let program = try program(golden)
    for command in [
      ["add", "3.20", "Corner Shop"], ["undo"], ["redo"], ["delete", "--where", "merchant:'Corner Shop'"],
    ] {
      let outcome = try program.run(command)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.errorText)")
    }
    for check in [["verify"], ["replay", "--check"], ["backup", "copy.foldbook"]] {
      let outcome = try program.run(check)
      #expect(outcome.exitCode == 0, "\(check): \(outcome.errorText)")
    }
  }

  @Test func `a made-up newer format is refused with 78 and left as it is`() throws {
    let golden = try #require(CompatibilityTests.goldens.max { $0.format < $1.format })
    let (newest, program) = (golden.format, try program(golden))
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath)))
    let content = Array("foldbook".utf8) + [UInt8(newest), 0, 0, 0]
    for place in bytes.indices.dropLast(52) where bytes[place...].starts(with: content) {
      bytes[place + 8] = UInt8(newest) + 1
      let checksum = Checksum.of(Array(bytes[place..<place + 44]))
      for index in 0..<8 { bytes[place + 44 + index] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * index)) }
    }
    try program.write(bytes, to: "ledger.foldbook")
    for command in [
      ["list"], ["dashboard"], ["verify"], ["add", "5", "Shop"], ["replay"], ["undo"],
      ["backup", "copy.foldbook"], ["salvage", "saved.foldbook"], ["export", "--format", "jsonl"],
    ] {
      let outcome = try program.run(command)
      #expect(outcome.exitCode == 78, "\(command): \(outcome.exitCode) \(outcome.errorText)")
      #expect(!outcome.wasSignalled)
    }
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: program.ledgerPath))) == bytes)
    let said = try program.run(["list"]).errorText
    #expect(said.contains("the ledger has format \(newest + 1)"))
  }
}
