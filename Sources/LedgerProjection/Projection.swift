import LedgerDomain
import LedgerJournal

/// What a range of the journal makes of the views: the fold of its events, as plain values in memory.
///
/// Sums are differences and add to those of the ranges before. The directory is that at the range's end.
public struct Projection: Sendable {
  public let firstPosition: Position
  /// The last position folded; `firstPosition − 1` where the range is empty.
  public internal(set) var lastPosition: Position
  public internal(set) var directory: LedgerDirectory
  /// The names of merchants that the range defined, by number.
  public internal(set) var merchantNames: [UInt32: String] = [:]
  /// The numbers of those names.
  var merchantIndex: [FoldedName: UInt32] = [:]
  public internal(set) var sums: SumTables
  public internal(set) var states: StateTable
  /// For a transaction that was edited in the range, the position of the row that holds its values.
  public internal(set) var edits: [Position: Position] = [:]
  /// For each day from `sums.dimensions.firstDay`: the transactions that were ever booked on it, in ascending order of
  /// the event that did so. A superset: a transaction may have moved away since or be gone.
  var postings: [[Position]] = []

  init(firstPosition: Position, directory: LedgerDirectory, dimensions: FoldDimensions) {
    self.firstPosition = firstPosition
    lastPosition = firstPosition - 1
    self.directory = directory
    sums = SumTables(dimensions)
    states = StateTable(firstPosition: firstPosition)
    postings = [[Position]](repeating: [], count: dimensions.dayCount)
  }

  /// The transactions that the range booked on the day; may hold an id twice and ids that moved away.
  public func postings(on day: CalendarDay) -> [Position] {
    let index = Int(day.daysSinceEpoch) - Int(sums.dimensions.firstDay)
    return index >= 0 && index < postings.count ? postings[index] : []
  }
}

/// A block and how many of its rows lie before the point that was asked for.
public struct BlockPart {
  public let block: BlockView
  public let rowLimit: Int

  public init(block: BlockView, rowLimit: Int) {
    self.block = block
    self.rowLimit = rowLimit
  }
}

/// Folds a range of the journal, block by block.
public enum Projector {
  /// The projection of consecutive blocks.
  ///
  /// - Parameters:
  ///   - parts: consecutive blocks; only the last may be cut.
  ///   - firstPosition: the first position of the range.
  ///   - directory: the names, budgets and settings before the range.
  /// - Complexity: O(rows), and O(chunks) memory.
  public static func project(
    _ parts: [BlockPart], firstPosition: Position, directory: LedgerDirectory
  ) throws(ProjectionError) -> Projection {
    var end = directory
    var names: [(UInt32, String)] = []
    var firstDay = Int32.max
    var lastDay = Int32.min
    for part in parts {
      try wrapped { () throws(JournalError) in try part.block.verifyHot() }
      firstDay = min(firstDay, part.block.minimumDay)
      lastDay = max(lastDay, part.block.maximumDay)
      try applyDefinitions(part, directory: &end, names: &names)
    }
    if firstDay <= lastDay, CalendarDay(daysSinceEpoch: firstDay) == nil || CalendarDay(daysSinceEpoch: lastDay) == nil
    {
      throw .journal(.damaged(position: firstPosition, reason: "a day is outside the calendar"))
    }
    let dimensions = FoldDimensions(
      firstDay: firstDay, lastDay: lastDay, accountCount: end.accounts.count, categoryCount: end.categories.count,
      merchantCount: Int(end.nextMerchantIndex), calendar: end.monthCalendar)
    var projection = Projection(firstPosition: firstPosition, directory: end, dimensions: dimensions)
    for (index, name) in names {
      projection.merchantNames[index] = name
      projection.merchantIndex[FoldedName(name)] = index
    }
    for part in parts {
      try fold(part.block, rowLimit: part.rowLimit, into: &projection.sums)
      try foldStates(part, into: &projection)
      projection.lastPosition = part.block.firstPosition + UInt64(part.rowLimit) - 1
    }
    return projection
  }

  /// The kinds whose events a directory takes in.
  private static let directoryKinds: [EventKind] = [
    .accountOpened, .accountRemoved, .accountReinstated, .categoryDefined, .categoryRemoved, .categoryReinstated,
    .merchantNamed, .budgetSet, .settingChanged,
  ]

  private static func applyDefinitions(
    _ part: BlockPart, directory: inout LedgerDirectory, names: inout [(UInt32, String)]
  ) throws(ProjectionError) {
    guard directoryKinds.contains(where: { part.block.contains($0) }) else { return }
    let block = part.block
    var changed = directory
    var found: [(UInt32, String)] = []
    try wrapped { () throws(JournalError) in
      try block.verifySparse()
      try block.forEachDefinition { index, payload throws(JournalError) in
        if index >= part.rowLimit { return }
        let position = block.firstPosition + UInt64(index)
        let event = try EventCoding.decode(block.row(index), payload: payload, at: position)
        do {
          try changed.apply(event)
        } catch {
          throw .damaged(position: position, reason: "a definition's number is not the next one")
        }
        if case .merchantNamed(let id, let name) = event { found.append((id.index, name)) }
      }
    }
    directory = changed
    names += found
  }

  private static func wrapped(_ body: () throws(JournalError) -> Void) throws(ProjectionError) {
    do {
      try body()
    } catch {
      throw .journal(error)
    }
  }
}
