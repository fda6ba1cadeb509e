import Foldbook
import Foundation
import JSON
import ProgramRunning
import Testing

/// Exports of random ledgers, summed by Ledger and by Beancount's query tool.
struct OtherLedgersTests {
  private struct Sum: Hashable, CustomStringConvertible {
    var month: String
    var account: String
    var currency: String

    var description: String { "\(month) \(account) \(currency)" }
  }

  private func export(_ program: FoldbookProcess, _ ledger: String, format: String) throws -> String {
    let outcome = try program.run(["export", "--format", format], ledger: ledger)
    try #require(outcome.exitCode == 0, "\(outcome.errorText)")
    return try program.write(outcome.output, to: "export.\(format)")
  }

  /// What `months` says, under the other program's names for categories.
  private func months(
    _ program: FoldbookProcess, _ ledger: String, _ name: (_ kind: String, _ category: String) -> String
  ) throws -> [Sum: Int64] {
    var sums: [Sum: Int64] = [:]
    for month in try program.run(["months", "--json"], ledger: ledger).json()["months"]?.elements ?? [] {
      for category in month["categories"]?.elements ?? [] {
        let sum = Sum(
          month: try #require(month["month"]?.text),
          account: name(try #require(category["kind"]?.text), try #require(category["category"]?.text)),
          currency: try #require(month["currency"]?.text))
        sums[sum, default: 0] -= try #require(category["sumMinor"]?.integer)
      }
    }
    return sums.filter { $0.value != 0 }
  }

  private func minor(_ text: String, _ currency: String) throws -> Int64 {
    let digits = try #require(Currency(currency)).minorUnitDigits
    return try Money(parsing: text, minorUnitDigits: digits, decimalMark: .point).minorUnits
  }

  @Test(arguments: [331, 332, 333])
  func `Ledger sums the export to the same months`(_ seed: UInt64) throws {
    let program = try FoldbookProcess()
    let ledger = try program.randomLedger(seed: seed, steps: 40, isByCalendar: true)
    let file = try export(program, ledger, format: "ledger")
    let format = "%(format_date(date, \"%Y-%m\"))|%(account)|%(quantity(scrub(amount)))|%(commodity(scrub(amount)))\n"
    let text = try program.tool(["ledger", "--args-only", "-f", file, "register", "--format", format])
    var sums: [Sum: Int64] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.components(separatedBy: "|")
      try #require(cells.count == 4, "\(line)")
      guard !cells[1].hasPrefix("assets:"), cells[1] != "equity:opening" else { continue }
      sums[Sum(month: cells[0], account: cells[1], currency: cells[3]), default: 0] += try minor(cells[2], cells[3])
    }
    let expected = try months(program, ledger) { kind, category in
      (kind == "income" ? "income:" : kind == "transfer" ? "equity:transfers:" : "expenses:") + category
    }
    #expect(sums.filter { $0.value != 0 } == expected)
    #expect(expected.count > 5)
  }

  @Test(arguments: [341, 342, 343])
  func `Beancount sums the export to the same months`(_ seed: UInt64) throws {
    let program = try FoldbookProcess()
    let ledger = try program.randomLedger(seed: seed, steps: 40, isByCalendar: true)
    let file = try export(program, ledger, format: "beancount")
    #expect(try program.tool(["/usr/bin/bean-check", file]).isEmpty)
    let query = "SELECT year, month, account, currency, number"
    let text = try program.tool(["/usr/bin/bean-query", "-f", "csv", file, query])
    var sums: [Sum: Int64] = [:]
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let cells = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 5, "\(line)")
      guard !cells[2].hasPrefix("Assets:"), cells[2] != "Equity:Opening" else { continue }
      let month = cells[0] + (cells[1].count == 1 ? "-0" : "-") + cells[1]
      sums[Sum(month: month, account: cells[2], currency: cells[3]), default: 0] += try minor(cells[4], cells[3])
    }
    let expected = try months(program, ledger) { kind, category in
      (kind == "income" ? "Income:" : kind == "transfer" ? "Equity:Transfers:" : "Expenses:")
        + category.replacing(" ", with: "-")
    }
    #expect(sums.filter { $0.value != 0 } == expected)
    #expect(expected.count > 5)
  }
}
