import Foundation
import JSON
import ProgramRunning
import Testing

/// An undo that would bring something back to a name that was taken away, or given to another, meanwhile.
struct UndoneNamesTests {
  /// A ledger with the transaction `id` in the category Hobbies.
  private func ledger() throws -> (program: FoldbookProcess, id: String) {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["categories", "add", "Hobbies"])
    try program.succeed(["add", "5", "Loom", "--category", "Hobbies"])
    let id = try program.succeed(["list", "--json"]).json()["transactions"]?.elements?.first?["id"]?.integer
    return (program, "\(try #require(id))")
  }

  private func category(_ program: FoldbookProcess, _ id: String) throws -> String? {
    let shown = try program.succeed(["show", id, "--json"]).json()
    return shown["deleted"]?.flag == true ? nil : shown["category"]?.text
  }

  private func names(_ program: FoldbookProcess) throws -> [String] {
    try program.succeed(["categories", "--json"]).json()["categories"]?.elements?.compactMap { $0["category"]?.text }
      ?? []
  }

  @Test func `a name that was taken back is spelled as it is given the next time`() throws {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    for (former, now) in [(["accounts", "add", "GIRO"], "Giro"), (["categories", "add", "HOBBIES"], "Hobbies")] {
      try program.succeed(former)
      try program.succeed(["undo"])
      try program.succeed(Array(former.prefix(2)) + [now])
    }
    let accounts = try program.succeed(["accounts", "--json"]).json()["accounts"]?.elements ?? []
    #expect(accounts.compactMap { $0["name"]?.text } == ["Giro"])
    #expect(try names(program).filter { $0.lowercased() == "hobbies" } == ["Hobbies"])
    // A name that is gone is no suggestion.
    let unknown = try program.run(["list", "category:HOBBIE"])
    #expect(unknown.errorText.contains("Hobbies") && !unknown.errorText.contains("HOBBIES"), "\(unknown.errorText)")
  }

  /// Commits 4 and 5; undoing 4 needs the category that 5 took away.
  @Test(arguments: [
    (["delete", "ID"], ["categories", "remove", "Hobbies"]),
    (["delete", "ID"], ["categories", "merge", "Hobbies", "Gifts"]),
    (["recategorise", "ID", "--to", "Gifts"], ["categories", "remove", "Hobbies"]),
    (["recategorise", "ID", "--to", "Gifts"], ["categories", "merge", "Hobbies", "Pets"]),
  ])
  func `undo of what had a category that is gone names the commit, and cascades`(change: [String], gone: [String])
    throws
  {
    let (program, id) = try ledger()
    try program.succeed(change.map { $0 == "ID" ? id : $0 })
    try program.succeed(gone)
    let refused = try program.run(["undo", "4"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 5 (categories"), "\(refused.errorText)")
    #expect(try program.succeed(["log", "--json"]).json()["commits"]?.elements?.count == 5)
    try program.succeed(["undo", "4", "--cascade"])
    #expect(try category(program, id) == "Hobbies")
    #expect(try names(program).contains("Hobbies"))
    try program.succeed(["verify"])
    try program.succeed(["redo"])
    #expect(try !names(program).contains("Hobbies"))
  }

  @Test func `a name that is there again is no obstacle`() throws {
    let (program, id) = try ledger()
    try program.succeed(["delete", id])
    try program.succeed(["categories", "remove", "Hobbies"])
    try program.succeed(["categories", "add", "Hobbies"])
    try program.succeed(["undo", "4"])
    #expect(try category(program, id) == "Hobbies")
    #expect(
      try program.succeed(["months", "--json"]).json()["months"]?.elements?.first?["moneyOutMinor"]?.integer == 500)
  }

  @Test func `redo is refused alike`() throws {
    let (program, id) = try ledger()
    try program.succeed(["recategorise", id, "--to", "Gifts"])
    try program.succeed(["categories", "add", "Garden"])
    try program.succeed(["recategorise", id, "--to", "Garden"])
    try program.succeed(["undo"])
    try program.succeed(["categories", "remove", "Garden"])
    let refused = try program.run(["redo"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 8 (categories remove Garden)"), "\(refused.errorText)")
    #expect(try category(program, id) == "Gifts")
  }

  @Test(arguments: ["categories", "accounts"])
  func `undo of a rename is refused where the old name was given away`(kind: String) throws {
    let (program, _) = try ledger()
    try program.succeed([kind, "add", "One"])
    try program.succeed([kind, "rename", "One", "Two"])
    try program.succeed([kind, "add", "One"])
    let refused = try program.run(["undo", "5"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 6 (\(kind) add One)"), "\(refused.errorText)")
  }

  @Test func `a name that an undo took away and a person gave again is not given twice`() throws {
    let (program, _) = try ledger()
    try program.succeed(["categories", "add", "One"])
    try program.succeed(["undo"])
    try program.succeed(["categories", "rename", "Hobbies", "One"])
    try program.succeed(["categories", "rename", "One", "Two"])
    // Brings back the number that the undo took away.
    try program.succeed(["categories", "add", "One"])
    let refused = try program.run(["undo", "7"])
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("commit 8"), "\(refused.errorText)")
    #expect(try names(program).count { $0 == "One" } == 1)
  }

  @Test func `a rule whose category went away is there again and rests`() throws {
    let (program, id) = try ledger()
    try program.succeed(["rules", "add", "merchant:Loom", "--to", "Hobbies"])
    try program.succeed(["rules", "remove", "1"])
    try program.succeed(["recategorise", id, "--to", "Gifts"])
    try program.succeed(["categories", "remove", "Hobbies"])
    try program.succeed(["undo", "5"])
    let rules = try program.succeed(["rules", "--json"]).json()["rules"]?.elements ?? []
    #expect(rules.first?["active"]?.flag == false)
  }

  @Test func `a merchant gets no name back that another one has meanwhile`() throws {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["add", "1", "Alpha"])
    try program.succeed(["merchants", "rename", "Alpha", "Beta"])
    try program.succeed(["undo"])
    try program.succeed(["add", "2", "Beta"])
    try program.succeed(["add", "3", "Beta"])
    func merchants() throws -> [String] {
      try program.succeed(["merchants", "--json"]).json()["merchants"]?.elements?.compactMap { $0["merchant"]?.text }
        .sorted() ?? []
    }
    for _ in 1...2 {
      let refused = try program.run(["redo", "4"])
      #expect(refused.exitCode == 65)
      #expect(refused.errorText.contains("the name 'Beta' is taken"), "\(refused.errorText)")
      #expect(try merchants() == ["Alpha", "Beta"])
      try program.succeed(["undo"])
    }
    // Nothing names it any more.
    try program.succeed(["undo", "4"])
    #expect(try merchants() == ["Beta"])
    try program.succeed(["add", "4", "beta"])
    #expect(try merchants() == ["Beta"])
    try program.succeed(["verify"])
    try program.succeed(["replay", "--check"])
  }

  @Test func `a closed account keeps what it had`() throws {
    let (program, id) = try ledger()
    try program.succeed(["delete", id])
    try program.succeed(["accounts", "close", "Cash"])
    try program.succeed(["undo", "4"])
    #expect(try category(program, id) == "Hobbies")
  }

  @Test(arguments: [(["remove", "Weaving"], "Uncategorised"), (["merge", "Weaving", "Gifts"], "Gifts")])
  func `rows brought back by an import go where their category went`(gone: [String], now: String) throws {
    let program = try FoldbookProcess()
    try program.write("Date,Payee,Amount,Category\n2026-09-01,Loom,-5.00,Weaving\n", to: "a.csv")
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["import", "a.csv", "--account", "Giro"])
    let id = try program.succeed(["list", "--json"]).json()["transactions"]?.elements?.first?["id"]?.integer
    try program.succeed(["delete", "\(id ?? 0)"])
    try program.succeed(["categories"] + gone)
    try program.succeed(["import", "a.csv", "--account", "Giro", "--restore-deleted"])
    #expect(try category(program, "\(id ?? 0)") == now)
    let month = try program.succeed(["months", "--json"]).json()["months"]?.elements?.first
    #expect(month?["moneyOutMinor"]?.integer == 500)
    #expect(month?["categories"]?.elements?.compactMap { $0["category"]?.text } == [now])
    try program.succeed(["verify"])
    try program.succeed(["undo"])
    #expect(try category(program, "\(id ?? 0)") == nil)
  }

  @Test func `legs that are unlinked after their category went away have none`() throws {
    let (program, id) = try ledger()
    try program.succeed(["accounts", "add", "Card"])
    try program.succeed(["add", "+5", "Back", "--account", "Card"])
    let other = try program.succeed(["list", "merchant:Back", "--json"]).json()["transactions"]?.elements?.first?["id"]
    try program.succeed(["transfers", "link", id, "\(other?.integer ?? 0)"])
    try program.succeed(["categories", "remove", "Hobbies"])
    try program.succeed(["transfers", "unlink", id, "\(other?.integer ?? 0)"])
    #expect(try category(program, id) == "Uncategorised")
  }
}
