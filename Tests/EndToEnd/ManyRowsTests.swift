import Foundation
import JSON
import ProgramRunning
import Testing

/// Changing thousands of transactions at once costs one commit and one event for each, and one undo.
struct ManyRowsTests {
  @Test func `a query recategorises thousands by one commit, previewed, and one undo takes it back`() throws {
    let program = try FoldbookProcess()
    let count = 5_000
    let rows = (0..<count + 100).map { number in
      "2026-0\(1 + number % 9)-1\(number % 10),\(number < count ? "Shop" : "Other") \(number % 40),-\(1 + number % 90).25"
    }
    try program.write("Date,Payee,Amount\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["import", "a.csv", "--account", "Giro"])
    func digest() throws -> String? {
      try program.succeed(["replay", "--check", "--json"]).json()["viewDigest"]?.text
    }
    func events() throws -> Int64? { try program.succeed(["stats", "--json"]).json()["events"]?.integer }
    let (before, head) = (try digest(), try #require(try events()))
    let change = ["recategorise", "--where", "merchant:Shop", "--to", "Gifts", "--json"]
    let preview = try program.succeed(change + ["--dry-run"]).json()
    #expect(preview["count"]?.integer == Int64(count))
    let effects = preview["effects"]?.elements ?? []
    #expect(Set(effects.compactMap { $0["month"]?.text }).count == 9)
    #expect(try events() == head)

    let done = try program.succeed(change).json()
    #expect(done["commit"]?.integer == 3)
    #expect(done["ids"]?.elements?.count == count)
    #expect(try events() == head + Int64(count))
    for effect in effects {
      let month = try #require(effect["month"]?.text)
      let category = try #require(effect["category"]?.text)
      let sum = try program.succeed(["explain", month, category, "--json"]).json()["sumMinor"]?.integer
      #expect(sum == effect["afterMinor"]?.integer, "\(month) \(category)")
    }
    let log = try program.succeed(["log", "-n", "1", "--json"]).json()["commits"]?.elements?.first
    #expect(log?["recategorised"]?.integer == Int64(count))
    try program.succeed(["undo"])
    #expect(try digest() == before)
    // The events of the undo, and the one that says what it took back.
    #expect(try events() == head + 2 * Int64(count) + 1)
    try program.succeed(["redo"])
    #expect(try program.succeed(["list", "category:Gifts", "--json"]).json()["count"]?.integer == Int64(count))
  }
}
