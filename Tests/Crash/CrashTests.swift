import Foundation
import Glibc
import JSON
import ProgramRunning
import Testing

/// The program killed at random moments: what it acknowledged stays, and what is there is whole.
struct CrashTests {
  /// Adds, imports, changes, undoes, rebuilds and copies for ever; says what it asks for, and codes that nothing explains.
  private static let writer = """
    run() {
      echo "> $*"
      "$FOLDBOOK_BIN" "$@" --now 2026-10-20
      code=$?
      case $code in 0|65|66|75) ;; *) echo "unexpected exit $code of $*" ;; esac
    }
    number=0
    while :; do
      number=$((number + 1))
      run add $number.25 "Shop $NAME $number"
      run import "$NAME.csv" --account Checking
      run recategorise --where "text:Payee-$NAME" --to Groceries
      run undo
      run backup "$NAME-$number.copy"
      run replay
      run add +$number "Employer $NAME $number"
      run undo
      run redo
      run delete --where "merchant:Payee-$NAME-7"
      run import "$NAME.csv" --account Checking --restore-deleted
      run rules add "merchant:Payee-$NAME" --to Shopping --priority $number
      run rules apply
      run merchants merge "Payee-$NAME-$((number % 40))" "Payee-$NAME-0"
      run merchants rename "Payee-$NAME-0" "The shop $NAME $number"
      run categories rename Gifts "Gifts of $NAME"
      run assert Checking 2026-10-01 $number
      run transfers link --sure
      run undo 3 --cascade
    done
    """

