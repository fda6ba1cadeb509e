import Foundation
import JSON
import ProgramRunning
import Testing

/// Transfers that an import links by itself, and those that it leaves to a person.
struct ImportedTransferTests {
  private func program(_ rows: [String] = []) throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    if !rows.isEmpty { try program.succeed(["import", write(rows, "first.csv", program)]) }
    return program
  }

  private func write(_ rows: [String], _ name: String, _ program: FoldbookProcess) throws -> String {
    try program.write("Date,Payee,Amount,Account,Category\n" + rows.joined(separator: "\n") + "\n", to: name)
    return name
  }

  private func imported(_ rows: [String], _ program: FoldbookProcess, _ options: [String] = []) throws -> JSONValue {
    let name = try write(rows, "next.csv", program)
    return try program.succeed(["import", name, "--json"] + options).json()
  }

  private func pairs(_ value: JSONValue?) -> [[String]] {
    (value?.elements ?? []).map { pair in
      ["outgoing", "incoming"].map { "\(pair[$0]?["account"]?.text ?? "") \(pair[$0]?["merchant"]?.text ?? "")" }
    }
  }

  private func month(_ program: FoldbookProcess, _ name: String) throws -> [Int64?] {
    let months = try program.succeed(["months", "--json"]).json()["months"]?.elements ?? []
    let month = try #require(months.first { $0["month"]?.text == name })
    return ["moneyInMinor", "moneyOutMinor", "transfersMinor", "count"].map { month[$0]?.integer }
  }

  private func digest(_ program: FoldbookProcess) throws -> String? {
    try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text
  }

  @Test func `an account's name in brackets is a transfer, as QIF files write it`() throws {
    let program = try program()
    try program.write(
      """
      !Type:Bank
      D2026-09-13
      T-100.00
      PTo savings
      L[Savings]
      ^
      D2026-09-14
      T-30.00
      PShop
      SGroceries
      $-10.00
      S[Cash]
      $-20.00
      ^
      """, to: "giro.qif")
    let report = try program.succeed(["import", "giro.qif", "--account", "Giro", "--json"]).json()
    #expect(report["notes"]?.elements?.compactMap(\.text).filter { $0.contains("stands for a transfer") }.count == 2)
    #expect(try month(program, "2026-09") == [0, 1_000, -12_000, 2])
    let names = try program.succeed(["categories", "--json"]).json()["categories"]?.elements ?? []
    #expect(!names.contains { $0["category"]?.text?.hasPrefix("[") == true })
  }

  @Test func `what an app's export calls a transfer between own accounts is one`() throws {
    let program = try program()
    try program.write(
      """
      date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring
      2026-09-13,To card,55.00,posted,,,false,,internal transfer,Giro,1234,,
      2026-09-14,Cafe,4.50,posted,Coffee,Food,false,,regular,Giro,1234,,
      2026-09-15,Shop,2.50,posted,,,false,,regular,Giro,1234,,

      """, to: "copilot.csv")
    try program.succeed(["import", "copilot.csv", "--currency", "EUR"])
    #expect(try month(program, "2026-09") == [0, 700, -5_500, 3])
  }

  @Test func `own transfers count neither as income nor as spending, within a file and across imports`() throws {
    let program = try program(["2026-09-01,To savings,-100.00,Giro,", "2026-09-05,Card bill,-50.00,Giro,"])
    let before = try digest(program)
    let rows = [
      "2026-09-03,From giro,100.00,Savings,", "2026-09-06,Payment,50.00,Card,", "2026-09-07,Shop,-9.00,Card,",
    ]
    let preview = try imported(rows, program, ["--dry-run"])
    let expected = [["Giro To savings", "Savings From giro"], ["Giro Card bill", "Card Payment"]]
    #expect(pairs(preview["transfers"]) == expected)
    #expect(preview["transfers"]?.elements?.first?["incoming"]?["line"]?.integer == 2)
    #expect(preview["transfers"]?.elements?.first?["incoming"]?["id"]?.isNull == true)
    #expect(try digest(program) == before)

    let report = try imported(rows, program)
    #expect(pairs(report["transfers"]) == expected)
    #expect(report["transferSuggestions"]?.integer == 0)
    #expect(report["added"]?.integer == 3)
    let categories = report["files"]?.elements?.first?["transactions"]?.elements?.compactMap { $0["category"]?.text }
    #expect(categories == ["Transfers", "Transfers", "Uncategorised"])
    let words = report["files"]?.elements?.first?["decisions"]?.elements?.last?["value"]?.text
    #expect(words == "2 as legs of transfers, 1 Uncategorised")
    #expect(try month(program, "2026-09") == [0, 900, 0, 5])
    #expect(pairs(try program.succeed(["transfers", "--json"]).json()["linked"]).count == 2)

    let id = try #require(report["transfers"]?.elements?.first?["outgoing"]?["id"]?.integer)
    let history = try program.succeed(["show", "\(id)", "--json"]).json()["history"]?.elements ?? []
    #expect(history.last?["cause"]?.text == "transfer")
    #expect(history.last?["previousCategory"]?.text == "Uncategorised")
    try program.succeed(["verify"])
    try program.succeed(["undo"])
    #expect(try digest(program) == before)
    try program.succeed(["redo"])
    #expect(try month(program, "2026-09") == [0, 900, 0, 5])
    #expect(try imported(rows, program)["commit"]?.isNull == true)
  }

  @Test func `the report says in words what was linked and what is open`() throws {
    let program = try program(["2026-09-01,To savings,-100.00,Giro,"])
    let rows = [
      "2026-09-03,From giro,100.00,Savings,", "2026-09-05,Bill,-50.00,Giro,", "2026-09-05,Other bill,-50.00,Giro,",
      "2026-09-06,Payment,50.00,Card,",
    ]
    let output = try program.succeed(["import", write(rows, "next.csv", program)]).outputText
    let text = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("1 transfer between own accounts, linked"), "\(text)")
    #expect(text.contains("Amount EUR 2026-09-01 Giro Savings 100.00"), "\(text)")
    #expect(text.contains("2 pairs may be transfers too"), "\(text)")
  }

  /// What is not sure stays as it is: another direction, account, amount, day, or more than one counterpart.
  @Test(arguments: [
    ["2026-09-02,A,-5.00,Savings,"], ["2026-09-02,A,5.00,Giro,"], ["2026-09-02,A,5.01,Savings,"],
    ["2026-09-06,A,5.00,Savings,"], ["2026-09-02,A,5.00,Savings,", "2026-09-03,B,5.00,Card,"],
    ["2026-09-02,A,5.00,Savings,", "2026-09-04,Other,-5.00,Giro,"],
    ["2026-09-05,A,5.00,Savings,", "2026-09-09,Other,-5.00,Giro,"], ["2026-09-02,A,5.00,Savings,Salary"],
  ])
  func `unrelated rows are never linked`(_ rows: [String]) throws {
    let program = try program(["2026-09-01,Bill,-5.00,Giro,", "2026-08-01,Opened,-1.00,Savings,"])
    let report = try imported(rows, program)
    #expect(report["added"]?.integer == Int64(rows.count))
    #expect(report["transfers"]?.elements?.isEmpty == true)
    #expect(try program.succeed(["list", "category:Transfers", "--json"]).json()["count"]?.integer == 0)
  }

  @Test func `yen and euro of the same number are no pair`() throws {
    let program = try program(["2026-09-01,Bill,-5.00,Giro,"])
    try program.write("Date,Payee,Amount\n2026-09-02,A,500\n", to: "yen.csv")
    let report = try program.succeed(["import", "yen.csv", "--account", "Yen", "--currency", "JPY", "--json"]).json()
    #expect(report["transfers"]?.elements?.isEmpty == true)
  }

  @Test func `a category set by hand, by a rule, or of a merchant that a hand chose for is left alone`() throws {
    // A row that a rule knows is not asked about.
    for (prepare, suggestions) in [
      (["recategorise", "--where", "text:bill", "--to", "Fees"], Int64(1)),
      (["rules", "add", "merchant:Refund", "--to", "Gifts"], 0),
    ] {
      let program = try program(["2026-09-01,Bill,-5.00,Giro,"])
      try program.succeed(prepare)
      let report = try imported(["2026-09-02,Refund,5.00,Card,"], program)
      #expect(report["transfers"]?.elements?.isEmpty == true, "\(prepare)")
      #expect(report["transferSuggestions"]?.integer == suggestions, "\(prepare)")
      #expect(try program.succeed(["list", "category:Transfers", "--json"]).json()["count"]?.integer == 0)
    }
    let program = try program(["2026-08-01,Employer,70.00,Giro,", "2026-08-01,Landlord,-70.00,Card,"])
    #expect(try program.succeed(["list", "category:Transfers", "--json"]).json()["count"]?.integer == 2)
    let ids = try program.succeed(["list", "--json"]).json()["transactions"]?.elements?.compactMap { $0["id"]?.integer }
    try program.succeed(["transfers", "unlink"] + (ids ?? []).map { "\($0)" })
    try program.succeed(["recategorise", "--where", "text:employer", "--to", "Salary"])
    let report = try imported(["2026-09-01,Employer,70.00,Giro,", "2026-09-01,Landlord,-70.00,Card,"], program)
    #expect(report["transfers"]?.elements?.isEmpty == true)
    #expect(report["transferSuggestions"]?.integer == 1)
  }

  @Test func `a decision is neither asked nor made twice`() throws {
    let program = try program(["2026-09-01,Bill,-5.00,Giro,", "2026-09-02,Payment,5.00,Card,"])
    let linked = try program.succeed(["transfers", "--json"]).json()["linked"]?.elements?.first
    let ids = ["outgoing", "incoming"].map { "\(linked?[$0]?["id"]?.integer ?? 0)" }
    // A rule asked for later does not pull a linked leg out again.
    try program.succeed(["rules", "add", "merchant:Bill", "--to", "Fees"])
    #expect(try program.succeed(["rules", "apply", "--json"]).json()["commit"]?.isNull == true)
    try program.succeed(["rules", "remove", "1"])
    try program.succeed(["transfers", "unlink"] + ids)
    #expect(try month(program, "2026-09") == [500, 500, 0, 2])
    // The refused pair takes no part, so that another row may be the bill's counterpart.
    let report = try imported(["2026-09-03,Real payment,5.00,Savings,"], program)
    #expect(pairs(report["transfers"]) == [["Giro Bill", "Savings Real payment"]])
    let open = try program.succeed(["transfers", "--json"]).json()["suggestions"]?.elements ?? []
    #expect(open.isEmpty)
    // The legs of a link are not looked at again either.
    let next = try imported(["2026-09-04,Stray,5.00,Card,"], program)
    #expect(next["transfers"]?.elements?.isEmpty == true)
    #expect(next["transferSuggestions"]?.integer == 0)
  }

  @Test func `an undo of the import is refused where a leg was corrected since, and says by which commit`() throws {
    let program = try program(["2026-09-01,Bill,-5.00,Giro,"])
    _ = try imported(["2026-09-02,Payment,5.00,Card,"], program)
    try program.succeed(["recategorise", "--where", "text:bill", "--to", "Fees"])
    let refused = try program.run(["undo", "3"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 4"), "\(refused.errorText)")
    try program.succeed(["undo", "3", "--cascade"])
    #expect(try program.succeed(["list", "--json"]).json()["transactions"]?.elements?.count == 1)
    #expect(try program.succeed(["list", "category:Uncategorised", "--json"]).json()["count"]?.integer == 1)
  }
}
