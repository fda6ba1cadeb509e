import LedgerDomain
import LedgerImport
import Testing

/// Faults that people reported of other tools: dates. Each test names its report.
struct ReportedDateTests {
  private func days(_ cells: [String], _ order: DateOrder? = nil) throws -> [String] {
    let rows = cells.map { "\($0);Shop;-1,50\n" }.joined()
    return try read("Date;Payee;Amount\n" + rows) { $0.dateOrder = order }.days
  }

  @Test
  func `actual#2310: the order that is asked for wins`() throws {
    #expect(try days(["03/04/26"], .dayMonthYear) == ["2026-04-03"])
    #expect(try days(["03/04/26"], .monthDayYear) == ["2026-03-04"])
    #expect(try days(["03/04/26"], .yearMonthDay) == ["2003-04-26"])
  }

  @Test
  func `lumina PR 144: one order a column, and impossible days are rejected`() throws {
    let file = try read("Date;Payee;Amount\n13/02/2026;A;-1,50\n31/02/2026;B;-2,00\n05/02/2026;C;-3,00\n")
    #expect(file.days == ["2026-02-13", "2026-02-05"])
    #expect(file.errors.map(\.line) == [3])
    #expect(file.errors.first?.reason.contains("'31/02/2026'") == true)
  }

  @Test
  func `securo PR 547: a part over 12 settles the file`() throws {
    #expect(try days(["03/04/2026", "25/04/2026"]) == ["2026-04-03", "2026-04-25"])
    #expect(try days(["03/04/2026", "03/25/2026"]) == ["2026-03-04", "2026-03-25"])
  }

  @Test
  func `dates that could be read two ways stop the import and name the flag`() throws {
    let file = try read("Date;Payee;Amount\n03/04/2026;A;-1,50\n05/06/2026;B;-2,00\n")
    #expect(file.refusal?.contains("--date-order") == true)
  }

  @Test
  func `a column that mixes two orders is not read`() throws {
    let file = try read("Date;Payee;Amount\n25/04/2026;A;-1,50\n04/26/2026;B;-2,00\n")
    #expect(file.refusal?.contains("--date-order") == true)
  }

