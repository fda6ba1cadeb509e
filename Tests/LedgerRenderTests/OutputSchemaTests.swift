import Foldbook
import Foundation
import JSON
import LedgerRender
import Testing

/// Real output of every report against its schema.
struct OutputSchemaTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Schemas/output").standardized

  private func schema(_ name: String) throws -> JSONValue {
    let file = OutputSchemaTests.folder.appendingPathComponent(name + ".schema.json")
    return try JSONReader.parse([UInt8](Data(contentsOf: file))[...])
  }

  private func check(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let value = try JSONReader.parse(bytes[...])
    let name = try #require(value["schema"]?.text?.split(separator: "/").dropFirst().first)
    let faults = SchemaChecker.faults(value, try schema(String(name)))
    #expect(faults.isEmpty, "\(name)", sourceLocation: sourceLocation)
  }

  private static let statement = """
    Date,Amount,Payee,Category,Balance
    2026-09-30,2500.00,Boss,Salary,2500.00
    2026-10-02,-12.50,Café \u{1B}[2J,,2487.50
    2026-10-02,-12.50,Café \u{1B}[2J,,2475.00
    2026-10-31,-1.00,Later,Fees,2474.00

    """

  private func withLedger(_ body: (Ledger, ImportReport) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "foldbook-schema-" + UUID().uuidString
    defer {
      for suffix in ["", "-lock", "-anchor"] { unlink(path + suffix) }
    }
    let noon = Instant.noon(of: CalendarDay("2026-10-20")!)
    let importer = Importer(options: ImportOptions())
    var options = importer.options
    options.account = "Giro"
    options.currency = Currency("EUR")
    let reader = Importer(options: options)
    let sources = reader.read([Importer.Input(path: "a/giro.csv", bytes: Array(OutputSchemaTests.statement.utf8))])
    let report = try Ledger.create(
      path: path, baseCurrency: Currency("EUR")!, at: noon, command: "init", ledgerID: .zero
    ) { transaction in
      let report = try reader.commit(sources, in: transaction, recordedAt: noon, command: "import giro.csv")
      let budget = try Decision.setBudget(
        category: nil, amount: 1_500, from: YearMonth("2026-10")!, state: transaction.view())
      try transaction.commit(recordedAt: noon, command: "budget", events: budget)
      return report
    }
    try body(Ledger.open(path: path, isReadOnly: false), report)
  }

  @Test func `every report of a real ledger is valid under its schema`() throws {
    try withLedger { ledger, report in
      #expect(report.added == 4)
      try check(JSONRenderer.render(report))
      try ledger.read { view in
        let today = CalendarDay("2026-10-20")!
        try check(JSONRenderer.render(DashboardQuery(today: today).report(on: view)))
        try check(JSONRenderer.render(MonthsQuery().report(on: view)))
        try check(JSONRenderer.render(CategoriesQuery().report(on: view)))
        try check(JSONRenderer.render(MerchantsQuery().report(on: view)))
        try check(JSONRenderer.render(MerchantHistoryQuery(name: "boss").report(on: view)))
        try check(JSONRenderer.render(AccountsQuery(today: today).report(on: view)))
        try check(JSONRenderer.render(DaysQuery().report(on: view)))
        let list = try ListQuery(query: TransactionQuery()).report(on: view)
        try check(JSONRenderer.render(list))
        let id = try #require(list.transactions.first?.id)
        try check(JSONRenderer.render(TransactionHistoryQuery(id: id).report(on: view)))
        try check(JSONRenderer.render(LogQuery().report(on: view)))
        try check(JSONRenderer.render(BudgetQuery(today: today).report(on: view)))
        try check(JSONRenderer.render(SettingsQuery().report(on: view)))
        try check(JSONRenderer.render(RecategorisePreviewQuery(ids: [id], category: "Gifts").report(on: view)))
        try check(JSONRenderer.render(VerifyQuery.report(on: view)))
        try check(JSONRenderer.render(StatsQuery(fileBytes: 4_096).report(on: view)))
      }
      let digest = try ledger.viewDigest()
      try check(
        JSONRenderer.render(ReplayReport(events: 30, seconds: 0.000_25, viewDigest: digest, matches: true)))
      try check(
        JSONRenderer.render(ChangeReport(commit: nil, firstPosition: nil, lastPosition: nil, ids: [], notes: [])))
    }
  }

  @Test func `a wrong type, a missing field and a wrong pattern are found`() throws {
    let schema = try schema("change")
    let wrong = try JSONReader.parse(#"{"schema":"foldbook/change/v1","commit":"2","ids":[0]}"#.utf8.map { $0 }[...])
    let faults = SchemaChecker.faults(wrong, schema)
    #expect(faults.contains { $0.contains("commit: is not") })
    #expect(faults.contains { $0.contains("'firstPosition' is missing") })
    #expect(faults.contains { $0.contains("ids[0]: is below 1") })
  }
}

