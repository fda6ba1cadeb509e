import Foundation
import LedgerDomain
import LedgerQuery
import LedgerRender
import Testing

/// Exports with hostile names, read by the programs they are for.
struct ExportRendererTests {
  /// Every account's sum in minor units, as `account commodity`, that the sample's transactions come to.
  private static let sums: [String: Int64] = [
    "assets:Checking EUR": 9_100, "assets:a/b _c_ _d_ JPY": -1_250, "assets:a/b _c_ _d_-2 KWD": 1_134_567,
    "assets:漢字 EUR": Money.limit, "assets:Unknown EUR": -5, "equity:opening EUR": -10_000,
    "equity:opening KWD": 100_000, "expenses:Groceries EUR": 1_250, "expenses:Groceries JPY": 1_250,
    "income:Uncategorised EUR": -1_250, "expenses:Uncategorised EUR": 700, "income:Uncategorised/ EUR": 100,
    "income:Uncategorised-2 EUR": -200, "expenses:groceries-2 EUR": 300, "income:Salary KWD": -1_234_567,
    "expenses:Eating out EUR": -Money.limit, "expenses:Nowhere EUR": 5,
  ]

  /// The sample with an opening balance that has three decimals.
  private static var report: ExportReport {
    var report = Samples.export
    report.accounts[2].opening = Money(minorUnits: -100_000)
    return report
  }

  @Test func `hledger reads every name and sums to the same`() throws {
    let journal = try write(HledgerRenderer.render(ExportRendererTests.report), "export.journal")
    defer { remove(journal) }
    let arguments = ["hledger", "-f", journal, "balance", "--flat", "-N", "-O", "csv", "--layout=tidy"]
    let outcome = try run(arguments)
    try #require(outcome.status == 0, "\(outcome.output)")
    let rows = outcome.output.split(separator: "\n").dropFirst().map {
      $0.dropFirst().dropLast().components(separatedBy: "\",\"")
    }
    var sums: [String: Int64] = [:]
    for row in rows {
      try #require(row.count == 6, "\(row)")
      let currency = try #require(Currency(row[4]))
      let amount = try Money(parsing: row[5], minorUnitDigits: currency.minorUnitDigits, decimalMark: .point)
      if amount != .zero { sums[row[0] + " " + row[4], default: 0] += amount.minorUnits }
    }
    #expect(sums == ExportRendererTests.sums)
    #expect(try run(["hledger", "-f", journal, "check", "balancedwithautoconversion", "ordereddates"]).status == 0)
  }

  @Test func `one transaction after the other makes the same journal`() {
    let report = ExportRendererTests.report
    var renderer = HledgerRenderer(accounts: report.accounts, categoryKinds: report.categoryKinds)
    var bytes = renderer.takeBytes()
    for item in report.transactions {
      renderer.append(item)
      bytes += renderer.takeBytes()
    }
    #expect(bytes == HledgerRenderer.render(report))
  }

  @Test(.enabled(if: ExportRendererTests.has("ledger")))
  func `Ledger reads every name and sums to the same`() throws {
    let journal = try write(HledgerRenderer.render(ExportRendererTests.report, dialect: .ledger), "export.ledger")
    defer { remove(journal) }
    let format = "%(account)|%(quantity(scrub(amount)))|%(commodity(scrub(amount)))\n"
    let outcome = try run(["ledger", "--args-only", "-f", journal, "register", "--format", format])
    try #require(outcome.status == 0, "\(outcome.output)")
    var sums: [String: Int64] = [:]
    for line in outcome.output.split(separator: "\n") {
      let cells = line.components(separatedBy: "|")
      try #require(cells.count == 3, "\(line)")
      let digits = Currency(cells[2])?.minorUnitDigits ?? 0
      let amount = try Money(parsing: cells[1], minorUnitDigits: digits, decimalMark: .point)
      sums[cells[0] + " " + cells[2], default: 0] += amount.minorUnits
    }
    #expect(sums.filter { $0.value != 0 } == ExportRendererTests.sums)
  }

  @Test(.enabled(if: ExportRendererTests.has("bean-check")))
  func `Beancount accepts the file`() throws {
    let file = try write(BeancountRenderer.render(ExportRendererTests.report), "export.beancount")
    defer { remove(file) }
    let outcome = try run(["bean-check", file])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func `Beancount's names are cleaned, kept apart, and kept as metadata`() {
    let text = String(decoding: BeancountRenderer.render(ExportRendererTests.report), as: UTF8.self)
    for expected in [
      "open Expenses:Eating-out\n  name: \"Eating out\"\n", "open Assets:A-b-c-d\n  name: \"a:b  (c); [d]\"\n",
      "open Assets:A-b-c-d-2\n  name: \"a/b (c) [d]\"\n", "open Assets:X漢字\n", "Equity:Transfers:Transfers  0.00 EUR",
      "2026-10-01 * \"Opening balance\"\n", "\\\"\\\\,",
    ] {
      #expect(text.contains(expected), "\(expected)")
    }
  }

  // MARK: Running

  private static func has(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foldbook-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  private func remove(_ path: String) {
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
