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
    let isMadeByImport = numbers.happens(percent: 50)
    for number in (isMadeByImport ? 1 : 0)...commandCount {
      let command =
        number == 0
        ? ["init", "--currency", "EUR"]
        : try RecordedSession.command(number, isFirst: isMadeByImport && number == 1, scene: scene, &numbers)
      let outcome = try scene.run(command, log: log).outcome
      // What a random command can't do here is refused.
      try #require([0, 65, 66].contains(outcome.exitCode), "\(command): \(outcome.errorText)")
    }
    records = try DiskRecord.read(log)
    commitHashes = try #require(try LedgerState.read(scene.ledgerPath)).commitHashes
    lockFile = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scene.ledgerPath + "-lock")))
  }

  private static func command(
    _ number: Int, isFirst: Bool, scene: FaultScene, _ numbers: inout SeededNumbers
  ) throws -> [String] {
    if isFirst || numbers.happens(percent: 15) {
      let file = "rows-\(number).csv"
      let rowCount = isFirst || numbers.happens(percent: 30) ? 600 : 30
      try scene.program.write(FaultScript.statement("\(number)", rowCount: rowCount), to: file)
      return ["import", file, "--account", "Checking", "--currency", "EUR"]
    }
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0..<25: return ["add", "\(number).25", "Shop \(number % 7)"]
    case 25..<33:
      return ["recategorise", "--where", "merchant:Shop", "--to", numbers.one(of: ["Groceries", "Housing"])]
    case 33..<43: return ["undo"]
    case 43..<48: return ["redo"]
    case 48..<54: return ["delete", "--where", "text:Payee-\(number / 2)"]
    case 54..<59: return ["replay"]
    case 59..<63: return ["settings", "month-start-day", "\(Int.random(in: 1...28, using: &numbers))"]
    case 63..<66: return ["budget", "set", "\(number)00"]
    case 66..<75: return try change(ofNewest: scene, number, &numbers)
    case 75..<79: return ["categories", "alias", "word \(number % 3)", numbers.one(of: ["Travel", "Fees"])]
    case 79..<82: return ["merchants", "merge", "Shop \(number % 7)", "Shop 0"]
    case 82..<85: return ["rules", "add", "merchant:Shop", "--to", "Fees", "--priority", "\(number)"]
    case 85..<88: return ["accounts", "add", "Purse \(number)", "--opening", "\(number)"]
    case 88..<91: return ["transfers", "link", "--sure"]
    case 91..<94: return ["add", "+\(number - 1).25", "From shop", "--account", "Checking"]
    default: return ["backup", "\(scene.folder)/\(number).copy"]
    }
  }

  /// A split or an edit of the newest transaction; an addition where there is none.
  private static func change(
    ofNewest scene: FaultScene, _ number: Int, _ numbers: inout SeededNumbers
  ) throws -> [String] {
    let list = try scene.runUnharmed(["list", "--limit", "1", "--json"]).json()
    guard let id = list["transactions"]?.elements?.first?["id"]?.integer else { return ["add", "1", "Shop"] }
    if numbers.happens(percent: 60) {
      return ["split", "\(id)", "Groceries=0.0\(number % 9 + 1)", "Health=1", "Gifts"]
    }
    return ["edit", "\(id)", "--date", "2026-10-0\(number % 9 + 1)", "--note", "note \(number)"]
  }
}
