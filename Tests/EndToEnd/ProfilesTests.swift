import Foundation
import JSON
import ProgramRunning
import Testing

/// Profiles at the command line: listing, keeping and using them.
struct ProfilesTests {
  private static let statement = "Date;Payee;Amount\n03/04/2026;Shop;-1.50\n05/06/2026;Café;-2.00\n"

  @Test
  func `what was decided once is kept and read by name`() throws {
    let program = try FoldbookProcess()
    let path = try program.write(ProfilesTests.statement, to: "a.csv")
    let open = try program.run(["import", path, "--currency", "EUR"])
    #expect(open.exitCode == 65 && open.errorText.contains("--date-order"))
    let kept = try program.run(
      [
        "import", path, "--currency", "EUR", "--account", "Giro", "--date-order", "dmy", "--dry-run", "--save-profile",
        "mine",
      ])
    #expect(kept.exitCode == 0, "\(kept.errorText)")
    #expect(kept.errorText.contains("mine.json"))
    let file = program.folder.appendingPathComponent(".config/foldbook/profiles/mine.json")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let profile = try JSONReader.parse([UInt8](Data(contentsOf: file)))
    #expect(profile["account_name"]?.text == "Giro" && profile["currency"]?.text == "EUR")
    let report = try program.run(["import", path, "--profile", "mine", "--json"]).json()
    let rows = report["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(rows.compactMap { $0["date"]?.text } == ["2026-04-03", "2026-06-05"])
    #expect(rows.allSatisfy { $0["account"]?.text == "Giro" })
  }

  @Test
  func `a name that is taken, or is none, keeps nothing`() throws {
    let program = try FoldbookProcess()
    let path = try program.write("Date;Payee;Amount\n2026-04-03;Shop;-1.50\n", to: "a.csv")
    let words = ["import", path, "--currency", "EUR", "--dry-run", "--save-profile"]
    #expect(try program.run(words + ["mine"]).exitCode == 0)
    let again = try program.run(words + ["mine"])
    #expect(again.exitCode == 73 && again.errorText.contains("exists already"))
    for name in ["../mine", "", "a/b", "."] { #expect(try program.run(words + [name]).exitCode == 64, "\(name)") }
    #expect(try program.run(words + ["two", path]).exitCode == 64)
    let refused = try program.write("no bank's file\n", to: "b.csv")
    #expect(
      try program.run(["import", refused, "--currency", "EUR", "--dry-run", "--save-profile", "b"]).exitCode == 65)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: program.folder.appendingPathComponent(".config/foldbook/profiles").path)
    #expect(names == ["mine.json"])
  }

  @Test
  func `profiles lists those that come with the program and one's own, the broken ones too`() throws {
    let program = try FoldbookProcess()
    let folder = program.folder.appendingPathComponent(".config/foldbook/profiles")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("{\"decimal\": \",\"}".utf8).write(to: folder.appendingPathComponent("mine.json"))
    try Data("{\"colour\": 1}".utf8).write(to: folder.appendingPathComponent("odd.json"))
    let profiles = try program.run(["profiles", "--json"]).json()["profiles"]?.elements ?? []
    #expect(profiles.prefix(2).map { $0["name"]?.text } == ["mine", "odd"])
    #expect(profiles.first?["problem"]?.isNull == true)
    #expect(profiles.dropFirst().first?["problem"]?.text?.contains("'colour'") == true)
    let bundled = profiles.filter { $0["bundled"]?.flag == true }
    #expect(bundled.count >= 28 && bundled.contains { $0["name"]?.text == "dkb" })
    let text = try program.run(["profiles"])
    #expect(text.exitCode == 0 && text.outputText.contains("wells-fargo") && text.outputText.contains("mine"))
    let one = try program.run(["profiles", "dkb"])
    #expect(try JSONReader.parse(one.output)["name"]?.text == "dkb")
    let unknown = try program.run(["profiles", "dbk"])
    #expect(unknown.exitCode == 66 && unknown.errorText.contains("dkb"))
  }
}
