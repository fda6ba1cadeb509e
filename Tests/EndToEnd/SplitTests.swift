import Foundation
import JSON
import ProgramRunning
import Testing

/// Transactions whose parts have categories of their own.
struct SplitTests {
  /// A purchase of 79.50, a salary and something in between.
  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["add", "79.50", "Supermarket", "--category", "Groceries", "--date", "2026-10-03"])
    try program.succeed(["add", "+2500", "Employer", "--category", "Salary", "--date", "2026-10-05"])
    try program.succeed(["add", "12", "Supermarket", "--category", "Groceries", "--date", "2026-09-03"])
    return program
  }

  private func id(_ program: FoldbookProcess, _ query: String...) throws -> String {
    let list = try program.answer(["list"] + query)["transactions"]?.elements ?? []
    return "\(try #require(list.first?["id"]?.integer))"
  }

  /// The categories of a month with sum and count.
  private func months(_ program: FoldbookProcess, _ month: String, _ arguments: [String] = []) throws -> [String:
    [Int64]]
  {
    var result: [String: [Int64]] = [:]
    for entry in try program.answer(["months"] + arguments)["months"]?.elements ?? []
    where entry["month"]?.text == month {
      result["count"] = [entry["count"]?.integer ?? -1]
      for category in entry["categories"]?.elements ?? [] {
        result[category["category"]?.text ?? ""] = [
          category["sumMinor"]?.integer ?? -1, category["count"]?.integer ?? -1,
        ]
      }
    }
    return result
  }

  private func digest(_ program: FoldbookProcess) throws -> String? {
    let replay = try program.answer(["replay", "--check"])
    #expect(replay["matches"]?.flag == true)
    return replay["viewDigest"]?.text
  }

  @Test func `every report counts the parts once`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    try program.succeed(["budget", "set", "Groceries", "400", "--from", "2026-10"])
    try program.succeed(["split", purchase, "Groceries=61.20", "Shopping=0.30", "Health"])
    let october = try months(program, "2026-10")
    #expect(
      october == [
        "count": [2], "Groceries": [-6_120, 1], "Shopping": [-30, 1], "Health": [-1_800, 1], "Salary": [250_000, 1],
      ])
    let dashboard = try program.answer(["dashboard"])
    #expect(dashboard["month"]?["moneyOutMinor"]?.integer == 7_950)
    #expect(dashboard["month"]?["count"]?.integer == 2)
    #expect(dashboard["balanceMinor"]?.integer == 240_850)
    let spent = Dictionary(
      uniqueKeysWithValues: (dashboard["categories"]?.elements ?? []).map {
        ($0["category"]?.text ?? "", $0["spentMinor"]?.integer ?? -1)
      })
    #expect(spent["Groceries"] == 6_120)
    #expect(spent["Health"] == 1_800)
    #expect(spent.values.reduce(0, +) == 7_950)
    let budget = try program.answer(["budget"])["budgets"]?.elements?.first
    #expect(budget?["spentMinor"]?.integer == 6_120)
    let categories = try program.answer(["categories", "--month", "2026-10"])["categories"]?.elements ?? []
    #expect(categories.reduce(0) { $0 + ($1["sumMinor"]?.integer ?? 0) } == 250_000 - 7_950)
    let days = try program.answer(["days", "--month", "2026-10"])["days"]?.elements ?? []
    #expect(days.map { $0["moneyOutMinor"]?.integer } == [0, 7_950])
    #expect(days.map { $0["count"]?.integer } == [1, 1])
    let merchant = try program.answer(["merchant", "Supermarket"])
    #expect(merchant["totalMinor"]?.integer == -9_150)
    #expect(merchant["count"]?.integer == 2)
    let merchants = try program.answer(["merchants", "--category", "Health"])["merchants"]?.elements ?? []
    #expect(merchants.map { $0["sumMinor"]?.integer } == [-1_800])
    let explained = try program.answer(["explain", "2026-10", "Health"])
    #expect(explained["sumMinor"]?.integer == -1_800)
    #expect(explained["transactions"]?.elements?.map { $0["amountMinor"]?.integer } == [-1_800])
    #expect(explained["transactions"]?.elements?.first?["wholeMinor"]?.integer == -7_950)
    try program.succeed(["verify"])
    _ = try digest(program)
  }

  @Test func `list and show print the parts and who made them`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    try program.succeed(["split", purchase, "Groceries=61.20", "Health=18.30"])
    let listed = try #require(try program.answer(["list", "category:Split"])["transactions"]?.elements?.first)
    #expect(listed["category"]?.text == "Split")
    #expect(listed["amountMinor"]?.integer == -7_950)
    #expect(listed["parts"]?.elements?.map { $0["category"]?.text } == ["Groceries", "Health"])
    #expect(listed["parts"]?.elements?.map { $0["amountMinor"]?.integer } == [-6_120, -1_830])
    let health = try program.answer(["list", "category:Health"])
    #expect(health["count"]?.integer == 1)
    #expect(health["totalMinor"]?.integer == -1_830)
    #expect(health["transactions"]?.elements?.first?["countedMinor"]?.integer == -1_830)
    #expect(try program.answer(["list", "category:Groceries"])["totalMinor"]?.integer == -6_120 - 1_200)
    #expect(try program.answer(["list", "category:Housing"])["count"]?.integer == 0)
    let shown = try program.answer(["show", purchase])
    let change = try #require(shown["history"]?.elements?.last)
    #expect(change["kind"]?.text == "transactionSplit")
    #expect(change["previousCategory"]?.text == "Groceries")
    #expect(change["parts"]?.elements?.count == 2)
    let text = try program.succeed(["show", purchase]).outputText
    #expect(text.contains("Parts"))
    #expect(text.contains("Groceries → Groceries −61.20, Health −18.30 (hand)"), "\(text)")
    let csv = try program.succeed(["list", "category:Health", "--csv"]).outputText
    #expect(csv.contains("-18.30,EUR"), "\(csv)")
    #expect(!csv.contains("-61.20"), "\(csv)")
  }

  @Test func `parts that do not come to the whole are refused with what is missing`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    let salary = try id(program, "merchant:Employer")
    let before = try program.answer(["log"])["commits"]?.elements?.count
    for (arguments, code, words) in [
      (
        [purchase, "Groceries=61.20", "Health=18"], Int32(65),
        "79.20, the transaction \(purchase) is 79.50: 0.30 is missing"
      ),
      ([purchase, "Groceries=61.20", "Health=19"], 65, "80.20, the transaction \(purchase) is 79.50: 0.70 too much"),
      ([salary, "Salary=3000", "Taxes=-400"], 65, "2600.00, the transaction \(salary) is 2500.00: 100.00 too much"),
      ([purchase, "Groceries=79.50"], 65, "two categories"), ([purchase, "Groceries=79.50", "Health=0"], 65, "zero"),
      ([purchase, "Groceries=79.50", "Health"], 65, "nothing for the one without"),
      ([purchase, "Groceries", "Health"], 65, "only one part"),
      ([purchase, "Groceries=61.205", "Health"], 65, "61.205"),
      ([purchase, "Groceris=61.20", "Health"], 66, "Groceries"), (["999", "Groceries=1", "Health"], 66, "999"),
      ([purchase], 64, "parts"), ([], 64, "which"), ([purchase, "--remove"], 65, "not split"),
      ([purchase, "Groceries=1", "--remove"], 64, "either"),
    ] {
      let outcome = try program.run(["split"] + arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(arguments): \(outcome.errorText)")
    }
    #expect(try program.answer(["log"])["commits"]?.elements?.count == before)
  }

  @Test func `what would contradict the parts is refused with what to do instead`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    try program.succeed(["split", purchase, "Groceries=61.20", "Health=18.30"])
    for arguments in [["recategorise", purchase, "--to", "Pets"], ["edit", purchase, "--amount", "80"]] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == 65, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains("foldbook split \(purchase) --remove"), "\(outcome.errorText)")
    }
    let byQuery = try program.answer(["recategorise", "--where", "merchant:Supermarket", "--to", "Pets"])
    #expect(byQuery["ids"]?.elements?.count == 1)
    #expect(
      byQuery["notes"]?.elements?.map(\.text) == ["1 split was left as it is; 'foldbook split ID' changes its parts"])
    #expect(try months(program, "2026-09")["Pets"] == [-1_200, 1])
    // Day, note, merchant and account go with the parts.
    try program.succeed(["edit", purchase, "--date", "2026-09-30", "--note", "for two"])
    #expect(try months(program, "2026-09")["Health"] == [-1_830, 1])
    #expect(try months(program, "2026-10")["Health"] == nil)
    try program.succeed(["split", purchase, "--remove", "--to", "Pets"])
    #expect(try months(program, "2026-09") == ["count": [2], "Pets": [-9_150, 2]])
    try program.succeed(["verify"])
    _ = try digest(program)
  }

  @Test func `splits are undone, brought back, deleted and read at earlier points`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    let whole = try digest(program)
    try program.succeed(["split", purchase, "Groceries=61.20", "Health=18.30"])
    let split = try digest(program)
    let position = "\(try #require(program.answer(["stats"])["events"]?.integer))"
    #expect(split != whole)
    try program.succeed(["split", purchase, "Groceries=60", "Health"])
    try program.succeed(["undo"])
    #expect(try digest(program) == split)
    try program.succeed(["undo"])
    #expect(try digest(program) == whole)
    try program.succeed(["redo"])
    #expect(try digest(program) == split)
    try program.succeed(["delete", purchase])
    #expect(try months(program, "2026-10") == ["count": [1], "Salary": [250_000, 1]])
    #expect(try months(program, "2026-10", ["--at", position])["Health"] == [-1_830, 1])
    let gone = try program.answer(["list", "--deleted", "amount:=-79.50"])["transactions"]?.elements?.first
    #expect(gone?["parts"]?.elements?.count == 2)
    try program.succeed(["undo"])
    #expect(try digest(program) == split)
    #expect(try months(program, "2026-10")["Health"] == [-1_830, 1])
    // The amount that a split comes to was set by the add: undoing it takes the split along.
    let refused = try program.run(["undo", "2"])
    #expect(refused.exitCode == 65)
    try program.succeed(["verify"])
  }

  @Test func `merging and removing categories reaches the parts`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    try program.succeed(["split", purchase, "Groceries=61.20", "Health=18.30"])
    let used = try program.run(["categories", "remove", "Health"])
    #expect(used.exitCode == 65)
    #expect(used.errorText.contains("1 transaction"), "\(used.errorText)")
    try program.succeed(["categories", "merge", "Health", "Pets"])
    #expect(try months(program, "2026-10")["Pets"] == [-1_830, 1])
    try program.succeed(["categories", "merge", "Pets", "Groceries"])
    #expect(try months(program, "2026-10")["Groceries"] == [-7_950, 1])
    #expect(try program.answer(["show", purchase])["category"]?.text == "Groceries")
    try program.succeed(["undo"])
    try program.succeed(["undo"])
    #expect(try months(program, "2026-10")["Health"] == [-1_830, 1])
    try program.succeed(["verify"])
    _ = try digest(program)
  }

  @Test func `a QIF file's splits become splits, and its rows are known again`() throws {
    let program = try FoldbookProcess()
    try program.write(
      """
      !Type:Bank
      D2026-10-02
      T-119.48
      PCornerStore
      L--Split--
      SHousehold
      Ecash
      $-60.00
      SFood:Groceries
      Ecarrots
      $-59.48
      ^
      D2026-10-03
      T-10.00
      PA Payee
      L--Split--
      S
      $0.00
      SFees
      $-10.00
      ^

      """, to: "a.qif")
    try program.succeed(["init", "--currency", "EUR"])
    let imported = try program.answer(["import", "a.qif"])
    let rows = try #require(imported["files"]?.elements?.first?["transactions"]?.elements)
    #expect(rows.map { $0["category"]?.text } == ["Split", "Fees"])
    #expect(rows[0]["splits"]?.elements?.map { $0["category"]?.text } == ["Household", "Food:Groceries"])
    #expect(rows[0]["splits"]?.elements?.map { $0["amountMinor"]?.integer } == [-6_000, -5_948])
    #expect(
      try months(program, "2026-10") == [
        "count": [2], "Household": [-6_000, 1], "Food:Groceries": [-5_948, 1], "Fees": [-1_000, 1],
      ])
    let parts = try program.answer(["list", "carrots"])["transactions"]?.elements?.first?["parts"]?.elements ?? []
    #expect(parts.map { $0["memo"]?.text } == ["cash", "carrots"])
    #expect(try program.answer(["import", "a.qif"])["duplicates"]?.integer == 2)
    let split = try id(program, "category:Split")
    try program.succeed(["delete", split])
    #expect(try program.answer(["import", "a.qif", "--restore-deleted"])["commit"]?.integer != nil)
    #expect(try months(program, "2026-10")["Household"] == [-6_000, 1])
    // What the file said of a part stays with its category when the parts are changed.
    try program.succeed(["split", split, "Household=70", "Food:Groceries"])
    let changed = try program.answer(["list", "carrots"])["transactions"]?.elements?.first?["parts"]?.elements ?? []
    #expect(changed.map { $0["memo"]?.text } == ["cash", "carrots"])
    #expect(changed.map { $0["amountMinor"]?.integer } == [-7_000, -4_948])
    // A part whose category went away meanwhile goes where the file's word for it would.
    try program.succeed(["delete", split])
    try program.succeed(["categories", "remove", "Household"])
    try program.succeed(["import", "a.qif", "--restore-deleted"])
    let restored = try program.answer(["list", "carrots"])["transactions"]?.elements?.first?["parts"]?.elements ?? []
    #expect(restored.map { $0["category"]?.text } == ["Uncategorised", "Food:Groceries"])
    #expect(restored.map { $0["memo"]?.text } == ["cash", "carrots"])
    try program.succeed(["verify"])
    _ = try digest(program)
  }

  @Test func `a journal with splits comes back with the same hash and digest`() throws {
    let program = try ledger()
    let purchase = try id(program, "amount:=-79.50")
    try program.succeed(["split", purchase, "Groceries=61.20", "Health=18.30"])
    try program.succeed(["edit", purchase, "--note", "x"])
    try program.succeed(["delete", purchase])
    try program.succeed(["undo"])
    let text = try program.succeed(["export", "--format", "jsonl"]).output
    try program.write(text, to: "all.jsonl")
    let copy = program.path("copy.foldbook")
    #expect(try program.run(["import-journal", "all.jsonl"], ledger: copy).exitCode == 0)
    #expect(
      try program.run(["verify", "--json"], ledger: copy).json()["headHash"]?.text
        == program.answer(["verify"])["headHash"]?.text)
    let replay = try program.run(["replay", "--check", "--json"], ledger: copy).json()
    #expect(try replay["viewDigest"]?.text == digest(program))
    #expect(try program.run(["export", "--format", "jsonl"], ledger: copy).output == text)
    // A part that was changed makes the parts come to something else than the whole.
    let wrong = String(decoding: text, as: UTF8.self).replacing("\"amountMinor\":-6120", with: "\"amountMinor\":-6121")
    try program.write(wrong, to: "wrong.jsonl")
    let refused = try program.run(["import-journal", "wrong.jsonl"], ledger: program.path("other.foldbook"))
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("do not come to the whole"), "\(refused.errorText)")
  }
}
