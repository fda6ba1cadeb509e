import Foundation
import JSON
import ProgramRunning
import Testing

/// A ledger in four currencies, with none, two and three decimals: nothing is summed across, and amounts have their digits.
struct CurrencyTests {
  private struct Held {
    var code: String
    var account: String
    /// As it is typed.
    var spent: String
    /// In minor units.
    var spentMinor: Int64
    var openingMinor: Int64
  }

  private static let held = [
    Held(code: "EUR", account: "Giro", spent: "12.34", spentMinor: 1_234, openingMinor: 10_000),
    Held(code: "USD", account: "Dollars", spent: "20.50", spentMinor: 2_050, openingMinor: 5_025),
    Held(code: "JPY", account: "Yen", spent: "1500", spentMinor: 1_500, openingMinor: 5_000),
    Held(code: "KWD", account: "Dinar", spent: "2.345", spentMinor: 2_345, openingMinor: 1_234),
  ]

  /// In each currency three months of a shop, a salary of twice as much in October, and a transfer from euros to yen.
  private func ledger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    for (held, opening) in zip(CurrencyTests.held, ["100", "50.25", "5000", "1.234"]) {
      try program.succeed(["accounts", "add", held.account, "--currency", held.code, "--opening", opening])
      for month in ["08", "09", "10"] {
        try program.succeed([
          "add", held.spent, "Shop", "--category", "Groceries", "--account", held.account, "--date", "2026-\(month)-05",
        ])
      }
      try program.succeed([
        "add", "+" + held.spent, "Boss", "--category", "Salary", "--account", held.account, "--date", "2026-10-07",
      ])
    }
    try program.succeed(["add", "30", "Move", "--account", "Giro", "--date", "2026-10-08"])
    try program.succeed(["add", "+4500", "Move", "--account", "Yen", "--date", "2026-10-09"])
    let ids = try program.answer(["list", "merchant:Move"])["transactions"]?.elements?.map {
      "\($0["id"]?.integer ?? 0)"
    }
    try program.succeed(["transfers", "link"] + (ids ?? []))
    try program.succeed(["budget", "set", "100", "--from", "2026-08"])
    try program.succeed(["budget", "set", "Groceries", "50", "--from", "2026-08"])
    return program
  }

  private func moved(_ code: String) -> Int64 { code == "EUR" ? -3_000 : code == "JPY" ? 4_500 : 0 }

  private func entries(_ value: JSONValue, _ name: String, _ code: String) -> [JSONValue] {
    (value[name]?.elements ?? []).filter { $0["currency"]?.text == code }
  }

  @Test func `the dashboard is in one currency, and a budget in the ledger's own`() throws {
    let program = try ledger()
    for held in CurrencyTests.held {
      let dashboard = try program.answer(["dashboard", "--currency", held.code])
      #expect(dashboard["minorUnitDigits"]?.integer == Int64(held.code == "JPY" ? 0 : held.code == "KWD" ? 3 : 2))
      let balance = held.openingMinor - 2 * held.spentMinor + moved(held.code)
      #expect(dashboard["balanceMinor"]?.integer == balance, "\(held.code)")
      #expect(dashboard["accounts"]?.elements?.map { $0["name"]?.text } == [held.account])
      #expect(dashboard["month"]?["moneyOutMinor"]?.integer == held.spentMinor)
      #expect(dashboard["month"]?["moneyInMinor"]?.integer == held.spentMinor)
      #expect(dashboard["month"]?["transfersMinor"]?.integer == moved(held.code))
      #expect(dashboard["categories"]?.elements?.map { $0["spentMinor"]?.integer } == [held.spentMinor])
      let isBase = held.code == "EUR"
      #expect(dashboard["budget"]?["amountMinor"]?.integer == (isBase ? 10_000 : nil), "\(held.code)")
      #expect(dashboard["dailySpending"]?.elements?.last?["evenPaceMinor"]?.integer == (isBase ? 6_452 : nil))
      #expect(dashboard["categories"]?.elements?.first?["budgetMinor"]?.integer == (isBase ? 5_000 : nil))
      let shown = (dashboard["activity"]?.elements ?? []).flatMap { $0["transactions"]?.elements ?? [] }
      #expect(Set(shown.map { $0["currency"]?.text }) == [held.code])
    }
    #expect(try program.answer(["dashboard"])["currency"]?.text == "EUR")
    #expect(try program.succeed(["dashboard", "--currency", "KWD"]).outputText.contains("2.345"))
    #expect(try program.succeed(["dashboard", "--currency", "JPY"]).outputText.contains("1,500"))
    let budget = try program.answer(["budget"])
    #expect(budget["currency"]?.text == "EUR")
    #expect(budget["budgets"]?.elements?.map { $0["spentMinor"]?.integer } == [1_234, 1_234])
  }

  @Test func `a limit of months counts months, each with all of its currencies`() throws {
    let program = try ledger()
    let months = try program.answer(["months", "--limit", "2"])["months"]?.elements ?? []
    #expect(Set(months.compactMap { $0["month"]?.text }) == ["2026-09", "2026-10"])
    #expect(months.count == 2 * CurrencyTests.held.count)
  }

  @Test func `every report has its currencies apart`() throws {
    let program = try ledger()
    for held in CurrencyTests.held {
      let (code, spent) = (held.code, held.spentMinor)
      let only = ["--currency", code]
      for arguments in [[], only] {
        let months = entries(try program.answer(["months"] + arguments), "months", code)
        #expect(months.map { $0["moneyOutMinor"]?.integer } == [spent, spent, spent], "\(code)")
        #expect(months.last?["transfersMinor"]?.integer == moved(code))
        let days = entries(try program.answer(["days", "--month", "2026-10"] + arguments), "days", code)
        #expect(days.last?["moneyOutMinor"]?.integer == spent)
        let categories = entries(try program.answer(["categories"] + arguments), "categories", code)
        #expect(categories.first { $0["category"]?.text == "Groceries" }?["sumMinor"]?.integer == -3 * spent)
        let merchants = entries(try program.answer(["merchants"] + arguments), "merchants", code)
        #expect(merchants.first?["sumMinor"]?.integer == -3 * spent, "\(code)")
        let recurring = entries(try program.answer(["recurring"] + arguments), "recurring", code)
        #expect(recurring.map { $0["amountMinor"]?.integer } == [-spent], "\(code)")
      }
      #expect(try program.answer(["months"] + only)["months"]?.elements?.count == 3)
      let merchant = try program.answer(["merchant", "Shop"] + only)
      #expect(merchant["totalMinor"]?.integer == -3 * spent)
      #expect(merchant["averageMinor"]?.integer == -spent)
      let explained = try program.answer(["explain", "2026-10", "Groceries"] + only)
      #expect(explained["sumMinor"]?.integer == -spent)
      #expect(explained["currency"]?.text == code)
      let balance = try program.answer(["balance", "--range", "1M"] + only)
      #expect(
        balance["points"]?.elements?.last?["balanceMinor"]?.integer == held.openingMinor - 2 * spent + moved(code))
      #expect(try program.answer(["balance", "--account", held.account])["currency"]?.text == code)
      let forecast = try program.answer(["forecast"] + only)
      #expect(forecast["currency"]?.text == code)
      let list = try program.answer(["list", "merchant:Shop"])
      #expect(entries(list, "totals", code).map { $0["totalMinor"]?.integer } == [-3 * spent], "\(code)")
      #expect(list["totalMinor"]?.integer == -3 * 1_234)
      let accounts = try program.answer(["accounts"])
      #expect(
        entries(accounts, "accounts", code).map { $0["balanceMinor"]?.integer }
          == [held.openingMinor - 2 * spent + moved(code)])
      let diff = try program.answer(["diff", "commit:1", "2026-12-31"])
      let changed = entries(diff, "months", code).filter { $0["category"]?.text == "Groceries" }
      #expect(changed.map { $0["changeMinor"]?.integer } == [-spent, -spent, -spent], "\(code)")
    }
    let log = try program.answer(["log", "--stat"])["commits"]?.elements ?? []
    for commit in log {
      let codes = (commit["effects"]?.elements ?? []).map { $0["currency"]?.text }
      #expect(
        codes.count <= 1 || Set(codes).count == codes.count || commit["command"]?.text?.hasPrefix("transfers") == true)
    }
    // Linked across currencies by hand: each leg is in its own.
    #expect(try program.answer(["transfers"])["linked"]?.elements?.count == 1)
    #expect(try program.run(["check"]).exitCode == 0)
    try program.succeed(["verify"])
  }

  @Test func `amounts are read with the digits of their account`() throws {
    let program = try FoldbookProcess()
    try program.succeed(["init", "--currency", "EUR"])
    try program.succeed(["accounts", "add", "Yen", "--currency", "JPY"])
    try program.succeed(["accounts", "add", "Dinar", "--currency", "KWD"])
    // Without --account the first account takes it, in its own currency.
    let refused = try program.run(["add", "12.50", "Shop"])
    #expect(refused.exitCode == 65, "\(refused.errorText)")
    try program.succeed(["add", "1250", "Shop"])
    try program.succeed(["add", "1.125", "Shop", "--account", "Dinar"])
    let list = try program.answer(["list"])["transactions"]?.elements ?? []
    #expect(list.map { $0["amountMinor"]?.integer } == [-1_125, -1_250])
    #expect(list.map { $0["currency"]?.text } == ["KWD", "JPY"])
    #expect(try program.run(["add", "1.1255", "Shop", "--account", "Dinar"]).exitCode == 65)
    let yen = "\(try #require(list.last?["id"]?.integer))"
    #expect(try program.run(["edit", yen, "--amount", "1.5"]).exitCode == 65)
    #expect(try program.run(["edit", yen, "--account", "Dinar"]).exitCode == 65)
    #expect(try program.run(["split", yen, "Groceries=1000.5", "Health"]).exitCode == 65)
    try program.succeed(["split", yen, "Groceries=1000", "Health"])
    #expect(
      try program.answer(["list", "category:Health"])["totals"]?.elements?.map { $0["totalMinor"]?.integer } == [-250])
    #expect(try program.run(["assert", "Dinar", "2026-10-20", "-1.1255"]).exitCode == 65)
    try program.succeed(["assert", "Dinar", "2026-10-20", "-1.125"])
    #expect(
      try program.run(["check", "--json"]).json()["findings"]?.elements?.contains {
        $0["kind"]?.text == "assertions"
      } == false)
    #expect(try program.answer(["list", "amount:<-1.124"])["count"]?.integer == 1)
    #expect(try program.succeed(["list", "--csv"]).outputText.contains("-1.125,KWD"))
    #expect(try program.succeed(["list", "--csv"]).outputText.contains("-1000,JPY"))
  }

  @Test func `other programs read every currency of the exports as we do`() throws {
    let program = try ledger()
    let purchase = try program.answer(["list", "merchant:Shop", "account:Dinar", "month:2026-10"])
    let id = "\(try #require(purchase["transactions"]?.elements?.first?["id"]?.integer))"
    try program.succeed(["split", id, "Groceries=2", "Health=0.345"])
    for format in ["hledger", "ledger", "beancount"] {
      try program.write(program.succeed(["export", "--format", format]).output, to: "all.\(format)")
    }
    let hledger = try program.tool(["hledger", "-f", "all.hledger", "balance", "expenses", "--no-total", "--flat"])
    let ledger = try program.tool([
      "ledger", "--args-only", "-f", "all.ledger", "balance", "expenses", "--flat", "--no-total",
    ])
    for text in [hledger, ledger] {
      for amount in ["6.690 KWD", "0.345 KWD", "4500 JPY", "37.02 EUR", "61.50 USD"] {
        #expect(text.contains(amount), "\(amount): \(text)")
      }
    }
    #expect(try program.tool(["/usr/bin/bean-check", "all.beancount"]).isEmpty)
    let beans = try program.tool([
      "/usr/bin/bean-query", "-f", "csv", "all.beancount",
      "SELECT account, currency, sum(number) WHERE account ~ 'Expenses' GROUP BY account, currency",
    ])
    for (account, currency, amount) in [
      ("Expenses:Groceries", "KWD", "6.690"), ("Expenses:Health", "KWD", "0.345"),
      ("Expenses:Groceries", "JPY", "4500"),
    ] {
      #expect(
        beans.split(whereSeparator: \.isNewline).contains { line in
          let cells = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
          return cells == [account, currency, amount]
        }, "\(account) \(currency) \(amount): \(beans)")
    }
  }
}
