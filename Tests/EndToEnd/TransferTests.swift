import Foundation
import JSON
import ProgramRunning
import Testing

/// Movements between own accounts: suggested, linked, kept apart, never asked twice.
struct TransferTests {
  /// A sure pair added by hand, two that could be either's, a purchase in a foreign currency, and something that is a day too late.
  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let rows = [
      "2026-09-05,Card bill,-50.00,Giro",
      "2026-09-06,Other bill,-50.00,Giro", "2026-09-07,Payment,50.00,Card", "2026-09-10,Late,-7.00,Giro",
      "2026-09-15,Late,7.00,Card", "2026-09-20,Shop,-3.00,Giro", "2026-09-20,Shop,3.00,Giro",
    ]
    try program.write("Date,Payee,Amount,Account\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["import", "a.csv"])
    try program.succeed(["accounts", "add", "Savings"])
    try program.succeed(["add", "100", "To savings", "--account", "Giro", "--date", "2026-09-01"])
    try program.succeed(["add", "+100", "From giro", "--account", "Savings", "--date", "2026-09-02"])
    return program
  }

  private func pairs(_ program: FoldbookProcess, _ list: String, _ arguments: [String] = []) throws -> [[String]] {
    let entries = try program.succeed(["transfers", "--json"] + arguments).json()[list]?.elements ?? []
    return entries.map { entry in
      [entry["outgoing"]?["merchant"]?.text ?? "", entry["incoming"]?["merchant"]?.text ?? ""]
        + (entry["sure"]?.flag == true ? ["sure"] : [])
    }
    .sorted { $0.joined() < $1.joined() }
  }

  private func id(_ program: FoldbookProcess, _ query: String...) throws -> String {
    let list = try program.succeed(["list", "--json"] + query).json()["transactions"]?.elements ?? []
    return "\(try #require(list.first?["id"]?.integer))"
  }

  @Test func `a leg that was redone with its link gets back what it had before the link`() throws {
    let program = try ledger()
    let (outgoing, incoming) = (try id(program, "text:To"), try id(program, "text:From"))
    for arguments in [
      ["recategorise", outgoing, "--to", "Groceries"], ["transfers", "link", outgoing, incoming],
      ["recategorise", outgoing, "--to", "Gifts"], ["undo", "6", "--cascade"], ["redo"],
      ["transfers", "unlink", outgoing, incoming],
    ] {
      try program.succeed(arguments)
    }
    // The redo is one commit with both changes of the category, of which only the first belongs to the link.
    #expect(try program.succeed(["show", outgoing, "--json"]).json()["category"]?.text == "Groceries")
  }

  @Test func `sure pairs are linked by one commit, others are only suggested`() throws {
    let program = try ledger()
    #expect(
      try pairs(program, "suggestions") == [
        ["Card bill", "Payment"], ["Other bill", "Payment"], ["To savings", "From giro", "sure"],
      ])
    #expect(try pairs(program, "suggestions", ["--days", "5"]).contains(["Late", "Late", "sure"]))
    let before = try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text
    try program.succeed(["transfers", "link", "--sure"])
    #expect(try pairs(program, "linked") == [["To savings", "From giro", "sure"]])
    #expect(try program.succeed(["list", "category:Transfers", "--json"]).json()["count"]?.integer == 2)
    let month = try program.succeed(["months", "--json"]).json()["months"]?.elements?.first
    #expect(month?["transfersMinor"]?.integer == 0)
    try program.succeed(["verify"])
    try program.succeed(["undo"])
    #expect(try pairs(program, "linked").isEmpty)
    #expect(try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text == before)
    try program.succeed(["redo"])
    #expect(try pairs(program, "linked").count == 1)
    let copy = program.path("copy.foldbook")
    try program.write(program.succeed(["export", "--format", "jsonl"]).output, to: "all.jsonl")
    #expect(try program.run(["import-journal", "all.jsonl"], ledger: copy).exitCode == 0)
    #expect(
      try program.run(["transfers", "--json"], ledger: copy).output == program.succeed(["transfers", "--json"]).output)
  }

  @Test func `a decision is not asked again, and unlinking gives the categories back`() throws {
    let program = try ledger()
    let (bill, payment) = (try id(program, "text:card", "amount:=-50"), try id(program, "text:payment"))
    try program.succeed(["recategorise", bill, "--to", "Fees"])
    try program.succeed(["transfers", "link", payment, bill])
    #expect(try pairs(program, "suggestions") == [["To savings", "From giro", "sure"]])
    let other = try id(program, "text:other")
    let taken = try program.run(["transfers", "link", other, payment])
    #expect(taken.exitCode == 65)
    #expect(taken.errorText.contains("linked to another"), "\(taken.errorText)")
    try program.succeed(["transfers", "unlink", bill, payment])
    #expect(try program.succeed(["show", bill, "--json"]).json()["category"]?.text == "Fees")
    #expect(try program.succeed(["show", payment, "--json"]).json()["category"]?.text == "Uncategorised")
    #expect(
      try pairs(program, "suggestions") == [["Other bill", "Payment", "sure"], ["To savings", "From giro", "sure"]])
  }

  @Test func `what can't be a transfer is refused with the reason`() throws {
    let program = try ledger()
    let (bill, payment) = (try id(program, "text:card", "amount:=-50"), try id(program, "text:payment"))
    let (saved, spent) = (try id(program, "text:from"), try id(program, "text:shop", "amount:<0"))
    for (arguments, code, words) in [
      ([bill, saved], Int32(65), "not opposite"), ([payment, saved], 65, "one way"),
      ([bill, bill], 65, "one transaction"),
      ([bill, spent], 65, "one account"), ([bill, "999"], 66, "999"), ([bill], 64, "2 arguments"),
      ([bill, "x"], 64, "not an id"),
    ] {
      let outcome = try program.run(["transfers", "link"] + arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(arguments): \(outcome.errorText)")
    }
  }

  @Test func `check names a linked pair of which a leg went away or became something else`() throws {
    let program = try ledger()
    try program.succeed(["transfers", "link", "--sure"])
    #expect(try program.run(["check", "transfers"]).output.isEmpty)
    let id = try id(program, "text:from")
    for (arguments, words) in [
      (["delete", id], "is deleted"), (["recategorise", id, "--to", "Gifts"], "is Gifts"),
      (["edit", id, "--amount", "+99"], "not opposite"),
    ] {
      try program.succeed(arguments)
      let outcome = try program.run(["check", "transfers"])
      #expect(outcome.exitCode == 1)
      #expect(outcome.outputText.replacing("\n", with: " ").contains(words), "\(outcome.outputText)")
      let legs = outcome.outputText.split { !$0.isNumber }.prefix(2).map(String.init)
      try program.succeed(["transfers", "unlink"] + legs)
      #expect(try program.run(["check", "transfers"]).exitCode == 0)
      for _ in 1...2 { try program.succeed(["undo"]) }
      #expect(try program.run(["check", "transfers"]).exitCode == 0)
    }
  }
}
