import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// Ledgers of every format that there was stay readable for ever and say what they said.
///
/// `Ledgers/format-N.foldbook` was written by the program of its time and is never written again; beside it lies what it
/// said. Later programs may say more, never something else.
struct CompatibilityTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Ledgers")
  /// Every format there was.
  static let formats = [1]
  private static let questions = [
    ["list", "--deleted"], ["months"], ["merchants"], ["accounts"], ["categories"], ["log"], ["verify"],
  ]

  private static func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The program with a copy of a golden ledger.
  private func program(format: Int) throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let golden = try Data(contentsOf: CompatibilityTests.file("format-\(format).foldbook"))
    try program.write([UInt8](golden), to: "ledger.foldbook")
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

  @Test(arguments: formats)
  func `a ledger of each format says what it said`(format: Int) throws {
    let program = try program(format: format)
    for question in CompatibilityTests.questions {
      let outcome = try program.run(question + ["--json"])
      try #require(outcome.exitCode == 0, "\(question): \(outcome.errorText)")
      let golden = CompatibilityTests.file("format-\(format).\(question[0]).json")
      // Written once, when a format is new.
      if !FileManager.default.fileExists(atPath: golden.path),
        ProcessInfo.processInfo.environment["FOLDBOOK_WRITE_GOLDEN"] != nil
      {
        try Data(outcome.output).write(to: golden)
      }
      let then = try JSONReader.parse([UInt8](Data(contentsOf: golden)))
      let now = try outcome.json()
      #expect(differences(then, now, at: question[0]) == [])
    }
    let replay = try program.run(["replay", "--check"])
    #expect(replay.exitCode == 0, "\(replay.errorText)")
  }

  @Test(arguments: formats)
  func `the journal of each format is the same text, event by event`(format: Int) throws {
    let program = try program(format: format)
    let text = try program.run(["export", "--format", "jsonl"]).output
    let golden = CompatibilityTests.file("format-\(format).jsonl")
    if !FileManager.default.fileExists(atPath: golden.path),
      ProcessInfo.processInfo.environment["FOLDBOOK_WRITE_GOLDEN"] != nil
    {
      try Data(text).write(to: golden)
    }
    #expect(try [UInt8](Data(contentsOf: golden)) == text)
    let restored = try program.run(["restore", golden.path], ledger: program.path("restored.foldbook"))
    #expect(restored.exitCode == 0, "\(restored.errorText)")
    let again = try program.run(["export", "--format", "jsonl"], ledger: program.path("restored.foldbook"))
    #expect(again.output == text)
  }

  @Test(arguments: formats)
  func `a ledger of each format goes on`(format: Int) throws {
    let program = try program(format: format)
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
    let newest = try #require(CompatibilityTests.formats.max())
    let program = try program(format: newest)
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
