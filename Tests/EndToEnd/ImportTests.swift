import Foundation
import JSON
import ProgramRunning
import Testing

/// What importing files more than once, in any order and after changes comes to.
struct ImportTests {
  private struct Counts: Equatable {
    var added: Int64?
    var duplicates: Int64?
    var deleted: Int64?
    var restored: Int64? = 0
    var makesCommit: Bool
  }

  private func importing(
    _ program: FoldbookProcess, _ files: [String], _ options: [String] = [], ledger: String? = nil
  ) throws -> Counts {
    let outcome = try program.run(
      ["import", "--json", "--account", "Checking", "--currency", "EUR"] + files + options, ledger: ledger)
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    let report = try outcome.json()
    return Counts(
      added: report["added"]?.integer, duplicates: report["duplicates"]?.integer,
      deleted: report["deletedRows"]?.integer, restored: report["restored"]?.integer,
      makesCommit: report["commit"]?.isNull == false)
  }

  private func file(_ rows: [String]) -> String {
    (["Date,Payee,Amount,Memo"] + rows).map { $0 + "\n" }.joined()
  }

  private func liveRows(_ program: FoldbookProcess, ledger: String? = nil) throws -> [String] {
    let outcome = try program.run(["list", "--json"], ledger: ledger)
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    return try (outcome.json()["transactions"]?.elements ?? []).map { item in
      let amount = try #require(item["amountMinor"]?.integer)
      return ["date", "account", "merchant", "category", "rawText", "memo"].map { item[$0]?.text ?? "-" }
        .joined(separator: " | ") + " \(amount)"
    }
    .sorted()
  }

  private func ids(_ program: FoldbookProcess) throws -> [String] {
    try (program.run(["list", "--json"]).json()["transactions"]?.elements ?? []).compactMap { item in
      item["id"]?.integer.map { "\($0)" }
    }
  }

  private static let rows = [
    "2026-10-01,Rent Office,-900.00,October", "2026-10-02,Corner Shop,-8.40,", "2026-10-03,Employer Ltd,2500.00,",
  ]

