import LedgerDomain
import LedgerImport
import Testing

/// Files that were cut off on the way: the last row is never left out in silence, nor read with a part of its amount.
struct CutOffTests {
  private static let table = "Date,Payee,Amount\n2026-03-13,A,-1.50\n2026-03-14,B,-2.25\n2026-03-15,C,-3.00\n"

  @Test(
    arguments: [
      "2026-03-16,D", "2026-03-16,", "2026-03-16", "2026-03-1", "2", "2026-03-16,D,-1", "2026-03-16,D,-1.",
      "2026-03-16,D,-1.5",
      "2026-03-16,\"D", "2026-03-16,D,",
    ])
  func `a last row without its end is reported with its line`(_ row: String) throws {
    let file = try read(CutOffTests.table + row)
    #expect(file.amounts == [-150, -225, -300])
    #expect(file.errors.map(\.line) == [5], "\(file.errors) \(file.skipped)")
    #expect(file.errors.allSatisfy { $0.reason.contains("download it again") || $0.reason.contains("is empty") })
  }

  @Test(arguments: ["Ende", "End of report", "3 rows", "Total"])
  func `a line of text under the table is no row, with or without a line end`(_ line: String) throws {
    for end in ["", "\n"] {
      let file = try read(CutOffTests.table + line + end)
      #expect(file.errors.isEmpty, "\(file.errors)")
      #expect(file.skipped.map(\.line) == [5])
    }
  }

  @Test
  func `a whole last row needs no line end`() throws {
    #expect(try read(CutOffTests.table + "2026-03-16,D,-4.00").amounts == [-150, -225, -300, -400])
    let mixed = try read("Date,Payee,Amount\n2026-03-13,A,-1.5\n2026-03-14,B,-2.25\n2026-03-15,C,-3.5\n2026-03-16,D,-4")
    #expect(mixed.amounts == [-150, -225, -350, -400])
    let ragged = try read("Date,Payee,Amount,Memo\n2026-03-13,A,-1.50,m\n2026-03-14,B,-2.25\n2026-03-16,D,-4.00")
    #expect(ragged.amounts == [-150, -225, -400])
  }

  @Test
  func `a row that lacks only its last texts is reported too`() throws {
    let file = try read("Date,Amount,Payee,Memo\n2026-03-13,-1.50,A,x\n2026-03-14,-2.25,B,y\n2026-03-15,-3.00,Ca")
    #expect(file.amounts == [-150, -225])
    #expect(file.errors.map(\.line) == [4])
  }

  @Test
  func `an OFX file without its end is reported, after the rows that are there`() throws {
    let row = "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260313<TRNAMT>-1.50<FITID>1<NAME>A</STMTTRN>\n"
    let whole = "OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>\n\(row)\(row)</BANKTRANLIST></STMTRS></OFX>\n"
    #expect(try read(whole).errors.isEmpty)
    for tail in ["</OFX>\n", "</BANKTRANLIST></STMTRS></OFX>\n", "</STMTTRN>\n</BANKTRANLIST></STMTRS></OFX>\n"] {
      let file = try read(String(whole.dropLast(tail.count)))
      #expect(file.amounts.count == 2)
      #expect(file.errors.contains { $0.reason.contains("</OFX>") && $0.line > 0 }, "\(file.errors)")
    }
  }

  @Test
  func `an MT940 statement without its closing balance is reported`() throws {
    let file = try read(":20:A\n:25:1/2\n:28C:1\n:60F:C260301EUR10,00\n:61:2603130313D1,50NMSC\n:86:Shop\n")
    #expect(file.amounts == [-150])
    #expect(file.errors.map(\.line) == [6])
    #expect(file.errors.first?.reason.contains(":62F:") == true)
  }

  @Test
  func `XML and JSON without their ends are refused`() throws {
    let xml = "<?xml version=\"1.0\"?><Document xmlns=\"camt.053\"><Stmt><Acct><Id><IBAN>D</IBAN></Id></Acct>"
    #expect(try read(xml).refusal?.contains("download it again") == true)
    #expect(try read("[{\"date\": \"2026-03-13\", \"amount\": -1.5}, {\"da").refusal?.contains("download") == true)
    let lines = try read(
      "{\"date\": \"2026-03-13\", \"amount\": -1.5, \"payee\": \"A\"}\n{\"date\": \"2026-03-14\", \"am")
    #expect(lines.amounts == [-150])
    #expect(lines.errors.map(\.line) == [2])
  }

  /// A table of three columns in every order, each of them without a title once, that ends at every byte of its last row.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `a file may end at any byte, behind any column, with or without titles`(_ order: [Int]) {
    let titles = ["Date", "Payee", "Amount"]
    let rows = [["2026-03-13", "A", "-1.50"], ["2026-03-14", "B", "-2.25"], ["2026-03-15", "C", "-3.00"]]
    for untitled in [nil, 0, 1, 2] {
      for separator in [",", ";", "\t"] {
        func line(_ cells: [String]) -> String { order.map { cells[$0] }.joined(separator: separator) }
        let header = line(titles.indices.map { $0 == untitled ? "" : titles[$0] })
        let text = Array(([header] + rows.map(line)).joined(separator: "\n").utf8)
        let lastRow = line(rows[2]).utf8.count
        for end in (text.count - lastRow)...text.count {
          var options = ImportOptions()
          options.currency = Currency("EUR")
          let file = StatementReader.read(Array(text[..<end]), path: "a.csv", options: options)
          #expect(file.transactions.count + file.errors.count + file.skipped.count <= 4)
          #expect(!file.transactions.isEmpty || !file.errors.isEmpty)
        }
      }
    }
  }
}
