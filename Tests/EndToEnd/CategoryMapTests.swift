import Foundation
import JSON
import ProgramRunning
import SchemaChecking
import Testing

/// Moving from another program: its words for categories are mapped in bulk, and stay mapped.
struct CategoryMapTests {
  private func program() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let rows = [
      "2026-09-01,Trattoria,-10.00,Food & Dining", "2026-09-02,Trattoria,-20.00,food & dining",
      "2026-09-03,Loom Shop,-30.00,Weaving", "2026-09-04,Employer,100.00,Paycheck", "2026-09-05,Stall,-1.00,Odds",
      "2026-09-06,Stall,-2.00,",
    ]
    try program.write("Date,Payee,Amount,Category\n" + rows.joined(separator: "\n") + "\n", to: "app.csv")
    try program.succeed(["init", "--currency", "EUR"])
    return program
  }

  private func map(_ program: FoldbookProcess, _ entries: String) throws {
    try program.write(#"{"categories": [\#(entries)]}"#, to: "map.json")
  }

  private func categories(_ value: JSONValue) -> [String] {
    value["files"]?.elements?.first?["transactions"]?.elements?.compactMap { $0["category"]?.text } ?? []
  }

  private let importing = ["import", "app.csv", "--account", "Giro", "--map", "map.json", "--json"]

  @Test func `a dry run writes a template with every word once, and a second run keeps it`() throws {
    let program = try program()
    let preview = try program.succeed(importing + ["--dry-run"]).json()
    #expect(
      categories(preview) == ["Eating out", "Eating out", "Weaving", "Salary", "Odds", "Uncategorised"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: program.path("map.json")))
    let template = try JSONReader.parse(Array(bytes)[...])
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let schema = try JSONReader.parse(
      Array(Data(contentsOf: root.appendingPathComponent("Schemas/profiles/category-map.v1.schema.json")))[...])
    #expect(SchemaChecker.faults(template, schema) == [])
    let entries = template["categories"]?.elements ?? []
    #expect(entries.compactMap { $0["from"]?.text } == ["Food & Dining", "Odds", "Paycheck", "Weaving"])
    #expect(entries.compactMap { $0["to"]?.text } == ["Eating out", "Odds", "Salary", "Weaving"])
    #expect(entries.compactMap { $0["rows"]?.integer } == [2, 1, 1, 1])
    #expect(entries.map { $0["kind"]?.text } == [nil, "expense", nil, "expense"])
    #expect(try program.succeed(["log", "--json"]).json()["commits"]?.elements?.count == 1)

    try map(program, #"{"from": "Weaving", "to": "Gifts"}"#)
    let second = try program.succeed(importing + ["--dry-run"]).json()
    #expect(categories(second)[2] == "Gifts")
    let notes = second["notes"]?.elements?.compactMap(\.text) ?? []
    #expect(notes.contains { $0.contains("does not name") && $0.contains("'Odds'") }, "\(notes)")
  }

  @Test func `the words of a map mean the same in the next file without it, and an undo takes that back`() throws {
    let program = try program()
    let before = try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text
    try map(
      program,
      #"{"from": "food & dining", "to": "Eating out"}, {"from": "Weaving", "to": "Hobbies", "kind": "expense"}, "#
        + #"{"from": "Odds", "to": null}, {"from": "Paycheck", "to": "Salary"}, {"from": "Unused", "to": "Gifts"}"#)
    let report = try program.succeed(importing).json()
    #expect(categories(report) == ["Eating out", "Eating out", "Hobbies", "Salary", "Odds", "Uncategorised"])
    let rows = report["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(rows.first?["bankCategory"]?.text == "Food & Dining")
    let aliases = try program.succeed(["categories", "alias", "--json"]).json()["aliases"]?.elements ?? []
    #expect(aliases.compactMap { $0["word"]?.text } == ["Food & Dining", "Paycheck", "Weaving"])

    try program.write("Date,Payee,Amount,Category\n2026-10-01,Other,-5.00,WEAVING\n", to: "next.csv")
    let next = try program.succeed(["import", "next.csv", "--account", "Giro", "--json"]).json()
    #expect(categories(next) == ["Hobbies"])
    #expect(
      next["notes"]?.elements?.contains { $0.text?.contains("'WEAVING' is the category 'Hobbies' now") == true } == true
    )
    try program.succeed(["verify"])
    try program.succeed(["undo"])
    try program.succeed(["undo"])
    #expect(try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text == before)
    #expect(try program.succeed(["categories", "alias", "--json"]).json()["aliases"]?.elements?.isEmpty == true)
  }

  @Test func `a rule outranks the map as it outranks the file's word`() throws {
    let program = try program()
    try program.succeed(["rules", "add", "merchant:Trattoria", "--to", "Travel"])
    try map(program, #"{"from": "Food & Dining", "to": "Eating out"}"#)
    #expect(categories(try program.succeed(importing).json()).prefix(2) == ["Travel", "Travel"])
  }

  @Test(arguments: [
    (#"{"from": "Weaving", "to": "Grocereis"}"#, Int32(66), "Groceries"),
    (#"{"from": "Weaving", "to": "Gifts"}, {"from": "WEAVING", "to": "Pets"}"#, 65, "twice"),
    (#"{"from": "", "to": "Gifts"}"#, 65, "not empty"), (#"{"from": "Weaving", "into": "Gifts"}"#, 65, "'into'"),
    (#"{"from": "Weaving", "to": 5}"#, 65, "'to'"), (#"{"from": "Weaving", "to": "Loom", "kind": "cost"}"#, 65, "kind"),
    (#""Weaving""#, 65, "an object"), (#"{"#, 65, "JSON"),
  ])
  func `a map that can't be read is refused and nothing is written`(_ entries: String, code: Int32, words: String)
    throws
  {
    let program = try program()
    try map(program, entries)
    let outcome = try program.run(importing)
    #expect(outcome.exitCode == code, "\(outcome.errorText)")
    #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
    #expect(try program.succeed(["log", "--json"]).json()["commits"]?.elements?.count == 1)
  }

  @Test func `a map that is not there is only made by a dry run`() throws {
    let program = try program()
    let outcome = try program.run(importing)
    #expect(outcome.exitCode == 66)
    #expect(outcome.errorText.contains("--dry-run"), "\(outcome.errorText)")
  }

  @Test func `a category that was renamed, merged or removed does not come back with the next file`() throws {
    let program = try program()
    try program.succeed(["import", "app.csv", "--account", "Giro"])
    try program.succeed(["categories", "rename", "Weaving", "Textiles"])
    try program.succeed(["categories", "merge", "Food & Dining", "Eating out"])
    try program.succeed(["categories", "merge", "Eating out", "Gifts"])
    try program.succeed(["recategorise", "--where", "category:Odds", "--to", "Gifts"])
    try program.succeed(["categories", "remove", "Odds"])
    try program.succeed(["recategorise", "--where", "category:Gifts merchant:Stall", "--to", "Cash"])
    let rows = [
      "2026-10-01,A,-1.00,Weaving", "2026-10-02,B,-2.00,Food & Dining", "2026-10-03,C,-3.00,Eating out",
      "2026-10-04,D,-4.00,odds", "2026-10-05,Stall,-5.00,Odds",
    ]
    try program.write("Date,Payee,Amount,Category\n" + rows.joined(separator: "\n") + "\n", to: "next.csv")
    let next = try program.succeed(["import", "next.csv", "--account", "Giro", "--json"]).json()
    // The merchant's last choice counts where the word says nothing any more.
    #expect(categories(next) == ["Textiles", "Gifts", "Gifts", "Uncategorised", "Cash"])
    let notes = next["notes"]?.elements?.compactMap(\.text) ?? []
    #expect(notes.contains { $0.contains("'odds' is no category any more: 2 rows") }, "\(notes)")
    #expect(!notes.contains { $0.contains("new category") }, "\(notes)")

    // Named by a person again, it is a category again.
    try program.succeed(["categories", "add", "Odds"])
    try program.write("Date,Payee,Amount,Category\n2026-10-06,E,-6.00,Odds\n", to: "last.csv")
    #expect(categories(try program.succeed(["import", "last.csv", "--account", "Giro", "--json"]).json()) == ["Odds"])
    try program.succeed(["verify"])
    #expect(try program.succeed(["replay", "--check", "--json"]).json()["matches"]?.flag == true)
  }

  @Test func `a word is given a meaning by hand, and taken back`() throws {
    let program = try program()
    try program.succeed(["categories", "alias", "Odds", "Gifts"])
    try program.succeed(["categories", "alias", "ODDS", "Pets"])
    let aliases = try program.succeed(["categories", "alias", "--json"]).json()["aliases"]?.elements ?? []
    #expect(aliases.map { [$0["word"]?.text, $0["category"]?.text] } == [["Odds", "Pets"]])
    for (arguments, code, words) in [
      (["Odds", "Pest"], Int32(66), "Pets"), (["Pets", "Gifts"], 65, "is taken"),
      (["Nothing", "--remove"], 66, "Nothing"),
      (["Odds"], 64, "2 arguments"),
    ] {
      let outcome = try program.run(["categories", "alias"] + arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(arguments): \(outcome.errorText)")
    }
    try program.succeed(["categories", "alias", "odds", "--remove"])
    #expect(try program.succeed(["categories", "alias", "--json"]).json()["aliases"]?.elements?.isEmpty == true)
  }
}
