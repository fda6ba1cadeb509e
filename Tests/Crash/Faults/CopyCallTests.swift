import Foundation
import ProgramRunning
import Testing

/// Every file call of the commands that make a copy killed and failing: the copy is whole or not there, the ledger as it was.
struct CopyCallTests {
  struct Copy: CustomTestArgument {
    var name: String
    var command: [String]
    var description: String { name }
  }

  private static let copies = [
    Copy(name: "backup", command: ["backup", "copy"]),
    Copy(name: "backup as text", command: ["backup", "--to-jsonl", "copy"]),
    Copy(name: "salvage", command: ["salvage", "copy"]),
  ]

  /// A ledger to copy, and what a copy of it looks like.
  private struct Stage {
    let scene: FaultScene
    let command: [String]
    let files: [String: Data]?
    let state: LedgerState?
    let calls: [FaultScene.Call]
    /// The text of a copy as text, which is the same every time; nil for a ledger.
    let text: Data?

    var copyPath: String { scene.folder + "/copy" }

    init(_ copy: Copy) throws {
      scene = try FaultScene()
      try scene.program.write(FaultScript.statement("small", rowCount: 60), to: "small.csv")
      for command in FaultScript.start + [["replay"]] {
        let outcome = try scene.runUnharmed(command)
        try #require(outcome.exitCode == 0, "\(command): \(outcome.errorText)")
      }
      let destination = scene.folder + "/copy"
      command = copy.command.map { $0 == "copy" ? destination : $0 }
      files = try scene.contents()
      state = try LedgerState.read(scene.ledgerPath)
      let (outcome, calls) = try scene.run(command)
      try #require(outcome.exitCode == 0, "\(copy): \(outcome.errorText)")
      self.calls = calls
      text = copy.command.contains("--to-jsonl") ? try Data(contentsOf: URL(fileURLWithPath: destination)) : nil
      let isWhole = try isCopyWhole()
      try #require(isWhole == true)
    }

    /// Whether the copy is all of the ledger; nil where there is none.
    func isCopyWhole() throws -> Bool? {
      guard FileManager.default.fileExists(atPath: copyPath) else { return nil }
      if let text { return try Data(contentsOf: URL(fileURLWithPath: copyPath)) == text }
      return try LedgerState.read(copyPath)?.commitHashes == state?.commitHashes
    }

    func check(_ fault: FaultScene.Fault) throws {
      try scene.restore(files)
      let (outcome, hits) = try scene.run(command, fault: fault)
      guard fault.action == .kill || hits.contains(where: \.wasHit) else { return }
      let call = fault.call <= calls.count ? calls[fault.call - 1].description : "the output"
      let place = "\(fault) (\(call)): exit \(outcome.exitCode), \(outcome.errorText)"
      let after = try LedgerState.read(scene.ledgerPath)
      #expect(after == state, "\(place): the ledger has changed")
      let isWhole = try isCopyWhole()
      #expect(isWhole != false, "\(place): a copy is there and not whole")
      if fault.action == .kill {
        #expect(outcome.wasSignalled && outcome.exitCode == 9, "\(place)")
      } else {
        #expect(!outcome.wasSignalled && [0, 74].contains(outcome.exitCode), "\(place)")
        let left = try (scene.contents() ?? [:]).keys.filter { $0.contains(".new-") }
        #expect(left.isEmpty, "\(place): left behind \(left)")
      }
      if outcome.exitCode == 0, !outcome.wasSignalled { #expect(isWhole == true, "\(place): said to be done") }
      let again = try scene.runUnharmed(command)
      #expect(again.exitCode == (isWhole == nil ? 0 : 73), "\(place): given again: \(again.errorText)")
      let isWholeAgain = try isCopyWhole()
      #expect(isWholeAgain == true, "\(place): given again")
    }
  }

  @Test(arguments: copies)
  func `a kill at any file call leaves a whole copy or none`(_ copy: Copy) throws {
    let stage = try Stage(copy)
    // In short form every other call is killed at.
    for number in stride(from: 1, through: stage.calls.count + 1, by: Extent.isSoak ? 1 : 2) {
      try stage.check(FaultScene.Fault(call: number, action: .kill))
    }
    Extent.report("\(copy): killed at \(stage.calls.count + 1) calls")
  }

  @Test(arguments: copies)
  func `an error at any file call leaves a whole copy or none, and the program says which`(_ copy: Copy) throws {
    let stage = try Stage(copy)
    let kinds = [FaultScene.Fault.Action.eio, .enospc, .short, .after].flatMap { action in
      [false, true].map { FaultScene.Fault(call: 0, action: action, isSticky: $0) }
    }
    for number in 1...stage.calls.count {
      for (index, kind) in kinds.enumerated() where Extent.isSoak || index == number % 8 {
        var fault = kind
        fault.call = number
        try stage.check(fault)
      }
    }
    Extent.report("\(copy): errors at \(stage.calls.count) calls")
  }
}
