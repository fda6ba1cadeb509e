import Foundation
import JSON
import ProgramRunning
import Testing

/// Rows that a person added before the bank reported them.
struct HandRowTests {
  private struct Item: Equatable {
    var day: String?
    var amount: Int64?
    var merchant: String?
    var category: String?
    var note: String?
    var rawText: String?
    var reference: String?
  }

  private func items(_ program: FoldbookProcess) throws -> [Item] {
    try (program.run(["list", "--json"]).json()["transactions"]?.elements ?? []).map { item in
      Item(
        day: item["date"]?.text, amount: item["amountMinor"]?.integer, merchant: item["merchant"]?.text,
        category: item["category"]?.text, note: item["note"]?.text, rawText: item["rawText"]?.text,
        reference: item["bankReference"]?.text)
    }
  }

  private func prepared() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try program.answer(["init", "--currency", "EUR"])
    try program.answer(["accounts", "add", "Checking"])
    return program
  }

  private func add(_ program: FoldbookProcess, _ amount: String, _ merchant: String, _ day: String) throws {
    try program.answer([
      "add", amount, merchant, "--date", day, "--category", "Groceries", "--note", "mine", "--account", "Checking",
    ])
  }

  private func file(_ program: FoldbookProcess, _ rows: [String], name: String = "bank.csv") throws -> String {
    try program.write((["Date,Payee,Amount,Reference"] + rows).map { $0 + "\n" }.joined(), to: name)
  }

  private func importing(_ program: FoldbookProcess, _ path: String, _ options: [String] = []) throws -> JSONValue {
    try program.answer(["import", path, "--account", "Checking", "--currency", "EUR"] + options)
  }

  private func counts(_ report: JSONValue) -> [Int64?] {
    ["added", "matched", "duplicates", "deletedRows"].map { report[$0]?.integer }
  }

  private func checkReplay(_ program: FoldbookProcess) throws {
    #expect(try program.run(["replay", "--check"]).exitCode == 0)
    #expect(try program.run(["verify"]).exitCode == 0)
  }

  @Test
  func `the bank's report of a row added by hand keeps category and note and gains text and reference`() throws {
    let program = try prepared()
    try add(program, "8.40", "Corner Shop", "2026-10-02")
    let path = try file(program, ["2026-10-05,CORNER SHOP 4711 BERLIN,-8.40,R77", "2026-10-06,Metro,-3.20,R78"])
    let report = try importing(program, path)
    #expect(counts(report) == [1, 1, 0, 0])
    let notes = (report["notes"]?.elements ?? []).compactMap(\.text)
    #expect(notes.contains { $0.contains("added by hand") && $0.contains("line 2") }, "\(notes)")
    let row = try #require(report["files"]?.elements?.first?["transactions"]?.elements?.first)
    #expect(row["status"]?.text == "matched" && row["category"]?.text == "Groceries" && row["id"]?.integer != nil)
    let matched = try #require(items(program).first { $0.amount == -840 })
    #expect(
      matched
        == Item(
          day: "2026-10-02", amount: -840, merchant: "Corner Shop", category: "Groceries", note: "mine",
          rawText: "CORNER SHOP 4711 BERLIN", reference: "R77"))
    try checkReplay(program)
    // The same file, and one that overlaps, add nothing: the match counts for duplicates.
    #expect(counts(try importing(program, path)) == [0, 0, 2, 0])
    let id = try #require(row["id"]?.integer)
    let history = try program.answer(["show", "\(id)"])["history"]?.elements ?? []
    #expect(history.map { $0["kind"]?.text } == ["transactionAdded", "transactionMatched"])
  }

  @Test
  func `undo takes a match back, and redo brings it again`() throws {
    let program = try prepared()
    try add(program, "8.40", "Corner Shop", "2026-10-02")
    let before = try items(program)
    let path = try file(program, ["2026-10-05,CORNER SHOP,-8.40,R77"])
    _ = try importing(program, path)
    let matched = try items(program)
    try program.answer(["undo"])
    #expect(try items(program) == before)
    try checkReplay(program)
    try program.answer(["redo"])
    #expect(try items(program) == matched)
    try checkReplay(program)
    try program.answer(["undo"])
    #expect(counts(try importing(program, path)) == [0, 1, 0, 0])
    #expect(try items(program) == matched)
    // A deleted row stays deleted, whether a bank or a person brought it in first.
    let id = try #require(program.answer(["list"])["transactions"]?.elements?.first?["id"]?.integer)
    try program.answer(["delete", "\(id)"])
    #expect(counts(try importing(program, path)) == [0, 0, 0, 1])
    try checkReplay(program)
  }

  @Test(arguments: [
    ("another amount", "2026-10-02,CORNER SHOP,-8.41,"), ("six days later", "2026-10-08,CORNER SHOP,-8.40,"),
    ("six days before", "2026-09-26,CORNER SHOP,-8.40,"), ("another name", "2026-10-02,Body Shop,-8.40,"),
    ("the other direction", "2026-10-02,CORNER SHOP,8.40,"),
  ])
  func `a row that differs is another transaction`(_ name: String, _ row: String) throws {
    let program = try prepared()
    try add(program, "8.40", "Corner Shop", "2026-10-02")
    #expect(counts(try importing(program, file(program, [row]))) == [1, 0, 0, 0], "\(name)")
  }

  @Test
  func `a row of another account is another transaction`() throws {
    let program = try prepared()
    try program.answer(["accounts", "add", "Card"])
    try add(program, "8.40", "Corner Shop", "2026-10-02")
    let path = try file(program, ["2026-10-02,CORNER SHOP,-8.40,"])
    let report = try program.answer(["import", path, "--account", "Card", "--currency", "EUR"])
    #expect(counts(report) == [1, 0, 0, 0])
  }

  @Test(arguments: [
    ("Rewe", "REWE SAGT DANKE 43210"), ("Amazon", "AMZN Mktp DE"), ("Bäckerei Müller", "BAECKEREI MUELLER"),
    ("Café Zürich", "CAFE ZURICH 0042"), ("Whole Foods Market", "WHOLEFDS MKT 10234"), ("Joe's Diner", "JOES DINER"),
    ("Landlord Miller", "MILLER, LANDLORD"), ("セブンイレブン", "セブンイレブン 渋谷"), ("Spotfy", "SPOTIFY AB"),
  ])
  func `names are alike as people and banks write them`(_ typed: String, _ printed: String) throws {
    let program = try prepared()
    try add(program, "8.40", typed, "2026-10-02")
    #expect(counts(try importing(program, file(program, ["2026-10-03,\"\(printed)\",-8.40,"]))) == [0, 1, 0, 0])
  }

  @Test
  func `where more than one fits nothing is matched, and it is said`() throws {
    let program = try prepared()
    try add(program, "8.40", "Corner Shop", "2026-10-02")
    let path = try file(program, ["2026-10-03,CORNER SHOP,-8.40,R1", "2026-10-05,CORNER SHOP,-8.40,R2"])
    let report = try importing(program, path)
    #expect(counts(report) == [2, 0, 0, 0])
    let notes = (report["notes"]?.elements ?? []).compactMap(\.text)
    #expect(notes.count { $0.contains("more than one fits") } == 2, "\(notes)")
  }

  @Test
  func `equal rows are counted one to one`() throws {
    let program = try prepared()
    try add(program, "2.80", "Metro", "2026-10-02")
    try add(program, "2.80", "Metro", "2026-10-02")
    let ride = "2026-10-03,METRO,-2.80,"
    #expect(counts(try importing(program, file(program, [ride, ride, ride]))) == [1, 2, 0, 0])
    try checkReplay(program)
  }

  @Test
  func `as many by hand as in the file are paired in the order of their days`() throws {
    let program = try prepared()
    try add(program, "2.80", "Metro", "2026-10-02")
    try add(program, "2.80", "Metro", "2026-10-03")
    let path = try file(program, ["2026-10-03,METRO,-2.80,R1", "2026-10-05,METRO,-2.80,R2"])
    #expect(counts(try importing(program, path)) == [0, 2, 0, 0])
    let references = try items(program).sorted { ($0.day ?? "") < ($1.day ?? "") }.map(\.reference)
    #expect(references == ["R1", "R2"])
  }

  @Test
  func `new references of a download that is made again are recognised`() throws {
    let program = try prepared()
    func statement(_ references: [String], _ name: String) throws -> String {
      try file(
        program,
        zip(["2026-10-05,METRO,-2.80,", "2026-10-05,METRO,-2.80,", "2026-10-06,Corner Shop,-8.40,"], references)
          .map { $0 + $1 }, name: name)
    }
    #expect(counts(try importing(program, statement(["A1", "A2", "A3"], "a.csv"))) == [3, 0, 0, 0])
    #expect(counts(try importing(program, statement(["B1", "B2", "B3"], "b.csv"))) == [0, 0, 3, 0])
    // Where the bank keeps its references, another one is another transaction.
    #expect(counts(try importing(program, statement(["A1", "C2", "A3"], "c.csv"))) == [1, 0, 2, 0])
  }
}