  @Test
  func `two digits in front are a year only where they change least`() throws {
    #expect(try days(["13/03/26", "14/03/26", "02/04/26"]) == ["2026-03-13", "2026-03-14", "2026-04-02"])
    #expect(
      try days(["26-03-13", "26-03-14", "26-03-15"], .yearMonthDay) == ["2026-03-13", "2026-03-14", "2026-03-15"])
    let file = try read("Date;Payee;Amount\n26-03-13;A;-1,50\n26-03-14;B;-2,00\n26-03-15;C;-2,00\n")
    #expect(file.refusal?.contains("--date-order") == true)
  }

  @Test
  func `the order of the rows is evidence`() throws {
    let cells = ["11/01/2026", "12/01/2026", "01/02/2026", "02/02/2026", "03/02/2026"]
    #expect(try days(cells) == ["2026-01-11", "2026-01-12", "2026-02-01", "2026-02-02", "2026-02-03"])
  }

  @Test(
    arguments: [
      ("01.03.26", "2026-03-01"), ("01 NOV 2021", "2021-11-01"), ("2026.12.04.", "2026-12-04"),
      ("20260304", "2026-03-04"),
      ("4 mars 2026", "2026-03-04"), ("Mar 4, 2026", "2026-03-04"), ("4. März 2026", "2026-03-04"),
      ("mar 3 feb 2026", "2026-02-03"), ("12-Dec-2023", "2023-12-12"), ("2024年5月7日", "2024-05-07"),
      ("R06.03.01", "2024-03-01"),
      ("H31.04.26", "2019-04-26"), ("2026/3/4", "2026-03-04"), ("3 de enero de 2026", "2026-01-03"),
      ("2026-03-04 23:59:59", "2026-03-04"), ("2026-03-04T00:30:00+02:00", "2026-03-04"),
      ("2026-03-04 12:00:00 PM", "2026-03-04"), ("31.12.98", "1998-12-31"), ("5 мая 2026", "2026-05-05"),
    ])
  func `buckets#573: forms of dates`(_ cell: String, _ expected: String) throws {
    #expect(try days([cell]) == [expected])
  }

  @Test(arguments: [
    "2026-02-30", "2026-13-01", "0000-01-01", "1900-02-29", "2026-06-01T25:00:00", "2026-06-0x", "2026-06-01 soon",
  ])
  func `what is no day is an error with its line`(_ cell: String) throws {
    let file = try read("Date;Payee;Amount\n2026-03-01;A;-1,50\n\(cell);B;-2,00\n")
    #expect(file.days == ["2026-03-01"])
    #expect(file.errors.map(\.line) == [3])
  }

  @Test(arguments: ["2026-03-31 23:30:00 +0000", "2026-03-31T00:30:00+14:00", "2026-03-31T23:59:59Z"])
  func `actual#1053, firefly-iii#9041: the printed civil date counts, whatever the zone`(_ cell: String) throws {
    #expect(try days([cell]) == ["2026-03-31"])
  }

  @Test
  func `bank2ynab: the day of booking comes before other dates`() throws {
    let file = try read(
      "Transaction Date,Posted Date,Description,Amount\n2026-01-30,2026-02-01,A,-1.50\n2026-02-03,,B,-2.00\n")
    #expect(file.days == ["2026-02-01"])
    #expect(file.skipped.map(\.line) == [3])
  }

  @Test(
    arguments: [
      (["D03/04'26", "D25/04'26"], ["2026-04-03", "2026-04-25"]),
      (["D3/4/26", "D3/25/26"], ["2026-03-04", "2026-03-25"]),
      (["D01.02.26", "D12.02.26"], ["2026-02-01", "2026-02-12"]),
      (["D12/31/1999", "D1/ 2/2000"], ["1999-12-31", "2000-01-02"]),
    ])
  func `securo PR 547: QIF has one order a file, and a part over 12 settles it`(_ lines: [String], _ days: [String])
    throws
  {
    let file = try read("!Type:Bank\n" + lines.map { "\($0)\nT-1.50\nPShop\n^\n" }.joined())
    #expect(file.format == .qif && file.days == days, "\(file.errors)")
    let open = try read("!Type:Bank\nD03/04/26\nT-1.50\nPShop\n^\nD05/06/26\nT-1.50\nPShop\n^\n")
    #expect(open.refusal?.contains("--date-order") == true)
  }

  @Test(arguments: [
    "20260401", "20260401000000", "20260401000000.000[-8:PST]", "20260401235959[+9:JST]", "20260401120000[0:GMT]",
    "20260401003000.000[+14]",
  ])
  func `actual#1053: OFX has the date that its digits say`(_ date: String) throws {
    let file = try read(
      "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM>"
        + "<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>\(date)<TRNAMT>-1.50<FITID>1<NAME>Shop</STMTTRN></BANKTRANLIST>"
        + "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>")
    #expect(file.days == ["2026-04-01"], "\(file.errors)")
  }

  @Test
  func `dates without a year take it from the dates beside them`() throws {
    let text =
      "Buchungstag;Valutadatum;Verwendungszweck;Betrag\n30.12;02.01.26;A;-1,50\n02.01;02.01.26;B;-2,00\n31.01;31.01.26;C;-3,00\n"
    let file = try read(text)
    #expect(file.days == ["2025-12-30", "2026-01-02", "2026-01-31"], "\(file.errors)")
    #expect(file.decision("year")?.why.contains("'Valutadatum'") == true)
    let profile = String(decoding: try #require(file.decidedProfile).json(), as: UTF8.self)
    let next = "Buchungstag;Valutadatum;Verwendungszweck;Betrag\n28.02;01.03.26;A;-1,50\n02.03;02.03.26;B;-2,00\n"
    #expect(try read(next, profile: profile).days == ["2026-02-28", "2026-03-02"])
  }
}