  private func statement(_ name: String, rowCount: Int) -> String {
    var lines = ["Date,Payee,Amount,Memo"]
    for row in 0..<rowCount {
      let day = String(format: "2026-%02d-%02d", row % 9 + 1, row % 28 + 1)
      lines.append("\(day),Payee-\(name)-\(row % 40),-\(row + 1).\(row % 90 + 10),row \(row)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every commit of the log by number: its command and its hash.
  private func log(_ program: FoldbookProcess) throws -> [Int64: (command: String, hash: String)] {
    let outcome = try program.run(["log", "--json"])
    try #require(outcome.exitCode == 0, "log: \(outcome.errorText)")
    var result: [Int64: (command: String, hash: String)] = [:]
    for commit in try outcome.json()["commits"]?.elements ?? [] {
      let number = try #require(commit["commit"]?.integer)
      result[number] = (commit["command"]?.text ?? "", commit["hash"]?.text ?? "")
    }
    return result
  }

  private func checkWhole(_ program: FoldbookProcess, _ round: String) throws {
    for arguments in [["verify"], ["replay", "--check"], ["list", "--json"]] {
      let outcome = try program.run(arguments)
      try #require(
        outcome.exitCode == 0 && !outcome.wasSignalled,
        "\(round): \(arguments): \(outcome.errorText)\(outcome.outputText)")
    }
  }

  /// Checks that every copy that is there is whole, takes them away, and says how many there were.
  private func checkCopies(
    _ program: FoldbookProcess, names: [String], log: [Int64: (command: String, hash: String)], _ round: String
  ) throws -> Int {
    let copies = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter {
      $0.hasSuffix(".copy")
    }
    for copy in copies {
      let outcome = try program.run(["verify", "--json"], ledger: program.path(copy))
      try #require(outcome.exitCode == 0, "\(round): \(copy): \(outcome.errorText)")
      let head = try outcome.json()["commits"]?.integer
      let hash = try outcome.json()["headHash"]?.text
      #expect(head.flatMap { log[$0]?.hash } == hash, "\(round): \(copy) is not the ledger as it was")
      for suffix in ["", "-lock", "-anchor"] where FileManager.default.fileExists(atPath: program.path(copy + suffix)) {
        try FileManager.default.removeItem(atPath: program.path(copy + suffix))
      }
    }
    return copies.count
  }

  /// Lets a random time pass: a kill at a moment that nothing in the program announces is the point of these tests.
  private func letTimePass(milliseconds: ClosedRange<Int>, _ numbers: inout SeededNumbers) {
    usleep(UInt32(Int.random(in: milliseconds, using: &numbers)) * 1_000)
  }

  private func waitForAcknowledgement(_ writer: KilledProgram) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try writer.acknowledgements().isEmpty {
      let messages = try writer.errorText()
      try #require(ContinuousClock.now < deadline, "the writer makes no commit: \(messages)")
      usleep(1_000)
    }
  }

  /// The command of the journal without its quotes.
  private func plain(_ command: String) -> String { command.filter { $0 != "'" } }

  /// Ledgers that are killed a hundred times each.
  private static let ledgers = Array(1...Extent.count(short: 1, soak: 50))

  @Test(arguments: ledgers)
  func `100 kills lose no acknowledged commit`(_ ledger: Int) throws {
    let program = try FoldbookProcess()
    try #require(try program.run(["init", "--currency", "EUR"]).exitCode == 0)
    var numbers = SeededNumbers(seed: UInt64(8 + ledger))
    var known: [Int64: String] = [:]
    var acknowledged = 0
    var copies = 0
    for round in 1...100 {
      // One writer alone is killed within its commits, two also while one waits for the other.
      let names = round.isMultiple(of: 2) ? ["r\(round)"] : ["r\(round)a", "r\(round)b"]
      for name in names { try program.write(statement(name, rowCount: 60), to: "\(name).csv") }
      let writers = try names.map { name in
        try KilledProgram(CrashTests.writer, program: program, name: name, variables: ["NAME": name])
      }
      // However busy the machine is, every third kill comes after a commit.
      if round.isMultiple(of: 3) { try waitForAcknowledgement(writers[0]) }
      letTimePass(milliseconds: 5...130, &numbers)
      for writer in writers { try writer.kill() }

      let log = try log(program)
      for writer in writers {
        for acknowledgement in try writer.acknowledgements() {
          acknowledged += 1
          let commit = try #require(log[acknowledgement.commit], "round \(round): lost \(acknowledgement)")
          #expect(plain(commit.command) == plain(acknowledgement.request), "round \(round)")
        }
        let unexpected = try writer.lines().filter { $0.hasPrefix("unexpected") }
        let messages = try writer.errorText()
        #expect(unexpected == [], "round \(round): \(messages)")
      }
      for (number, hash) in known { #expect(log[number]?.hash == hash, "round \(round): commit \(number) changed") }
      #expect(log.keys.max() == Int64(log.count), "round \(round): the log has gaps")
      known = log.mapValues(\.hash)
      copies += try checkCopies(program, names: names, log: log, "round \(round)")
      try checkWhole(program, "round \(round)")
    }
    Extent.report(
      "100 kills: \(acknowledged) commits were acknowledged, \(known.count) are in the log; "
        + "\(copies) copies are whole")
    #expect(acknowledged >= 33)
  }

  @Test
  func `a kill while a ledger is made leaves a whole ledger or none`() throws {
    let program = try FoldbookProcess()
    try program.write(statement("first", rowCount: 2_000), to: "first.csv")
    var numbers = SeededNumbers(seed: 10)
    var made = 0
    let roundCount = Extent.count(short: 20, soak: 500)
    for round in 1...roundCount {
      let importing = ["import", "first.csv", "--account", "Checking", "--currency", "EUR"]
      let command = round.isMultiple(of: 2) ? ["init", "--currency", "EUR"] : importing
      let writer = try KilledProgram(
        "exec \"$FOLDBOOK_BIN\" \(command.joined(separator: " ")) --now 2026-10-20", program: program,
        name: "first-\(round)")
      letTimePass(milliseconds: 0...25, &numbers)
      try writer.kill()
      let isAcknowledged = try writer.lines().contains { $0.hasPrefix("Commit ") || $0.hasPrefix("A new ledger ") }
      let list = try program.run(["list", "--json"])
      if list.exitCode == 0 {
        made += 1
        #expect(try list.json()["count"]?.integer == (command == importing ? 2_000 : 0), "round \(round)")
        try checkWhole(program, "round \(round)")
      } else {
        #expect(list.exitCode == 66, "round \(round): \(list.errorText)")
        #expect(!isAcknowledged, "round \(round)")
        // What was left behind is in nobody's way.
        #expect(try program.run(command).exitCode == 0)
        try checkWhole(program, "round \(round)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
      where name.hasPrefix("ledger.foldbook") {
        try FileManager.default.removeItem(atPath: program.path(name))
      }
    }
    Extent.report("\(made) of \(roundCount) ledgers were made before the kill")
  }
}
