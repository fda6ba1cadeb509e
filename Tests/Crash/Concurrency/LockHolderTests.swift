import Foundation
import Glibc
import ProgramRunning
import Testing

/// A writer that is stopped or killed while it holds the ledger, and readers that take their time.
struct LockHolderTests {
  private func scene() throws -> FaultScene {
    let scene = try FaultScene()
    try scene.program.write(FaultScript.statement("small", rowCount: 60), to: "small.csv")
    for command in [["init", "--currency", "EUR"], ["import", "small.csv", "--account", "Checking"]] {
      try #require(try scene.runUnharmed(command).exitCode == 0)
    }
    return scene
  }

  /// A writer that stopped at a call of its commit, with the lock held.
  private func stoppedWriter(_ scene: FaultScene, at name: String) throws -> SpawnedProgram {
    let files = try scene.contents()
    let calls = try scene.run(["add", "8.40", "Bakery"]).calls
    try scene.restore(files)
    let call = try #require(calls.last { $0.name == name && $0.object.hasSuffix("ledger.foldbook") }, "\(calls)")
    let fault = FaultScene.Fault(call: call.number, action: .kill)
    let writer = try scene.start(["add", "8.40", "Bakery"], fault: fault, action: "stop")
    let deadline = ContinuousClock.now + .seconds(20)
    while try !writer.isStopped() {
      try #require(ContinuousClock.now < deadline, "the writer does not stop: \(writer.errorText)")
      usleep(1_000)
    }
    return writer
  }

  @Test(arguments: ["writev", "fdatasync", "pwrite"])
  func `others are told who holds the ledger, and go on when that one is killed`(_ call: String) throws {
    let scene = try scene()
    let writer = try stoppedWriter(scene, at: call)
    // Readers never wait.
    for command in [["list"], ["verify"], ["replay", "--check"]] {
      let outcome = try scene.runUnharmed(command)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.errorText)")
    }
    let clock = ContinuousClock()
    let start = clock.now
    let waiting = try scene.runUnharmed(["add", "1", "Waiting"])
    let waited = clock.now - start
    #expect(waiting.exitCode == 75, "\(waiting.errorText)")
    #expect(waiting.errorText.contains("process \(writer.identifier)"), "\(waiting.errorText)")
    #expect(waiting.errorText.contains("'add'"), "\(waiting.errorText)")
    #expect(waited > .seconds(4) && waited < .seconds(20), "it waited for \(waited)")
    // Whoever comes after the kill does not wait.
    writer.kill()
    _ = try writer.wait()
    let next = try scene.runUnharmed(["add", "2", "Next"])
    #expect(next.exitCode == 0, "\(next.errorText)")
    let state = try #require(try LedgerState.read(scene.ledgerPath))
    // The last write of a commit is what makes it one, and it was not made.
    #expect(state.commitHashes.count == 3, "\(state)")
  }

  @Test
  func `a writer that was stopped goes on where it was`() throws {
    let scene = try scene()
    let writer = try stoppedWriter(scene, at: "pwrite")
    #expect(try scene.runUnharmed(["list"]).exitCode == 0)
    writer.send(SIGCONT)
    let outcome = try writer.wait()
    #expect(outcome.exitCode == 0, "\(outcome.errorText)")
    #expect(try LedgerState.read(scene.ledgerPath)?.commitHashes.count == 3)
  }

  /// Commands whose output nobody takes: a pipe that is full.
  @Test(arguments: [
    ["export", "--format", "jsonl"], ["export", "--format", "csv"], ["list", "--json"], ["log", "--json"],
  ])
  func `a reader whose output nobody takes does not make the file grow`(_ command: [String]) throws {
    let scene = try scene()
    try scene.program.write(FaultScript.statement("large", rowCount: 3_000), to: "large.csv")
    try #require(try scene.runUnharmed(["import", "large.csv", "--account", "Card"]).exitCode == 0)
    for number in 1...(command[0] == "log" ? 400 : 40) {
      try #require(try scene.runUnharmed(["add", "\(number)", "Shop"]).exitCode == 0)
    }
    // A pipe that nobody reads holds 64 KiB.
    let pipe = scene.program.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    try #require(end >= 0)
    defer { close(end) }
    let words = ([scene.program.program.path] + command + ["--file", scene.ledgerPath]).map { "'\($0)'" }
    let reader = try SpawnedProgram(
      "/bin/sh", ["-c", "exec \(words.joined(separator: " ")) >'\(pipe)'"],
      environment: FoldbookProcess.environment(scene.program.folder))
    var waiting: Int32 = 0
    let deadline = ContinuousClock.now + .seconds(20)
    while waiting < 65_536 {
      try #require(ioctl(end, UInt(FIONREAD), &waiting) == 0)
      try #require(ContinuousClock.now < deadline, "the reader printed only \(waiting) bytes: \(reader.errorText)")
      usleep(1_000)
    }
    let before = try size(scene.ledgerPath)
    let count = Extent.count(short: 150, soak: 2_000)
    for number in 1...count { try #require(try scene.runUnharmed(["add", "\(number)", "Shop"]).exitCode == 0) }
    let growth = try size(scene.ledgerPath) - before
    #expect(try !reader.hasEnded())
    // A commit's row takes about 200 bytes for ever; one that keeps old pages from being used costs 20 KB.
    #expect(growth < count * 1_000 + 200_000, "the file grew by \(growth) bytes in \(count) commits")
    Extent.report(
      "\(command.joined(separator: " ")) into a full pipe: \(count) commits, the file grew by \(growth) bytes")
    reader.kill()
    _ = try reader.wait()
  }

  private func size(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.size] as? Int)
  }
}
