import Foundation
import JSON
import ProgramRunning
import Testing

/// Reports over periods, budgets, what recurs and what is to come, on a small household.
struct ReportTests {
  /// Rent on the last day of each month, a weekly market, a yearly fee, a salary that rose, and a shop without a rhythm.
  private static let rows: [String] = {
    var rows: [String] = []
    for (month, day) in [("04", "30"), ("05", "31"), ("06", "30"), ("07", "31"), ("08", "31"), ("09", "30")] {
      rows.append("2026-\(month)-\(day),Rent Office,-900.00,Housing")
    }
    for (index, day) in ["07-27", "08-27", "09-28"].enumerated() {
      rows.append("2026-\(day),Employer Ltd,\(2_000 + 100 * index).00,Salary")
    }
    for day in ["09-12", "09-19", "09-26", "10-03", "10-10", "10-17"] {
      rows.append("2026-\(day),Market,-20.00,Food:Market")
    }
    for year in ["2024-10-21", "2025-10-22"] { rows.append("\(year),Club,-60.00,Entertainment") }
    for (day, amount) in [
      ("08-02", "3.10"), ("08-03", "7.20"), ("09-21", "11.00"), ("10-02", "9.00"), ("10-20", "4.50"),
    ] {
      rows.append("2026-\(day),Corner Shop,-\(amount),Food:Restaurants")
    }
    return rows
  }()

  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let text = "Date,Payee,Amount,Category\n" + ReportTests.rows.joined(separator: "\n") + "\n"
    try program.write(text, to: "all.csv")
    for arguments in [
      ["init", "--currency", "EUR"], ["accounts", "add", "Giro", "--opening", "1000", "--opening-date", "2024-10-01"],
      ["import", "all.csv", "--account", "Giro"],
    ] {
      let outcome = try program.run(arguments)
      try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText)")
    }
    return program
  }

  private func json(_ program: FoldbookProcess, _ arguments: [String]) throws -> JSONValue {
    let outcome = try program.run(arguments + ["--json"])
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText)")
    return try outcome.json()
  }

  @Test func `what recurs is found with its period, its anchor and its drift`() throws {
    let program = try ledger()
    let entries = try json(program, ["recurring"])["recurring"]?.elements ?? []
    #expect(entries.compactMap { $0["merchant"]?.text } == ["Market", "Employer Ltd", "Rent Office"])
    #expect(entries.compactMap { $0["nextDate"]?.text } == ["2026-10-24", "2026-10-27", "2026-10-31"])
    #expect(entries.compactMap { $0["period"]?.text } == ["weekly", "monthly", "monthly"])
    #expect(entries.compactMap { $0["dayOfMonth"]?.integer } == [27, 31])
    #expect(entries.compactMap { $0["driftMinor"]?.integer } == [0, 20_000, 0])
    #expect(entries.compactMap { $0["medianMinor"]?.integer } == [-2_000, 210_000, -90_000])
    // Two yearly fees are not enough, a third is; and a series that was not seen for long has ended.
    #expect(
      try program.run(["add", "65", "Club", "--date", "2026-10-20", "--category", "Entertainment"]).exitCode == 0)
    let yearly = try json(program, ["recurring"])["recurring"]?.elements?.last
    #expect(yearly?["merchant"]?.text == "Club")
    #expect(yearly?["period"]?.text == "yearly")
    let later = try json(program, ["recurring", "--today", "2026-12-24"])["recurring"]?.elements ?? []
    #expect(later.compactMap { $0["merchant"]?.text } == ["Club"])
    let all = try json(program, ["recurring", "--today", "2026-12-24", "--all"])["recurring"]?.elements ?? []
    #expect(all.count == 4)
  }

  @Test func `the forecast is what is booked, what recurs and the pace of the rest`() throws {
    let program = try ledger()
    let forecast = try json(program, ["forecast"])
    let expected = forecast["expected"]?.elements ?? []
    let names = expected.compactMap { $0["merchant"]?.text }
    #expect(names.sorted() == ["Employer Ltd", "Market", "Market", "Rent Office"])
    let sum = expected.compactMap { $0["amountMinor"]?.integer }.reduce(0, +)
    #expect(sum == 126_000)
    // The shop took 34.80 in the 90 days up to today; 11 days are left.
    let pace: Int64 = 3_480 * 11 / 90
    let spent: Int64 = 7_350
    #expect(forecast["paceSpentMinor"]?.integer == pace)
    #expect(forecast["daysMeasured"]?.integer == 90)
    let (soFar, atEnd) = (forecast["soFar"], forecast["atEnd"])
    #expect(soFar?["moneyOutMinor"]?.integer == spent)
    #expect(atEnd?["moneyOutMinor"]?.integer == spent + 94_000 + pace)
    #expect(atEnd?["moneyInMinor"]?.integer == 220_000)
    let balance = try #require(soFar?["balanceMinor"]?.integer)
    #expect(atEnd?["balanceMinor"]?.integer == balance + 126_000 - pace)
    // On the last day nothing is left to come.
    let last = try json(program, ["forecast", "--today", "2026-10-31"])
    #expect(last["expected"]?.elements?.isEmpty == true)
    #expect(last["paceSpentMinor"]?.integer == 0)
  }

  @Test func `budgets roll over what earlier months left where that is asked for`() throws {
    let program = try ledger()
    for arguments in [
      ["budget", "set", "Food:Market", "50", "--from", "2026-08"], ["settings", "month-start-day", "1"],
    ] {
      #expect(try program.run(arguments).exitCode == 0)
    }
    func market() throws -> [Int64?] {
      let entry = try json(program, ["budget"])["budgets"]?.elements?.first
      return ["carriedMinor", "spentMinor", "remainingMinor", "forecastMinor"].map { entry?[$0]?.integer }
    }
    #expect(try market() == [0, 6_000, -1_000, 10_000])
    #expect(try program.run(["settings", "budget-rollover", "maybe"]).exitCode == 65)
    #expect(try program.run(["settings", "budget-rollover", "on"]).exitCode == 0)
    // 50 of August, and 50 − 60 of September.
    #expect(try market() == [4_000, 6_000, 3_000, 10_000])
    #expect(try program.run(["undo"]).exitCode == 0)
    #expect(try market() == [0, 6_000, -1_000, 10_000])
  }

  @Test func `categories and merchants are compared with the period before`() throws {
    let program = try ledger()
    let categories = try json(program, ["categories", "--month", "2026-10", "--compare"])
    #expect(categories["previousFrom"]?.text == "2026-09-01")
    #expect(categories["previousTo"]?.text == "2026-09-30")
    for (name, sum, previous) in [
      ("Food:Market", -6_000, -6_000), ("Housing", 0, -90_000), ("Food:Restaurants", -1_350, -1_100),
    ] {
      let entry = categories["categories"]?.elements?.first { $0["category"]?.text == name }
      #expect(entry?["sumMinor"]?.integer == Int64(sum), "\(name)")
      #expect(entry?["previousSumMinor"]?.integer == Int64(previous), "\(name)")
    }
    let merchants = try json(program, ["merchants", "--from", "2026-10-11", "--compare"])
    #expect(merchants["previousFrom"]?.text == "2026-10-01")
    #expect(merchants["previousTo"]?.text == "2026-10-10")
    let entries = merchants["merchants"]?.elements ?? []
    #expect(entries.first?["merchant"]?.text == "Market")
    #expect(entries.first?["previousSumMinor"]?.integer == -4_000)
    #expect(try program.run(["categories", "--compare"]).exitCode == 64)
  }

  @Test func `names with colons add up to their first parts`() throws {
    let program = try ledger()
    func food(_ arguments: [String]) throws -> Int64? {
      try json(program, arguments)["categories"]?.elements?.first { $0["category"]?.text == "Food" }?["sumMinor"]?
        .integer
    }
    #expect(try food(["categories", "--month", "2026-10", "--depth", "1"]) == -7_350)
    #expect(try food(["categories", "--month", "2026-10"]) == nil)
    #expect(try json(program, ["list", "category:Food", "month:2026-10"])["count"]?.integer == 5)
    #expect(try json(program, ["list", "category:food:", "month:2026-10"])["count"]?.integer == 5)
    #expect(try json(program, ["explain", "2026-10", "Food"])["sumMinor"]?.integer == -7_350)
    #expect(try program.run(["list", "category:Foo"]).exitCode == 66)
    #expect(try program.run(["categories", "--depth", "0"]).exitCode == 64)
    let wide = try program.run(["months", "--wide", "--depth", "1", "--from", "2026-09-01", "--csv"]).outputText
    #expect(wide.contains("category,kind,currency,2026-09,2026-10\r\n"))
    #expect(wide.contains("Food,expense,EUR,-71.00,-73.50\r\n"))
    #expect(wide.contains("Net,total,EUR,1229.00,-73.50\r\n"))
  }

  @Test func `words of a note that begin with a number sign are tags`() throws {
    let program = try ledger()
    for (amount, note) in [
      ("1", "at the sea #Holiday, with #summer-2026"), ("2", "#holidays"), ("3", "no tag: holiday"),
    ] {
      #expect(try program.run(["add", amount, "Kiosk", "--note", note]).exitCode == 0)
    }
    func sums(_ term: String) throws -> [Int64] {
      try json(program, ["list", term])["transactions"]?.elements?.compactMap { $0["amountMinor"]?.integer } ?? []
    }
    #expect(try sums("tag:holiday") == [-100])
    #expect(try sums("#HOLIDAY") == [-100])
    #expect(try sums("tag:summer-2026") == [-100])
    #expect(try sums("tag:#holidays") == [-200])
    #expect(try sums("tag:holi") == [])
  }

  @Test func `the balance is drawn with its change`() throws {
    let program = try ledger()
    let outcome = try program.run(["balance", "--range", "1Y"])
    #expect(outcome.exitCode == 0, "\(outcome.errorText)")
    #expect(outcome.outputText.contains("█"))
    #expect(outcome.outputText.contains("▲ +") || outcome.outputText.contains("▼ −"))
    let report = try json(program, ["balance", "--range", "all", "--account", "giro"])
    let points = report["points"]?.elements ?? []
    #expect(points.first?["balanceMinor"]?.integer == 100_000)
    let accounts = try json(program, ["accounts"])["accounts"]?.elements ?? []
    #expect(points.last?["balanceMinor"]?.integer == accounts.first?["balanceMinor"]?.integer)
    #expect(try program.run(["balance", "--range", "2W"]).exitCode == 64)
    #expect(try program.run(["balance", "--account", "Gir"]).exitCode == 66)
  }
}
