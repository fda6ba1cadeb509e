import Foldbook
import ProgramRunning

/// A random history as a seed and those of its steps that are done.
///
/// Each step draws its numbers from a seed of its own, so that one can be left out without changing what the others draw.
struct HistoryScript {
  let seed: UInt64
  var steps: [Int]
  let crashes: Bool

  init(seed: UInt64, stepCount: Int = 36, crashes: Bool) {
    self.seed = seed
    steps = Array(1...stepCount)
    self.crashes = crashes
  }

  /// Does the steps on a ledger and on the model, compares as it goes, and takes everything back in the end.
  ///
  /// - Parameter inspect: called after each step; throws where something is wrong.
  func run(_ inspect: (HistoryRun) throws -> Void = { _ in }) throws -> HistoryRun.CrashCounts {
    try TemporaryFolder.lend { folder in
      var run = try HistoryRun(seed: seed, folder: folder)
      run.crashes = crashes
      for (place, step) in steps.enumerated() {
        run.numbers = SeededNumbers(seed: seed << 16 | UInt64(step))
        try run.step()
        try run.checkModel()
        try inspect(run)
        if place % 6 == 5 || place == steps.count - 1 { try run.compare() }
        if place % 9 == 8 { try run.save() }
      }
      try run.checkSaved()
      try run.undoEverything()
      try run.compare()
      try run.same("live transactions after everything was undone", run.model.state.liveRows.count, 0)
      try run.reopen()
      try run.checkSaved()
      return run.crashCounts
    }
  }

  /// Runs the history; where it fails, throws the failure of the shortest part of it that was found to fail too.
  @discardableResult
  func check() throws -> HistoryRun.CrashCounts {
    do {
      return try run()
    } catch {
      throw shortened(error, inspect: { _ in })
    }
  }

  /// The failure of the history under an inspection, made short; nil where it does not fail.
  func failure(inspect: (HistoryRun) throws -> Void) -> (any Error)? {
    do {
      _ = try run(inspect)
      return nil
    } catch {
      return shortened(error, inspect: inspect)
    }
  }

  private func shortened(_ failure: any Error, inspect: (HistoryRun) throws -> Void) -> any Error {
    var last = failure
    let shortest = Shrinking.shortest(steps) { steps in
      var script = self
      script.steps = steps
      do {
        _ = try script.run(inspect)
        return false
      } catch {
        last = error
        return true
      }
    }
    return ShortenedFailure(seed: seed, steps: shortest, stepCount: steps.count, failure: last)
  }
}

/// A failure of a history that was made as short as could be.
struct ShortenedFailure: Error, CustomStringConvertible {
  var seed: UInt64
  var steps: [Int]
  var stepCount: Int
  var failure: any Error

  var description: String {
    "FOLDBOOK_SEED=\(seed): steps \(steps) of \(stepCount) are enough:\n\(failure)"
  }
}

/// Making a list that fails shorter.
enum Shrinking {
  /// A part of the list that still fails, from which no single element can be left out; tries large parts first.
  ///
  /// The last list for which `fails` was true is the result.
  static func shortest<Element>(_ list: [Element], fails: ([Element]) -> Bool) -> [Element] {
    var list = list
    var partSize = list.count / 2
    while partSize >= 1 {
      var start = 0
      var hasShrunk = false
      while start < list.count {
        let shorter = Array(list[..<start]) + list[min(start + partSize, list.count)...]
        if !shorter.isEmpty, fails(shorter) {
          list = shorter
          hasShrunk = true
        } else {
          start += partSize
        }
      }
      if !hasShrunk || partSize > 1 { partSize /= 2 }
    }
    return list
  }
}
