import LedgerDomain
import LedgerQuery
import LedgerRender
import Testing

/// Tables as comma-separated files.
struct CSVRendererTests {
  private static func merchants(_ name: String) -> [UInt8] {
    CSVRenderer.render(
      MerchantsReport(
        from: nil, to: nil,
        merchants: [MerchantsReport.Entry(merchant: name, currency: Samples.euro, sum: -1, count: 1)]))
  }

  /// The cells of RFC 4180 text, read byte by byte.
  private static func cells(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = [[]]
    var cell: [UInt8] = []
    var isQuoted = false
    var index = 0
    func take() { rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self)) }
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isQuoted, byte == 0x22, next == 0x22 {
        cell.append(byte)
        index += 1
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if !isQuoted, byte == 0x2C || byte == 0x0D && next == 0x0A {
        take()
        cell = []
        if byte == 0x0D {
          rows.append([])
          index += 1
        }
      } else {
        cell.append(byte)
      }
      index += 1
    }
    return rows.dropLast()
  }

  @Test(arguments: [
    "=1+1", "+1", "-1", "@x", "\tx", "\rx", "\r\nx", "\nx", "=\u{301}x", "-\u{301}", "@\u{FE0F}", "=a,\"b\"",
  ])
  func `a text that a spreadsheet could run is guarded`(name: String) {
    let rows = CSVRendererTests.cells(CSVRendererTests.merchants(name))
    #expect(rows == [["merchant", "currency", "sum", "count"], ["'" + name, "EUR", "-1.00", "1"]])
  }

  @Test(arguments: [
    "plain", "", "a,b", "a\"b", "\"", "a\nb", "a\r\nb", "a,\u{301}b", "a\"\u{301}b", "漢字, 👩‍👩‍👧", " space ", "a=1", "'x",
  ])
  func `any other text is read back as it is`(name: String) {
    let rows = CSVRendererTests.cells(CSVRendererTests.merchants(name))
    #expect(rows == [["merchant", "currency", "sum", "count"], [name, "EUR", "-1.00", "1"]])
  }

  @Test func `every table has one row an entry and as many cells as titles`() {
    let tables: [([UInt8], rows: Int)] = [
      (CSVRenderer.render(Samples.list), 4), (CSVRenderer.render(Samples.months), 2),
      (CSVRenderer.render(Samples.days), 1), (CSVRenderer.render(Samples.categories), 2),
      (CSVRenderer.render(Samples.merchants), 2), (CSVRenderer.render(Samples.merchant), 2),
      (CSVRenderer.render(Samples.accounts), 2), (CSVRenderer.render(Samples.log), 2),
    ]
    for (bytes, count) in tables {
      let rows = CSVRendererTests.cells(bytes)
      #expect(rows.count == count + 1)
      #expect(Set(rows.map(\.count)).count == 1, "\(rows)")
      #expect(bytes.suffix(2) == [0x0D, 0x0A])
    }
  }

  @Test func `amounts have a point and their currency's decimals, whatever the locale`() {
    let amounts = CSVRendererTests.cells(CSVRenderer.render(Samples.list)).dropFirst().map { $0[2] }
    #expect(amounts == ["-12.50", "0.00", "-1250", "1234.567"])
  }
}
