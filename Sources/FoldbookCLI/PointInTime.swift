import Foldbook

extension OptionSpecification {
  /// The options of reading the ledger as it was; every command that reads it has them.
  static let point = [
    OptionSpecification("at", "POINT", "as the ledger was at a position, or after commit:N"),
    OptionSpecification("as-of", "TIME", "as the ledger was at an instant or at the end of a day, UTC"),
  ]
}

/// A point of the journal: a position, `commit:N`, a date (its end, UTC) or an instant.
struct PointInTime {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func position(in view: LedgerView) throws -> Position {
    if let position = Position(text) {
      guard position >= 1, position <= view.position else {
        throw CommandError(
          code: .notFound, reason: "the journal has no position \(position); it has 1 to \(view.position)")
      }
      return position
    }
    if text.hasPrefix("commit:") {
      let name = String(text.dropFirst("commit:".count))
      return try view.journal.commit(CommitArgument.number(name, view: view)).lastPosition
    }
    guard let instant = CalendarDay(text).map({ Instant.end(of: $0) }) ?? Instant(text) else {
      throw CommandError(
        code: .badInput, reason: "'\(text)' is not a point: say a position, commit:N, a date or an instant")
    }
    let position = try view.journal.position(asOf: instant)
    guard position >= 1 else {
      let first = try view.journal.commit(1)
      throw CommandError(code: .notFound, reason: "the ledger begins at \(first.recordedAt), after \(instant)")
    }
    return position
  }
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
