import Foundation
import ProgramRunning
import Testing

/// Every file call of every kind of command killed, failing, cut short, and done but reported as failed.
struct EveryCallTests {
  typealias Fault = FaultScene.Fault

  /// A command on a ledger, with the states before and after it.
  private struct Stage {
    let scene: FaultScene
    let step: FaultScript.Step
    let files: [String: Data]?
    let former: LedgerState?
    let expected: LedgerState?
    let output: [UInt8]
    let calls: [FaultScene.Call]

    init(_ step: FaultScript.Step) throws {
      scene = try FaultScene()
      self.step = step
      try scene.program.write(FaultScript.statement("small", rowCount: 60), to: "small.csv")
      try scene.program.write(FaultScript.statement("large", rowCount: 900), to: "large.csv")
      try scene.program.write(FaultScript.mixedStatement, to: "mixed.csv")
      try scene.program.write(FaultScript.metroStatement, to: "metro.csv")
      for command in step.before {
        let outcome = try scene.runUnharmed(command)
        try #require(outcome.exitCode == 0, "\(command): \(outcome.errorText)")
      }
      former = try LedgerState.read(scene.ledgerPath)
      files = try scene.contents()
      let (outcome, calls) = try scene.run(step.command)
      try #require(outcome.exitCode == 0, "\(step): \(outcome.errorText)")
      self.calls = calls
      output = outcome.output
      expected = try LedgerState.read(scene.ledgerPath)
      try #require((former == expected) == step.onlyReads)
    }

    /// Checks that the ledger is the old or the new one, and that the command can be given again.
    func check(_ fault: Fault, _ outcome: FoldbookProcess.Outcome) throws {
      let call = fault.call <= calls.count ? calls[fault.call - 1].description : "the output"
      let place = "\(step): \(fault) (\(call)): exit \(outcome.exitCode), \(outcome.errorText)"
      let state: LedgerState?
      do {
        state = try LedgerState.read(scene.ledgerPath)
      } catch {
        Issue.record("\(place): the ledger does not open: \(error)")
        return
      }
      #expect(state == former || state == expected, "\(place): \(state?.description ?? "no ledger")")
      if fault.action == .kill {
        #expect(outcome.wasSignalled && outcome.exitCode == 9, "\(place)")
        if String(decoding: outcome.output, as: UTF8.self).contains("Commit ") {
          #expect(state == expected, "\(place): an acknowledged commit is lost")
        }
      } else {
        try checkReport(outcome, isDone: state == expected, place)
      }
      if state != expected || step.onlyReads {
        let again = try scene.runUnharmed(step.command)
        #expect(again.exitCode == 0, "\(place): given again: \(again.errorText)")
        let final = try LedgerState.read(scene.ledgerPath)
        #expect(final == expected, "\(place): given again")
      }
    }

    /// What the program says has to be so.
    private func checkReport(_ outcome: FoldbookProcess.Outcome, isDone: Bool, _ place: String) throws {
      #expect(!outcome.wasSignalled, "\(place)")
      #expect([0, 74].contains(outcome.exitCode), "\(place)")
      if outcome.exitCode == 0 {
        #expect(isDone, "\(place): said to be done")
        // Whatever a reader could not reach, what it prints is right.
        if step.onlyReads, step.command.contains("--json") { #expect(outcome.output == output, "\(place)") }
      } else if !step.onlyReads {
        let isUnknown = outcome.errorText.contains("unknown whether")
        #expect(isUnknown || isDone == outcome.errorText.contains("is in the file"), "\(place): done is \(isDone)")
      }
      let left = try (scene.contents() ?? [:]).keys.filter { $0.contains(".new-") }
      #expect(left.isEmpty, "\(place): left behind \(left)")
    }
  }

  @Test(arguments: FaultScript.steps)
  func `a kill at any file call leaves the old or the new ledger`(_ step: FaultScript.Step) throws {
    let stage = try Stage(step)
    // One more than there are calls is the acknowledgement.
    let numbers = stride(from: 1, through: stage.calls.count + 1, by: Extent.isSoak ? 1 : step.shortStride)
    for number in numbers {
      try stage.scene.restore(stage.files)
      let fault = Fault(call: number, action: .kill)
      let outcome = try stage.scene.run(step.command, fault: fault).outcome
      try stage.check(fault, outcome)
    }
    Extent.report("\(step): killed at \(Array(numbers).count) of \(stage.calls.count + 1) calls")
  }

  @Test(arguments: FaultScript.steps)
  func `an error at any file call leaves the old or the new ledger, and the program says which`(
    _ step: FaultScript.Step
  ) throws {
    let stage = try Stage(step)
    var kinds: [Fault] = []
    for action in [Fault.Action.eio, .enospc, .short, .after] {
      kinds += [Fault(call: 0, action: action), Fault(call: 0, action: action, isSticky: true)]
    }
    var hitCount = 0
    let numbers = stride(from: 1, through: stage.calls.count, by: Extent.isSoak ? 1 : step.shortStride)
    for (place, number) in numbers.enumerated() {
      // In short form each call gets one of the kinds, the next call the next one.
      for (index, kind) in kinds.enumerated() where Extent.isSoak || index == place % 8 {
        var fault = kind
        fault.call = number
        try stage.scene.restore(stage.files)
        let (outcome, calls) = try stage.scene.run(step.command, fault: fault)
        guard calls.contains(where: \.wasHit) else {
          // Such calls can't be cut short.
          #expect(fault.action == .short, "\(step): \(fault) is not hit")
          continue
        }
        hitCount += 1
        try stage.check(fault, outcome)
      }
    }
    Extent.report("\(step): \(hitCount) errors at \(stage.calls.count) calls")
  }
}
