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
      try words.first.map { try CommitName($0).number(in: view) } ?? planner.newestUndoable()
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
      return try planner.undo(toTakeBackFor: CommitName(word).number(in: view))
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
