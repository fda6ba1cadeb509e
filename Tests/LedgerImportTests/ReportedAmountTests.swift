import LedgerDomain
import LedgerImport
import Testing

/// Faults that people reported of other tools: amounts and signs. Each test names its report.
struct ReportedAmountTests {
  private func amounts(_ cells: [String], mark: DecimalMark? = nil, currency: String = "EUR") throws -> [Int64]? {
    let rows = cells.enumerated().map { "2026-03-1\($0.offset);Shop \($0.offset);\($0.element)\n" }.joined()
    let file = try read("Date;Payee;Amount\n" + rows, currency: currency) {
      $0.decimalMark = mark
      $0.currency = Currency(currency)
    }
    return file.errors.isEmpty ? file.amounts : nil
  }

  @Test(
    arguments: [
      ("actual#5020: one decimal digit", [" -110.7 €", "-5.25"], [-11070, -525]),
      ("actual#2143: decided a column", ["1.000", "1.111,11"], [100_000, 111_111]),
      ("firefly-iii#1087, actual#807: negative in every form", ["$(0.01)", "($30.00)", "30.00-"], [-1, -3000, -3000]),
      ("BudgetMaster#731: a symbol and both marks", ["1.355,90€", "-1,00€"], [135_590, -100]),
      ("monefy-web#6: spaces group", ["7 000", "-7\u{A0}000,50", "7\u{202F}000"], [700_000, -700_050, 700_000]),
      ("ledger PR 2609: apostrophes group", ["1'234'567.89", "-1’000.00"], [123_456_789, -100_000]),
      ("MMEX#2227: decimals stay", ["-7.62", "7.62"], [-762, 762]),
      ("actualpy PR 77: no binary float", ["-9.95", "-1.15", "-0.29"], [-995, -115, -29]),
      ("Budget#339: the sign stays", ["-5.00", "+5.00", "\u{2212}5.00", "–5.00"], [-500, 500, -500, -500]),
      ("lakh groups", ["-1,00,000.00", "12,34,567.50"], [-10_000_000, 123_456_750]),
      (
        "a suffix gives the sign", ["1,200.00 CR", "45.00DR", "3.10 Cr", "2,000.00 Dr."],
        [120_000, -4500, 310, -200_000]
      ),
      ("a dash stands for no decimals", ["-100,50", "100,-"], [-10050, 10000]),
    ] as [(String, [String], [Int64])])
  func `amounts are read as they are meant`(_ report: String, _ cells: [String], _ expected: [Int64]) throws {
    let dollars = cells.contains { $0.contains("$") }
    let rupees = report.hasPrefix("a suffix") || report.hasPrefix("lakh")
    #expect(try amounts(cells, currency: dollars ? "USD" : rupees ? "INR" : "EUR") == expected)
  }

  @Test(arguments: [["-3.000", "5.000"], ["1,000", "-2,000"]])
  func `actual#2374, hledger PR 1382: a mark before three digits alone is ambiguous`(_ cells: [String]) throws {
    let file = try read("Date;Payee;Amount\n" + cells.map { "2026-03-01;A;\($0)\n" }.joined()) {
      $0.currency = Currency("EUR")
    }
    #expect(file.refusal?.contains("--decimal-mark") == true)
    #expect(try amounts(cells, mark: .point) != amounts(cells, mark: .comma))
  }

  @Test
  func `actual#2374: the balances settle what the amounts leave open`() throws {
    let file = try read(
      """
      Datum;Text;Betrag;Saldo
      2026-03-01;A;-3.000;7.000,00
      2026-03-02;B;1.000;8.000,00
      """)
    #expect(file.amounts == [-300_000, 100_000])
    #expect(file.balanceProof?.ties == true)
    #expect(file.decisions.contains { $0.what == "decimal-mark" && $0.why.contains("balance") })
  }

