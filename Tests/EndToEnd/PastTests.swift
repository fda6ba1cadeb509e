import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// Every command that reads says of the past what it said then.
struct PastTests {
  /// How each command with `--at` is asked; a random transaction, merchant and month are filled in.
  private static let questions: [String: [[String]]] = [
    "accounts": [["--json"]],
    "balance": [["--range", "1M", "--json"], ["--range", "all", "--csv"]],
    "budget": [["--json"]],
    "categories": [["--json"], ["--from", "2026-08-10", "--to", "2026-10-10", "--json", "--compare"], ["--csv"]],
    "check": [["--json"], ["duplicates", "gaps"]],
    "transfers": [["--json"], ["suggest", "--days", "30"]],
    "rules": [["--json"], ["test", "--json"], ["suggest", "--json"]],
    "dashboard": [["--json"], ["--today", "2026-09-12", "--json"], []],
    "days": [["--json"], ["--month", "2026-10", "--csv"]],
    "forecast": [["--json"]],
    "recurring": [["--json", "--all"]],
    "explain": [
      ["2026-10", "--json"], ["2026-10", "Groceries"], ["balance", "--json"], ["2026-09-10", "--json"],
    ],
    "export": [
      ["--format", "jsonl"], ["--format", "csv"], ["--format", "hledger"], ["--format", "ledger"],
      ["--format", "beancount"],
    ],
    "list": [["--json", "--deleted"], ["month:2026-10", "--json"]],
    "log": [["--json"], ["--limit", "3"], ["--stat", "--full"], ["--follow", "ID", "--json"]],
    "merchant": [["Metro", "--json"]],
    "merchants": [["--json"], ["--month", "2026-10", "--json"]],
    "months": [["--json"], ["--from", "2026-09-15", "--json"]],
    "settings": [["--json"]],
    "show": [["ID", "--json"]],
    "stats": [["--json"]],
  ]

  private struct Answer: Equatable {
    var exitCode: Int32
    var text: String
  }

  private func answers(_ program: FoldbookProcess, _ ledger: String, id: String, point: [String]) throws
    -> [String: Answer]
  {
    var answers: [String: Answer] = [:]
    for (command, variants) in PastTests.questions {
      for variant in variants {
        let words = [command] + variant.map { $0 == "ID" ? id : $0 }
        let outcome = try program.run(words + point, ledger: ledger)
        var text = outcome.outputText
        // The file's size is that of today.
        if command == "stats" {
          for field in ["fileBytes", "bytesPerEvent", "viewBytes"] {
            text = text.replacing(try Regex("\"\(field)\": [0-9.]+"), with: "")
          }
        }
        answers[words.joined(separator: " ")] = Answer(exitCode: outcome.exitCode, text: text + outcome.errorText)
      }
    }
    return answers
  }

  @Test(arguments: [401, 402, 403])
  func `what every command says at a position is what it said when that was the head`(_ seed: UInt64) throws {
    let program = try FoldbookProcess()
    print("a history with the seed \(seed)")
    var run = try HistoryRun(seed: seed, folder: program.folder)
    var past: [(point: Position, id: String, answers: [String: Answer])] = []
    for number in 1...50 {
      try run.step()
      guard number % 16 == 0 else { continue }
      let point = try run.ledger.read { $0.position }
      let id = String(run.model.state.rows.keys.max()?.position ?? 1)
      past.append((point, id, try answers(program, run.path, id: id, point: [])))
    }
    for (point, id, then) in past {
      let now = try answers(program, run.path, id: id, point: ["--at", "\(point)"])
      for (words, answer) in then { #expect(now[words] == answer, "\(words) --at \(point)") }
    }
  }

  @Test func `every command that can be asked about the past is asked`() throws {
    let program = try FoldbookProcess()
    let overview = try program.run(["help"]).outputText
    let list = try #require(overview.components(separatedBy: "\nCommands:\n").dropFirst().first)
    let names = list.components(separatedBy: "\n\n")[0].split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    var withPoint: Set<String> = []
    for name in names where try program.run(["help", name]).outputText.contains("--at POINT") {
      withPoint.insert(name)
    }
    #expect(withPoint == Set(PastTests.questions.keys))
    // What is left changes the ledger, looks after its file, or takes its points as arguments.
    let others: Set<String> = [
      "init", "import", "add", "edit", "recategorise", "delete", "undo", "redo", "diff", "replay", "verify",
      "import-journal", "assert", "split", "serve", "backup", "restore", "salvage", "completions", "profiles",
    ]
    let unknown = Set(names).subtracting(withPoint).subtracting(others)
    #expect(unknown.isEmpty, "give it OptionSpecification.point, or say here why not")
  }

  /// A clock that goes backwards does not hide what was recorded before it.
  @Test func `a point is a position, a commit, a hash, a day or an instant, and nothing before the first commit`()
    throws
  {
    let program = try FoldbookProcess()
    for (now, arguments) in [
      ("2026-10-01T08:00:00Z", ["init", "--currency", "EUR"]), ("2026-10-02T08:00:00Z", ["add", "1", "One"]),
      ("2026-10-03T08:00:00Z", ["add", "2", "Two"]),
    ] {
      let outcome = try program.run(arguments, now: now)
      try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    }
    let log = try program.run(["log", "--json"]).json()["commits"]?.elements ?? []
    let second = try #require(log.first { $0["commit"]?.integer == 2 })
    let hash = try #require(second["hash"]?.text)
    let position = try #require(second["lastPosition"]?.integer)
    for point in [
      ["--at", "\(position)"], ["--at", "commit:2"], ["--at", "commit:\(hash.prefix(8))"], ["--as-of", "2026-10-02"],
      ["--as-of", "2026-10-02T08:00:00Z"], ["--at", "2026-10-02"], ["--as-of", "2026-10-03T07:59:59Z"],
    ] {
      let list = try program.run(["list", "--json"] + point)
      #expect(try list.json()["count"]?.integer == 1, "\(point) \(list.errorText)")
    }
    for (point, code) in [
      ("2026-09-30", Int32(66)), ("0", 66), ("\(position + 100)", 66), ("commit:9", 66), ("yesterday", 65),
    ] {
      let outcome = try program.run(["dashboard", "--at", point])
      #expect(outcome.exitCode == code, "\(point): \(outcome.errorText)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try program.run(["dashboard", "--at", "2026-09-30"]).errorText.contains("begins at 2026-10-01"))
  }
}
