import Foundation
import JSON
import ProgramRunning
import Testing

/// Guesses at import: only where asked for, marked, and below everything else.
struct GuessTests {
  private func program() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    let rows = [
      "2026-08-01,Sunrise Bakery North,-3.00,Eating out", "2026-08-02,Sunrise Bakery South,-4.00,Eating out",
      "2026-08-03,Sunrise Bakery South,-5.00,Eating out", "2026-08-04,Corner Shop,-6.00,Groceries",
      "2026-08-05,Corner Shop,-7.00,Groceries", "2026-08-06,Corner Shop,-8.00,Groceries",
      "2026-08-07,Corner Shop,-9.00,Groceries", "2026-08-08,Corner Shop,-9.50,Gifts", "2026-08-09,Mixed,-1.00,Pets",
      "2026-08-10,Mixed,-2.00,Gifts", "2026-08-11,Mixed,-3.00,Pets", "2026-08-12,Rare,-3.00,Health",
    ]
    try write(rows, "first.csv", program)
    try program.succeed(["import", "first.csv", "--account", "Giro"])
    return program
  }

  private func write(_ rows: [String], _ name: String, _ program: FoldbookProcess) throws {
    try program.write("Date,Payee,Amount,Category\n" + rows.joined(separator: "\n") + "\n", to: name)
  }

  private let next = [
    "2026-09-01,Corner Shop,-1.00,", "2026-09-02,Sunrise Bakery West,-2.00,", "2026-09-03,Mixed,-3.00,",
    "2026-09-04,Rare,-4.00,", "2026-09-05,Corner Shop,5.00,", "2026-09-06,Corner Shop,-6.00,Shopping",
  ]

  private func rows(_ value: JSONValue) -> [JSONValue] {
    value["files"]?.elements?.first?["transactions"]?.elements ?? []
  }

  @Test func `nothing is guessed unless asked for`() throws {
    let program = try program()
    try write(next, "next.csv", program)
    let report = try program.succeed(["import", "next.csv", "--account", "Giro", "--json"]).json()
    #expect(
      rows(report).dropLast().allSatisfy { $0["category"]?.text == "Uncategorised" && $0["guess"]?.isNull == true })
  }

  @Test func `a guess follows the merchant or its telling words, says why, and is marked for ever`() throws {
    let program = try program()
    try write(next, "next.csv", program)
    let text = try program.succeed(["import", "next.csv", "--account", "Giro", "--guess", "--dry-run"]).outputText
    #expect(text.contains("line 2: Groceries is a guess for 'Corner Shop' (4 of 5 of 'Corner Shop' are)"), "\(text)")
    let report = try program.succeed(["import", "next.csv", "--account", "Giro", "--guess", "--json"]).json()
    #expect(
      rows(report).compactMap { $0["category"]?.text } == [
        "Groceries", "Eating out", "Uncategorised", "Uncategorised", "Uncategorised", "Shopping",
      ])
    #expect(rows(report).map { $0["guess"]?.isNull == false } == [true, true, false, false, false, false])
    let decisions = report["files"]?.elements?.first?["decisions"]?.elements ?? []
    #expect(decisions.last?["value"]?.text == "1 by the file, 2 by a guess, 3 Uncategorised")
    let id = try program.succeed(["list", "merchant:West", "--json"]).json()["transactions"]?.elements?.first?["id"]
    let history = try program.succeed(["show", "\(id?.integer ?? 0)", "--json"]).json()["history"]?.elements ?? []
    #expect(history.first?["cause"]?.text == "guess")
    let shown = try program.succeed(["show", "\(id?.integer ?? 0)"]).outputText
    #expect(shown.contains("(guess)"), "\(shown)")
    try program.succeed(["verify"])
  }

  @Test func `a rule, a hand's last choice and a transfer come before a guess, and guesses teach nothing`() throws {
    let program = try program()
    try program.succeed(["rules", "add", "merchant:Bakery", "--to", "Travel"])
    try program.succeed(["recategorise", "--where", "merchant:Corner amount:=-6", "--to", "Fees"])
    try write(["2026-09-01,Corner Shop,-1.00,", "2026-09-02,Sunrise Bakery West,-2.00,"], "next.csv", program)
    let report = try program.succeed(["import", "next.csv", "--account", "Giro", "--guess", "--json"]).json()
    #expect(rows(report).compactMap { $0["category"]?.text } == ["Fees", "Travel"])
    #expect(rows(report).allSatisfy { $0["guess"]?.isNull == true })

    let other = try self.program()
    for number in 1...6 {
      try write(["2026-09-0\(number),Sunrise Bakery Lane\(number),-1.0\(number),"], "next.csv", other)
      try other.succeed(["import", "next.csv", "--account", "Giro", "--guess"])
    }
    // Three rows said Eating out in the first place; the six guesses do not outweigh what a hand says now.
    try other.succeed(["recategorise", "--where", "to:2026-08-31 merchant:Bakery", "--to", "Gifts"])
    try write(["2026-09-20,Sunrise Bakery East,-1.50,"], "next.csv", other)
    let last = try other.succeed(["import", "next.csv", "--account", "Giro", "--guess", "--json"]).json()
    #expect(rows(last).first?["category"]?.text == "Gifts")
    try write(["2026-09-21,Sunrise Bakery East,-70.00,"], "out.csv", other)
    try write(["2026-09-21,From Giro,70.00,"], "in.csv", other)
    try other.succeed(["import", "in.csv", "--account", "Card"])
    let linked = try other.succeed(["import", "out.csv", "--account", "Giro", "--guess", "--json"]).json()
    #expect(rows(linked).first?["category"]?.text == "Transfers")
  }
}
