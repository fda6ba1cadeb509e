import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// Exports of random ledgers, read by other programs and by our own.
struct ExportTests {
  private struct Sum: Hashable, Comparable, CustomStringConvertible {
    var period: String
    var account: String
    var amount: Money
    var currency: String

    var description: String { "\(period) \(account) \(amount.minorUnits) \(currency)" }
    static func < (left: Sum, right: Sum) -> Bool { left.description < right.description }
  }

  /// What hledger's balance command says, one sum an account and period; zeros are left out.
  private func hledger(_ program: FoldbookProcess, _ journal: String, _ arguments: [String]) throws -> [Sum] {
    let text = try program.tool(
      ["hledger", "-f", journal, "balance", "--layout=tidy", "--output-format=csv", "--no-total"] + arguments)
    var sums: [Sum] = []
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.dropFirst().dropLast().components(separatedBy: "\",\"")
      try #require(cells.count == 6, "an unexpected row of hledger: \(line)")
      if cells[5] == "0" { continue }
      let currency = try #require(Currency(cells[4]))
      let amount = try Money(parsing: cells[5], minorUnitDigits: currency.minorUnitDigits, decimalMark: .point)
      if amount != .zero { sums.append(Sum(period: cells[1], account: cells[0], amount: amount, currency: cells[4])) }
    }
    return sums.sorted()
  }

  private func export(_ program: FoldbookProcess, _ ledger: String) throws -> String {
    let outcome = try program.run(["export", "--format", "hledger"], ledger: ledger)
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    return try program.write(outcome.output, to: "export.journal")
  }

  @Test(arguments: [301, 302, 303, 304, 305, 306])
  func `hledger sums the export to the same months and balances`(_ seed: UInt64) throws {
    let program = try FoldbookProcess()
    let ledger = try program.randomLedger(seed: seed, steps: 40, isByCalendar: false)
    // hledger's months are the calendar's.
    _ = try program.run(["settings", "month-start-day", "1"], ledger: ledger)
    let added = try program.run(
      ["add", "1.23", "; = (a) \"b\" | c  d", "--note", "first\nsecond ; third", "--account", "Yen 2"], ledger: ledger)
    try #require(added.exitCode == 66)
    for arguments in [
      ["accounts", "add", "Yen: two  (new); [x]", "--currency", "JPY", "--opening", "5000"],
      ["add", "123", "; = (a) \"b\" | c  d", "--note", "one ; two", "--account", "Yen: two  (new); [x]"],
      ["add", "77", "* 2026-01-01 x", "--account", "Yen: two  (new); [x]", "--date", "2026-09-01"],
    ] {
      let outcome = try program.run(arguments, ledger: ledger)
      try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    }
    let journal = try export(program, ledger)

    var months: [Sum] = []
    for month in try program.run(["months", "--json"], ledger: ledger).json()["months"]?.elements ?? [] {
      for category in month["categories"]?.elements ?? [] {
        let name = try #require(category["category"]?.text)
        let root: String
        switch category["kind"]?.text {
        case "income": root = "income:"
        case "transfer": root = "equity:transfers:"
        default: root = "expenses:"
        }
        let sum = try #require(category["sumMinor"]?.integer)
        guard sum != 0 else { continue }
        months.append(
          Sum(
            period: try #require(month["month"]?.text), account: root + name, amount: Money(minorUnits: -sum),
            currency: try #require(month["currency"]?.text)))
      }
    }
    let real = try hledger(program, journal, ["--monthly", "expenses", "income", "equity:transfers"])
    #expect(real == months.sorted())
    #expect(Set(months.map(\.currency)).count > 1)

    var balances: [Sum] = []
    // Late enough that every row counts, as it does for hledger.
    let accounts = try program.run(["accounts", "--json"], ledger: ledger, now: "2026-12-31")
    for account in try accounts.json()["accounts"]?.elements ?? [] {
      let balance = Money(minorUnits: try #require(account["balanceMinor"]?.integer))
      let name = try #require(account["name"]?.text)
      guard balance != .zero else { continue }
      balances.append(
        Sum(
          period: "", account: name.hasPrefix("Yen:") ? "Yen/ two _new_ _x_" : name, amount: balance,
          currency: try #require(account["currency"]?.text)))
    }
    let held = try hledger(program, journal, ["assets"]).map { sum in
      Sum(period: "", account: String(sum.account.dropFirst(7)), amount: sum.amount, currency: sum.currency)
    }
    #expect(held.sorted() == balances.sorted())
  }

  @Test(arguments: [311, 312, 313, 314])
  func `an exported journal makes the same ledger again`(_ seed: UInt64) throws {
    let program = try FoldbookProcess()
    let ledger = try program.randomLedger(seed: seed, steps: 40, isByCalendar: false)
    let exported = try program.run(["export", "--format", "jsonl"], ledger: ledger)
    try #require(exported.exitCode == 0, "\(exported.errorText)")
    let journal = try program.write(exported.output, to: "journal.jsonl")
    let copy = program.path("copy.foldbook")
    let imported = try program.run(["import-journal", journal], ledger: copy)
    try #require(imported.exitCode == 0, "\(imported.errorText)")

    for (arguments, field) in [
      (["verify", "--json"], "headHash"), (["verify", "--json"], "events"), (["verify", "--json"], "commits"),
      (["replay", "--check", "--json"], "viewDigest"),
    ] {
      let (mine, other) = (
        try program.run(arguments, ledger: ledger), try program.run(arguments, ledger: copy)
      )
      #expect(mine.exitCode == 0 && other.exitCode == 0, "\(arguments): \(mine.errorText) \(other.errorText)")
      let value = try #require(try mine.json()[field])
      #expect(try other.json()[field] == value, "\(field)")
    }
    #expect(try program.run(["export", "--format", "jsonl"], ledger: copy).output == exported.output)
    for arguments in [
      ["dashboard", "--json"], ["months", "--json"], ["list", "--deleted", "--json"], ["log", "--json"],
    ] {
      let (mine, other) = (
        try program.run(arguments, ledger: ledger), try program.run(arguments, ledger: copy)
      )
      #expect(mine.output == other.output, "\(arguments)")
    }
  }

  @Test
  func `a changed line of an exported journal is refused and leaves nothing behind`() throws {
    let program = try FoldbookProcess()
    let ledger = try program.randomLedger(seed: 321, steps: 40, isByCalendar: false)
    let lines = try program.run(["export", "--format", "jsonl"], ledger: ledger).outputText.split(separator: "\n")
    let place = try #require(lines.lastIndex { $0.contains("\"amountMinor\":") })
    var changed = lines.map(String.init)
    changed[place] = changed[place].replacing(/"amountMinor":\s*-?\d+/, with: "\"amountMinor\":1234567")
    try #require(changed[place] != String(lines[place]))
    let journal = try program.write(changed.joined(separator: "\n") + "\n", to: "changed.jsonl")
    let copy = program.path("copy.foldbook")
    let outcome = try program.run(["import-journal", journal], ledger: copy)
    #expect(outcome.exitCode == 65, "\(outcome.errorText)")
    #expect(outcome.errorText.contains("changed.jsonl:"))
    #expect(!FileManager.default.fileExists(atPath: copy))
  }
}
