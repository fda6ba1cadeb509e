import Foundation
import JSON
import ProgramRunning
import Testing

/// The sequences of imports in `Cases/reimport.json` add exactly what that file says.
struct ReimportTests {
  private static let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../LedgerImportTests/Cases").standardized

  struct Sequence: CustomTestStringConvertible {
    var name: String
    var steps: [String]
    var newPerStep: [Int64]
    var testDescription: String { name }
  }

  private static func json(_ path: String) throws -> JSONValue {
    try JSONReader.parse([UInt8](Data(contentsOf: cases.appendingPathComponent(path)))[...])
  }

  /// Those that say numbers; one is left open on purpose.
  private static let sequences: [Sequence] = {
    let all = (try? json("reimport.json").elements) ?? []
    return all.compactMap { item in
      guard let numbers = item["new_per_step"]?.elements?.compactMap(\.integer), !numbers.isEmpty else { return nil }
      return Sequence(
        name: item["name"]?.text ?? "", steps: (item["steps"]?.elements ?? []).compactMap(\.text), newPerStep: numbers)
    }
  }()

  /// A step's file as the case has it; what the sequence only describes is made of the step before.
  private func file(_ step: String, after before: String?) throws -> (
    bytes: [UInt8], name: String, description: JSONValue
  ) {
    let isMade = step.hasPrefix("(")
    let description = try ReimportTests.json("expected/\(isMade ? try #require(before) : step).json")
    let name = try #require(description["file"]?.text)
    var bytes = [UInt8](try Data(contentsOf: ReimportTests.cases.appendingPathComponent("files/\(name)")))
    if isMade {
      // Reference 1 with another date, amount and name, and nothing else.
      let text = String(decoding: bytes, as: UTF8.self)
      let begin = try #require(text.range(of: "<STMTTRN>"))
      let end = try #require(text.range(of: "</STMTTRN>", options: .backwards))
      bytes = Array(
        (text[..<begin.lowerBound]
          + "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20250117</DTPOSTED><TRNAMT>-7.10</TRNAMT><FITID>1</FITID><NAME>BAKERY</NAME>"
          + text[end.lowerBound...]).utf8)
    }
    return (bytes, name, description)
  }

  @Test
  func `there are sequences`() { #expect(ReimportTests.sequences.count == 5) }

  @Test(arguments: ReimportTests.sequences)
  func `a sequence of imports adds exactly the numbers that it says`(_ sequence: Sequence) throws {
    let program = try FoldbookProcess()
    try #require(sequence.steps.count == sequence.newPerStep.count)
    var sum: Int64 = 0
    for (index, step) in sequence.steps.enumerated() {
      let file = try file(step, after: index > 0 ? sequence.steps[index - 1] : nil)
      let path = try program.write(file.bytes, to: file.name)
      let currency = try #require(file.description["account_currency"]?.text)
      let hint = try program.write(try #require(file.description["profile_hint"]).encoded(), to: "hint.json")
      let report = try program.answer(["import", path, "--currency", currency, "--profile", hint])
      let expected = sequence.newPerStep[index]
      let rows = Int64(report["files"]?.elements?.first?["transactions"]?.elements?.count ?? 0)
      #expect(report["added"]?.integer == expected)
      #expect(report["duplicates"]?.integer == rows - expected)
      #expect(report["commit"]?.isNull == (expected == 0))
      sum += expected
      #expect(try program.answer(["list"])["count"]?.integer == sum)
    }
  }
}
