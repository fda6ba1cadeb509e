import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// A ledger that went to another program's journal and back: what is printed there is taken in again.
struct MovingTests {
  private struct Sum: Hashable, CustomStringConvertible {
    var month: String
    var category: String
    var kind: String
    var currency: String

    var description: String { "\(month) \(category) (\(kind)) \(currency)" }
  }

  private func months(_ program: FoldbookProcess, _ ledger: String) throws -> [Sum: Int64] {
    var sums: [Sum: Int64] = [:]
    for month in try program.run(["months", "--json"], ledger: ledger).json()["months"]?.elements ?? [] {
      for category in month["categories"]?.elements ?? [] {
        let sum = Sum(
          month: try #require(month["month"]?.text), category: try #require(category["category"]?.text),
          kind: try #require(category["kind"]?.text), currency: try #require(month["currency"]?.text))
        sums[sum, default: 0] += try #require(category["sumMinor"]?.integer)
      }
    }
    return sums.filter { $0.value != 0 }
  }

  /// What each account holds once every row counts.
  private func balances(_ program: FoldbookProcess, _ ledger: String) throws -> [String: Int64] {
    var sums: [String: Int64] = [:]
    let report = try program.run(["accounts", "--json"], ledger: ledger, now: "2026-12-31").json()
    for account in report["accounts"]?.elements ?? [] {
      let name = try #require(account["name"]?.text) + " " + (try #require(account["currency"]?.text))
      let balance = try #require(account["balanceMinor"]?.integer)
      if balance != 0 { sums[name] = balance }
    }
    return sums
  }

  @Test(arguments: ["hledger", "ledger", "beancount"], [351, 352, 353] as [UInt64])
  func `an export comes back with the same months and balances`(_ format: String, _ seed: UInt64) throws {
    let program = try FoldbookProcess()
    let ledger = try program.randomLedger(seed: seed, steps: 60, isByCalendar: true)
    let exported = try program.run(["export", "--format", format], ledger: ledger)
    try #require(exported.exitCode == 0, "\(exported.errorText)")
    let journal = try program.write(exported.output, to: "moved.\(format)")
    let other = program.path("moved.foldbook")
    let imported = try program.run(["import-journal", journal, "--json"], ledger: other)
    try #require(imported.exitCode == 0, "\(imported.errorText)")
    let report = try imported.json()
    let file = try #require(report["files"]?.elements?.first)
    #expect(file["format"]?.text == format)
    let proofs = file["balances"]?.elements ?? []
    #expect(!proofs.isEmpty && proofs.allSatisfy { $0["ties"]?.flag == true })
    #expect(report["commit"]?.integer == 2)

    let expected = try months(program, ledger)
    // Where the new ledger begins with a category of the name but another kind, the kind is part of the name there.
    let found = try months(program, other).reduce(into: [Sum: Int64]()) { sums, entry in
      var sum = entry.key
      let mark = " (\(sum.kind))"
      if sum.category.hasSuffix(mark) { sum.category.removeLast(mark.count) }
      sums[sum, default: 0] += entry.value
    }
    let differences = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }.map { sum in
      "\(sum): \(expected[sum] ?? 0) became \(found[sum] ?? 0)"
    }
    #expect(differences.sorted() == [])
    #expect(Set(expected.keys.map(\.currency)).count > 1)
    #expect(try balances(program, other) == balances(program, ledger))
    #expect(try program.run(["verify"], ledger: other).exitCode == 0)
    #expect(try program.run(["replay", "--check"], ledger: other).exitCode == 0)

    let again = try program.run(["import-journal", journal, "--json"], ledger: other).json()
    #expect(again["added"]?.integer == 0)
    #expect(again["commit"]?.isNull == true)
  }

  @Test func `splits, notes and opening balances come back`() throws {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["accounts", "add", "Giro", "--opening", "100"])
    try program.succeed(["add", "79.50", "Corner Shop", "--account", "Giro", "--note", "for us #holiday"])
    try program.succeed(["add", "5", "Kiosk", "--account", "Giro", "--category", "Gifts"])
    let split = try #require(
      try program.answer(["list", "merchant:Corner"])["transactions"]?.elements?.first?["id"]?.integer)
    try program.succeed(["split", "\(split)", "Groceries=61.20", "Shopping=18.30"])
    for (format, ending) in [("hledger", "journal"), ("ledger", "dat"), ("beancount", "bean")] {
      try program.write(try program.succeed(["export", "--format", format]).output, to: "out.\(ending)")
      let other = program.path(format + ".foldbook")
      #expect(try program.run(["import-journal", "out.\(ending)"], ledger: other).exitCode == 0, "\(format)")
      let rows = try program.run(["list", "--json"], ledger: other).json()["transactions"]?.elements ?? []
      #expect(rows.count == 2, "\(format)")
      let row = try #require(rows.first { $0["merchant"]?.text == "Corner Shop" }, "\(format)")
      let parts = row["splits"]?.elements ?? row["parts"]?.elements ?? []
      #expect(parts.compactMap { $0["amountMinor"]?.integer } == [-6_120, -1_830], "\(format)")
      let text = (row["note"]?.text ?? "") + (row["memo"]?.text ?? "")
      #expect(text.contains("for us #holiday"), "\(format): \(text)")
      let found = try program.run(["list", "#holiday", "--json"], ledger: other).json()
      #expect(found["count"]?.integer == 1, "\(format)")
      let account = try program.run(["accounts", "--json"], ledger: other).json()["accounts"]?.elements?.first
      #expect(account?["openingMinor"]?.integer == 10_000, "\(format)")
      #expect(account?["balanceMinor"]?.integer == Int64(1_550), "\(format)")
    }
  }
}
