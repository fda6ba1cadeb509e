import Foundation
import JSON
import LedgerQuery
import LedgerRender
import SchemaChecking
import Testing

/// The JSON of made-up reports, byte for byte as `Schemas/output/examples/` shows it, and valid under its schema.
struct ExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Schemas/output").standardized

  /// What each example's file is made of; the part of the name before a hyphen is the schema's.
  private static let examples: [String: @Sendable () -> [UInt8]] = [
    "accounts": { JSONRenderer.render(Samples.accounts) },
    "balance": { JSONRenderer.render(Samples.balance) },
    "budget": { JSONRenderer.render(Samples.budget) },
    "categories": { JSONRenderer.render(Samples.categories) },
    "categories-compared": { JSONRenderer.render(Samples.comparedCategories) },
    "check": { JSONRenderer.render(Samples.check()) },
    "check-well": { JSONRenderer.render(CheckReport(findings: [])) },
    "change": { JSONRenderer.render(Samples.change) },
    "change-nothing": { JSONRenderer.render(Samples.nothingChanged) },
    "copy": { JSONRenderer.render(Samples.copy) },
    "dashboard": { JSONRenderer.render(Samples.dashboard()) },
    "dashboard-no-budget": { JSONRenderer.render(Samples.dashboard(budget: nil)) },
    "days": { JSONRenderer.render(Samples.days) },
    "diff": { JSONRenderer.render(Samples.diff) },
    "explain": { JSONRenderer.render(Samples.explain(isBalance: false)) },
    "explain-balance": { JSONRenderer.render(Samples.explain(isBalance: true)) },
    "forecast": { JSONRenderer.render(Samples.forecast()) },
    "import": { JSONRenderer.render(Samples.importReport(isDecided: true)) },
    "import-journal": { JSONRenderer.render(Samples.journalReport) },
    "import-refused": { JSONRenderer.render(Samples.importReport(isDecided: false)) },
    "list": { JSONRenderer.render(Samples.list) },
    "log": { JSONRenderer.render(Samples.log) },
    "merchant": { JSONRenderer.render(Samples.merchant) },
    "merchants": { JSONRenderer.render(Samples.merchants) },
    "merchants-compared": { JSONRenderer.render(Samples.comparedMerchants) },
    "categoryAliases": { JSONRenderer.render(Samples.categoryAliases()) },
    "merchantSuggestions": { JSONRenderer.render(Samples.merchantSuggestions()) },
    "months": { JSONRenderer.render(Samples.months) },
    "preview": { JSONRenderer.render(Samples.preview) },
    "profiles": { JSONRenderer.render(Samples.profiles) },
    "recurring": { JSONRenderer.render(Samples.recurring()) },
    "replay": { JSONRenderer.render(Samples.replay) },
    "ruleSuggestions": { JSONRenderer.render(Samples.ruleSuggestions()) },
    "rules": { JSONRenderer.render(Samples.rules()) },
    "salvage": { JSONRenderer.render(Samples.salvage) },
    "salvage-unknown": { JSONRenderer.render(Samples.salvageOfUnknown) },
    "settings": { JSONRenderer.render(Samples.settings) },
    "show": { JSONRenderer.render(Samples.show) },
    "stats": { JSONRenderer.render(Samples.stats) },
    "stats-empty": { JSONRenderer.render(Samples.noStats) },
    "transfers": { JSONRenderer.render(Samples.transfers()) },
    "verify": { JSONRenderer.render(Samples.verify) },
  ]

  /// Set `FOLDBOOK_WRITE_GOLDEN` to write the examples anew; then read the difference before you keep it.
  @Test(arguments: ExampleTests.examples.keys.sorted())
  func `an example is what is rendered today and valid under its schema`(name: String) throws {
    let render = try #require(ExampleTests.examples[name])
    let bytes = render()
    let file = ExampleTests.folder.appendingPathComponent("examples/\(name).json")
    if ProcessInfo.processInfo.environment["FOLDBOOK_WRITE_GOLDEN"] != nil { try Data(bytes).write(to: file) }
    #expect(try [UInt8](Data(contentsOf: file)) == bytes)

    let schemaName = String(name.prefix { $0 != "-" })
    let schemaFile = ExampleTests.folder.appendingPathComponent("\(schemaName).schema.json")
    let schema = try JSONReader.parse([UInt8](Data(contentsOf: schemaFile))[...])
    let value = try JSONReader.parse(bytes[...])
    #expect(value["schema"]?.text == "foldbook/\(schemaName)/v1")
    #expect(SchemaChecker.faults(value, schema) == [])
  }

  @Test func `every schema has an example and every example a test`() throws {
    let schemas = try FileManager.default.contentsOfDirectory(atPath: ExampleTests.folder.path)
      .filter { $0.hasSuffix(".schema.json") }.map { $0.replacingOccurrences(of: ".schema.json", with: "") }
    #expect(Set(schemas) == Set(ExampleTests.examples.keys.map { String($0.prefix { $0 != "-" }) }))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: ExampleTests.folder.appendingPathComponent("examples").path)
    #expect(Set(files) == Set(ExampleTests.examples.keys.map { $0 + ".json" }))
  }

  @Test func `a text that a terminal could obey is escaped in JSON too`() {
    let text = String(decoding: JSONRenderer.render(Samples.categories), as: UTF8.self)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
  }

  @Test func `seconds and rates are plain decimals`() throws {
    let fast = ReplayReport(events: 3, seconds: 0.000_000_4, viewDigest: Samples.hash, matches: true)
    let text = String(decoding: JSONRenderer.render(fast), as: UTF8.self)
    #expect(text.contains("\"seconds\": 0.000000,"))
    #expect(text.contains("\"eventsPerSecond\": 7500000,"))
    let endless = ReplayReport(events: 3, seconds: 0, viewDigest: Samples.hash, matches: true)
    #expect(String(decoding: JSONRenderer.render(endless), as: UTF8.self).contains("\"eventsPerSecond\": 0,"))
  }
}
