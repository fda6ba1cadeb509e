import Foundation
import LedgerImport
import Testing

/// The guide to importing shows the messages that the program gives.
struct GuideTests {
  private static let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../docs/guides/importing.md").standardized

  /// The quoted messages, each as one line.
  private static func messages() throws -> Set<String> {
    let text = try String(contentsOf: guide, encoding: .utf8)
    var messages: [String] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("> ") else {
        isOpen = false
        continue
      }
      let part = String(line.dropFirst(2))
      if isOpen { messages[messages.count - 1] += " " + part } else { messages.append(part) }
      isOpen = true
    }
    return Set(messages)
  }

  /// A transaction that can be read, for journals with one that can't.
  private static let journalRest = "2,2026-03-14,assets:a,-1,EUR\n2,2026-03-14,expenses:b,1,EUR\n"

  private static let files: [(text: String, currency: String?)] = [
    ("Date;Payee;Amount\n03/04/2026;Shop;-1.50\n05/06/2026;Shop;-2.00\n", "EUR"),
    ("Date;Payee;Amount\n13 Mar;Shop;-1.50\n", "EUR"),
    ("Date;Payee;Amount\n2026-02-30;Shop;-1.50\n2026-03-01;Shop;-2.00\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.000\n2026-03-14;Shop;2.000\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.50\n2026-03-14;Shop;-2,50\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.50\n2026-03-14;Shop;10.999.99\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.505\n2026-03-14;Shop;-2.50\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;1.50\n", "EUR"),
    ("Date,Payee,Amount,Balance\n2026-03-13,A,1.50,8.50\n2026-03-14,B,2.00,6.50\n2026-03-15,C,-10.00,16.50\n", "EUR"),
    (
      "Date,Payee,Amount,Balance\n2026-03-13,A,1.50,8.50\n2026-03-14,B,2.00,6.50\n2026-03-15,C,10.00,16.50\n2026-03-16,D,1.00,15.50\n",
      "EUR"
    ),
    ("Date;Payee;Debit;Credit\n2026-03-13;Shop;1.50;2.00\n2026-03-14;Shop;1.50;\n", "EUR"),
    ("Date,Payee,Amount,Fee\n2026-03-13,A,-1.50,0.50\n2026-03-14,B,-2.00,0\n", "EUR"),
    ("Date;Payee;Amount;Status\n2026-03-13;Shop;-1.50;Pending\n2026-03-14;Shop;-2.00;Completed\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-14;Shop;-2.00\nTotal;;-2.00\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.50\n2026-03-14;Sh", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.50\n2026-03-14;\"Shop;-2.00\n", "EUR"),
    ("Date,Payee,Amount,Balance\n2026-03-13,A,-1.50,8.50\n2026-03-14,B,-2.00,6.50\n2026-03-15,C,-1.00,5.00\n", "EUR"),
    ("Date;Payee;Amount\n2026-03-13;Shop;-1.50\n", nil),
    ("Date;Payee;Amount;Currency\n2026-03-13;Shop;-1.50;EUR\n2026-03-14;Shop;-2.00;USD\n", nil),
    (
      "txnidx,date,account,amount,commodity\n1,2026-03-13,Besitz:Giro,1,EUR\n1,2026-03-13,expenses:a,-1,EUR\n"
        + journalRest, "EUR"
    ),
    (
      "txnidx,date,account,amount,commodity\n1,2026-03-13,assets:cash,1,\n1,2026-03-13,expenses:a,-1,\n" + journalRest,
      nil
    ),
    (
      "txnidx,date,account,amount,commodity\n1,2026-03-13,expenses:fuel,12.345,EUR\n1,2026-03-13,assets:a,-12.345,EUR\n"
        + journalRest,
      "EUR"
    ),
    ("<html><body>Please sign in</body></html>", "EUR"), ("PK\u{3}\u{4}", "EUR"),
    ("OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1></INVSTMTMSGSRSV1></OFX>", "EUR"), ("Date;Payee;Amount\n", "EUR"),
    ("hello\nworld\n", "EUR"), ("Date;Payee;Amount\n40126;Shop;-1.50\n", "EUR"),
    ("Date;Payee;First amount;Second\n2026-03-13;Shop;1.50;\n2026-03-14;Shop;;2.00\n", "EUR"),
    ("Date;Payee;Amount;Status\n2026-03-13;Shop;-1.50;Quux\n2026-03-14;Shop;-2.00;Booked\n", "EUR"),
    (
      "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.054.001.08\"><BkToCstmrDbtCdtNtfctn><Ntfctn><Acct>"
        + "<Id><IBAN>DE00</IBAN></Id></Acct><Ntry><Amt Ccy=\"EUR\">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-03-01</Dt>"
        + "</BookgDt></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>",
      "EUR"
    ),
  ]

  @Test
  func `every message in the guide is one that the program gives, word for word`() throws {
    var open = try GuideTests.messages()
    #expect(open.count >= 20)
    let files = try GuideTests.files.map { try read($0.text, currency: $0.currency) }
    let unknown = try read("Date;Payee;Amount\n2026-03-13;Shop;-1.50\n") { $0.encoding = "EBCDIC-XX" }
    for file in files + [unknown] {
      let given =
        file.errors.map(\.reason) + file.warnings + file.skipped.map { "line \($0.line) left out: \($0.reason)" }
      #expect(given.contains { open.contains($0) }, "\(given)")
      open.subtract(given)
    }
    #expect(open == [])
  }

  @Test
  func `the limits in the guide are those of the program`() throws {
    let text = try String(contentsOf: GuideTests.guide, encoding: .utf8)
    #expect(StatementReader.fileLimitBytes == 1_000_000_000 && text.contains("One gigabyte a file"))
    #expect(StatementReader.fieldLimitBytes == 64 * 1_024 && text.contains("64 KiB a field"))
    #expect(StatementReader.columnLimit == 512 && text.contains("512 columns"))
  }
}
