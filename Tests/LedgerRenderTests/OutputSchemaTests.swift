import Foldbook
import Foundation
import JSON
import LedgerRender
import SchemaChecking
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
        for range in BalanceRange.allCases {
          try check(JSONRenderer.render(BalanceQuery(range: range, today: today).report(on: view)))
        }
        try check(
          JSONRenderer.render(ListPageQuery(list: ListQuery(query: TransactionQuery(), limit: 2)).report(on: view)))
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
        try check(JSONRenderer.render(VerifyReport(Verifier.verify(view.journal))))
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