  @Test
  func `the same file twice adds nothing the second time and makes no commit`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(file(ImportTests.rows), to: "a.csv")
    #expect(try importing(program, [path]) == Counts(added: 3, duplicates: 0, deleted: 0, makesCommit: true))
    let log = try program.run(["log", "--json"]).output
    #expect(try importing(program, [path]) == Counts(added: 0, duplicates: 3, deleted: 0, makesCommit: false))
    let renamed = try program.write(file(ImportTests.rows.reversed()), to: "b.csv")
    #expect(try importing(program, [renamed]) == Counts(added: 0, duplicates: 3, deleted: 0, makesCommit: false))
    #expect(try program.run(["log", "--json"]).output == log)
  }

  @Test
  func `two equal rows in a file add two, and a third only where a file has three`() throws {
    let program = try FoldbookProcess()
    let coffee = "2026-10-02,Coffee Bar,-2.50,"
    let two = try program.write(file([coffee, coffee]), to: "two.csv")
    #expect(try importing(program, [two]).added == 2)
    #expect(try importing(program, [two]).added == 0)
    let three = try program.write(file([coffee, coffee, coffee]), to: "three.csv")
    #expect(try importing(program, [three]) == Counts(added: 1, duplicates: 2, deleted: 0, makesCommit: true))
    #expect(try liveRows(program).count == 3)
  }

  @Test(arguments: 1...8)
  func `overlapping files give the same transactions in either order and together`(_ seed: UInt64) throws {
    print("overlapping files with seed \(seed)")
    var numbers = SeededNumbers(seed: seed)
    // Few days, payees and amounts, so that equal rows are common.
    func row(_ numbers: inout SeededNumbers) -> String {
      let payee = numbers.one(of: ["Coffee Bar", "Corner Shop", "Metro"])
      return "2026-10-0\(numbers.next() % 3 + 1),\(payee),-\(numbers.next() % 2 + 1).50,"
    }
    // Each day is whole in both files, as banks' overlapping statements are.
    let days = (1...6).map { _ in (0..<(numbers.next() % 4 + 1)).map { _ in row(&numbers) } }
    let statement = days.enumerated().map { index, rows in
      rows.map { "2026-09-1\(index)" + $0.dropFirst(10) }
    }
    let program = try FoldbookProcess()
    let first = try program.write(file(statement[0...3].flatMap { $0 }), to: "first.csv")
    let second = try program.write(file(statement[2...5].flatMap { $0 }), to: "second.csv")
    let expected = statement.flatMap { $0 }.count

    let orders = [
      [[first], [second]], [[second], [first]], [[first, second]], [[second, first]], [[first, second, first]],
    ]
    var results: [[String]] = []
    for (index, order) in orders.enumerated() {
      let ledger = program.path("order-\(index).foldbook")
      for files in order { _ = try importing(program, files, ledger: ledger) }
      results.append(try liveRows(program, ledger: ledger))
    }
    #expect(results[0].count == expected)
    #expect(Set(results).count == 1)
  }

  @Test
  func `rows that only the bank's reference tells apart are different transactions`() throws {
    let program = try FoldbookProcess()
    func statement(_ name: String, _ references: [String]) throws -> String {
      let rows = references.map { "2026-10-01,Metro,-3.20,\($0)\n" }.joined()
      return try program.write("Date,Payee,Amount,Reference\n" + rows, to: name)
    }
    let first = try statement("first.csv", ["A1", "A2"])
    let second = try statement("second.csv", ["A2", "A3", ""])
    #expect(try importing(program, [first]).added == 2)
    #expect(try importing(program, [second]) == Counts(added: 1, duplicates: 2, deleted: 0, makesCommit: true))
    #expect(try importing(program, [second]).added == 0)
    #expect(try importing(program, [first]).added == 0)
  }

  @Test
  func `a deleted row stays deleted until it is asked back`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(file(ImportTests.rows), to: "a.csv")
    _ = try importing(program, [path])
    let before = try liveRows(program)
    let id = try ids(program)[1]
    #expect(try program.run(["delete", id]).exitCode == 0)
    #expect(try importing(program, [path]) == Counts(added: 0, duplicates: 2, deleted: 1, makesCommit: false))
    #expect(try liveRows(program).count == 2)
    let restored = try importing(program, [path], ["--restore-deleted"])
    #expect(restored == Counts(added: 0, duplicates: 2, deleted: 0, restored: 1, makesCommit: true))
    #expect(try liveRows(program) == before)
    #expect(try ids(program).contains(id))
    #expect(try importing(program, [path], ["--restore-deleted"]).makesCommit == false)
  }

  @Test
  func `a row that is brought back keeps the category that was chosen by hand`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(file(ImportTests.rows), to: "a.csv")
    _ = try importing(program, [path])
    let id = try ids(program)[1]
    #expect(try program.run(["recategorise", id, "--to", "Groceries"]).exitCode == 0)
    #expect(try program.run(["delete", id]).exitCode == 0)
    #expect(try importing(program, [path], ["--restore-deleted"]).restored == 1)
    // Only a choice by hand teaches the merchant's category.
    #expect(try program.run(["add", "3.00", "Corner Shop", "--date", "2026-10-05"]).exitCode == 0)
    let rows = try liveRows(program).filter { $0.contains("Corner Shop") }
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains("| Groceries |") }, "\(rows)")
  }

  @Test
  func `rows of an undone import come back with the next import`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(file(ImportTests.rows), to: "a.csv")
    _ = try importing(program, [path])
    let before = try liveRows(program)
    #expect(try program.run(["undo"]).exitCode == 0)
    #expect(try liveRows(program).isEmpty)
    #expect(try importing(program, [path]) == Counts(added: 3, duplicates: 0, deleted: 0, makesCommit: true))
    #expect(try liveRows(program) == before)
  }

  @Test
  func `a corrected row is not imported again`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(file(ImportTests.rows), to: "a.csv")
    _ = try importing(program, [path])
    let id = try ids(program)[0]
    for change in [["--date", "2026-09-30"], ["--amount", "+2600"], ["--merchant", "My Employer"], ["--note", "n"]] {
      #expect(try program.run(["edit", id] + change).exitCode == 0)
      #expect(try importing(program, [path]) == Counts(added: 0, duplicates: 3, deleted: 0, makesCommit: false))
    }
  }

  @Test
  func `an import that others took rows for duplicates of is undone only with them`() throws {
    let program = try FoldbookProcess()
    let first = try program.write(file(ImportTests.rows), to: "a.csv")
    let second = try program.write(file(ImportTests.rows + ["2026-10-04,Metro,-3.20,"]), to: "b.csv")
    _ = try importing(program, [first])
    _ = try importing(program, [second])
    let refused = try program.run(["undo", "2"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("3") && refused.errorText.contains("--cascade"))
    #expect(try program.run(["undo", "2", "--cascade"]).exitCode == 0)
    #expect(try liveRows(program).isEmpty)
    #expect(try program.run(["redo"]).exitCode == 0)
    #expect(try liveRows(program).count == 4)
  }

  @Test
  func `a dry run says what the import then does and writes nothing`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(file(ImportTests.rows), to: "a.csv")
    let preview = try importing(program, [path], ["--dry-run"])
    #expect(preview == Counts(added: 3, duplicates: 0, deleted: 0, makesCommit: false))
    #expect(!FileManager.default.fileExists(atPath: program.ledgerPath))
    #expect(try importing(program, [path]).added == preview.added)
  }

  @Test
  func `a file from standard input is read like one by name`() throws {
    let program = try FoldbookProcess()
    let text = file(ImportTests.rows)
    let outcome = try program.run(
      ["import", "-", "--account", "Checking", "--currency", "EUR", "--json"], input: Array(text.utf8))
    #expect(outcome.exitCode == 0, "\(outcome.errorText)")
    #expect(try outcome.json()["added"]?.integer == 3)
    let path = try program.write(text, to: "a.csv")
    #expect(try importing(program, [path]).added == 0)
  }

  @Test func `a profile settles what the evidence leaves open`() throws {
    let program = try FoldbookProcess()
    let file = try program.write("Date,Amount,Payee\n03/04/2024,-1.50,Shop\n05/04/2024,-2.50,Shop\n", to: "a.csv")
    let profile = try program.write(#"{"date":{"column":"Date","format":"%d/%m/%Y"}}"#, to: "own.json")
    let arguments = ["import", file, "--currency", "EUR", "--dry-run", "--json"]
    let outcome = try program.run(arguments + ["--profile", profile])
    let rows = try outcome.json()["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(rows.map { $0["date"]?.text } == ["2024-04-03", "2024-04-05"], "\(outcome.errorText)")
    #expect(outcome.exitCode == 0)
  }

  @Test func `an unknown profile and an unknown key are named`() throws {
    let program = try FoldbookProcess()
    let file = try program.write("Date,Amount,Payee\n2024-04-03,-1.50,Shop\n", to: "a.csv")
    let arguments = ["import", file, "--currency", "EUR", "--profile"]
    #expect(try program.run(arguments + ["no-such-profile"]).exitCode == 66)
    let profile = try program.write(#"{"colour":"red"}"#, to: "own.json")
    let outcome = try program.run(arguments + [profile])
    #expect(outcome.exitCode == 65)
    #expect(outcome.errorText.contains("colour"), "\(outcome.errorText)")
  }
}
