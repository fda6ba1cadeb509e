import LedgerDomain
import LedgerJournal
import ParallelWork

/// What a range of the journal makes of the views: the fold of its events, as plain values in memory.
///
/// Sums are differences and add to those of the ranges before. The directory is that at the range's end.
public struct Projection: Sendable {
  public let firstPosition: Position
  /// The last position folded; `firstPosition − 1` where the range is empty.
  public let lastPosition: Position
  public let directory: LedgerDirectory
  /// The names of merchants that the range defined, by number.
  public let merchantNames: [UInt32: String]
  /// The numbers of those names.
  let merchantIndex: NameIndex
  public let sums: RangeSums
  public let states: StateTable
  /// For a transaction that was edited in the range, the position of the row that holds its values.
  public let edits: [Position: Position]
  /// For a transaction added by hand that the range matched with the bank's row or took that back: where; 0 is taken back.
  public let matches: [Position: Position]
  /// For a transaction that was split in the range, the position of the row that has its parts.
  public let splits: [Position: Position]
  /// The transactions that were ever booked on a day, part by part of the range. A superset: a transaction may have moved
  /// away since or be gone.
  let postings: [DayPostings]
}

/// A block and how many of its rows lie before the point that was asked for.
public struct BlockPart: Sendable {
  public let block: BlockView
  public let rowLimit: Int

  public init(block: BlockView, rowLimit: Int) {
    self.block = block
    self.rowLimit = rowLimit
  }

  /// The blocks of a range of positions; what reads them checks them, as the projector does.
  static func all(
    of journal: JournalReader, from first: Position, through last: Position, checking sections: BlockSections = []
  ) throws(JournalError) -> [BlockPart] {
    var parts: [BlockPart] = []
    var memory = BlockMemory()
    try journal.forEachBlock(from: first, through: last, checking: sections) { block throws(JournalError) in
      let rows = min(UInt64(block.rowCount), last - block.firstPosition + 1)
      parts.append(BlockPart(block: block, rowLimit: Int(rows)))
      memory.wasRead(block)
      return true
    }
    return parts
  }

  /// Calls back with every part in order, and gives the memory of the file's pages back behind itself.
  ///
  /// A replay reads every block a few times, but never needs more than a few at once.
  static func forEach(
    of parts: ArraySlice<BlockPart>, _ body: (BlockPart) throws(ProjectionError) -> Void
  ) throws(ProjectionError) {
    var memory = BlockMemory()
    for part in parts {
      try body(part)
      memory.wasRead(part.block)
    }
  }

  /// The most rows that one of the parts has.
  static func longest(_ parts: [BlockPart]) -> Int { parts.reduce(0) { max($0, $1.rowLimit) } }

  /// Which of consecutive parts holds a position; the number of parts where all lie before it.
  static func index(of position: Position, in parts: [BlockPart]) -> Int {
    parts.lowerBound { $0.block.lastPosition < position }
  }

  /// The row at a position.
  static func row(at position: Position, in parts: [BlockPart]) throws(ProjectionError) -> EventRow {
    let index = index(of: position, in: parts)
    guard index < parts.count, position >= parts[index].block.firstPosition,
      position - parts[index].block.firstPosition < UInt64(parts[index].rowLimit)
    else { throw .damagedView("an edited transaction's row at \(position) is not there") }
    return parts[index].block.row(Int(position - parts[index].block.firstPosition))
  }
}

/// Gives the memory of blocks back behind whoever reads them in order, once it is worth it.
///
/// Even a look at a block's header maps the pages around it.
private struct BlockMemory {
  private static let releasedBytes = 24 << 20

  private var blocks: [BlockView] = []
  private var byteCount = 0

  mutating func wasRead(_ block: BlockView) {
    blocks.append(block)
    byteCount += block.sizeBytes
    if byteCount < BlockMemory.releasedBytes { return }
    BlockView.releaseMemory(of: blocks)
    blocks.removeAll(keepingCapacity: true)
    byteCount = 0
  }
}

/// Folds a range of the journal, block by block.
public enum Projector {
  /// A thread more pays from about this many rows on.
  private static let rowsWorthAThread = 100_000

  /// The projection of consecutive blocks.
  ///
  /// - Parameters:
  ///   - parts: consecutive blocks; only the last may be cut.
  ///   - firstPosition: the first position of the range.
  ///   - directory: the names, budgets and settings before the range.
  ///   - threadCount: how many threads to use; nil is as many as the range is worth, or none
  ///     where its rows tell the sums.
  /// - Complexity: O(rows), and O(chunks) memory a thread.
  public static func project(
    _ parts: [BlockPart], firstPosition: Position, directory: LedgerDirectory,
    threadCount: Int? = nil
  ) throws(ProjectionError) -> Projection {
    var days = try dayRange(parts, firstPosition: firstPosition)
    var end = directory
    var names: [(UInt32, String)] = []
    var matches: [MatchChange] = []
    for part in parts { try applyDefinitions(part, directory: &end, names: &names, matches: &matches) }
    for match in matches { days.include(match.day) }
    let dimensions = FoldDimensions(days, directory: end)
    let (sums, changes, placed) = try fold(
      parts, firstPosition: firstPosition, dimensions: dimensions, threadCount: threadCount)
    var postings = placed
    for match in matches { postings[postings.count - 1].move(match.target, toDay: match.day) }
    var merchantNames: [UInt32: String] = [:]
    for (index, name) in names { merchantNames[index] = name }
    let states = StateTable(
      firstPosition: firstPosition, own: changes.own,
      earlier: Dictionary(changes.earlier.map { ($0.target, $0.code.rawValue) }) { $1 })
    return Projection(
      firstPosition: firstPosition, lastPosition: firstPosition + UInt64(changes.own.count) - 1, directory: end,
      merchantNames: merchantNames, merchantIndex: NameIndex(names), sums: sums, states: states,
      edits: changes.edits, matches: Dictionary(matches.map { ($0.target, $0.position) }) { $1 },
      splits: changes.splits, postings: postings)
  }

