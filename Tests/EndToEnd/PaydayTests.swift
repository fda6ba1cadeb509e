import Foundation
import JSON
import ProgramRunning
import Testing

/// A month that begins on payday: every report cuts it alike.
struct PaydayTests {
  private func ledger(startDay: String) throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    let rows = [
      "2026-09-24,Shop,-1.00", "2026-09-25,Shop,-2.00", "2026-09-28,Shop,-4.00", "2026-10-14,Shop,-8.00",
      "2026-10-15,Shop,-16.00", "2026-10-20,Shop,-32.00",
    ]
    try program.write("Date,Payee,Amount\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["import", "a.csv", "--account", "Giro"])
    try program.succeed(["recategorise", "--where", "merchant:Shop", "--to", "Groceries"])
    try program.succeed(["settings", "month-start-day", startDay])
    try program.succeed(["budget", "set", "310", "--from", "2026-09"])
    try program.succeed(["budget", "set", "Groceries", "300", "--from", "2026-09"])
    return program
  }

  /// The start day, the month of 20 October, its first day, its length, and what was spent in it.
  @Test(arguments: [
    ("1", "2026-10", "2026-10-01", 31, Int64(5_600)), ("15", "2026-10", "2026-10-15", 31, 4_800),
    ("25", "2026-10", "2026-09-25", 30, 6_200), ("28", "2026-10", "2026-09-28", 30, 6_000),
    ("16", "2026-11", "2026-10-16", 31, 3_200),
  ])
  func `dashboard, budget, months, explain and forecast say the same of a month`(
    startDay: String, month: String, first: String, length: Int, spent: Int64
  ) throws {
    let program = try ledger(startDay: startDay)
    let today = ["--today", "2026-10-20", "--json"]
    let dashboard = try program.succeed(["dashboard"] + today).json()
    #expect(dashboard["month"]?["month"]?.text == month)
    #expect(dashboard["month"]?["moneyOutMinor"]?.integer == spent)
    let days = dashboard["dailySpending"]?.elements ?? []
    #expect(days.first?["date"]?.text == first)
    #expect(days.last?["date"]?.text == "2026-10-20")
    #expect(days.last?["cumulativeMinor"]?.integer == spent)
    let pace = (Int64(31_000) * Int64(days.count) * 2 + Int64(length)) / (2 * Int64(length))
    #expect(days.last?["evenPaceMinor"]?.integer == pace)
    #expect(dashboard["budget"]?["evenPaceMinor"]?.integer == pace)
    #expect(dashboard["budget"]?["remainingMinor"]?.integer == 31_000 - spent)

    let budget = try program.succeed(["budget"] + today).json()
    #expect(budget["month"]?.text == month)
    let entries = budget["budgets"]?.elements ?? []
    #expect(entries.map { $0["spentMinor"]?.integer } == [spent, spent])
    #expect(entries.first?["evenPaceMinor"]?.integer == pace)
    #expect(entries.last?["remainingMinor"]?.integer == 30_000 - spent)
    #expect(try program.succeed(["explain", month, "--json"]).json()["sumMinor"]?.integer == -spent)
    let months = try program.succeed(["months", "--json"]).json()["months"]?.elements ?? []
    #expect(months.first { $0["month"]?.text == month }?["moneyOutMinor"]?.integer == spent)
    #expect(try program.succeed(["list", "month:\(month)", "--json"]).json()["totalMinor"]?.integer == -spent)
    let forecast = try program.succeed(["forecast"] + today).json()
    #expect(forecast["month"]?.text == month)
    #expect(forecast["soFar"]?["moneyOutMinor"]?.integer == spent)
  }

  @Test func `on the last day of a month that begins on payday the even pace is the budget`() throws {
    let program = try ledger(startDay: "25")
    let last = try program.succeed(["dashboard", "--today", "2026-10-24", "--json"]).json()
    #expect(last["dailySpending"]?.elements?.count == 30)
    #expect(last["budget"]?["evenPaceMinor"]?.integer == 31_000)
    let next = try program.succeed(["dashboard", "--today", "2026-10-25", "--json"]).json()
    #expect(next["month"]?["month"]?.text == "2026-11")
    #expect(next["month"]?["moneyOutMinor"]?.integer == 0)
  }

  /// February has no such day, so that months would not begin on the day that was asked for.
  @Test(arguments: ["29", "30", "31", "0", "-1", "payday", ""])
  func `a day that some month does not have is refused with the days that go`(day: String) throws {
    let program = try ledger(startDay: "28")
    let outcome = try program.run(["settings", "month-start-day", day])
    #expect(outcome.exitCode == 65)
    #expect(outcome.errorText.contains("from 1 to 28"), "\(outcome.errorText)")
    #expect(try program.succeed(["settings", "month-start-day"]).outputText.contains("28"))
  }

  @Test func `what months leave rolls over by the months that begin on payday`() throws {
    let program = try ledger(startDay: "15")
    try program.succeed(["settings", "budget-rollover", "on"])
    let entry = try program.succeed(["budget", "--today", "2026-10-20", "--json"]).json()["budgets"]?.elements?.last
    // September, from the 15th to 14 October, took 15 of 300.
    #expect(entry?["carriedMinor"]?.integer == 28_500)
    #expect(entry?["remainingMinor"]?.integer == 53_700)
  }
}
