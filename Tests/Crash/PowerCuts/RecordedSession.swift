import Foundation
import Glibc
import ProgramRunning
import Testing

/// A session of random commands, with everything that a disk saw of it.
struct RecordedSession {
  let scene: FaultScene
  let records: [DiskRecord]
  /// The hashes of all commits in the end, oldest first.
  let commitHashes: [String]
  /// The lock file as the last command left it.
  let lockFile: [UInt8]
  let rootNumber: UInt64

  init(seed: UInt64, commandCount: Int) throws {
    scene = try FaultScene()
    var numbers = SeededNumbers(seed: seed)
    var status = stat()
    try #require(stat(scene.disk, &status) == 0)
    rootNumber = UInt64(status.st_ino)
    let log = scene.program.path("disk.log")
    var commands = [["init", "--currency", "EUR"]]
    if numbers.happens(percent: 50) { commands = [] }
    for number in 1...commandCount {
      commands.append(
        try RecordedSession.command(number, isFirst: commands.isEmpty, program: scene.program, &numbers))
    }
    for command in commands {
      let outcome = try scene.run(command, log: log).outcome
      // What a random command can't do here is refused.
      try #require([0, 65, 66].contains(outcome.exitCode), "\(command): \(outcome.errorText)")
    }
    records = try DiskRecord.read(log)
    commitHashes = try #require(try LedgerState.read(scene.ledgerPath)).commitHashes
    lockFile = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scene.ledgerPath + "-lock")))
  }

  private static func command(
    _ number: Int, isFirst: Bool, program: FoldbookProcess, _ numbers: inout SeededNumbers
  ) throws -> [String] {
    let file = "rows-\(number).csv"
    switch isFirst ? 99 : Int.random(in: 0..<100, using: &numbers) {
    case 0..<40: return ["add", "\(number).25", "Shop \(number % 7)"]
    case 40..<50:
      return ["recategorise", "--where", "merchant:Shop", "--to", numbers.one(of: ["Groceries", "Housing"])]
    case 50..<60: return ["undo"]
    case 60..<65: return ["redo"]
    case 65..<72: return ["delete", "--where", "text:Payee-\(number / 2)"]
    case 72..<78: return ["replay"]
    case 78..<82: return ["settings", "month-start-day", "\(Int.random(in: 1...28, using: &numbers))"]
    case 82..<85: return ["budget", "set", "\(number)00"]
    case 85..<95:
      try program.write(FaultScript.statement("\(number)", rowCount: 30), to: file)
      return ["import", file, "--account", "Checking", "--currency", "EUR"]
    default:
      try program.write(FaultScript.statement("\(number)", rowCount: 600), to: file)
      return ["import", file, "--account", "Checking", "--currency", "EUR"]
    }
  }
}
