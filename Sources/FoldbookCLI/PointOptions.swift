import Foldbook

extension OptionSpecification {
  /// The options of reading the ledger as it was; every command that reads it has them.
  static let point = [
    OptionSpecification("at", "POINT", "as the ledger was at a position, or after commit:N"),
    OptionSpecification("as-of", "TIME", "as the ledger was at an instant or at the end of a day, UTC"),
  ]
}

extension Context {
  /// Lends the ledger at the point that `--at` or `--as-of` says.
  func read<Result>(_ body: (LedgerView) throws -> Result) throws -> Result {
    let ledger = try openForReading()
    guard let text = arguments["at"] ?? arguments["as-of"] else { return try ledger.read(body) }
    if arguments["at"] != nil, arguments["as-of"] != nil {
      throw UsageError(reason: "--at and --as-of exclude each other", command: nil)
    }
    return try ledger.read { view in try body(view.earlier(at: PointInTime(text).position(in: view))) }
  }
}
