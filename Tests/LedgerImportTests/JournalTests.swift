import LedgerDomain
import LedgerImport
import Testing

/// What hledger, Ledger and Beancount print of a journal, as rows.
struct JournalTests {
  private static let titles =
    "\"txnidx\",\"date\",\"date2\",\"status\",\"code\",\"description\",\"comment\",\"account\",\"amount\",\"commodity\","
    + "\"credit\",\"debit\",\"posting-status\",\"posting-comment\"\n"

  /// A table as hledger prints it, with a posting a line: `transaction|account|amount|commodity`.
  private func journal(_ postings: String, roots: String? = nil, currency: String? = "EUR") throws -> ImportedFile {
    let rows = postings.split(separator: "\n").map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return "\"\(cells[0])\",\"2026-01-0\(cells[0])\",\"\",\"\",\"\",\"Payee \(cells[0])\",\"\",\"\(cells[1])\","
        + "\"\(cells[2])\",\"\(cells[3])\",\"\",\"\",\"\",\"\"\n"
    }
    let roots = try roots.map { try AccountRoots(parsing: $0) }
    return try read(JournalTests.titles + rows.joined(), currency: currency) { options in
      if let roots { options.roots = roots }
    }
  }

  private func rows(_ file: ImportedFile) -> [String] {
    file.transactions.enumerated().map { index, row in
      let parts = file.splits.filter { $0.transaction == Int32(index) }
        .map { "\(file.texts.string($0.category) ?? "-")=\($0.amount.minorUnits)" }
      let category = parts.isEmpty ? file.texts.string(row.bankCategory) ?? "-" : parts.joined(separator: "+")
      return "\(file.texts.string(row.account) ?? "") \(row.amount.minorUnits) \(row.currency) \(category)"
    }
  }

  @Test(
    arguments: [
      ("one other side", "1|assets:a|-5.00|EUR\n1|expenses:b|5.00|EUR\n", ["a -500 EUR b"]),
      (
        "several are a split", "1|assets:a|-5.00|EUR\n1|expenses:b|2.00|EUR\n1|expenses:c|3.00|EUR\n",
        ["a -500 EUR b=-200+c=-300"]
      ),
      (
        "one category twice is one", "1|assets:a|-5.00|EUR\n1|expenses:b|2.00|EUR\n1|expenses:b|3.00|EUR\n",
        ["a -500 EUR b"]
      ),
      (
        "two accounts are a transfer", "1|assets:a|-5.00|EUR\n1|liabilities:b|5.00|EUR\n",
        ["a -500 EUR Transfers", "b 500 EUR Transfers"]
      ),
      (
        "a fee stays with the payer", "1|assets:a|-52.00|EUR\n1|assets:b|50.00|EUR\n1|expenses:fee|2.00|EUR\n",
        ["a -200 EUR fee", "a -5000 EUR Transfers", "b 5000 EUR Transfers"]
      ),
      (
        "two that pay have a share each", "1|assets:a|-3.00|EUR\n1|assets:b|-2.00|EUR\n1|expenses:c|5.00|EUR\n",
        ["a -300 EUR c", "b -200 EUR c"]
      ),
      (
        "categories alone", "1|expenses:a|5.00|EUR\n1|expenses:b|-5.00|EUR\n",
        ["Journal adjustments -500 EUR a", "Journal adjustments 500 EUR b"]
      ),
      (
        "parts that come to nothing",
        "1|assets:a|-1.00|EUR\n1|assets:b|1.00|EUR\n1|expenses:c|2.00|EUR\n"
          + "1|income:d|-2.00|EUR\n",
        ["a -200 EUR c", "a 200 EUR d", "a -100 EUR Transfers", "b 100 EUR Transfers"]
      ),
      (
        "an exchange", "1|assets:a|-5.00|EUR\n1|assets:b|6.00|USD\n",
        ["a -500 EUR Currency exchange", "b 600 USD Currency exchange"]
      ),
      ("what it cost", "1|assets:a|-5.00|EUR\n1|expenses:b|6.00|USD\n", ["a -500 EUR b"]),
      ("what is no currency", "1|assets:a|-5.00|EUR\n1|assets:b|6|ACME\n", ["a -500 EUR Investments"]),
      (
        "one account, two currencies",
        "1|assets:a|-5.00|EUR\n1|expenses:b|5.00|EUR\n2|assets:a|1.00|USD\n"
          + "2|income:c|-1.00|USD\n", ["a -500 EUR b", "a USD 100 USD c"]
      ),
      (
        "accounts of one name", "1|assets:a|-5.00|EUR\n1|liabilities:A|5.00|EUR\n",
        ["a -500 EUR Transfers", "liabilities:A 500 EUR Transfers"]
      ),
      ("a posting of nothing", "1|assets:a|-5.00|EUR\n1|expenses:b|5.00|EUR\n1|assets:c|0|EUR\n", ["a -500 EUR b"]),
      ("Uncategorised", "1|assets:a|5.00|EUR\n1|income:Uncategorised|-5.00|EUR\n", ["a 500 EUR -"]),
      ("a decimal comma", "1|assets:a|-1000,50|EUR\n1|expenses:b|1000,50|EUR\n", ["a -100050 EUR b"]),
      ("a symbol", "1|assets:a|-5|€\n1|expenses:b|5|€\n", ["a -500 EUR b"]),
      ("no decimals", "1|assets:a|-5|JPY\n1|expenses:b|5|JPY\n", ["a -5 JPY b"]),
      ("German accounts", "1|Aktiva:Bank|-5.00|EUR\n1|Ausgaben:Brot|5.00|EUR\n", ["Bank -500 EUR Brot"]),
    ])
  func `a transaction becomes rows of own accounts`(_ name: String, _ postings: String, _ expected: [String]) throws {
    let file = try journal(postings)
    #expect(file.errors == [])
    #expect(rows(file) == expected, "\(name)")
    let balances = try #require(file.journal).balances
    #expect(balances.filter { !$0.ties } == [])
    #expect(file.format == .hledger)
  }

  @Test func `opening balances are those of accounts that have nothing before`() throws {
    let file = try journal(
      "1|assets:a|5.00|EUR\n1|assets:b|7.00|EUR\n1|equity:opening balances|-12.00|EUR\n2|assets:a|-1.00|EUR\n"
        + "2|expenses:c|1.00|EUR\n3|assets:a|1.00|EUR\n3|equity:opening balances|-1.00|EUR\n")
    // Account a has two, of which neither can be the opening balance alone.
    #expect(file.openingRows == [1])
    #expect(rows(file)[0] == "a 500 EUR opening balances")
    let meaning = try #require(file.journal?.meanings.values.first { $0.name == "opening balances" })
    #expect(meaning.kind == .transfer)
  }

  @Test func `the two sides of a transfer are a pair`() throws {
    let file = try journal("1|assets:a|5.00|EUR\n1|assets:b|-5.00|EUR\n")
    let pair = try #require(file.journal?.pairs.first)
    #expect(file.transactions[pair.outgoing].amount == Money(minorUnits: -500))
    #expect(file.transactions[pair.incoming].amount == Money(minorUnits: 500))
  }

  @Test func `one word of two kinds is two words`() throws {
    let file = try journal(
      "1|assets:a|-5.00|EUR\n1|expenses:interest|5.00|EUR\n2|assets:a|3.00|EUR\n2|income:Interest|-3.00|EUR\n")
    #expect(rows(file) == ["a -500 EUR interest", "a 300 EUR Interest (income)"])
    let meanings = try #require(file.journal?.meanings.values).sorted { $0.kind.rawValue < $1.kind.rawValue }
    #expect(meanings.map(\.name) == ["interest", "Interest"] && meanings.map(\.kind) == [.expense, .income])
  }

  @Test(
    arguments: [
      ("1|assets:a|-5.001|EUR\n1|expenses:b|5.001|EUR\n", "more than the 2 decimals of EUR"),
      ("1|boxes:a|-5|EUR\n1|expenses:b|5|EUR\n", "--roots 'boxes=assets'"),
      ("1|assets:a|-5,000|EUR\n1|expenses:b|5,000|EUR\n", "in one way only"),
      ("1|assets:a|x|EUR\n1|expenses:b|5|EUR\n", "is not a number"),
      ("1|assets:a|-5|EUR\n1|expenses:b|2|USD\n1|expenses:c|3|USD\n", "what each cost"),
      ("1|income:a|-5|EUR\n1|expenses:b|6|USD\n", "balanced by no account"),
      ("1|assets:a|99999999999999999999|EUR\n1|expenses:b|5|EUR\n", "is not a number"),
    ])
  func `what is not sure is an error of its transaction`(_ postings: String, _ reason: String) throws {
    let file = try journal(postings + "2|assets:z|-1.00|EUR\n2|expenses:b|1.00|EUR\n")
    #expect(file.errors.count == 1)
    #expect(file.errors.first?.reason.contains(reason) == true, "\(file.errors)")
    #expect(rows(file) == ["z -100 EUR b"])
    #expect(file.journal?.balances == [])
  }

  @Test func `a bare number is in the asked-for currency, or refused`() throws {
    let file = try journal("1|assets:a|-5|\n1|expenses:b|5|\n")
    #expect(rows(file) == ["a -500 EUR b"])
    let refused = try journal("1|assets:a|-5|\n1|expenses:b|5|\n", currency: nil)
    #expect(refused.refusal?.contains("--currency") == true)
  }

  @Test func `roots that were said come before names`() throws {
    let file = try journal("1|boxes:a|-5|EUR\n1|assets:b|5|EUR\n", roots: "Boxes=assets, assets=expenses")
    #expect(rows(file) == ["a -500 EUR b"])
    #expect(throws: ImportError.self) { _ = try AccountRoots(parsing: "a") }
  }

  @Test(
    arguments: [
      ("[]", "no transaction"), ("[{\"tcode\":\"\"", "cut off"),
      ("[{\"tcode\":\"\",\"tpostings\":[]}]", "no date"),
    ])
  func `broken output is refused with the reason`(_ text: String, _ reason: String) throws {
    let file = try read(text) { $0.format = .hledger }
    #expect(file.transactions.isEmpty)
    #expect(file.errors.first?.reason.contains(reason) == true, "\(file.errors)")
  }

  @Test func `a table of Ledger without titles`() throws {
    let text = """
      "2026/01/01","","Shop \\"x\\", y","Expenses:Food","$","2.50","*"," :one:two:"
      "2026/01/01","","Shop \\"x\\", y","Assets:Cash","$","-2.50","*",""
      "2026/01/01","","Shop \\"x\\", y","Expenses:Food","$","2.50","*",""
      "2026/01/01","","Shop \\"x\\", y","Assets:Cash","$","-2.50","*",""
      "2026/01/02","","back\\","Expenses:Food","$","1","!",""
      "2026/01/02","","back\\","Assets:Cash","$","-1","!",""

      """
    let file = try read(text, currency: "CAD") { $0.format = .ledger }
    #expect(file.errors == [])
    #expect(rows(file) == ["Cash -250 CAD Food", "Cash -250 CAD Food", "Cash -100 CAD Food"])
    #expect(file.payees == ["Shop \"x\", y", "Shop \"x\", y", "back\\"])
    #expect(file.journal?.notes[0].flatMap(file.texts.string) == "#one #two")
    #expect(file.warnings.contains { $0.contains("1 transaction is pending") })
  }

  @Test func `a table of bean-query`() throws {
    let text = """
      id,date,flag,payee,narration,tags,account,number,currency,label
      a,2026-01-01,*,      ,opening   ,      ,Assets:Giro   ,Decimal('5.00') ,EUR,"My, giro"
      a,2026-01-01,*,      ,opening   ,      ,Equity:Opening,Decimal('-5.00'),EUR,
      b,2026-01-02,*,"A ""b"" ","c, d","x,y ",Assets:Giro   ,-2              ,EUR,"My, giro"
      b,2026-01-02,*,"A ""b"" ","c, d","x,y ",Expenses:Food ,2               ,EUR,

      """
    let file = try read(text)
    #expect(file.format == .beancount)
    #expect(file.openingRows == [0])
    #expect(rows(file) == ["My, giro 500 EUR Opening", "My, giro -200 EUR Food"])
    #expect(file.payees == ["opening", "A \"b\""])
    #expect(file.journal?.notes[1].flatMap(file.texts.string) == "c, d #x #y")
  }

  @Test(
    arguments: [
      ("1", 1), ("2147483647", 2_147_483_647), ("0", nil), ("-1102", nil), ("2147483648", nil),
      ("99999999999999999999", nil),
      ("x", nil),
    ] as [(String, Int32?)])
  func `a printed line that no file has is not taken`(_ printed: String, _ expected: Int32?) throws {
    let table = """
      id,lineno,date,flag,payee,narration,tags,account,number,currency\r
      e1,\(printed),2026-01-01,*,,food,,Assets:Giro,Decimal('-5.00'),EUR\r
      e1,\(printed),2026-01-01,*,,food,,Expenses:Food,Decimal('5.00'),EUR\r
      e2,7,2026-01-02,*,,food,,Assets:Giro,Decimal('-5.00'),EUR\r
      e2,8,2026-01-02,*,,food,,Expenses:Food,Decimal('5.00'),EUR\r

      """
    #expect(try read(table).transactions.map(\.line) == [expected ?? 2, 7])
    let refused = try read(table.replacing("2026-01-01", with: "soon"))
    #expect(refused.errors.map(\.line) == [Int(expected ?? 2)])
    guard let number = Int64(printed) else { return }
    let posting = { (account: String, mantissa: Int) in
      """
      {"paccount":"\(account)","pamount":[{"acommodity":"EUR","aquantity":{"decimalMantissa":\(mantissa),"decimalPlaces":2}}]}
      """
    }
    let json = """
      [{"tdate":"2026-01-01","tdescription":"food","tsourcepos":[{"sourceLine":\(number),"sourceName":"x"}],
      "tpostings":[\(posting("assets:giro", -500)),\(posting("expenses:food", 500))]}]
      """
    #expect(try read(json).transactions.map(\.line) == [expected ?? 0])
  }

  @Test(
    arguments: [
      ("a/b.journal", "", JournalProgram.hledger), ("x.hledger", "", .hledger), ("x.ledger", "", .ledger),
      ("x.dat", "2026-01-01 x\n", .ledger), ("x.bean", "", .beancount), ("x", "option \"title\" \"x\"\n", .beancount),
      ("x.txt", "; me\n2026-01-01 open Assets:A EUR\n", .beancount), ("x.txt", "2026-01-01 open air\n", nil),
    ] as [(String, String, JournalProgram?)])
  func `the program is told by the name, else by the content`(
    _ path: String, _ text: String, _ expected: JournalProgram?
  ) {
    #expect(JournalProgram.ofJournal(path: path, head: Array(text.utf8)) == expected)
  }
}
