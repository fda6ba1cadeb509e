import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// Journals as people write them for hledger, Ledger and Beancount, taken in through those programs.
struct ForeignJournalTests {
  private static let hledgerJournal = """
    ; household
    commodity 1.000,00 EUR
    account assets:bank:giro
    alias food=expenses:food
    include more.journal

    2024-01-01 opening balances
        assets:bank:giro    1.000,00 EUR
        assets:cash            20,00 EUR
        liabilities:visa      -50,00 EUR
        equity:opening balances

    2024-01-02 * (123) Rewe | big shop  ; trip:, shop:north
        food:groceries         40,00 EUR  ; fruit
        expenses:household      5,50 EUR
        assets:bank:giro

    2024-01-03 ! to the purse
        assets:cash            100,00 EUR
        assets:bank:giro  = 854,50 EUR

    2024-01-04 Dinner for two
        expenses:eating out     60,00 EUR
        assets:cash            -10,00 EUR
        liabilities:visa

    2024-01-05 Exchange
        assets:dollars         110,00 USD
        assets:bank:giro      -100,00 EUR

    2024-01-06 Museum
        expenses:travel         22,00 USD @@ 20,00 EUR
        assets:cash

    2024-01-07 Broker
        assets:broker           3 ACME @ 50,00 EUR
        expenses:fees            1,00 EUR
        assets:bank:giro

    2024-01-08 Correction
        expenses:household      -5,00 EUR
        expenses:food:groceries

    2024-01-09=2024-01-11 Purse
        (budget:food)         -30,00 EUR
        [assets:cash:jar]        3,00 EUR
        [assets:cash]

    """

  private static let moreJournal = """
    2024-02-01 * Employer
        assets:bank:giro      2.000,00 EUR
        expenses:taxes          500,00 EUR
        income:salary

    """

  private func amounts(_ program: FoldbookProcess) throws -> [String: Int64] {
    var amounts: [String: Int64] = [:]
    for account in try program.answer(["accounts"])["accounts"]?.elements ?? [] {
      amounts[try #require(account["name"]?.text)] = try #require(account["balanceMinor"]?.integer)
    }
    return amounts
  }

  private func categories(_ program: FoldbookProcess) throws -> [String: Int64] {
    var amounts: [String: Int64] = [:]
    for category in try program.answer(["categories"])["categories"]?.elements ?? [] {
      let sum = try #require(category["sumMinor"]?.integer)
      let name = try #require(category["category"]?.text) + " " + (try #require(category["currency"]?.text))
      if sum != 0 { amounts[name] = sum }
    }
    return amounts
  }

  private func hledgerLedger() throws -> FoldbookProcess {
    let program = try FoldbookProcess()
    try program.write(ForeignJournalTests.hledgerJournal, to: "main.journal")
    try program.write(ForeignJournalTests.moreJournal, to: "more.journal")
    return program
  }

  private static let balances: [String: Int64] = [
    "bank:giro": 260_350, "cash": 8_700, "visa": -10_000, "dollars": 11_000, "cash:jar": 300, "Journal adjustments": 0,
  ]

  private static let sums: [String: Int64] = [
    "food:groceries EUR": -4_500, "household EUR": -50, "eating out EUR": -6_000, "travel EUR": -2_000,
    "Currency exchange EUR": -10_000, "Currency exchange USD": 11_000, "Investments EUR": -15_000, "fees EUR": -100,
    "Salary EUR": 250_000, "Taxes EUR": -50_000,
  ]

  @Test(arguments: ["program", "json", "csv"])
  func `a journal of hledger becomes accounts, categories, splits and transfers`(_ way: String) throws {
    let program = try hledgerLedger()
    var file = "main.journal"
    if way != "program" {
      file = "printed." + way
      try program.write(try program.tool(["hledger", "-f", "main.journal", "print", "-O", way]), to: file)
    }
    let report = try program.answer(["import-journal", file])
    #expect(report["files"]?.elements?.first?["format"]?.text == "hledger")
    #expect(try amounts(program) == ForeignJournalTests.balances)
    let found = try categories(program)
    for (name, sum) in ForeignJournalTests.sums {
      let spelled = found.first { $0.key.lowercased() == name.lowercased() }
      #expect(spelled?.value == sum, "\(name)")
    }
    #expect(found.filter { $0.key != "Transfers EUR" }.count == ForeignJournalTests.sums.count)

    let row = try #require(try program.answer(["list", "merchant:Rewe"])["transactions"]?.elements?.first)
    #expect(row["note"]?.text == "big shop #trip #shop=north")
    #expect(row["bankReference"]?.text == "123")
    #expect(row["parts"]?.elements?.compactMap { $0["memo"]?.text } == ["fruit"])
    let transfers = try program.answer(["list", "category:Transfers"])["transactions"]?.elements ?? []
    #expect(transfers.compactMap { $0["amountMinor"]?.integer }.sorted() == [-10_000, -300, 300, 10_000])
    let left = report["files"]?.elements?.first?["skipped"]?.elements?.compactMap { $0["reason"]?.text } ?? []
    #expect(left.count == 2)
    #expect(left.contains { $0.contains("ACME") } && left.contains { $0.contains("budget:food") })
    #expect(try program.run(["verify"]).exitCode == 0)
    #expect(try program.run(["replay", "--check"]).exitCode == 0)
    #expect(try program.answer(["import-journal", file])["added"]?.integer == 0)
  }

  @Test func `what hledger itself says of the balances is what the accounts hold`() throws {
    let program = try hledgerLedger()
    let report = try program.answer(["import-journal", "main.journal"])
    let held = try amounts(program)
    let text = try program.tool([
      "hledger", "-f", "main.journal", "balance", "assets", "liabilities", "cur:EUR|USD", "--flat", "-N", "-O", "csv",
    ])
    var count = 0
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.dropFirst().dropLast().components(separatedBy: "\",\"")
      let name = cells[0].drop { $0 != ":" }.dropFirst()
      let digits = cells[1].filter { $0.isNumber || $0 == "-" }
      #expect(held[String(name)] == Int64(digits), "\(line)")
      count += 1
    }
    #expect(count == 5)
    let ties = report["files"]?.elements?.first?["balances"]?.elements?.map { $0["ties"]?.flag } ?? []
    #expect(ties.count == 5 && ties.allSatisfy { $0 == true })
  }

