import Foundation
import JSON
import ProgramRunning
import Testing

/// Undo and redo of any commit, by number.
struct UndoTests {
  /// A ledger with a transaction in two categories one after the other: commits 2, 3 and 4.
  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    for arguments in [
      ["init", "--currency", "EUR"], ["add", "5", "Shop"], ["recategorise", "27", "--to", "Groceries"],
      ["recategorise", "27", "--to", "Gifts"],
    ] {
      let outcome = try program.run(arguments)
      try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    }
    return program
  }

  private func category(_ program: FoldbookProcess) throws -> String? {
    try program.run(["show", "27", "--json"]).json()["category"]?.text
  }

  private func digest(_ program: FoldbookProcess) throws -> String? {
    try program.run(["replay", "--check", "--json"]).json()["viewDigest"]?.text
  }

  @Test func `an undo is not taken back past a later one of what came before`() throws {
    let program = try ledger()
    let digest = try digest(program)
    for (arguments, category) in [(["undo", "4"], "Groceries"), (["undo", "3"], "Uncategorised")] {
      #expect(try program.run(arguments).exitCode == 0)
      #expect(try self.category(program) == category)
    }
    // Commit 5 took back commit 4 while commit 3 stood; commit 6 took commit 3 back.
    let refused = try program.run(["undo", "5"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 6 (undo 3)"), "\(refused.errorText)")
    #expect(try category(program) == "Uncategorised")
    #expect(try program.run(["undo", "5", "--cascade"]).exitCode == 0)
    #expect(try category(program) == "Gifts")
    #expect(try self.digest(program) == digest)
  }

  @Test func `redo of a commit takes back the undo that took it`() throws {
    let program = try ledger()
    let digest = try digest(program)
    #expect(try program.run(["undo", "3", "--cascade"]).exitCode == 0)
    #expect(try category(program) == "Uncategorised")
    let redo = try program.run(["redo", "4"])
    #expect(redo.exitCode == 0, "\(redo.errorText)")
    #expect(redo.outputText.contains("Takes back commit 5: undo 3 --cascade"))
    #expect(try category(program) == "Gifts")
    #expect(try self.digest(program) == digest)
    let standing = try program.run(["redo", "4"])
    #expect(standing.exitCode == 65)
    #expect(standing.errorText.contains("commit 4 is not undone"))
  }

  @Test func `an import that took rows of one that was redone for duplicates depends on the redo`() throws {
    let program = try FoldbookProcess()
    _ = try program.succeed(["init", "--currency", "EUR"])
    let rows = "Date,Payee,Amount\n2026-10-01,Rent Office,-900.00\n2026-10-02,Corner Shop,-8.40\n"
    let first = try program.write(rows, to: "first.csv")
    let second = try program.write(rows + "2026-10-03,Employer Ltd,2500.00\n", to: "second.csv")
    for arguments in [["import", first], ["undo"], ["redo"], ["import", second]] {
      _ = try program.succeed(arguments + (arguments.count > 1 ? ["--account", "Checking"] : []))
    }
    // Commit 4 brought back what commit 5 did not add again.
    let refused = try program.run(["undo", "4"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 5"), "\(refused.errorText)")
    _ = try program.succeed(["undo", "4", "--cascade"])
    #expect(try program.answer(["list"])["count"]?.integer == 0)
  }

  @Test func `a transaction that a redo brought back depends on the redo that brought its account back`() throws {
    let program = try FoldbookProcess()
    for arguments in [
      ["init", "--currency", "EUR"], ["add", "5", "Shop"], ["add", "6", "Market"], ["undo", "3"], ["undo", "2"],
      ["redo", "2"], ["redo", "3"],
    ] {
      _ = try program.succeed(arguments)
    }
    let refused = try program.run(["undo", "6"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 7"), "\(refused.errorText)")
    _ = try program.succeed(["undo", "6", "--cascade"])
    #expect(try program.answer(["list"])["count"]?.integer == 0)
    #expect(try program.run(["verify"]).exitCode == 0)
  }

  @Test func `what is refused says why and writes nothing`() throws {
    let program = try ledger()
    let head = try program.run(["verify", "--json"]).output
    for (arguments, code, words) in [
      (["undo", "1"], Int32(65), "commit 1 created the ledger"), (["undo", "2"], 65, "commit 3 (recategorise 27"),
      (["undo", "99"], 66, "99"), (["redo"], 65, "no undo left"), (["redo", "99"], 66, "99"),
      (["undo", "x"], 64, "not a commit"),
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(arguments): \(outcome.errorText)")
    }
    #expect(try program.run(["verify", "--json"]).output == head)
  }
}
