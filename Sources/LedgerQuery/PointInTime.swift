import LedgerDomain
import LedgerJournal
import LedgerProjection

/// A point of the journal as people write it: a position, `commit:N`, `commit:HASH`, a date (its end, UTC) or an instant.
public struct PointInTime: Sendable, Hashable {
  public var text: String

  public init(_ text: String) {
    self.text = text
  }

  /// The last position that the point includes.
  ///
  /// - Throws: ``PointError``, or what reading the journal throws.
  public func position(in view: LedgerView) throws -> Position {
    if let position = Position(text) {
      guard position >= 1, position <= view.position else {
        throw PointError.noPosition(position, last: view.position)
      }
      return position
    }
    if text.hasPrefix("commit:") {
      let number = try CommitName(String(text.dropFirst("commit:".count))).number(in: view)
      return try view.journal.commit(number).lastPosition
    }
    guard let instant = CalendarDay(text).map({ Instant.end(of: $0) }) ?? Instant(text) else {
      throw PointError.notAPoint(text)
    }
    let position = try view.journal.position(asOf: instant)
    guard position >= 1 else {
      throw PointError.beforeBeginning(instant, beginning: try view.journal.commit(1).recordedAt)
    }
    return position
  }
}

/// A commit as people name it: by its number, or by at least six letters of its hash.
public struct CommitName: Sendable, Hashable {
  public static let fewestLetters = 6
  public var text: String

  public init(_ text: String) {
    self.text = text
  }

  /// A hash is looked for from the newest commit back, so it takes longer than a number.
  ///
  /// - Throws: ``PointError``, or what reading the journal throws.
  public func number(in view: LedgerView) throws -> CommitNumber {
    let isShort = text.count < CommitName.fewestLetters
    if isShort || text.allSatisfy({ $0.isNumber }), let number = CommitNumber(text) {
      let last = try view.journal.headCommit()?.number ?? 0
      if number >= 1, number <= last { return number }
      if isShort { throw PointError.noCommit(number) }
    }
    guard !isShort, text.allSatisfy(\.isHexDigit) else { throw PointError.notACommit(text) }
    var found: [CommitNumber] = []
    try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
      if header.hash.hexadecimal.hasPrefix(text.lowercased()) { found.append(header.number) }
      return found.count < 2
    }
    guard found.count == 1 else { throw found.isEmpty ? PointError.noHash(text) : .severalHashes(text) }
    return found[0]
  }
}

/// Why a point or a commit can't be found by what was written.
public enum PointError: Error, Sendable, Hashable, CustomStringConvertible {
  case notAPoint(String)
  case notACommit(String)
  case noPosition(Position, last: Position)
  case noCommit(CommitNumber)
  case noHash(String)
  case severalHashes(String)
  case beforeBeginning(Instant, beginning: Instant)

  public var description: String {
    switch self {
    case .notAPoint(let text): "'\(text)' is not a point: say a position, commit:N, a date or an instant"
    case .notACommit(let text): "'\(text)' is not a commit: say its number, or 6 letters of its hash or more"
    case .noPosition(let position, let last): "the journal has no position \(position); it has 1 to \(last)"
    case .noCommit(let number): "there is no commit \(number); 'foldbook log' lists them"
    case .noHash(let text): "no commit's hash begins with \(text)"
    case .severalHashes(let text): "several commits begin with \(text)"
    case .beforeBeginning(let instant, let beginning): "the ledger begins at \(beginning), after \(instant)"
    }
  }
}
