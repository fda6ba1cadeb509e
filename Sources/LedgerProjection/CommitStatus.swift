import LedgerDomain
import LedgerJournal

/// Which commits are undone at a position, and which are undos that stand.
public struct CommitStatuses: Sendable {
  /// For a commit that took others back: which.
  public private(set) var undos: [CommitNumber: [CommitNumber]] = [:]
  /// The commits that are taken back, undos among them.
  public private(set) var undone: Set<CommitNumber> = []

  /// Whether the commit is a change that stands: neither an undo nor undone.
  public func stands(_ number: CommitNumber) -> Bool {
    undos[number] == nil && !undone.contains(number)
  }

  /// The newest undo that still stands.
  public var newestUndo: CommitNumber? {
    undos.keys.filter { !undone.contains($0) && !isRedo($0) }.max()
  }

  /// Whether the commit took back undos only, which brings changes back.
  private func isRedo(_ number: CommitNumber) -> Bool {
    undos[number]?.allSatisfy { undos[$0] != nil } == true
  }

  mutating func apply(_ commit: CommitNumber, undoes numbers: [CommitNumber]) {
    undos[commit] = numbers
    for number in numbers { mark(number, isUndone: true) }
  }

  /// Taking an undo back lets what it undid stand again, and so on down the chain.
  private mutating func mark(_ number: CommitNumber, isUndone: Bool) {
    if isUndone {
      undone.insert(number)
    } else {
      undone.remove(number)
    }
    for target in undos[number] ?? [] { mark(target, isUndone: !isUndone) }
  }
}

extension LedgerView {
  /// The statuses of the commits up to the view's position.
  ///
  /// - Complexity: O(blocks); only blocks that hold an undo are decoded.
  public func commitStatuses() throws -> CommitStatuses {
    var statuses = CommitStatuses()
    try journal.forEachBlock(from: 1, through: position, checking: .columns) { block throws(JournalError) in
      guard block.contains(.commitsUndone) else { return true }
      try block.verifySparse()
      try block.forEachDefinition { row, payload throws(JournalError) in
        let place = block.firstPosition + UInt64(row)
        guard place <= position, block.row(row).kind == EventKind.commitsUndone.rawValue,
          case .commitsUndone(let numbers) = try EventCoding.decode(block.row(row), payload: payload, at: place)
        else { return }
        statuses.apply(block.commitNumber, undoes: numbers)
      }
      return true
    }
    return statuses
  }
}
