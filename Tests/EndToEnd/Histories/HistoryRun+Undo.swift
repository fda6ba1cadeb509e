import Foldbook
import ProgramRunning

extension HistoryRun {
  /// Takes the newest change back, or any, alone or with what depends on it.
  mutating func undo() throws {
    let standing = model.standing
    if numbers.happens(percent: 50) {
      guard let newest = standing.last else {
        return try refuses("undo", .nothingToUndo) { view, _ in
          let planner = try UndoPlanner(view: view)
          return try planner.plan(undoing: planner.newestUndoable(), cascades: false)
        }
      }
      let commit = ModelLedger.Commit(undoes: [newest])
      return try apply("undo (\(newest))", commit) { view, _ in
        let planner = try UndoPlanner(view: view)
        return try planner.plan(undoing: planner.newestUndoable(), cascades: false)
      }
    }
    // Any commit, undos among them.
    let number = CommitNumber(Int.random(in: 1...model.commits.count, using: &numbers))
    try undo(number, cascades: numbers.happens(percent: 50))
  }

  private mutating func undo(_ number: CommitNumber, cascades: Bool) throws {
    let command = "undo \(number)" + (cascades ? " --cascade" : "")
    func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
      try UndoPlanner(view: view).plan(undoing: number, cascades: cascades)
    }
    if number == 1 { return try refuses(command, .initCannotBeUndone, decide) }
    guard model.isInForce(number) else { return try refuses(command, .alreadyUndone(number), decide) }
    let dependents = model.dependents(of: number)
    if !cascades, !dependents.isEmpty {
      return try refuses(command, .laterCommitsDepend(on: number, later: model.standingDependents(of: number)), decide)
    }
    let undone = Array(([number] + dependents).reversed())
    try apply(command + " \(undone)", ModelLedger.Commit(undoes: undone), decide)
    let real = try undoneByHead()
    try same("\(command) takes back", real, undone)
  }

  mutating func redo() throws {
    func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
      let planner = try UndoPlanner(view: view)
      return try planner.plan(undoing: planner.newestRedoable(), cascades: false)
    }
    guard let number = model.newestUndo else { return try refuses("redo", .nothingToRedo, decide) }
    let dependents = model.dependents(of: number)
    if !dependents.isEmpty {
      return try refuses("redo", .laterCommitsDepend(on: number, later: model.standingDependents(of: number)), decide)
    }
    try apply("redo (\(number))", ModelLedger.Commit(undoes: [number]), decide)
    try same("redo takes back", try undoneByHead(), [number])
  }

  private func undoneByHead() throws -> [CommitNumber] {
    try ledger.read { view in
      guard let head = try view.journal.headCommit() else { return [] }
      guard case .commitsUndone(let numbers)? = try view.journal.events(of: head).last else { return [] }
      return numbers
    }
  }

  /// Takes back every commit after one, undos, the newest first, by their numbers.
  mutating func undoCommits(after last: CommitNumber) throws {
    for number in (last..<CommitNumber(model.commits.count)).reversed().map({ $0 + 1 }) {
      try same("what depends on \(number)", model.dependents(of: number), [])
      try apply("undo \(number)", ModelLedger.Commit(undoes: [number])) { view, _ in
        try UndoPlanner(view: view).plan(undoing: number, cascades: false)
      }
    }
  }

  /// Takes back every change that stands, the newest first.
  mutating func undoEverything() throws {
    while let newest = model.standing.last {
      try apply("undo (\(newest))", ModelLedger.Commit(undoes: [newest])) { view, _ in
        let planner = try UndoPlanner(view: view)
        return try planner.plan(undoing: planner.newestUndoable(), cascades: false)
      }
    }
  }
}