  @Test func `the lines are the journal's, and an assertion is kept`() throws {
    let program = try hledgerLedger()
    let report = try program.answer(["import-journal", "main.journal", "--dry-run"])
    let rows = report["files"]?.elements?.first?["transactions"]?.elements ?? []
    #expect(rows.first { $0["payee"]?.text == "Rewe" }?["line"]?.integer == 13)
    #expect(report["commit"]?.isNull == true)
    #expect(try program.run(["accounts"]).exitCode == 66)
    try program.succeed(["import-journal", "main.journal"])
    let events = try program.succeed(["export", "--format", "jsonl"]).outputText
    #expect(events.contains("accountAsserted"))
  }

  @Test func `categories of a journal teach the next bank file`() throws {
    let program = try hledgerLedger()
    try program.succeed(["import-journal", "main.journal"])
    try program.write("Date,Amount,Payee\n2024-03-01,-12.00,Dinner for two\n", to: "bank.csv")
    let report = try program.answer(["import", "bank.csv", "--account", "bank:giro"])
    let row = try #require(report["files"]?.elements?.first?["transactions"]?.elements?.first)
    #expect(row["category"]?.text?.lowercased() == "eating out")
  }

  private static let ledgerJournal = """
    2024/01/01 Opening Balances
        Assets:Checking             $1,000.00
        Equity:Opening Balances

    2024/01/02 * (77) Joe "the grocer" \\ Sons
        ; :shop:weekly:
        ; Payer: Ann
        Expenses:Food                  $12.30  ; apples
        Assets:Checking

    2024/01/03 Loan
        Assets:Checking               $-500.00
        Liabilities:Loan               $480.00
        Expenses:Interest

    2024/01/03 Bank
        Assets:Checking                  $2.00
        Income:Interest

    2024/01/04 ! Purse
        (Assets:Checking)               $10.00
        Assets:Cash                     $50.00
        Assets:Checking

    """

  @Test(arguments: ["program", "table"])
  func `a journal of Ledger, run or printed`(_ way: String) throws {
    let program = try FoldbookProcess()
    try program.write(ForeignJournalTests.ledgerJournal, to: "main.dat")
    var words = ["import-journal", "main.dat"]
    if way == "table" {
      try program.write(try program.tool(["ledger", "--args-only", "-f", "main.dat", "csv"]), to: "printed.csv")
      words = ["import-journal", "printed.csv", "--from", "ledger"]
    }
    let report = try program.answer(words)
    #expect(report["files"]?.elements?.first?["format"]?.text == "ledger")
    #expect(try amounts(program) == ["Checking": 44_970, "Loan": 48_000, "Cash": 5_000])
    let found = try categories(program)
    #expect(found["Food USD"] == -1_230)
    // The ledger's own category of that name is income; the expense is another one.
    #expect(found["Interest USD"] == 200)
    #expect(found["Interest (expense) USD"] == -2_000)
    #expect(found["Adjustments USD"] == 1_000)
    let row = try #require(try program.answer(["list", "merchant:Joe"])["transactions"]?.elements?.first)
    #expect(row["merchant"]?.text == "Joe \"the grocer\" \\ Sons")
    #expect(row["note"]?.text == "#shop #weekly #Payer=Ann apples")
    #expect(row["bankReference"]?.text == "77")
    #expect(try program.answer(words)["added"]?.integer == 0)
  }

