import LedgerDomain
import LedgerJournal
import ParallelWork

/// The fold of consecutive blocks by one thread.
struct RangeFold: Sendable {
  private(set) var sums: SumTables
  private(set) var changes: RangeChanges

  /// - Parameter parts: consecutive blocks; only the last may be cut.
  init(_ parts: ArraySlice<BlockPart>, firstPosition: Position, dimensions: FoldDimensions) throws(ProjectionError) {
    sums = SumTables(dimensions, rowCount: parts.reduce(0) { $0 + $1.rowLimit })
    changes = RangeChanges(parts, firstPosition: firstPosition, dimensions: dimensions)
    try BlockPart.forEach(of: parts) { (part) throws(ProjectionError) in
      try wrapped { () throws(JournalError) in
        try part.block.verifyHot()
        try part.block.verifyAmounts()
      }
      // The sums come first: they check that every row fits the dimensions.
      try fold(part.block, rowLimit: part.rowLimit, into: &sums)
      try changes.take(part)
    }
    changes.place()
  }

  /// Joins the fold of the rows that follow.
  mutating func append(_ next: RangeFold) throws(ProjectionError) -> DayPostings {
    try sums.merge(next.sums)
    return try changes.append(next.changes)
  }
}

/// What consecutive blocks make of states, edits and days.
struct RangeChanges: Sendable {
  private let firstPosition: Position
  /// The states of the range's own positions.
  private(set) var own: [UInt16]
  /// Changes of transactions from before the range, in order.
  private(set) var earlier: [StateChange] = []
  /// For a transaction that was edited, the position of the row that holds its values.
  private(set) var edits: [Position: Position] = [:]
  /// For a transaction that was split, the position of the row that has its parts.
  private(set) var splits: [Position: Position] = [:]
  private(set) var postings: DayPostings

  struct StateChange: Sendable {
    var target: Position
    var code: StateCode
    /// The event that makes the change.
    var position: Position
  }

  /// No changes yet of blocks that are to be taken in.
  init(_ parts: ArraySlice<BlockPart>, firstPosition: Position, dimensions: FoldDimensions) {
    self.firstPosition = firstPosition
    let rowCount = parts.reduce(0) { $0 + $1.rowLimit }
    postings = DayPostings(firstPosition: firstPosition, rowCount: rowCount, dimensions: dimensions)
    own = LargePages.array(repeating: StateCode.none.rawValue, count: rowCount)
  }

  /// Takes in a block whose rows were checked to fit the dimensions.
  mutating func take(_ part: BlockPart) throws(ProjectionError) {
    let isUniform: Bool
    switch part.block.width {
    case .narrow: isUniform = takeAdded(NarrowColumns(part.block), of: part)
    case .wide: isUniform = takeAdded(WideColumns(part.block), of: part)
    }
    if part.block.hasSplits { takeSplits(part) }
    if !isUniform { try takeChanges(part) }
  }

  /// Ends the taking in.
  mutating func place() { postings.place() }

  /// Takes in the block's added transactions and says whether it has no other rows of transactions.
  private mutating func takeAdded(_ columns: some HotColumns, of part: BlockPart) -> Bool {
    let offset = Int(part.block.firstPosition - firstPosition)
    postings.count(columns, rowLimit: part.rowLimit, offset: offset)
    var own = own.mutableSpan
    var isUniform = true
    for row in 0..<part.rowLimit {
      let kind = columns.kind(row)
      if kind == EventKind.transactionAdded.rawValue {
        own[offset &+ row] = columns.stateCategory(row) | UInt16(columns.flags(row) & 1) << 14
      } else if kind < 16 {
        isUniform = false
      }
    }
    return isUniform
  }

  private mutating func takeChanges(_ part: BlockPart) throws(ProjectionError) {
    for index in 0..<part.rowLimit {
      let kind = part.block.kindAndFlags(index).kind
      if kind >= 16 || kind == EventKind.transactionAdded.rawValue { continue }
      let row = part.block.row(index)
      let position = part.block.firstPosition + UInt64(index)
      guard row.target >= 1, row.target < position, let code = StateCode(changedBy: row) else {
        throw .journal(.damaged(position: position, reason: "the event refers to the transaction \(row.target)"))
      }
      let change = StateChange(target: row.target, code: code, position: position)
      if row.target < firstPosition {
        earlier.append(change)
      } else {
        try RangeChanges.apply(change, to: &own, from: firstPosition)
      }
      if row.kind == EventKind.transactionEditAsserted.rawValue {
        edits[row.target] = position
        postings.move(row.target, toDay: row.day)
      }
    }
  }

  private mutating func takeSplits(_ part: BlockPart) {
    for index in 0..<part.rowLimit {
      let kind = part.block.kindAndFlags(index).kind
      // Later rows that are of the same split have the same parts.
      guard kind == EventKind.transactionAdded.rawValue || kind == EventKind.transactionSplit.rawValue else { continue }
      let row = part.block.row(index)
      if row.category == CategoryID.split.index { splits[row.target] = part.block.firstPosition + UInt64(index) }
    }
  }

  /// Makes a change in a table of states that begins at a position.
  static func apply(_ change: StateChange, to states: inout [UInt16], from first: Position) throws(ProjectionError) {
    let index = Int(change.target - first)
    guard index < states.count, states[index] != StateCode.none.rawValue else {
      throw .journal(
        .damaged(
          position: change.position, reason: "the event changes \(change.target), which is no transaction"))
    }
    states[index] = change.code.rawValue
  }

  /// Joins the changes of the rows that follow.
  mutating func append(_ next: RangeChanges) throws(ProjectionError) -> DayPostings {
    own += next.own
    for change in next.earlier {
      if change.target < firstPosition {
        earlier.append(change)
      } else {
        try RangeChanges.apply(change, to: &own, from: firstPosition)
      }
    }
    edits.merge(next.edits) { $1 }
    splits.merge(next.splits) { $1 }
    return next.postings
  }
}

extension StateCode {
  /// The state that a changing row gives; nil for a row that no writer makes.
  init?(changedBy row: EventRow) {
    switch EventKind(rawValue: row.kind) {
    case .transactionDeleted:
      guard let gone = row.flags.gone, gone != .live else { return nil }
      self.init(category: CategoryID(row.category), gone: gone)
    case .transactionRecategorised, .transactionSplit, .transactionRestored, .transactionEditRetracted,
      .transactionEditAsserted:
      self.init(setting: row.setting)
    default:
      return nil
    }
  }
}
