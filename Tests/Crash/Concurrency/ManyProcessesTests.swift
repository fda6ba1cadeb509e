import Foundation
import Glibc
import JSON
import LMDB
import ProgramRunning
import Testing

/// Several writers and readers in processes of their own at once.
struct ManyProcessesTests {
  /// Adds, imports, changes and undoes; says what was acknowledged, and codes that nothing explains.
  private static let writer = """
    run() {
      echo "> $*"
      "$FOLDBOOK_BIN" "$@" --now 2026-10-20
      code=$?
      case $code in 0|65|66|75) ;; *) echo "unexpected exit $code of $*" ;; esac
    }
    for number in 1 2 3; do
      run add $number.25 "Shop $NAME $number"
      run import "$NAME.csv" --account Checking
      run recategorise --where "text:Payee-$NAME" --to Groceries
      run undo
      [ $number = 2 ] && run replay
      run import "$NAME-large-$number.csv" --account "Card $NAME"
    done
    """

  /// Looks at the ledger until the writers are done: every look shows a whole ledger that does not go back.
  private static let reader = """
    last=0
    while [ ! -e done ]; do
      for command in "verify" "replay --check" "list --json" "dashboard --json"; do
        "$FOLDBOOK_BIN" $command >"$NAME.last" 2>"$NAME.reason"
        code=$?
        [ $code = 0 ] || echo "unexpected exit $code of $command: $(cat "$NAME.reason" "$NAME.last")"
      done
      count=$("$FOLDBOOK_BIN" log --csv | wc -l)
      [ "$count" -ge "$last" ] || echo "unexpected: $count commits after $last"
      last=$count
      echo "look"
    done
    """

  @Test
  func `four writers and two readers at once lose nothing and see whole ledgers`() throws {
    let roundCount = Extent.count(short: 1, soak: 50)
    var acknowledgedCount = 0
    var lookCount = 0
    var busyCount = 0
    for round in 1...roundCount {
      let program = try FoldbookProcess()
      try #require(try program.run(["init", "--currency", "EUR"]).exitCode == 0)
      let names = (1...4).map { "w\($0)" }
      for name in names {
        try program.write(FaultScript.statement(name, rowCount: 60), to: "\(name).csv")
        for number in 1...3 {
          try program.write(
            FaultScript.statement("\(name)-\(number)", rowCount: 2_000), to: "\(name)-large-\(number).csv")
        }
      }
      let writers = try names.map { name in
        try KilledProgram(ManyProcessesTests.writer, program: program, name: name, variables: ["NAME": name])
      }
      let readers = try ["r1", "r2"].map { name in
        try KilledProgram(ManyProcessesTests.reader, program: program, name: name, variables: ["NAME": name])
      }
      for writer in writers { writer.wait() }
      try program.write("", to: "done")
      for reader in readers { reader.wait() }

      for process in writers + readers {
        let unexpected = try process.lines().filter { $0.hasPrefix("unexpected") }
        let messages = try process.errorText()
        #expect(unexpected == [], "round \(round): \(messages)")
      }
      var commands: [Int64: String] = [:]
      for commit in try program.run(["log", "--json"]).json()["commits"]?.elements ?? [] {
        commands[try #require(commit["commit"]?.integer)] = commit["command"]?.text?.filter { $0 != "'" }
      }
      #expect(commands.keys.max() == Int64(commands.count), "round \(round): the log has gaps")
      for writer in writers {
        for acknowledgement in try writer.acknowledgements() {
          acknowledgedCount += 1
          #expect(commands[acknowledgement.commit] == acknowledgement.request.filter { $0 != "'" }, "round \(round)")
        }
        busyCount += try writer.errorText().components(separatedBy: "busy").count - 1
      }
      lookCount += try readers.reduce(0) { try $0 + $1.lines().filter { $0 == "look" }.count }
      for command in [["verify"], ["replay", "--check"]] {
        let outcome = try program.run(command)
        #expect(outcome.exitCode == 0, "round \(round): \(command): \(outcome.errorText)")
      }
    }
    #expect(acknowledgedCount >= roundCount * 40 && lookCount > 0)
    Extent.report(
      "4 writers and 2 readers: \(roundCount) rounds, \(acknowledgedCount) commits acknowledged, \(lookCount) looks, "
        + "\(busyCount) told that the ledger is busy")
  }

  /// Writers and readers whose maps are too small at first, so that each has to take over what the others grew.
  @Test
  func `maps grow in every process while others write and read`() async throws {
    for _ in 1...Extent.count(short: 1, soak: 25) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foldbook-test-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appendingPathComponent("grown").path
      try Environment.create(path: path) { _ = try $0.createTable(named: "pages") }
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 { group.addTask { await ManyProcessesTests.write(path, UInt64(number)) } }
        for _ in 1...2 { group.addTask { await ManyProcessesTests.read(path) } }
      }
      try StructureCheck.whole(path: path)
      let environment = try Environment.open(path: path, mode: .readOnly)
      let count = try environment.read { transaction in
        try ManyProcessesTests.entryCount(transaction)
      }
      #expect(count == 4 * 60)
      try FileManager.default.removeItem(at: folder)
    }
  }

  private static func write(_ path: String, _ number: UInt64) async {
    await #expect(processExitsWith: .success) { [path = path as String, number = number as UInt64] in
      let environment = try Environment.open(
        path: path, mode: .readWrite, mapSizeBytes: 1 << 20, busyTimeoutMilliseconds: 60_000)
      for entry in 0..<60 {
        try environment.write { transaction in
          guard let table = try transaction.table(named: "pages") else { exit(1) }
          let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 40_000)
          try transaction.put(key: Key(number << 32 | UInt64(entry)), value: value, in: table)
        }
      }
    }
  }

  private static func read(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let environment = try Environment.open(path: path, mode: .readOnly, mapSizeBytes: 1 << 20)
      var last = 0
      while last < 4 * 60 {
        let count = try environment.read { try ManyProcessesTests.entryCount($0) }
        if count < last { exit(2) }
        last = count
      }
    }
  }

  /// How many entries there are; each has to be one writer's, whole.
  private static func entryCount(_ transaction: borrowing ReadTransaction) throws -> Int {
    guard let table = try transaction.table(named: "pages") else { return 0 }
    let cursor = try transaction.cursor(in: table)
    var count = 0
    while let entry = try cursor.next() {
      guard entry.value.count == 40_000, let first = entry.value.first, entry.value.last == first else {
        throw UnsoundLedger(reason: "an entry is not whole")
      }
      count += 1
    }
    return count
  }
}
