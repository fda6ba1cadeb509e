import Foundation
import JSON
import ProgramRunning
import Testing

/// Faults that people reported of other tools: duplicates, and what an import may change. Each test names its report.
struct ReportedDuplicateTests {
  private func importing(
    _ program: FoldbookProcess, _ paths: [String], _ options: [String] = ["--account", "Checking"]
  ) throws -> JSONValue {
    let outcome = try program.run(["import", "--json", "--currency", "EUR"] + paths + options)
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    return try outcome.json()
  }

  private func added(_ report: JSONValue) -> [Int64?] {
    [report["added"]?.integer, report["duplicates"]?.integer]
  }

  private func file(
    _ program: FoldbookProcess, _ rows: [String], header: String = "Date,Payee,Amount", name: String = "bank.csv"
  ) throws -> String {
    try program.write(([header] + rows).map { $0 + "\n" }.joined(), to: name)
  }

  private func rows(_ program: FoldbookProcess) throws -> [JSONValue] {
    let outcome = try program.run(["list", "--json"])
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    return try outcome.json()["transactions"]?.elements ?? []
  }

  private func statement(account: String, _ rows: [(id: String, day: String, amount: String, name: String)]) -> String {
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR\n"
      + "<BANKACCTFROM><BANKID>1<ACCTID>\(account)<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n"
      + rows.map {
        "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>\($0.day)<TRNAMT>\($0.amount)<FITID>\($0.id)<NAME>\($0.name)</STMTTRN>\n"
      }.joined() + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
  }

  @Test
  func `firefly-iii#2353, #1456, #2610: two equal tram rides are two, and a re-import compares counts`() throws {
    let program = try FoldbookProcess()
    let ride = "2026-10-02,Tram,-2.80"
    #expect(added(try importing(program, [file(program, [ride, ride])])) == [2, 0])
    #expect(added(try importing(program, [file(program, [ride, ride])])) == [0, 2])
    #expect(added(try importing(program, [file(program, [ride, ride, ride])])) == [1, 2])
    #expect(try rows(program).count == 3)
  }

  @Test
  func `firefly-iii#11882: the report equals the result`() throws {
    let program = try FoldbookProcess()
    let first = try file(program, ["2026-10-01,A,-1.00", "2026-10-02,B,-2.00"], name: "a.csv")
    let second = try file(program, ["2026-10-02,B,-2.00", "2026-10-03,C,-3.00"], name: "b.csv")
    var count = 0
    for path in [first, second, first] {
      let report = try importing(program, [path])
      let listed = report["files"]?.elements?.first?["transactions"]?.elements ?? []
      #expect(listed.count { $0["status"]?.text == "new" } == Int(report["added"]?.integer ?? -1))
      #expect(listed.count { $0["status"]?.text == "duplicate" } == Int(report["duplicates"]?.integer ?? -1))
      count += Int(report["added"]?.integer ?? 0)
      #expect(try rows(program).count == count)
    }
    #expect(count == 3)
  }

  @Test
  func `actual#5627: equal interest on another day is another row`() throws {
    let program = try FoldbookProcess()
    let days = (1...9).map { "2026-10-0\($0),Interest,0.07" }
    #expect(added(try importing(program, [file(program, Array(days[..<5]))])) == [5, 0])
    #expect(added(try importing(program, [file(program, Array(days[3...]))])) == [4, 2])
  }

  @Test
  func `actual#2668: nothing is merged on its amount alone`() throws {
    let program = try FoldbookProcess()
    for words in [["init", "--currency", "EUR"], ["accounts", "add", "Checking"]] {
      try #require(program.run(words).exitCode == 0)
    }
    for (merchant, day) in [("Corner Shop", "2026-10-01"), ("Bookshop", "2026-10-07")] {
      try #require(program.run(["add", "10.00", merchant, "--date", day]).exitCode == 0)
    }
    // A week after the one, and of another name than the other.
    let path = try file(program, ["2026-10-08,Corner Shop,-10.00"])
    #expect(added(try importing(program, [path])) == [1, 0])
    #expect(try rows(program).count == 3)
  }

