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

  /// - Parameter undos: for each commit that took others back: which, all of them earlier.
  init(undos: [CommitNumber: [CommitNumber]]) {
    self.undos = undos
    // Only later commits decide whether an undo stands, so that the newest comes first.
    for number in undos.keys.sorted(by: >) where !undone.contains(number) { undone.formUnion(undos[number] ?? []) }
  }
}

extension LedgerView {
  /// The statuses of the commits up to the view's position.
  ///
  /// - Complexity: O(blocks); only blocks that hold an undo are decoded.
  public func commitStatuses() throws -> CommitStatuses {
    var undos: [CommitNumber: [CommitNumber]] = [:]
    try journal.forEachBlock(from: 1, through: position, checking: .columns) { block throws(JournalError) in
      guard block.contains(.commitsUndone) else { return true }
      try block.verifySparse()
      try block.forEachDefinition { row, payload throws(JournalError) in
        let place = block.firstPosition + UInt64(row)
        guard place <= position, block.row(row).kind == EventKind.commitsUndone.rawValue,
          case .commitsUndone(let numbers) = try EventCoding.decode(block.row(row), payload: payload, at: place)
        else { return }
        guard numbers.allSatisfy({ $0 >= 1 && $0 < block.commitNumber }) else {
          throw .damaged(position: place, reason: "an undo names a commit that is not there")
        }
        undos[block.commitNumber, default: []] += numbers
      }
      return true
    }
    return CommitStatuses(undos: undos)
  }
}
