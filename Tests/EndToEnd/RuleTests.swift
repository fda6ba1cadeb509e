import Foundation
import JSON
import ProgramRunning
import Testing

/// Rules, and what checks find.
struct RuleTests {
  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let rows = [
      "2026-09-01,Corner Shop,-10.00,", "2026-09-02,Corner Shop,-80.00,", "2026-09-03,Kiosk,-1.00,Eating out",
      "2026-09-04,Employer,100.00,Salary",
    ]
    try program.write("Date,Payee,Amount,Category\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["import", "a.csv", "--account", "Giro"])
    return program
  }

  private func categories(_ program: FoldbookProcess, _ query: String) throws -> [String] {
    try program.succeed(["list", query, "--json"]).json()["transactions"]?.elements?.compactMap { $0["category"]?.text }
      ?? []
  }

  @Test func `rules are asked by priority, at import and on demand, and never change what a hand chose`() throws {
    let program = try ledger()
    let before = try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text
    try program.succeed(["rules", "add", "merchant:Corner", "--to", "Groceries"])
    try program.succeed(["rules", "add", "merchant:Corner amount:<-50", "--to", "Gifts", "--priority", "5"])
    let rules = try program.succeed(["rules", "--json"]).json()["rules"]?.elements ?? []
    #expect(rules.compactMap { $0["number"]?.integer } == [2, 1])
    let preview = try program.succeed(["rules", "test", "--json"]).json()
    #expect(preview["count"]?.integer == 2)
    let effects = preview["effects"]?.elements ?? []
    #expect(effects.compactMap { $0["category"]?.text } == ["Gifts", "Groceries", "Uncategorised"])
    #expect(effects.compactMap { $0["afterMinor"]?.integer } == [-8_000, -1_000, 0])
    #expect(try categories(program, "merchant:Corner") == ["Uncategorised", "Uncategorised"])

    try program.write(
      "Date,Payee,Amount,Category\n2026-10-01,Corner Shop,-3.00,Fees\n2026-10-02,Corner Shop,-99.00,\n"
        + "2026-10-03,Corner Bakery,-2.00,\n2026-10-04,Kiosk,-2.00,\n", to: "b.csv")
    let imported = try program.succeed(["import", "b.csv", "--account", "Giro", "--json"]).json()
    let rows = imported["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(rows.compactMap { $0["category"]?.text } == ["Groceries", "Gifts", "Groceries", "Uncategorised"])

    try program.succeed(["recategorise", "--where", "merchant:Corner amount:=-10", "--to", "Fees"])
    try program.succeed(["rules", "apply"])
    #expect(try categories(program, "month:2026-09").sorted() == ["Eating out", "Fees", "Gifts", "Salary"])
    let id = try program.succeed(["list", "amount:=-80", "--json"]).json()["transactions"]?.elements?.first?["id"]?
      .integer
    let history = try program.succeed(["show", "\(id ?? 0)", "--json"]).json()["history"]?.elements ?? []
    #expect(history.last?["cause"]?.text == "rule")
    #expect(try program.succeed(["rules", "apply", "--json"]).json()["commit"]?.isNull == true)
    try program.succeed(["verify"])
    for _ in 1...5 { try program.succeed(["undo"]) }
    #expect(try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text == before)
  }

  @Test func `rules that say nothing or name what is not there are refused`() throws {
    let program = try ledger()
    for (arguments, code, words) in [
      (["rules", "add", "from:2020-01-01", "--to", "Gifts"], Int32(65), "match everything"),
      (["rules", "add", "", "--to", "Gifts"], 65, "match everything"),
      (["rules", "add", "not:merchant:Kiosk", "--to", "Gifts"], 65, "match everything"),
      (["rules", "add", "shop:Kiosk", "--to", "Gifts"], 65, "there is no query term"),
      (["rules", "add", "merchant:Kiosk", "--to", "Gift"], 66, "Gifts"),
      (["rules", "add", "account:Gir", "--to", "Gifts"], 66, "Giro"), (["rules", "add", "merchant:Kiosk"], 64, "--to"),
      (["rules", "remove", "7"], 66, "no rule 7"), (["rules", "remove", "x"], 64, "number"),
      (["rules", "test", "7"], 66, "no rule 7"), (["rules", "frobnicate"], 64, "suggest"),
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(arguments): \(outcome.errorText)")
    }
    #expect(try program.succeed(["log", "--json"]).json()["commits"]?.elements?.count == 2)
  }

  @Test func `a rule whose category went away rests, and one is suggested by what was done by hand`() throws {
    let program = try ledger()
    try program.succeed(["categories", "add", "Hobbies"])
    try program.succeed(["rules", "add", "merchant:Kiosk", "--to", "Hobbies"])
    try program.succeed(["categories", "remove", "Hobbies"])
    let rules = try program.succeed(["rules", "--json"]).json()["rules"]?.elements ?? []
    #expect(rules.first?["active"]?.flag == false)
    #expect(try program.succeed(["rules", "test", "--json"]).json()["count"]?.integer == 0)
    try program.succeed(["rules", "remove", "1"])
    for amount in ["2", "3", "4"] { try program.succeed(["add", amount, "O \"Neill", "--category", "Gifts"]) }
    let suggestion = try program.succeed(["rules", "suggest", "--json"]).json()["suggestions"]?.elements?.first
    #expect(suggestion?["category"]?.text == "Gifts")
    let query = try #require(suggestion?["query"]?.text)
    try program.succeed(["rules", "add", query, "--to", "Gifts"])
    #expect(try program.succeed(["rules", "suggest", "--json"]).json()["suggestions"]?.elements?.isEmpty == true)
    let numbers = try program.succeed(["rules", "--json"]).json()["rules"]?.elements?.compactMap {
      $0["number"]?.integer
    }
    #expect(numbers == [2])
  }

  @Test func `check is silent where all is well and names what is not`() throws {
    let program = try ledger()
    try program.succeed(["recategorise", "--where", "merchant:Corner", "--to", "Groceries"])
    let well = try program.run(["check"])
    #expect(well.exitCode == 0 && well.output.isEmpty && well.errorText.isEmpty, "\(well.outputText)")
    try program.succeed(["assert", "giro", "2026-09-02", "-90"])
    #expect(try program.run(["check", "assertions"]).exitCode == 0)
    try program.succeed(["assert", "giro", "2026-09-02", "-91"])
    let failed = try program.run(["check", "--json"])
    #expect(failed.exitCode == 1)
    let finding = try failed.json()["findings"]?.elements?.first
    #expect(finding?["expectedMinor"]?.integer == -9_100)
    #expect(finding?["actualMinor"]?.integer == -9_000)
    try program.succeed(["undo"])
    #expect(try program.run(["check"]).exitCode == 0)
    try program.succeed(["assert", "giro", "2026-09-02", "--remove"])

    try program.write(
      "Date,Payee,Amount,Category\n2026-09-03,Kiosk,-1.00,Fees\n2026-11-03,Kiosk,-1.00,Fees\n2026-12-03,Kiosk,-1.00,Fees\n"
        + "2026-11-04,Else,-1.00,\n", to: "b.csv")
    try program.succeed(["import", "b.csv", "--account", "Giro"])
    try program.succeed(["add", "1", "Kiosk", "--date", "2026-09-03", "--category", "Fees", "--account", "Giro"])
    let kinds = try program.run(["check", "--json"]).json()["findings"]?.elements?.compactMap { $0["check"]?.text }
    #expect(kinds == ["duplicates", "gaps", "uncategorised", "future"])
    #expect(try program.run(["check", "gaps"]).outputText.contains("2026-10"))
    for (arguments, code) in [
      (["assert", "giro", "2026-09-02"], Int32(64)), (["assert", "gir", "2026-09-02", "1"], 66),
      (["assert", "giro", "someday", "1"], 65), (["assert", "giro", "2026-09-02", "much"], 65), (["check", "all"], 64),
    ] {
      #expect(try program.run(arguments).exitCode == code, "\(arguments)")
    }
  }
}