  @Test
  func `actual#608, #2420: an import changes no older row, and a matched one keeps what a person chose`() throws {
    let program = try FoldbookProcess()
    _ = try importing(program, [file(program, ["2026-10-01,Rent Office,-900.00", "2026-10-02,Shop,-8.40"])])
    try #require(
      program.run(["add", "5.00", "Kiosk", "--category", "Groceries", "--date", "2026-10-03"]).exitCode == 0)
    func kept() throws -> [String] {
      try rows(program).map { row in
        let amount = row["amountMinor"]?.integer ?? 0
        return ["date", "account", "merchant", "category", "note"].map { row[$0]?.text ?? "-" }.joined(separator: "|")
          + "|\(amount)"
      }
    }
    let before = try kept()
    let path = try file(
      program,
      ["2026-10-01,Rent Office,-900.00,Housing", "2026-10-04,KIOSK,-5.00,Fees"], header: "Date,Payee,Amount,Category")
    let report = try importing(program, [path])
    #expect(added(report) == [0, 1] && report["matched"]?.integer == 1)
    #expect(try kept() == before)
    try #require(program.run(["undo"]).exitCode == 0)
    #expect(try kept() == before)
  }

  @Test
  func `beancount-import#216, securo#911: a reference that a bank uses again does not stand alone`() throws {
    let program = try FoldbookProcess()
    let first = try program.write(
      statement(account: "12345678", [("1", "20261001", "-1.00", "A"), ("2", "20261002", "-2.00", "B")]), to: "a.ofx")
    let second = try program.write(
      statement(account: "12345678", [("1", "20261011", "-7.00", "C"), ("2", "20261002", "-2.00", "B")]), to: "b.ofx")
    #expect(added(try importing(program, [first])) == [2, 0])
    #expect(added(try importing(program, [second])) == [1, 1])
  }

  @Test
  func `buckets#894: a reference counts within its account`() throws {
    let program = try FoldbookProcess()
    let row = (id: "1", day: "20261001", amount: "-1.00", name: "A")
    let first = try program.write(statement(account: "11112222", [row]), to: "a.ofx")
    let second = try program.write(statement(account: "33334444", [row]), to: "b.ofx")
    #expect(added(try importing(program, [first], [])) == [1, 0])
    #expect(added(try importing(program, [second], [])) == [1, 0])
    #expect(added(try importing(program, [first, second], [])) == [0, 2])
  }

  @Test
  func `hledger#1837, #1943, #2464: a row that the bank reports late is not missed`() throws {
    let program = try FoldbookProcess()
    _ = try importing(program, [file(program, ["2026-10-05,A,-1.00", "2026-10-09,B,-2.00"])])
    let late = try file(program, ["2026-10-02,Late,-3.00", "2026-10-05,A,-1.00", "2026-10-07,Late,-4.00"])
    #expect(added(try importing(program, [late])) == [2, 1])
  }

  @Test
  func `hledger#2444: an import of several files is whole or nothing`() throws {
    let program = try FoldbookProcess()
    try #require(program.run(["init", "--currency", "EUR"]).exitCode == 0)
    let good = try file(program, ["2026-10-05,A,-1.00"], name: "good.csv")
    let bad = try file(program, ["2026-10-05,A,-1.00", "2026-10-32,B,-2.00"], name: "bad.csv")
    #expect(try program.run(["import", good, bad, "--account", "Checking"]).exitCode == 65)
    #expect(try rows(program).isEmpty)
    #expect(added(try importing(program, [good])) == [1, 0])
  }

  @Test
  func `firefly-iii#9268, actual#8932: a pending row is left out and said, so that the posted one is the only one`()
    throws
  {
    let program = try FoldbookProcess()
    let header = "Date,Payee,Amount,Status"
    let pending = try file(
      program, ["2026-10-05,A,-1.00,Posted", "2026-10-06,B,-2.00,Pending"], header: header, name: "a.csv")
    let report = try importing(program, [pending])
    #expect(added(report) == [1, 0] && report["skippedRows"]?.integer == 1)
    let skipped = report["files"]?.elements?.first?["skipped"]?.elements ?? []
    #expect(skipped.map { $0["line"]?.integer } == [3])
    let posted = try file(
      program, ["2026-10-05,A,-1.00,Posted", "2026-10-07,B,-2.00,Posted"], header: header, name: "b.csv")
    #expect(added(try importing(program, [posted])) == [1, 1])
  }

  @Test
  func `firefly-iii#1905, #2582, actual#8708: deleted stays deleted until it is asked back, undone comes back`() throws
  {
    let program = try FoldbookProcess()
    let path = try file(program, ["2026-10-05,A,-1.00", "2026-10-06,B,-2.00"])
    _ = try importing(program, [path])
    let id = try #require(rows(program).first?["id"]?.integer)
    try #require(program.run(["delete", "\(id)"]).exitCode == 0)
    var report = try importing(program, [path])
    #expect(added(report) == [0, 1] && report["deletedRows"]?.integer == 1 && report["commit"]?.isNull == true)
    report = try importing(program, [path], ["--account", "Checking", "--restore-deleted"])
    #expect(added(report) == [0, 1] && report["restored"]?.integer == 1 && report["deletedRows"]?.integer == 0)
    for _ in 1...3 { try #require(program.run(["undo"]).exitCode == 0) }
    #expect(try rows(program).isEmpty)
    #expect(added(try importing(program, [path])) == [2, 0])
  }
}
