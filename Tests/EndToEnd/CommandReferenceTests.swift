import Foundation
import ProgramRunning
import Testing

/// The page of commands says what the program says.
struct CommandReferenceTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../docs/reference/commands.md").standardized

  /// The page as it should be: every command of the overview with its help.
  private func expectedPage() throws -> String {
    let program = try FoldbookProcess()
    let overview = try program.run(["help"]).outputText
    let list = try #require(overview.components(separatedBy: "\nCommands:\n").dropFirst().first)
    let names = list.components(separatedBy: "\n\n")[0].split(separator: "\n").compactMap {
      $0.split(separator: " ").first
    }
    #expect(names.count > 20)
    var text = "# Commands\n\nWhat `foldbook help COMMAND` prints; a test compares this page with the program.\n"
    for name in names {
      let help = try program.run(["help", String(name)])
      #expect(help.exitCode == 0)
      text += "\n## \(name)\n\n```\n\(help.outputText)```\n"
    }
    return text
  }

  @Test func `the page of commands is what help prints`() throws {
    let expected = try expectedPage()
    if ProcessInfo.processInfo.environment["FOLDBOOK_WRITE_GOLDEN"] != nil {
      try expected.write(to: CommandReferenceTests.page, atomically: true, encoding: .utf8)
    }
    let page = try String(contentsOf: CommandReferenceTests.page, encoding: .utf8)
    #expect(page == expected, "run the tests with FOLDBOOK_WRITE_GOLDEN=1 and commit the page")
  }

  @Test func `every command has examples that begin with its name`() throws {
    let program = try FoldbookProcess()
    let text = try expectedPage()
    for section in text.components(separatedBy: "\n## ").dropFirst() {
      let name = section.prefix { $0 != "\n" }
      #expect(section.contains("Examples:\n  foldbook \(name)"), "\(name)")
      #expect(try program.run([String(name), "--help"]).outputText == program.run(["help", String(name)]).outputText)
    }
  }
}
