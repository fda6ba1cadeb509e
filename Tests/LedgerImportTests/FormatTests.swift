import LedgerDomain
import LedgerImport
import Testing

/// What the formats beside CSV have of their own, beyond the cases.
struct FormatTests {
  private func mt940(_ entries: String) throws -> ImportedFile {
    try read(":20:X\n:25:NL00BANK\n:60F:C260228EUR100,00\n\(entries)\n:62F:C260331EUR100,00\n-\n")
  }

  @Test(
    arguments: [
      ("C1,50", 150), ("D1,50", -150), ("RC1,50", -150), ("RD1,50", 150), ("CR1,50", 150), ("DR1,50", -150),
      ("D2,", -200),
    ] as [(String, Int64)])
  func `MT940 marks of direction and reversals`(_ mark: String, _ amount: Int64) throws {
    let file = try mt940(":61:2603010301\(mark)NTRFNONREF//REF1\n:86:TEXT")
    #expect(file.amounts == [amount])
    #expect(file.format == .mt940)
    #expect(file.account == "NL00BANK")
  }

  @Test
  func `MT940 balances that do not tie are said`() throws {
    let file = try mt940(":61:2603010301C1,50NTRFNONREF//REF1\n:86:TEXT")
    #expect(file.balanceProof?.ties == false)
    #expect(!file.warnings.isEmpty)
  }

  @Test
  func `MT940 structured details give the name and the purpose`() throws {
    let file = try mt940(":61:260301D1,50NMSCNONREF\n:86:166?00LASTSCHRIFT?20Miete?21 Maerz?32ERIKA?33 MUSTER")
    #expect(file.payees == ["ERIKA MUSTER"])
    #expect(file.memos == ["Miete Maerz"])
    #expect(file.days == ["2026-03-01"])
  }

