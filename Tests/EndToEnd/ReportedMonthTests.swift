import JSON
import ProgramRunning
import Testing

/// Faults that people reported of other tools: previews, zones and the ends of months. Each test names its report.
struct ReportedMonthTests {
  private func ledger(_ rows: [String]) throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let path = try program.write((["Date,Payee,Amount"] + rows).map { $0 + "\n" }.joined(), to: "bank.csv")
    try program.succeed(["import", path, "--currency", "EUR", "--account", "Checking"])
    return program
  }

  private func outByMonth(_ program: FoldbookProcess) throws -> [String: Int64] {
    let months = try program.answer(["months"])["months"]?.elements ?? []
    let pairs = months.map { ($0["month"]?.text ?? "", $0["moneyOutMinor"]?.integer ?? -1) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(
    arguments: [
      ("Date;Payee;Amount\n01.10.2026;A;-1.234,50\n02.10.2026;B;1.000\n", "EUR", [-123_450, 100_000]),
      ("Date;Payee;Amount\n2026-10-01;A;-85,001\n2026-10-02;B;1,000\n", "JPY", [-85_001, 1_000]),
      ("Date,Payee,Amount\n2026-10-01,A,-1.5\n2026-10-02,B,\"1,000.25\"\n", "USD", [-150, 100_025]),
      ("Date,Payee,Amount\n2026-10-01,A,-1.234\n2026-10-02,B,2.5\n", "KWD", [-1_234, 2_500]),
    ] as [(String, String, [Int64])])
  func `buckets#200: what the preview shows is what is written`(
    _ text: String, _ currency: String, _ amounts: [Int64]
  ) throws {
    let program = try FoldbookProcess()
    let path = try program.write(text, to: "bank.csv")
    let command = ["import", path, "--currency", currency]
    let preview = try program.answer(command + ["--dry-run"])
    let report = try program.answer(command)
    #expect(preview["files"] == report["files"])
    let shown = preview["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(shown.map { $0["amountMinor"]?.integer } == amounts)
    let listed = try program.answer(["list"])["transactions"]?.elements ?? []
    #expect(listed.reversed().map { $0["amountMinor"]?.integer } == amounts)
    #expect(listed.reversed().map { $0["date"]?.text } == shown.map { $0["date"]?.text })
  }

  @Test(arguments: ["UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Berlin", "XXX+11"])
  func `firefly-iii#9041, #9839: no zone of the machine moves a day`(_ zone: String) throws {
    let program = try FoldbookProcess()
    let path = try program.write("Date,Payee,Amount\n2026-10-01,A,-1.00\n2026-10-25,B,-2.00\n", to: "bank.csv")
    let environment = ["TZ": zone]
    try #require(
      program.run(["import", path, "--currency", "EUR"], environment: environment).exitCode == 0)
    let listed = try program.run(["list", "--json"], environment: environment).json()["transactions"]?.elements ?? []
    #expect(listed.map { $0["date"]?.text } == ["2026-10-25", "2026-10-01"])
    let months = try program.run(["months", "--json"], environment: environment).json()["months"]?.elements ?? []
    #expect(months.map { $0["month"]?.text } == ["2026-10"])
  }

  @Test
  func `firefly-iii#3330, #8384, #8937, #11096: a month has its last day, in every question`() throws {
    let program = try ledger([
      "2026-01-01,A,-1.00", "2026-01-31,B,-2.00", "2026-02-28,C,-4.00", "2026-03-01,D,-8.00", "2024-02-29,E,-16.00",
    ])
    let months = try outByMonth(program)
    #expect(months["2026-01"] == 300 && months["2026-02"] == 400 && months["2026-03"] == 800)
    #expect(months["2024-02"] == 1_600)
    #expect(try program.answer(["list", "month:2026-01"])["totalMinor"]?.integer == -300)
    #expect(try program.answer(["list", "from:2026-01-31", "to:2026-02-28"])["totalMinor"]?.integer == -600)
    let days = try program.answer(["days", "--month", "2026-01"])["days"]?.elements ?? []
    #expect(days.contains { $0["date"]?.text == "2026-01-31" && $0["moneyOutMinor"]?.integer == 200 })
    let dashboard = try program.answer(["dashboard", "--today", "2026-01-31"])
    #expect(dashboard["month"]?["moneyOutMinor"]?.integer == 300)
    let categories = try program.answer(["categories", "--month", "2026-01"])["categories"]?.elements ?? []
    #expect(categories.reduce(0) { $0 + ($1["sumMinor"]?.integer ?? 0) } == -300)
    #expect(try program.answer(["explain", "2026-01"])["sumMinor"]?.integer == -300)
  }

  @Test
  func `firefly-iii#9867: 31 January counts in January`() throws {
    let program = try ledger(["2026-01-31,A,-5.00"])
    #expect(try outByMonth(program) == ["2026-01": 500])
    #expect(try program.answer(["list", "month:2026-02"])["count"]?.integer == 0)
    #expect(try program.answer(["dashboard", "--today", "2026-02-01"])["month"]?["moneyOutMinor"]?.integer == 0)
  }

  @Test
  func `actual#975, #1080, #5064, #6087: a budget month may begin on payday`() throws {
    let program = try ledger([
      "2026-09-24,A,-1.00", "2026-09-25,B,-2.00", "2026-10-24,C,-4.00", "2026-10-25,D,-8.00",
    ])
    #expect(try outByMonth(program) == ["2026-09": 300, "2026-10": 1_200])
    try program.succeed(["budget", "set", "30.00"])
    try program.succeed(["settings", "month-start-day", "25"])
    // A month that begins late has the name of the month in which it ends.
    #expect(try outByMonth(program) == ["2026-09": 100, "2026-10": 600, "2026-11": 800])
    #expect(try program.answer(["list", "month:2026-10"])["totalMinor"]?.integer == -600)
    let dashboard = try program.answer(["dashboard", "--today", "2026-10-20"])
    #expect(dashboard["month"]?["month"]?.text == "2026-10")
    let budget = try #require(dashboard["budget"])
    #expect(budget["spentMinor"]?.integer == 200 && budget["remainingMinor"]?.integer == 2_800)
    // 25 September is the first of 30 days, so 20 October is the 26th.
    #expect(budget["evenPaceMinor"]?.integer == 2_600)
    try program.succeed(["settings", "month-start-day", "1"])
    #expect(try outByMonth(program) == ["2026-09": 300, "2026-10": 1_200])
  }
}