  /// The sums of the blocks, what else they change, and the days' transactions part by part.
  private static func fold(
    _ parts: [BlockPart], firstPosition: Position, dimensions: FoldDimensions, threadCount: Int?
  ) throws(ProjectionError) -> (RangeSums, RangeChanges, [DayPostings]) {
    if threadCount == nil, let rows = try RangeRows(parts, dimensions: dimensions) {
      var changes = RangeChanges(parts[...], firstPosition: firstPosition, dimensions: dimensions)
      for part in parts { try changes.take(part) }
      changes.place()
      return (.rows(rows), changes, [changes.postings])
    }
    let rowCount = parts.reduce(0) { $0 + $1.rowLimit }
    let threads = threadCount ?? max(1, min(ParallelWork.width, rowCount / rowsWorthAThread))
    var folded = try foldRanges(
      parts, firstPosition: firstPosition, dimensions: dimensions, threadCount: threads)
    var whole = folded.removeFirst()
    var postings = [whole.changes.postings]
    for next in folded { postings.append(try whole.append(next)) }
    return (.tables(whole.sums), whole.changes, postings)
  }

  /// The folds of ranges of about the same length, each by a thread of its own, in order.
  private static func foldRanges(
    _ parts: [BlockPart], firstPosition: Position, dimensions: FoldDimensions, threadCount: Int
  ) throws(ProjectionError) -> [RangeFold] {
    let ranges = ParallelWork.ranges(of: 0..<parts.count, parts: threadCount)
    return try ParallelWork.map(count: ranges.count) { (index) throws(ProjectionError) in
      let range = ranges[index]
      return try RangeFold(
        parts[range], firstPosition: range.isEmpty ? firstPosition : parts[range.lowerBound].block.firstPosition,
        dimensions: dimensions)
    }
  }

  /// The first and the last day that the headers name, which size the tables.
  ///
  /// The fold checks a block, header included, before it takes its rows in; until then a wrong day costs memory at most.
  static func dayRange(
    _ parts: [BlockPart], firstPosition: Position
  ) throws(ProjectionError) -> SumTables.DayRange {
    var days = SumTables.DayRange()
    for part in parts {
      days.first = min(days.first, part.block.minimumDay)
      days.last = max(days.last, part.block.maximumDay)
    }
    if days.first <= days.last,
      CalendarDay(daysSinceEpoch: days.first) == nil || CalendarDay(daysSinceEpoch: days.last) == nil
    {
      try wrapped { () throws(JournalError) in
        for part in parts { try part.block.verifyHot() }
      }
      throw .journal(.damaged(position: firstPosition, reason: "a day is outside the calendar"))
    }
    return days
  }

  /// A match made or taken back, and the day on which an import looks for it.
  private struct MatchChange {
    var target: Position
    /// Where it was made; 0 where it was taken back.
    var position: Position
    var day: Int32
  }

  /// The kinds whose events a directory takes in, and matches; one bit a kind, as a block has them.
  private static let directoryKindMask: UInt64 = [
    .transactionMatched, .transactionUnmatched, .accountOpeningChanged, .accountNumberAdded, .accountNumberRemoved,
    .accountOpened, .accountRemoved, .accountReinstated, .categoryDefined, .categoryRemoved, .categoryReinstated,
    .merchantNamed, .budgetSet, .settingChanged, .accountRenamed, .accountClosed, .accountReopened, .accountAsserted,
    .categoryRenamed, .categoryKindChanged, .categoryAliasSet, .merchantRenamed, .merchantMerged, .merchantSeparated,
    .ruleSet,
    .transferDecided,
  ].reduce(0) { (mask, kind: EventKind) in mask | 1 << UInt64(kind.rawValue) }

  private static func applyDefinitions(
    _ part: BlockPart, directory: inout LedgerDirectory, names: inout [(UInt32, String)],
    matches: inout [MatchChange]
  ) throws(ProjectionError) {
    guard part.block.kindMask & directoryKindMask != 0 else { return }
    let block = part.block
    var changed = directory
    var found: [(UInt32, String)] = []
    var changes: [MatchChange] = []
    try wrapped { () throws(JournalError) in
      try block.verifyHot()
      try block.verifySparse()
      try block.forEachDefinition { index, payload throws(JournalError) in
        if index >= part.rowLimit { return }
        let row = block.row(index)
        if row.isTransactionRow { return }
        let position = block.firstPosition + UInt64(index)
        let event = try EventCoding.decode(row, payload: payload, at: position)
        do {
          try changed.apply(event)
        } catch {
          throw .damaged(position: position, reason: "a definition's number is not the next one")
        }
        switch event {
        case .merchantNamed(let id, let name): found.append((id.index, name))
        case .transactionMatched(let match), .transactionUnmatched(let match):
          guard match.target.position < position else {
            throw .damaged(position: position, reason: "a match refers to the transaction \(match.target.position)")
          }
          let place = event.kind == .transactionMatched ? position : 0
          changes.append(MatchChange(target: match.target.position, position: place, day: match.day.daysSinceEpoch))
        default: break
        }
      }
    }
    directory = changed
    names += found
    matches += changes
  }
}

/// Runs a call that reads the journal and wraps its error.
func wrapped(_ body: () throws(JournalError) -> Void) throws(ProjectionError) {
  do {
    try body()
  } catch {
    throw .journal(error)
  }
}
