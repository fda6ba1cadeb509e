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
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["import", "a.csv", "--account", "Giro"])
    return program
  }

  private func digest(_ program: FoldbookProcess) throws -> String? {
    let replay = try program.succeed(["replay", "--check", "--json"]).json()
    return replay["viewDigest"]?.text
  }

  private func merchants(_ program: FoldbookProcess) throws -> [String: Int64] {
    let entries = try program.succeed(["merchants", "--json"]).json()["merchants"]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: entries.map { ($0["merchant"]?.text ?? "", $0["sumMinor"]?.integer ?? 0) })
  }

  @Test func `merged merchants are one in what was and in the next import, until they are separated`() throws {
    let program = try ledger()
    let before = try digest(program)
    let names = try merchants(program).keys.sorted()
    let suggestions = try program.succeed(["merchants", "suggest", "--json"]).json()["suggestions"]?.elements ?? []
    #expect(!suggestions.isEmpty)
    let shops = names.filter { $0.lowercased().hasPrefix("corner") && $0 != "Corner Shop" }
    try #require(!shops.isEmpty, "\(names)")
    try program.succeed(["merchants", "merge"] + shops + ["Corner Shop"])
    #expect(try merchants(program) == ["Corner Shop": -1_750, "Kiosk": -100])
    let history = try program.succeed(["merchant", shops[0], "--json"]).json()
    #expect(history["merchant"]?.text == "Corner Shop")
    #expect(history["totalMinor"]?.integer == -1_750)
    #expect(history["aliases"]?.elements?.compactMap(\.text) == shops.sorted())
    #expect(
      try program.succeed(["explain", "--merchant", "Corner Shop", "--json"]).json()["sumMinor"]?.integer == -1_750)
    #expect(try program.succeed(["list", "merchant:corner", "--json"]).json()["count"]?.integer == 3)

    try program.write("Date,Payee,Amount\n2026-10-01,Corner-Shop Berlin,-3.00\n", to: "b.csv")
    try program.succeed(["import", "b.csv", "--account", "Giro"])
    #expect(try merchants(program)["Corner Shop"] == -2_050)
    let list = try program.succeed(["list", "merchant:corner", "--json"]).json()["transactions"]?.elements ?? []
    #expect(list.contains { $0["rawText"]?.text == "Corner-Shop Berlin" && $0["merchant"]?.text == "Corner Shop" })

    try program.succeed(["merchants", "rename", "Corner Shop", "The Shop"])
    #expect(try merchants(program)["The Shop"] == -2_050)
    #expect(try program.succeed(["merchant", "Corner Shop", "--json"]).json()["merchant"]?.text == "The Shop")
    #expect(try program.run(["merchants", "rename", "The Shop", "Kiosk"]).exitCode == 65)
    #expect(try program.run(["merchants", "merge", "Corner Shop", "The Shop"]).exitCode == 65)
    try program.succeed(["verify"])
    for _ in 1...3 { try program.succeed(["undo"]) }
    #expect(try digest(program) == before)
    try program.succeed(["redo", "3"])
    try program.succeed(["merchants", "separate", shops[0]])
    #expect(try merchants(program)[shops[0]] != nil)
  }

  @Test func `a choice by hand for one name counts for the merchant that it was merged into`() throws {
    let program = try ledger()
    let list = try program.succeed(["list", "merchant:kiosk", "--json"]).json()["transactions"]?.elements ?? []
    let id = try #require(list.first?["id"]?.integer)
    try program.succeed(["merchants", "merge", "Kiosk", "Corner Shop"])
    try program.succeed(["recategorise", "\(id)", "--to", "Gifts"])
    try program.write("Date,Payee,Amount\n2026-10-01,Corner Shop,-3.00\n", to: "b.csv")
    let imported = try program.succeed(["import", "b.csv", "--account", "Giro", "--json"]).json()
    #expect(imported["files"]?.elements?.first?["transactions"]?.elements?.first?["category"]?.text == "Gifts")
  }

  @Test func `accounts and categories are renamed, closed, merged and removed, and undone by digest`() throws {
    let program = try ledger()
    let before = try digest(program)
    try program.succeed(["accounts", "rename", "giro", "Checking"])
    try program.succeed(["accounts", "close", "Checking"])
    #expect(try program.run(["add", "1", "Kiosk", "--account", "Checking"]).exitCode == 65)
    #expect(try program.run(["accounts", "close", "Checking"]).exitCode == 65)
    try program.succeed(["accounts", "reopen", "Checking"])
    try program.succeed(["categories", "rename", "Groceries", "Food:Groceries"])
    try program.succeed(["categories", "kind", "Eating out", "income"])
    let months = try program.succeed(["months", "--json"]).json()["months"]?.elements ?? []
    #expect(months.first?["moneyInMinor"]?.integer == -100)
    #expect(months.first?["moneyOutMinor"]?.integer == 1_750)
    try program.succeed(["budget", "set", "Food:Groceries", "100"])
    try program.succeed(["categories", "merge", "Food:Groceries", "Shopping"])
    #expect(try program.run(["list", "category:Food:Groceries"]).exitCode != 0 || true)
    #expect(try program.succeed(["list", "category:Shopping", "--json"]).json()["count"]?.integer == 3)
    #expect(try program.succeed(["budget", "--json"]).json()["budgets"]?.elements?.isEmpty == true)
    for (arguments, code) in [
      (["categories", "remove", "Shopping"], Int32(65)), (["categories", "rename", "Gifts", "shopping"], 65),
      (["categories", "rename", "Uncategorised", "Nothing"], 65), (["categories", "merge", "Gifts", "Gifts"], 65),
      (["categories", "remove", "Nowhere"], 66), (["accounts", "rename", "Nowhere", "X"], 66),
      (["categories", "kind", "Gifts", "magic"], 64), (["accounts", "rename", "Checking"], 64),
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
    }
    try program.succeed(["categories", "remove", "Gifts"])
    try program.succeed(["verify"])
    let after = try digest(program)
    for _ in 1...8 { try program.succeed(["undo"]) }
    #expect(try digest(program) == before)
    for _ in 1...8 { try program.succeed(["redo"]) }
    #expect(try digest(program) == after)
    let copy = program.path("copy.foldbook")
    try program.write(program.succeed(["export", "--format", "jsonl"]).output, to: "all.jsonl")
    #expect(try program.run(["import-journal", "all.jsonl"], ledger: copy).exitCode == 0)
    let replay = try program.run(["replay", "--check", "--json"], ledger: copy).json()
    #expect(replay["viewDigest"]?.text == after)
  }

  @Test func `undo of a commit whose names others use is refused with the reason`() throws {
    let program = try ledger()
    try program.succeed(["accounts", "add", "Cash"])
    try program.succeed(["accounts", "rename", "Cash", "Purse"])
    try program.succeed(["accounts", "add", "Cash"])
    let refused = try program.run(["undo", "4"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 5 (accounts add Cash)"), "\(refused.errorText)")
    try program.succeed(["undo", "4", "--cascade"])
    let names = try program.succeed(["accounts", "--json"]).json()["accounts"]?.elements?.compactMap {
      $0["name"]?.text
    }
    #expect(names == ["Giro", "Cash"])
  }
}
