import LedgerDomain
import LedgerImport
import Testing

/// Faults that people reported of other tools: encodings and structure. Each test names its report.
struct ReportedStructureTests {
  private static let plain = "Date,Payee,Amount\n2026-03-13,Café Müller,-1.50\n"

  @Test
  func `RechnungsFee#398: a mark and lines above the header do not hide it`() throws {
    let file = try read("\u{FEFF}Konto;DE00\nZeitraum;März\n\nBuchungstag;Empfänger;Betrag\n13.03.2026;Café;-1,50\n")
    #expect(file.amounts == [-150])
    #expect(file.transactions.first?.line == 5)
    #expect(file.account == "DE00")
  }

  @Test(arguments: [true, false])
  func `actual#6327: UTF-16 with and without a mark`(_ hasMark: Bool) throws {
    for isLittleEndian in [true, false] {
      var bytes: [UInt8] = []
      for unit in (hasMark ? [0xFEFF] : []) + Array(ReportedStructureTests.plain.utf16) {
        let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
        bytes += isLittleEndian ? [low, high] : [high, low]
      }
      let file = try read(bytes)
      #expect(file.payees == ["Café Müller"])
      #expect(file.encoding == (isLittleEndian ? "UTF-16LE" : "UTF-16BE"))
    }
  }

  private func encoded(_ text: String, _ table: [Character: UInt8]) -> [UInt8] {
    text.flatMap { character in character.asciiValue.map { [$0] } ?? [table[character] ?? 0x3F] }
  }

  @Test
  func `Budget#371: other encodings are told apart by their letters`() throws {
    let west = encoded(
      "Date;Payee;Amount\n2026-03-13;Bäckerei Müßig;-1,50 €\n", ["ä": 0xE4, "ü": 0xFC, "ß": 0xDF, "€": 0x80])
    #expect(try read(west).payees == ["Bäckerei Müßig"])
    let polish = encoded(
      "Data;Opis;Kwota\n2026-03-13;Płatność kartą Łódź;-1,50\n",
      ["ł": 0xB3, "ś": 0x9C, "ć": 0xE6, "ą": 0xB9, "Ł": 0xA3, "ó": 0xF3, "ź": 0x9F])
    #expect(try read(polish).payees == ["Płatność kartą Łódź"])
    let russian = encoded(
      "Date;Payee;Amount\n2026-03-13;Кофейня;-1,50\n",
      ["К": 0xCA, "о": 0xEE, "ф": 0xF4, "е": 0xE5, "й": 0xE9, "н": 0xED, "я": 0xFF])
    #expect(try read(russian).payees == ["Кофейня"])
  }

  @Test
  func `Budget#371: an encoding that is asked for overrules`() throws {
    let bytes = encoded("Date;Payee;Amount\n2026-03-13;Caf#;-1,50\n", ["é": 0xE9]).map { $0 == 0x23 ? 0xE9 : $0 }
    #expect(try read(bytes) { $0.encoding = "windows-1251" }.payees == ["Cafй"])
    #expect(try read(bytes) { $0.encoding = "iso-8859-1" }.payees == ["Café"])
    #expect(try read(bytes) { $0.encoding = "no-such" }.refusal?.contains("--encoding") == true)
  }