  @Test
  func `ledger#1941: a cell with the wrong mark is an error with its line`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-01,A,-1.50\n2026-03-02,B,-2.25\n2026-03-03,C,\"-3,75\"\n")
    #expect(file.amounts == [-150, -225])
    #expect(file.errors.map(\.line) == [4])
    #expect(file.errors.first?.reason.contains("'Amount'") == true)
    #expect(file.errors.first?.reason.contains("'-3,75'") == true)
  }

  @Test(arguments: [
    "-0.0.66962", "10.999.99", "1e3", "0x10", "--5", "(5", "1_000", "5-5", "1 2", "12,34.5.6", "NaN", "$",
  ])
  func `hledger#1985: what only looks like a number is rejected`(_ cell: String) throws {
    let file = try read("Date;Payee;Amount\n2026-03-01;A;-1.50\n2026-03-02;B;\(cell)\n") {
      $0.currency = Currency("USD")
    }
    #expect(file.amounts == [-150])
    #expect(file.errors.map(\.line) == [3])
  }

  @Test
  func `more decimals than the currency has are an error, zeros are not`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-01,A,-1.5000\n2026-03-02,B,-1.2345\n2026-03-03,C,-2.5\n")
    #expect(file.amounts == [-150, -250])
    #expect(file.errors.map(\.line) == [3])
    #expect(file.errors.first?.reason.contains("at most 2 decimals") == true)
  }

  @Test
  func `an amount is at most 10^15 minor units`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-01,A,10000000000000.00\n2026-03-02,B,10000000000000.01\n")
    #expect(file.amounts == [1_000_000_000_000_000])
    #expect(file.errors.map(\.line) == [3])
  }

  @Test
  func `a currency without minor units keeps its grouping`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-01,A,\"-85,001\"\n2026-03-02,B,\"1,000\"\n") {
      $0.currency = Currency("JPY")
    }
    #expect(file.amounts == [-85_001, 1_000])
  }

  @Test
  func `Budget#339: a file without any negative amount is warned of`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-01,A,1.50\n2026-03-02,B,2.25\n")
    #expect(file.warnings.contains { $0.contains("--invert-sign") })
  }

  // MARK: Signs and columns

  @Test
  func `actual#805: the direction column decides where amounts have no sign`() throws {
    let file = try read(
      """
      "Datum";"Naam / Omschrijving";"Af Bij";"Bedrag (EUR)"
      "20260303";"Koffiehuis";"Af";"3,10"
      "20260302";"J. VOORBEELD";"Bij";"1250,00"
      """)
    #expect(file.amounts == [-310, 125_000])
    #expect(file.days == ["2026-03-03", "2026-03-02"])
  }

  @Test
  func `buckets#222: debit is money out, and a row with both sides is an error`() throws {
    let file = try read(
      """
      Date,Description,Debit,Credit
      2026-03-01,A,8.40,
      2026-03-02,B,,12.00
      2026-03-03,C,1.00,2.00
      2026-03-04,D,0.00,5.00
      """)
    #expect(file.amounts == [-840, 1200, 500])
    #expect(file.errors.map(\.line) == [4])
  }

  @Test(arguments: [false, true])
  func `maybe#1234: both directions of a signed column`(_ inverts: Bool) throws {
    let file = try read("Date,Payee,Amount\n2026-03-01,Salary,100.00\n2026-03-02,Shop,-8.40\n") {
      $0.invertsSign = inverts
    }
    #expect(file.amounts == (inverts ? [-10000, 840] : [10000, -840]))
  }

  @Test
  func `a card that writes purchases as positive is seen by its payments and refunds`() throws {
    let file = try read(
      """
      Date,Description,Amount
      2026-03-01,Corner Shop,8.40
      2026-03-02,PAYMENT RECEIVED - THANK YOU,-250.00
      2026-03-03,Books,12.00
      """)
    #expect(file.amounts == [-840, 25000, -1200])
    #expect(file.decision("sign")?.value == "flipped")
  }

  @Test
  func `a row in another currency than the account is an error`() throws {
    let file = try read(
      "Date,Name,Currency,Amount\n2026-03-01,A,USD,-1.00\n2026-03-02,B,EUR,-2.00\n2026-03-03,C,USD,-3.00\n"
    ) { $0.currency = Currency("USD") }
    #expect(file.amounts == [-100, -300])
    #expect(file.errors.map(\.line) == [3])
  }

  @Test
  func `a file that says no currency stops and names the flag`() throws {
    let text = "Date,Payee,Amount\n2026-03-01,A,-1.50\n"
    #expect(try read(text, currency: nil).refusal?.contains("--currency") == true)
    #expect(try read(text, currency: "GBP").currency == Currency("GBP"))
    #expect(try read("Date,Payee,Amount (CHF)\n2026-03-01,A,-1.50\n", currency: nil).currency == Currency("CHF"))
    #expect(try read("Date,Payee,Amount\n2026-03-01,A,-1.50 €\n", currency: nil).currency == Currency("EUR"))
  }
}
