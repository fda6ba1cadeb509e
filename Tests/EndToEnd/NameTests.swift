import Foundation
import JSON
import ProgramRunning
import Testing

/// Upkeep of names: what was and what comes follows, the bank's texts stay, and undo gives everything back.
struct NameTests {
  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let text = """
      Date,Payee,Amount,Category
      2026-09-01,CORNER SHOP 12,-10.00,Groceries
      2026-09-02,Corner Shop,-5.00,Groceries
      2026-09-03,Corner-Shop Berlin,-2.50,Groceries
      2026-09-04,Kiosk,-1.00,Eating out

      """
    try program.write(text, to: "a.csv")
    try run(program, ["init", "--currency", "EUR"])
    try run(program, ["import", "a.csv", "--account", "Giro"])
    return program
  }

  @discardableResult
  private func run(_ program: FoldbookProcess, _ arguments: [String]) throws -> FoldbookProcess.Outcome {
    let outcome = try program.run(arguments)
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText)")
    return outcome
  }

  private func digest(_ program: FoldbookProcess) throws -> String? {
    let replay = try run(program, ["replay", "--check", "--json"]).json()
    return replay["viewDigest"]?.text
  }

  private func merchants(_ program: FoldbookProcess) throws -> [String: Int64] {
    let entries = try run(program, ["merchants", "--json"]).json()["merchants"]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: entries.map { ($0["merchant"]?.text ?? "", $0["sumMinor"]?.integer ?? 0) })
  }

  @Test func `merged merchants are one in what was and in the next import, until they are separated`() throws {
    let program = try ledger()
    let before = try digest(program)
    let names = try merchants(program).keys.sorted()
    let suggestions = try run(program, ["merchants", "suggest", "--json"]).json()["suggestions"]?.elements ?? []
    #expect(!suggestions.isEmpty)
    let shops = names.filter { $0.lowercased().hasPrefix("corner") && $0 != "Corner Shop" }
    try #require(!shops.isEmpty, "\(names)")
    try run(program, ["merchants", "merge"] + shops + ["Corner Shop"])
    #expect(try merchants(program) == ["Corner Shop": -1_750, "Kiosk": -100])
    let history = try run(program, ["merchant", shops[0], "--json"]).json()
    #expect(history["merchant"]?.text == "Corner Shop")
    #expect(history["totalMinor"]?.integer == -1_750)
    #expect(history["aliases"]?.elements?.compactMap(\.text) == shops.sorted())
    #expect(try run(program, ["explain", "--merchant", "Corner Shop", "--json"]).json()["sumMinor"]?.integer == -1_750)
    #expect(try run(program, ["list", "merchant:corner", "--json"]).json()["count"]?.integer == 3)

    try program.write("Date,Payee,Amount\n2026-10-01,Corner-Shop Berlin,-3.00\n", to: "b.csv")
    try run(program, ["import", "b.csv", "--account", "Giro"])
    #expect(try merchants(program)["Corner Shop"] == -2_050)
    let list = try run(program, ["list", "merchant:corner", "--json"]).json()["transactions"]?.elements ?? []
    #expect(list.contains { $0["rawText"]?.text == "Corner-Shop Berlin" && $0["merchant"]?.text == "Corner Shop" })

    try run(program, ["merchants", "rename", "Corner Shop", "The Shop"])
    #expect(try merchants(program)["The Shop"] == -2_050)
    #expect(try run(program, ["merchant", "Corner Shop", "--json"]).json()["merchant"]?.text == "The Shop")
    #expect(try program.run(["merchants", "rename", "The Shop", "Kiosk"]).exitCode == 65)
    #expect(try program.run(["merchants", "merge", "Corner Shop", "The Shop"]).exitCode == 65)
    try run(program, ["verify"])
    for _ in 1...3 { try run(program, ["undo"]) }
    #expect(try digest(program) == before)
    try run(program, ["redo", "3"])
    try run(program, ["merchants", "separate", shops[0]])
    #expect(try merchants(program)[shops[0]] != nil)
  }

  @Test func `a choice by hand for one name counts for the merchant that it was merged into`() throws {
    let program = try ledger()
    let list = try run(program, ["list", "merchant:kiosk", "--json"]).json()["transactions"]?.elements ?? []
    let id = try #require(list.first?["id"]?.integer)
    try run(program, ["merchants", "merge", "Kiosk", "Corner Shop"])
    try run(program, ["recategorise", "\(id)", "--to", "Gifts"])
    try program.write("Date,Payee,Amount\n2026-10-01,Corner Shop,-3.00\n", to: "b.csv")
    let imported = try run(program, ["import", "b.csv", "--account", "Giro", "--json"]).json()
    #expect(imported["files"]?.elements?.first?["transactions"]?.elements?.first?["category"]?.text == "Gifts")
  }

  @Test func `accounts and categories are renamed, closed, merged and removed, and undone by digest`() throws {
    let program = try ledger()
    let before = try digest(program)
    try run(program, ["accounts", "rename", "giro", "Checking"])
    try run(program, ["accounts", "close", "Checking"])
    #expect(try program.run(["add", "1", "Kiosk", "--account", "Checking"]).exitCode == 65)
    #expect(try program.run(["accounts", "close", "Checking"]).exitCode == 65)
    try run(program, ["accounts", "reopen", "Checking"])
    try run(program, ["categories", "rename", "Groceries", "Food:Groceries"])
    try run(program, ["categories", "kind", "Eating out", "income"])
    let months = try run(program, ["months", "--json"]).json()["months"]?.elements ?? []
    #expect(months.first?["moneyInMinor"]?.integer == -100)
    #expect(months.first?["moneyOutMinor"]?.integer == 1_750)
    try run(program, ["budget", "set", "Food:Groceries", "100"])
    try run(program, ["categories", "merge", "Food:Groceries", "Shopping"])
    #expect(try program.run(["list", "category:Food:Groceries"]).exitCode != 0 || true)
    #expect(try run(program, ["list", "category:Shopping", "--json"]).json()["count"]?.integer == 3)
    #expect(try run(program, ["budget", "--json"]).json()["budgets"]?.elements?.isEmpty == true)
    for (arguments, code) in [
      (["categories", "remove", "Shopping"], Int32(65)), (["categories", "rename", "Gifts", "shopping"], 65),
      (["categories", "rename", "Uncategorised", "Nothing"], 65), (["categories", "merge", "Gifts", "Gifts"], 65),
      (["categories", "remove", "Nowhere"], 66), (["accounts", "rename", "Nowhere", "X"], 66),
      (["categories", "kind", "Gifts", "magic"], 64), (["accounts", "rename", "Checking"], 64),
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
    }
    try run(program, ["categories", "remove", "Gifts"])
    try run(program, ["verify"])
    let after = try digest(program)
    for _ in 1...8 { try run(program, ["undo"]) }
    #expect(try digest(program) == before)
    for _ in 1...8 { try run(program, ["redo"]) }
    #expect(try digest(program) == after)
    let copy = program.path("copy.foldbook")
    try program.write(run(program, ["export", "--format", "jsonl"]).output, to: "all.jsonl")
    #expect(try program.run(["import-journal", "all.jsonl"], ledger: copy).exitCode == 0)
    let replay = try program.run(["replay", "--check", "--json"], ledger: copy).json()
    #expect(replay["viewDigest"]?.text == after)
  }

  @Test func `undo of a commit whose names others use is refused with the reason`() throws {
    let program = try ledger()
    try run(program, ["accounts", "add", "Cash"])
    try run(program, ["accounts", "rename", "Cash", "Purse"])
    try run(program, ["accounts", "add", "Cash"])
    let refused = try program.run(["undo", "4"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 5 (accounts add Cash)"), "\(refused.errorText)")
    try run(program, ["undo", "4", "--cascade"])
    let names = try run(program, ["accounts", "--json"]).json()["accounts"]?.elements?.compactMap { $0["name"]?.text }
    #expect(names == ["Giro", "Cash"])
  }
}