  @Test
  func `bytes that are not UTF-8 in a UTF-8 file are shown and warned of`() throws {
    var bytes = Array("Date;Payee;Amount\n2026-03-13;Bäckerei Müßig Zürich;-1,50\n2026-03-14;M#ller;-2,00\n".utf8)
    bytes = bytes.map { $0 == 0x23 ? 0xFC : $0 }
    let file = try read(bytes)
    #expect(file.payees == ["Bäckerei Müßig Zürich", "M\u{FFFD}ller"])
    #expect(file.warnings.contains { $0.contains("--encoding") })
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xE9]), ("windows-1252", [0xE9]), ("ISO-8859-15", [0xE9]), ("UTF-8", [0xC3, 0xA9]),
      ("cp850", [0x82]),
    ] as [(String, [UInt8])])
  func `actual#8912: XML is read in the encoding that it declares`(_ name: String, _ letter: [UInt8]) throws {
    let camt =
      "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE00</IBAN></Id>"
      + "<Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy=\"EUR\">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-01</Dt>"
      + "</BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Caf#</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt>"
      + "</Document>"
    let ofx =
      "<?OFX OFXHEADER=\"200\" VERSION=\"211\"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM>"
      + "<ACCTID>1</ACCTID></BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260301</DTPOSTED>"
      + "<TRNAMT>-1.50</TRNAMT><FITID>1</FITID><NAME>Caf#</NAME></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    for text in [camt, ofx] {
      let head = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?>\n".utf8)
      let file = try read(head + Array(text.utf8).flatMap { $0 == 0x23 ? letter : [$0] })
      #expect(file.payees == ["Café"], "\(file.errors) \(file.encoding)")
    }
  }

  @Test
  func `hledger#2189: a second mark inside the file is dropped`() throws {
    let file = try read("Date,Payee,Amount\n2026-03-13,A,-1.50\n\u{FEFF}2026-03-14,B,-2.50\n")
    #expect(file.days == ["2026-03-13", "2026-03-14"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `Cashew#972, MMEX#7030: quoted line breaks and mixed line ends`(_ end: String) throws {
    let file = try read(
      "Date,Payee,Amount\r\n2026-03-13,\"Shop\(end)Main Street\",-1.50\n2026-03-14,\"say \"\"hi\"\", now\",-2.50\(end)"
        + "2026-03-15,C,-3.00\n")
    #expect(file.payees == ["Shop Main Street", "say \"hi\", now", "C"])
    #expect(file.transactions.map(\.line) == [2, 4, 5])
  }

  @Test
  func `hledger#177: what stands above the table is not checked for its columns`() throws {
    let file = try read("A \"title, with a quote\nx,y,z,1,2,3\n\nDate,Payee,Amount\n2026-03-13,A,-1.50\n")
    #expect(file.amounts == [-150])
    #expect(file.errors.isEmpty)
  }

  @Test
  func `actual#2950: a footer is seen and said`() throws {
    let file = try read(
      "Datum;Text;Betrag;Saldo\n13.03.2026;A;-1,50;8,50\n14.03.2026;B;-2,00;6,50\n\"Alter Kontostand\";\"10,00 EUR\"\n;;;\nEnde\n"
    )
    #expect(file.amounts == [-150, -200])
    #expect(file.errors.isEmpty)
    #expect(file.skipped.map(\.line) == [4, 6])
  }

  @Test(arguments: [",", ";", "\t", "|"])
  func `actual#1769: the separator is found`(_ separator: String) throws {
    let text = [["Date", "Payee", "Amount"], ["2026-03-13", "A", "-1.50"], ["2026-03-14", "B", "-2.00"]]
      .map { $0.joined(separator: separator) + "\n" }.joined()
    let file = try read(text)
    #expect(file.amounts == [-150, -200])
    #expect(file.decision("separator")?.value == (separator == "\t" ? "tab" : separator))
  }

  @Test
  func `securo PR 416: a file without transactions is never a success`() throws {
    for text in ["", "\n\n", "Date,Payee,Amount\n", "Date,Payee,Amount\n13 March,A,b\n", "just a text\n"] {
      let file = try read(text)
      #expect(file.transactions.isEmpty && file.errors.map(\.line) == [0], "\(file.errors)")
    }
  }

  @Test(
    arguments: [
      ("\u{89}PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("PDF", Array("%PDF-1.7\n1 0 obj".utf8)),
      ("ZIP", [0x50, 0x4B, 0x03, 0x04, 0x14]), ("HTML", Array("<!DOCTYPE html><html><body>sign in</body>".utf8)),
    ] as [(String, [UInt8])])
  func `what is no bank's file is named`(_ kind: String, _ bytes: [UInt8]) throws {
    #expect(try read(bytes).refusal?.contains(kind.filter { $0.isLetter }) == true)
  }

  @Test
  func `pending and declined rows are left out and said`() throws {
    let file = try read(
      """
      Date,Payee,Amount,Status
      2026-03-13,A,-1.50,Completed
      2026-03-14,B,-2.00,Pending
      2026-03-15,C,-3.00,Declined
      2026-03-16,D,0.00,Completed
      """)
    #expect(file.payees == ["A", "D"])
    #expect(file.skipped.map(\.line) == [3, 4])
  }

  @Test
  func `a file whose rows name several accounts has none of its own`() throws {
    let file = try read("Account,Date,Payee,Amount\nChecking,2026-03-13,A,-1.50\nSavings,2026-03-13,B,1.50\n")
    #expect(file.account == nil)
    #expect(file.transactions.map { file.texts.string($0.account) } == ["Checking", "Savings"])
    let asked = try read("Account,Date,Payee,Amount\nChecking,2026-03-13,A,-1.50\n") { $0.account = "Mine" }
    #expect(asked.account == "Mine")
  }

  @Test
  func `the account is the file's name where nothing else says it`() throws {
    let file = try read(ReportedStructureTests.plain)
    #expect(file.account == "statement")
    #expect(file.decision("account")?.why.contains("--account") == true)
  }

  @Test
  func `a header in a language that is not known is taken by its place`() throws {
    let file = try read("Kuupäev,Kes,Kui palju\n2026-03-13,Pood,-1.50\n2026-03-14,Kohvik,-2.00\n")
    #expect(file.payees == ["Pood", "Kohvik"])
    #expect(file.decision("header")?.value == "line 1")
  }

  @Test
  func `a headerless file is read where its cells leave no doubt`() throws {
    let file = try read("2026-03-13,-1.50,Shop,8.50\n2026-03-14,-2.00,Café,6.50\n2026-03-15,3.00,Refund,9.50\n")
    #expect(file.amounts == [-150, -200, 300])
    #expect(file.payees == ["Shop", "Café", "Refund"])
    #expect(file.balanceProof?.ties == true)
  }

  @Test
  func `a bad row never keeps the others from being read`() throws {
    let file = try read(
      "Date,Payee,Amount\n2026-03-13,A,-1.50\nnonsense 1,B,-2.00\n2026-03-15,\"C\" D,-3.00\n2026-03-16,E,-4.00\n")
    #expect(file.amounts == [-150, -400])
    #expect(file.errors.map(\.line) == [3, 4])
  }

  @Test
  func `quotes that are never closed are found in little time`() throws {
    let lines = (0..<20_000).map { "2026-03-13,\"A\($0 % 7 == 0 ? "" : "\""),-1.50\n" }.joined()
    let clock = ContinuousClock()
    var file: ImportedFile?
    let time = try clock.measure { file = try read("Date,Payee,Amount\n" + lines) }
    #expect(file?.errors.isEmpty == false)
    #expect(time < .seconds(5))
  }
}
