import Foldbook
import LedgerRender

enum UndoCommand: Command {
  static let help = CommandHelp(
    name: "undo", usage: ["undo [COMMIT] [--cascade]"],
    summary: "Take back a commit: the newest that stands, or any; an undo too.",
    options: [OptionSpecification("cascade", nil, "take later commits back too that depend on it")],
    examples: [
      ("undo", "the newest change; again goes further back"), ("undo 7 --cascade", "commit 7 and what depends on it"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    guard words.count <= 1 else { throw UsageError(reason: "one commit is expected", command: "undo") }
    return try TakingBack.perform(context, cascades: context.arguments.has("cascade")) { planner, view in
      try words.first.map { try CommitArgument.number($0, view: view) } ?? planner.newestUndoable()
    }
  }
}

enum RedoCommand: Command {
  static let help = CommandHelp(
    name: "redo", usage: ["redo [COMMIT] [--cascade]"],
    summary: "Take back the newest undo that still stands, or the one that took a commit back.",
    options: [OptionSpecification("cascade", nil, "take later commits back too that depend on the undo")],
    examples: [
      ("redo", "what the last undo took away is back"), ("redo 7", "commit 7 holds again, and what was undone with it"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    guard words.count <= 1 else { throw UsageError(reason: "one commit is expected", command: "redo") }
    return try TakingBack.perform(context, cascades: context.arguments.has("cascade")) { planner, view in
      guard let word = words.first else { return try planner.newestRedoable() }
      return try planner.undo(toTakeBackFor: CommitArgument.number(word, view: view))
    }
  }
}

/// Appends the inverse of a commit and says of which.
private enum TakingBack {
  static func perform(
    _ context: Context, cascades: Bool, _ choose: (UndoPlanner, LedgerView) throws -> CommitNumber
  ) throws -> ExitCode {
    var notes: [String] = []
    var report = try context.change { view, _ in
      let planner = try UndoPlanner(view: view)
      let number = try choose(planner, view)
      let events = try sayingWhy(view) { try planner.plan(undoing: number, cascades: cascades) }
      if case .commitsUndone(let numbers)? = events.last {
        notes = try numbers.prefix(10).map { "Takes back commit \($0): \(try view.journal.commit($0).command)" }
        if numbers.count > 10 { notes.append("Takes back \(numbers.count - 10) more") }
      }
      return events
    }
    report.notes = notes
    try context.printChange(report)
    return .done
  }

  /// Names the later commits of a refusal by their commands.
  private static func sayingWhy<Result>(_ view: LedgerView, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch Refusal.laterCommitsDepend(let number, let later) {
      let named = try later.prefix(5).map { try described($0, view) }
      let rest = later.count > named.count ? ", and \(later.count - named.count) more" : ""
      throw CommandError(
        code: .badInput,
        reason: "commit \(number) cannot be undone alone: later commits changed the same, or need what it made: "
          + named.joined(separator: ", ") + rest + "; undo those first, or use --cascade")
    }
  }

  private static func described(_ number: CommitNumber, _ view: LedgerView) throws -> String {
    "commit \(number) (\(try view.journal.commit(number).command))"
  }
}

/// A commit by its number or at least six letters of its hash.
enum CommitArgument {
  static func number(_ text: String, view: LedgerView) throws -> CommitNumber {
    if text.count < 6 || text.allSatisfy({ $0.isNumber }), let number = CommitNumber(text) {
      let last = try view.journal.headCommit()?.number ?? 0
      if number >= 1, number <= last { return number }
      if text.count < 6 {
        throw CommandError(code: .notFound, reason: "there is no commit \(number); 'foldbook log' lists them")
      }
    }
    guard text.count >= 6, text.allSatisfy(\.isHexDigit) else {
      throw UsageError(
        reason: "'\(text)' is not a commit: say its number, or 6 letters of its hash or more", command: nil)
    }
    var found: [CommitNumber] = []
    try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
      if header.hash.hexadecimal.hasPrefix(text.lowercased()) { found.append(header.number) }
      return found.count < 2
    }
    guard found.count == 1 else {
      throw CommandError(
        code: .notFound,
        reason: found.isEmpty ? "no commit's hash begins with \(text)" : "several commits begin with \(text)")
    }
    return found[0]
  }
}
