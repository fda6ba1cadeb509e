import Foundation
import Glibc
import JSON
import ProgramRunning
import Testing

/// The program killed at random moments: what it acknowledged stays, and what is there is whole.
struct CrashTests {
  /// Every command that changes a ledger, one after the other for ever, from the one with the number `FIRST` on; says what
  /// it asks for, and codes that nothing explains.
  private static let writer = """
    run() {
      echo "> $*"
      "$FOLDBOOK_BIN" "$@" --now 2026-10-20
      code=$?
      case $code in 0|65|66|75) ;; *) echo "unexpected exit $code of $*" ;; esac
    }
    # The number of the newest transaction; a split one takes more than one line.
    newest() {
      "$FOLDBOOK_BIN" list --limit 1 --csv --now 2026-10-20 | sed -n 2p | cut -d , -f 1
    }
    step() {
      case $1 in
        0) run add $number.25 "Shop $NAME $number" ;;
        1) run import "$NAME.csv" --account Checking ;;
        2) run recategorise --where "text:Payee-$NAME" --to Groceries ;;
        3) run undo ;;
        4) run backup "$NAME-$number.copy" ;;
        5) run replay ;;
        6) run add +$number "Employer $NAME $number"; run undo; run redo ;;
        7) run delete --where "merchant:Payee-$NAME-7" ;;
        8) run import "$NAME.csv" --account Checking --restore-deleted ;;
        9) run rules add "merchant:Payee-$NAME" --to Shopping --priority $number; run rules apply ;;
        10) run merchants merge "Payee-$NAME-$((number % 40))" "Payee-$NAME-0" ;;
        11) run merchants rename "Payee-$NAME-0" "The shop $NAME $number" ;;
        12) run categories rename Gifts "Gifts of $NAME" ;;
        13) run assert Checking 2026-10-01 $number ;;
        14) run transfers link --sure ;;
        15) id=$(newest); [ -z "$id" ] || run split "$id" Groceries=0.01 Health=0.02 Gifts ;;
        16) id=$(newest); [ -z "$id" ] || run edit "$id" --date 2026-10-0$((number % 9 + 1)) --note "note $number" ;;
        17) run categories alias "word of $NAME" "$([ $((number % 2)) = 0 ] && echo Travel || echo Fees)" ;;
        18) run import "$NAME-mixed.csv" --guess ;;
        19) run accounts add "Purse $NAME" --opening $number; run accounts close "Purse $NAME" ;;
        20) run categories add "Odds $NAME"; run categories merge "Odds $NAME" Other ;;
        21) run budget set Groceries $number ;;
        22) id=$(newest); [ -z "$id" ] || run split "$id" --remove --to Gifts; run transfers link --sure ;;
        23) run backup --to-jsonl "$NAME-$number.jsonl" ;;
        24) run settings month-start-day $((number % 28 + 1)) ;;
        25) run salvage "$NAME-$number-saved.copy" ;;
        26) run undo 3 --cascade ;;
      esac
    }
    number=0
    place=$FIRST
    while :; do
      number=$((number + 1))
      step $((place % 27))
      place=$((place + 1))
    done
    """
  private static let stepCount = 27

  private func statement(_ name: String, rowCount: Int) -> String {
    var lines = ["Date,Payee,Amount,Memo"]
    for row in 0..<rowCount {
      let day = String(format: "2026-%02d-%02d", row % 9 + 1, row % 28 + 1)
      lines.append("\(day),Payee-\(name)-\(row % 40),-\(row + 1).\(row % 90 + 10),row \(row)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Words for categories, and both sides of a movement.
  private func mixedStatement(_ name: String) -> String {
    """
    Date,Payee,Amount,Category,Account
    2026-09-01,Market \(name),-7.50,word of \(name),Checking
    2026-09-05,Own savings \(name),-40.00,,Checking
    2026-09-06,Transfer \(name),40.00,,Savings \(name)
    2026-09-08,Payee-\(name)-3,-3.40,Odd words of \(name),Checking

    """
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
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    let texts = files.filter { $0.hasSuffix(".jsonl") }
    for text in texts {
      let outcome = try program.run(["restore", program.path(text)], ledger: program.path(text + ".copy"))
      try #require(outcome.exitCode == 0, "\(round): \(text): \(outcome.errorText)")
      try FileManager.default.removeItem(atPath: program.path(text))
    }
    let copies = files.filter { $0.hasSuffix(".copy") } + texts.map { $0 + ".copy" }
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
    var interrupted: [String: Int] = [:]
    for round in 1...100 {
      // One writer alone is killed within its commits, two also while one waits for the other.
      let names = round.isMultiple(of: 2) ? ["r\(round)"] : ["r\(round)a", "r\(round)b"]
      for name in names {
        try program.write(statement(name, rowCount: 60), to: "\(name).csv")
        try program.write(mixedStatement(name), to: "\(name)-mixed.csv")
      }
      // Each begins somewhere else, so that every command is killed as often.
      let writers = try names.map { name in
        let first = Int.random(in: 0..<CrashTests.stepCount, using: &numbers)
        return try KilledProgram(
          CrashTests.writer, program: program, name: name, variables: ["NAME": name, "FIRST": "\(first)"])
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
        if let request = try writer.lines().last(where: { $0.hasPrefix("> ") })?.dropFirst(2) {
          interrupted[request.split(separator: " ").first.map(String.init) ?? "", default: 0] += 1
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
    Extent.report(
      "killed in or after: "
        + interrupted.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
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
