import LedgerDomain
import LedgerImport

/// Reads a text as a bank's file.
func read(
  _ text: String, currency: String? = "EUR", profile: String? = nil, _ change: (inout ImportOptions) -> Void = { _ in }
) throws -> ImportedFile {
  try read(Array(text.utf8), currency: currency, profile: profile, change)
}

/// Reads bytes as a bank's file; the currency is the ledger's, which the file need not say.
func read(
  _ bytes: [UInt8], currency: String? = "EUR", profile: String? = nil,
  _ change: (inout ImportOptions) -> Void = { _ in }
) throws -> ImportedFile {
  var options = ImportOptions()
  options.fallbackCurrency = currency.flatMap { Currency($0) }
  if let profile { options.profile = try ImportProfile(parsing: Array(profile.utf8), name: "test") }
  change(&options)
  return StatementReader.read(bytes, path: "folder/statement.csv", options: options)
}

extension ImportedFile {
  /// The amounts in minor units.
  var amounts: [Int64] { transactions.map(\.amount.minorUnits) }
  var days: [String] { transactions.map { "\($0.day)" } }
  var payees: [String] { transactions.map { texts.string($0.payee) ?? "nil" } }
  var memos: [String] { transactions.map { texts.string($0.memo) ?? "nil" } }
  var merchants: [String] { transactions.map { texts.string($0.merchant) ?? "nil" } }

  /// The reason for refusing the whole file, if it was.
  var refusal: String? {
    guard transactions.isEmpty, errors.count == 1, errors[0].line == 0 else { return nil }
    return errors[0].reason
  }

  func decision(_ what: String) -> ImportDecision? { decisions.first { $0.what == what } }
}