  private static let beancountJournal = """
    option "operating_currency" "EUR"
    2023-01-01 open Assets:Bank:Giro EUR
    2023-01-01 open Assets:Cash
    2023-01-01 open Liabilities:Visa EUR
    2023-01-01 open Assets:Broker
    2023-01-01 open Expenses:Food
    2023-01-01 open Expenses:Rent
    2023-01-01 open Income:Salary
    2023-01-01 open Equity:Opening-Balances
    2024-01-01 pad Assets:Bank:Giro Equity:Opening-Balances
    2024-01-02 balance Assets:Bank:Giro 1000.00 EUR
    2024-01-02 * "Rewe" "big, \\"red\\" apples" #trip #fruit ^bill
      Expenses:Food          40.00 EUR
      Assets:Bank:Giro
    2024-01-03 ! "Rent"
      Expenses:Rent         500 EUR
      Liabilities:Visa
    2024-01-04 * "Cash" ""
      Assets:Cash            20 EUR
      Assets:Cash            11 USD @@ 10 EUR
      Assets:Bank:Giro      -30 EUR
    2024-01-05 * "Shares" ""
      Assets:Broker           2 ACME {25.00 EUR}
      Assets:Bank:Giro
    2024-01-31 * "Boss" "January"
      Assets:Bank:Giro     2000.00 EUR
      Income:Salary

    """

  @Test func `a journal of Beancount, with padding, costs and tags`() throws {
    let program = try FoldbookProcess()
    try program.write(ForeignJournalTests.beancountJournal, to: "main.beancount")
    #expect(try program.tool(["bean-check", "main.beancount"]).isEmpty)
    let report = try program.answer(["import-journal", "main.beancount"])
    #expect(report["files"]?.elements?.first?["format"]?.text == "beancount")
    #expect(
      try amounts(program) == ["Bank:Giro": 288_000, "Cash": 2_000, "Cash USD": 1_100, "Visa": -50_000])
    let found = try categories(program)
    #expect(found["Food EUR"] == -4_000 && found["Rent EUR"] == -50_000 && found["Salary EUR"] == 200_000)
    #expect(found["Investments EUR"] == -5_000)
    #expect(found["Currency exchange USD"] == 1_100 && found["Currency exchange EUR"] == -1_000)
    let row = try #require(try program.answer(["list", "merchant:Rewe"])["transactions"]?.elements?.first)
    #expect(
      row["note"]?.text == "big, \"red\" apples #fruit #trip" || row["note"]?.text == "big, \"red\" apples #trip #fruit"
    )
    #expect(try program.answer(["list", "#trip"])["count"]?.integer == 1)
    #expect(try program.answer(["import-journal", "main.beancount"])["added"]?.integer == 0)
  }

  @Test func `a program that is not installed is named, with what to do`() throws {
    let program = try hledgerLedger()
    let outcome = try program.run(["import-journal", "main.journal"], environment: ["PATH": program.folder.path])
    #expect(outcome.exitCode == 66)
    #expect(outcome.errorText.contains("hledger is not installed") && outcome.errorText.contains("--from hledger"))
  }

  @Test(
    arguments: [
      ("2024-01-01 x\n    assets:a  1 EUR\n    expenses:b  -2 EUR\n", [], "hledger can't read"),
      ("2024-01-01 x\n    Besitz:a  1 EUR\n    expenses:b\n", [], "--roots 'Besitz=assets'"),
      ("2024-01-01 x\n    assets:a  1.234 EUR\n    expenses:b\n", [], "more than the 2 decimals"),
      ("2024-01-01 x\n    assets:a  1\n    expenses:b\n", [], "--currency"),
      ("2024-01-01 x\n    assets:a  1 EUR\n    expenses:b\n", ["--roots", "a=b"], "is not like NAME=assets"),
      ("2024-01-01 x\n    income:a  1 USD @@ 2 EUR\n    expenses:b  -2 EUR\n", [], "balanced by no account"),
    ] as [(String, [String], String)])
  func `what can't be taken in is refused, and nothing is written`(
    _ journal: String, _ options: [String], _ reason: String
  ) throws {
    let program = try FoldbookProcess()
    try program.write(journal, to: "main.journal")
    let outcome = try program.run(["import-journal", "main.journal"] + options)
    #expect(outcome.exitCode == 65)
    #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
    #expect(!FileManager.default.fileExists(atPath: program.ledgerPath))
  }

  @Test func `other roots, bare numbers and real postings alone, as asked for`() throws {
    let program = try FoldbookProcess()
    let journal = "2024-01-01 x\n    Besitz:Kasse  -3\n    Kosten:Brot\n    [Besitz:Kasse]  1\n    [Besitz:Dose]\n"
    try program.write(journal, to: "main.journal")
    try program.succeed([
      "import-journal", "main.journal", "--roots", "Besitz=assets,Kosten=expenses", "--currency", "CHF", "--real",
    ])
    #expect(try amounts(program) == ["Kasse": -300])
    #expect(try categories(program) == ["Brot CHF": -300])
  }
}