struct TerminalTests {
  private static let today = CalendarDay("2026-10-20")!

  private func dashboard(name: String) -> DashboardReport {
    let euro = Currency("EUR")!
    let item = TransactionItem(
      id: TransactionID(30), day: TerminalTests.today, amount: -12_345.67, currency: euro, account: name,
      merchant: name,
      category: name, note: nil, memo: nil, rawText: nil, bankReference: nil, isDeleted: false,
      recordedAt: Instant.noon(of: TerminalTests.today))
    return DashboardReport(
      today: TerminalTests.today, currency: euro, position: 30, balance: 1_234_567.89,
      accounts: [
        AccountBalance(name: name, currency: euro, balance: 1_234_567.89),
        AccountBalance(name: "Card", currency: euro, balance: -5),
      ],
      month: DashboardReport.MonthToDate(
        month: YearMonth("2026-10")!, moneyIn: 0, moneyOut: 12_345.67, net: -12_345.67, transfers: 0, count: 1,
        previousMoneyOut: 9_999.99),
      incomeCategories: [],
      budget: DashboardReport.BudgetPace(amount: 1_500, spent: 12_345.67, evenPace: 967.74, remaining: -10_845.67),
      dailySpending: [
        DashboardReport.DaySpending(day: TerminalTests.today, spent: 12_345.67, cumulative: 12_345.67, evenPace: 967.74)
      ],
      categories: [
        DashboardReport.CategorySpending(
          category: name, kind: .expense, spent: 12_345.67, count: 1, previousSpent: 0, budget: nil)
      ],
      activity: [
        DashboardReport.DayActivity(day: TerminalTests.today, net: -12_345.67, count: 1, transactions: [item])
      ], activityIsComplete: true)
  }

  @Test(arguments: [40, 80], ["Shop", "漢字の店の名前はとても長いものです漢字の店", "👩‍👩‍👧‍👦🇩🇪 Familie", String(repeating: "long ", count: 40)])
  func `no line of the dashboard is wider than the terminal`(columns: Int, name: String) {
    let text = TextRenderer(style: TextStyle(columns: columns)).render(dashboard(name: name))
    for line in text.split(separator: "\n") {
      #expect(Terminal.width(String(line)) <= columns, "\(line)")
    }
  }

  @Test func `names never steer a terminal`() {
    let hostile = "\u{1B}]8;;http://x\u{07}a\u{202E}b\u{200B}\u{85}\u{2028}c"
    let text = TextRenderer(style: TextStyle()).render(dashboard(name: hostile))
    let scalars = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) }
    #expect(scalars.isEmpty)
    #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2028}"))
    #expect(Terminal.safe("\u{1B}[2J") == "\\u{1B}[2J")
    #expect(Terminal.safe("Café 漢字 👩‍👩‍👧") == "Café 漢字 👩‍👩‍👧")
  }

  @Test(arguments: [
    ("en_US.UTF-8", "1,234,567.89"), ("de_DE.UTF-8", "1.234.567,89"), ("de_CH", "1’234’567.89"),
    ("fr_FR", "1\u{202F}234\u{202F}567,89"), ("en_IN", "12,34,567.89"), ("C", "1,234,567.89"),
    ("sv_SE", "1\u{A0}234\u{A0}567,89"),
  ])
  func `numbers are written as the locale does`(locale: String, expected: String) {
    #expect(NumberLocale(posixName: locale).magnitude(1_234_567.89, digits: 2) == expected)
  }

  @Test func `every change has a sign and a glyph without any colour`() {
    let text = TextRenderer(style: TextStyle(usesColor: false)).render(dashboard(name: "Shop"))
    #expect(text.contains("▼ −12,345.67"))
    #expect(!text.contains("\u{1B}"))
  }
}

struct CSVRendererTests {
  @Test(arguments: ["=1+1", "+1", "-1", "@x", "\tx"])
  func `a text that a spreadsheet could run is guarded`(name: String) {
    let report = MerchantsReport(
      from: nil, to: nil,
      merchants: [MerchantsReport.Entry(merchant: name, currency: Currency("EUR")!, sum: -1, count: 1)])
    let lines = String(decoding: CSVRenderer.render(report), as: UTF8.self).split(separator: "\r\n")
    #expect(lines[1] == "'\(name),EUR,-1.00,1")
  }

  @Test func `quotes, commas and line ends are quoted by RFC 4180`() {
    let report = MerchantsReport(
      from: nil, to: nil,
      merchants: [
        MerchantsReport.Entry(
          merchant: "a \"b\", c\nd", currency: Currency("JPY")!, sum: Money(minorUnits: -5), count: 1)
      ])
    #expect(String(decoding: CSVRenderer.render(report), as: UTF8.self).hasSuffix("\"a \"\"b\"\", c\nd\",JPY,-5,1\r\n"))
  }
}