  private func camt(_ kind: String, _ entries: String) throws -> ImportedFile {
    let (message, statement) =
      ["052": ("BkToCstmrAcctRpt", "Rpt"), "054": ("BkToCstmrDbtCdtNtfctn", "Ntfctn")][kind] ?? (
        "BkToCstmrStmt", "Stmt"
      )
    return try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.\(kind).001.08"><\(message)><\(statement)>
      <Acct><Id><IBAN>DE00</IBAN></Id><Ccy>EUR</Ccy></Acct>
      \(entries)
      </\(statement)></\(message)></Document>
      """)
  }

  private static let entry =
    "<Ntry><Amt Ccy=\"EUR\">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>"
    + "<NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Shop</Nm></Pty></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>"

  @Test(arguments: ["052", "053"])
  func `securo PR 416: account reports are read as statements are`(_ kind: String) throws {
    let file = try camt(kind, FormatTests.entry)
    #expect(file.amounts == [-150])
    #expect(file.payees == ["Shop"])
    #expect(file.format.rawValue == "camt" + kind)
  }

  @Test
  func `a notification is read as what it is, with a word on its statement`() throws {
    let pending = FormatTests.entry.replacing("BOOK", with: "PDNG")
    let batch =
      "<Ntry><Amt Ccy=\"EUR\">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><NtryDtls>"
      + ["A", "B"].map {
        "<TxDtls><Amt Ccy=\"EUR\">1.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Nm>\($0)</Nm></Dbtr></RltdPties></TxDtls>"
      }.joined() + "</NtryDtls></Ntry>"
    let file = try camt("054", [FormatTests.entry, pending, batch].joined(separator: "\n"))
    #expect(file.format == .camt054)
    #expect(file.amounts == [-150, 150, 150])
    #expect(file.payees == ["Shop", "A", "B"])
    #expect(file.skipped.map(\.line) == [5])
    #expect(file.balanceProof == nil)
    #expect(file.warnings.contains { $0.contains("CAMT.054") && $0.contains("CAMT.053") })
    #expect(try camt("053", FormatTests.entry).warnings.isEmpty)
  }

  @Test
  func `XML that is cut off is refused and a CAMT without entries is no success`() throws {
    #expect(try camt("053", "<Ntry><Amt>").refusal != nil)
    #expect(try camt("053", "").refusal != nil)
    #expect(
      try read("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><Document/>").refusal?.contains("document type")
        == true)
  }

  @Test
  func `XML nested without end is refused`() throws {
    let deep = String(repeating: "<a>", count: 10_000)
    #expect(try read("<?xml version=\"1.0\"?><Document>" + deep).refusal?.contains("nested") == true)
  }

  @Test
  func `a wrong entry of CAMT is an error with its line, and the others are read`() throws {
    let bad = FormatTests.entry.replacing("2026-03-01", with: "2026-02-30")
    let dollars = FormatTests.entry.replacing("Ccy=\"EUR\"", with: "Ccy=\"USD\"")
    let file = try camt("053", [bad, FormatTests.entry, dollars].joined(separator: "\n"))
    #expect(file.amounts == [-150])
    #expect(file.errors.map(\.line) == [4, 6])
  }

  @Test
  func `QIF parts that do not add up are an error`() throws {
    let file = try read(
      "!Type:Bank\nD13/03/2026\nT-5.00\nPA\nSFood\n$-3.00\nSFun\n$-1.00\n^\nD14/03/2026\nT-1.50\nPB\n^\n")
    #expect(file.amounts == [-150])
    #expect(file.errors.map(\.line) == [2])
  }

  @Test(arguments: [
    ("13/03/26", "2026-03-13"), ("3/13'26", "2026-03-13"), ("2026-03-13", "2026-03-13"), ("13.03.2026", "2026-03-13"),
  ])
  func `QIF dates are read by their evidence`(_ date: String, _ day: String) throws {
    #expect(try read("!Type:Bank\nD\(date)\nT-1.50\nPA\n^\n").days == [day])
  }

  @Test
  func `lines of JSON are rows with their lines`() throws {
    let file = try read(
      """
      {"date": "2026-03-01", "amount": -1.5, "description": "A", "currency": "EUR"}
      {"date": "2026-03-32", "amount": -1.5, "description": "B"}
      not json
      {"date": "2026-03-03", "amount": "-2.50", "description": "C", "status": "pending"}
      """)
    #expect(file.format == .jsonl)
    #expect(file.amounts == [-150])
    #expect(file.errors.map(\.line) == [3, 2])
    #expect(file.skipped.map(\.line) == [4])
  }

  @Test(arguments: [("1.15", 115), ("8.2e1", 8200), ("-1e-1", -10), ("12E0", 1200)] as [(String, Int64)])
  func `JSON numbers are read digit by digit`(_ number: String, _ amount: Int64) throws {
    #expect(try read("[{\"date\": \"2026-03-01\", \"amount\": \(number), \"name\": \"A\"}]").amounts == [amount])
  }

  @Test(arguments: ["1e31", "1e-31", "1e9223372036854775807", "1e-9223372036854775808", "1e99999999999999999999"])
  func `a JSON number far beyond an amount is refused`(_ number: String) throws {
    let file = try read("[{\"date\": \"2026-03-01\", \"amount\": \(number), \"name\": \"A\"}]")
    #expect(file.amounts.isEmpty && file.errors.contains { $0.reason.contains("is not an amount") || $0.line == 0 })
  }

  @Test
  func `OFX pending rows are left out, and a foreign statement is not what was asked for`() throws {
    let text =
      "OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>USD<BANKTRANLIST><STMTTRN><DTPOSTED>20260301<TRNAMT>-1.50<FITID>1<NAME>A</STMTTRN>"
      + "<STMTTRNP><DTTRAN>20260302<TRNAMT>-2<NAME>B</STMTTRNP></BANKTRANLIST></STMTRS></OFX>"
    let file = try read(text)
    #expect(file.amounts == [-150])
    #expect(file.skipped.count == 1)
    #expect(file.currency == Currency("USD"))
    #expect(try read(text) { $0.currency = Currency("EUR") }.refusal?.contains("--currency") == true)
  }

  @Test
  func `several accounts in a file can't all be one`() throws {
    let text =
      "!Account\nNOne\n^\n!Type:Bank\nD13/03/2026\nT-1\nPA\n^\n!Account\nNTwo\n^\n!Type:Bank\nD13/03/2026\nT1\nPA\n^\n"
    #expect(try read(text).account == nil)
    #expect(try read(text) { $0.account = "Mine" }.refusal?.contains("--account") == true)
  }

  @Test
  func `inverting the sign holds for every format`() throws {
    let file = try read("!Type:Bank\nD13/03/2026\nT-1.50\nPA\n^\n") { $0.invertsSign = true }
    #expect(file.amounts == [150])
    let profile = try read("!Type:CCard\nD13/03/2026\nT1.50\nPA\n^\n", profile: "{\"negate\": true}")
    #expect(profile.amounts == [-150])
  }
}
