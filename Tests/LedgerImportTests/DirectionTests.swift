import LedgerImport
import Testing

/// Whether money goes out or comes in, where the sign does not say it or says the opposite.
struct DirectionTests {
  @Test
  func `letters and words behind amounts say the side`() throws {
    let file = try read(
      "Date;Payee;Amount\n2026-03-13;A;1.234,50 H\n2026-03-14;B;2,00 S\n2026-03-15;C;3,00 D\n2026-03-16;D;4,00 C\n2026-03-17;E;5,00 DR\n"
    )
    #expect(file.amounts == [123_450, -200, -300, 400, -500])
  }

  @Test
  func `actual#805: a row without a word where others say debit and credit is reported`() throws {
    let file = try read(
      "Date,Payee,Amount,Type\n2026-03-13,A,1.50,Debit\n2026-03-14,B,2.00,Credit\n2026-03-15,C,3.00,\n")
    #expect(file.amounts == [-150, 200])
    #expect(file.errors.map(\.line) == [4])
  }

  @Test
  func `balances that only fall make amounts without signs money out`() throws {
    let file = try read(
      "Date,Payee,Amount,Balance\n2026-03-13,A,1.50,8.50\n2026-03-14,B,2.00,6.50\n2026-03-15,C,1.00,5.50\n")
    #expect(file.amounts == [-150, -200, -100])
    #expect(file.decision("sign")?.value == "flipped")
    #expect(file.balanceProof?.ties == true)
  }

  @Test
  func `balances that fall and rise by amounts without signs stop the import`() throws {
    let file = try read(
      "Date,Payee,Amount,Balance\n2026-03-13,A,1.50,8.50\n2026-03-14,B,2.00,6.50\n2026-03-15,C,10.00,16.50\n2026-03-16,D,1.00,15.50\n"
    )
    #expect(file.refusal?.contains("--profile") == true, "\(file.errors)")
  }

  @Test
  func `a balance that moves against signed amounts is warned of`() throws {
    let file = try read(
      "Date,Payee,Amount,Balance\n2026-03-13,A,1.50,8.50\n2026-03-14,B,2.00,6.50\n2026-03-15,C,-10.00,16.50\n")
    #expect(file.warnings.contains { $0.contains("--invert-sign") }, "\(file.warnings)")
    #expect(file.balanceProof?.ties == false)
  }

  @Test
  func `JSON: a word for the side decides, and minor units are taken by their field's name`() throws {
    let sided = try read(
      "[{\"date\":\"2026-03-13\",\"amount\":1.5,\"type\":\"debit\",\"payee\":\"A\"},{\"date\":\"2026-03-14\",\"amount\":2,\"type\":\"credit\",\"payee\":\"B\"}]"
    )
    #expect(sided.amounts == [-150, 200])
    #expect(try read("[{\"date\":\"2026-03-13\",\"amountMinor\":-150,\"payee\":\"A\"}]").amounts == [-150])
    #expect(try read("[{\"date\":\"2026-03-13\",\"amount_cents\":-150,\"payee\":\"A\"}]").amounts == [-150])
    let whole = try read(
      "[{\"date\":\"2026-03-13\",\"amount\":-150,\"payee\":\"A\"},{\"date\":\"2026-03-14\",\"amount\":-20,\"payee\":\"B\"}]"
    )
    #expect(whole.amounts == [-15_000, -2_000])
    #expect(whole.warnings.contains { $0.contains("whole units") })
  }

  @Test
  func `CAMT: an amount with a sign of its own is reported, other XML is refused by name`() throws {
    let entry =
      "<Ntry><Amt Ccy=\"EUR\">%</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-13</Dt></BookgDt></Ntry>"
    func statement(_ amounts: [String]) -> String {
      "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt>"
        + "<Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>"
        + amounts.map { entry.split(separator: "%").joined(separator: $0) }.joined()
        + "</Stmt></BkToCstmrStmt></Document>"
    }
    let file = try read(statement(["1.50", "-2.00"]))
    #expect(file.amounts == [-150])
    #expect(file.errors.count == 1 && file.errors[0].reason.contains("negative"))
    #expect(try read("<?xml version=\"1.0\"?><gpx><trk/></gpx>").refusal?.contains("no account statement") == true)
  }

  @Test
  func `MT942 names its currency in the floor limit`() throws {
    let file = try read(
      ":20:942\n:25:1/2\n:28C:1\n:34F:EURD0,\n:13D:2603141200+0100\n:61:2603140314C2,00NMSC\n:86:Shop\n:90C:1EUR2,00\n-\n",
      currency: nil)
    #expect(file.amounts == [200])
    #expect(file.currency?.code == "EUR")
  }
}
