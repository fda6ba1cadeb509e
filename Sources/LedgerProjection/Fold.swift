// Safety: the rows that `HotColumns` is asked for lie below the row count that `BlockView.init` checked. Every table is
// indexed through a span that checks its bounds, and a row that does not fit makes an error.
import LedgerDomain
import LedgerJournal

/// Adds the rows of one block to the tables.
///
/// The worker is entered once a block and again after each row that needs a new chunk, so that the tables stay open as
/// spans between. It decodes no text and, but for a chunk's first row, allocates nothing.
/// - Parameter rowLimit: how many of the block's rows count; the rest lie behind the point that was asked for.
/// - Throws: `ProjectionError.journal` for a row that does not fit the tables, `overflow` for a sum beyond 64 bits.
func fold(_ block: BlockView, rowLimit: Int, into tables: inout SumTables) throws(ProjectionError) {
  switch block.width {
  case .narrow where block.hasSplits:
    try fold(NarrowSplitColumns(block), of: block, rowLimit: rowLimit, into: &tables)
  case .narrow: try fold(NarrowColumns(block), of: block, rowLimit: rowLimit, into: &tables)
  case .wide: try fold(WideColumns(block), of: block, rowLimit: rowLimit, into: &tables)
  }
}

private func fold(
  _ columns: some HotColumns, of block: BlockView, rowLimit: Int, into tables: inout SumTables
) throws(ProjectionError) {
  let shape = FoldShape(tables, rowLimit: rowLimit, block: block)
  var splits: BlockSplits?
  var row = 0
  while row < rowLimit {
    let stop = foldRows(
      columns, from: row, shape: shape, dayChunks: tables.dayChunks, merchantChunks: tables.merchantChunks,
      monthStarts: tables.monthStartOfDay, cells: &tables.cells, merchantCells: &tables.merchantCells,
      assertedDays: &tables.assertedDays, retractedDays: &tables.retractedDays, choices: &tables.choices,
      counts: &tables.counts)
    row = stop.row
    let position = block.firstPosition + UInt64(row)
    switch stop.reason {
    case .end: return
    case .needsDayChunk(let index): tables.makeDayChunk(index)
    case .needsMerchantChunk(let index): tables.makeMerchantChunk(index)
    case .needsRetractedDays: tables.makeRetractedDays()
    case .needsChoices: tables.makeChoices()
    case .split:
      if splits == nil { splits = try BlockSplits(block) }
      try splits?.fold(row, into: &tables)
      row += 1
    case .overflow: throw .overflow(position: position)
    case .outOfRange:
      throw .journal(.damaged(position: position, reason: "the event refers to a day or a number that is not there"))
    case .unknownKind(let kind): throw .journal(.newerFormat(position: position, kind: kind))
    }
  }
}

/// Why the worker came back, and the first row that it did not take in.
private struct FoldStop {
  enum Reason {
    case end, needsDayChunk(Int), needsMerchantChunk(Int), needsRetractedDays, needsChoices
    /// The row has parts, which are not in its columns.
    case split
    case overflow, outOfRange, unknownKind(UInt8)
  }

  var row: Int
  var reason: Reason

  @inline(__always)
  init(_ row: Int, _ reason: Reason) {
    self.row = row
    self.reason = reason
  }
}

/// The sizes that stay the same while a block is folded.
private struct FoldShape {
  let firstDay: Int
  let dayCount: Int
  let slotCount: Int
  let accountCount: Int
  let merchantCount: Int
  let rowLimit: Int
  let firstPosition: UInt64

  init(_ tables: SumTables, rowLimit: Int, block: BlockView) {
    firstDay = Int(tables.dimensions.firstDay)
    dayCount = tables.dimensions.dayCount
    slotCount = tables.dimensions.slotCount
    accountCount = tables.dimensions.accountCount
    merchantCount = tables.dimensions.merchantCount
    self.rowLimit = rowLimit
    firstPosition = block.firstPosition
  }
}

/// Takes rows in until the end or until one needs a table that is not there yet; that row has changed nothing.
private func foldRows<Columns: HotColumns>(
  _ columns: Columns, from start: Int, shape: FoldShape, dayChunks: [Int32], merchantChunks: [Int32],
  monthStarts: [Int32], cells: inout [SumCell], merchantCells: inout [SumCell],
  assertedDays: inout [SumTables.DayRange], retractedDays: inout [SumTables.DayRange], choices: inout [ChoiceMarks],
  counts: inout SumTables.Counts
) -> FoldStop {
  let hasRetractedDays = !retractedDays.isEmpty
  let hasChoices = !choices.isEmpty
  let dayChunks = dayChunks.span
  let merchantChunks = merchantChunks.span
  let monthStarts = monthStarts.span
  var cells = cells.mutableSpan
  var merchantCells = merchantCells.mutableSpan
  var assertedDays = assertedDays.mutableSpan
  var retractedDays = retractedDays.mutableSpan
  var choices = choices.mutableSpan
  var live = counts.live
  var gone = counts.gone
  defer { counts = SumTables.Counts(live: live, gone: gone) }

  for row in start..<shape.rowLimit {
    let kind = columns.kind(row)
    if kind >= 16 { continue }
    let amount = columns.amount(row)
    let dayIndex = columns.day(row) &- shape.firstDay
    let account = columns.account(row)
    let category = columns.category(row)
    let merchant = columns.merchant(row)
    guard dayIndex >= 0, dayIndex < shape.dayCount, account < shape.accountCount, category &+ 1 < shape.slotCount,
      merchant < shape.merchantCount
    else { return FoldStop(row, columns.stateCategory(row) == CategoryID.split.index ? .split : .outOfRange) }
    let chunkIndex = account &* shape.dayCount &+ dayIndex
    let chunk = Int(dayChunks[chunkIndex])
    if chunk == 0 { return FoldStop(row, .needsDayChunk(chunkIndex)) }
    let cell = (chunk &- 1) &* shape.slotCount
    let slot = cell &+ category &+ (category != 0 || amount > 0 ? 1 : 0)
    let flags = columns.flags(row)

    if kind == EventKind.transactionRecategorised.rawValue {
      let previous = columns.previousCategory(row)
      guard previous &+ 1 < shape.slotCount else { return FoldStop(row, .outOfRange) }
      if flags & 3 != 0 {
        guard hasChoices else { return FoldStop(row, .needsChoices) }
        // An undo may bring a choice back that was made before an edit gave the transaction this merchant.
        let isChoice = ChoiceMarks.isChoice(flags: flags)
        choices[merchant].note(
          isChoice: isChoice, isMove: !isChoice && flags & 1 != 0, position: shape.firstPosition &+ UInt64(row))
      }
      let previousSlot = cell &+ previous &+ (previous != 0 || amount > 0 ? 1 : 0)
      guard cells[previousSlot].add(0 &- amount, -1), cells[slot].add(amount, 1) else {
        return FoldStop(row, .overflow)
      }
      continue
    }

    let group = Int(monthStarts[dayIndex]) &+ merchant / SumTables.merchantsAGroup
    let merchantChunk = Int(merchantChunks[group])
    if merchantChunk == 0 { return FoldStop(row, .needsMerchantChunk(group)) }
    let merchantPlace = (merchantChunk &- 1) &* SumTables.merchantsAGroup &+ merchant % SumTables.merchantsAGroup
    let merchantCell = merchantPlace &* shape.accountCount &+ account
    let day = Int32(truncatingIfNeeded: dayIndex &+ shape.firstDay)
    switch kind {
    case EventKind.transactionAdded.rawValue, EventKind.transactionRestored.rawValue,
      EventKind.transactionEditAsserted.rawValue:
      if flags & 1 != 0 {
        guard hasChoices else { return FoldStop(row, .needsChoices) }
        let isMove = kind == EventKind.transactionEditAsserted.rawValue
        // The other half of an edit is the row before; a merchant that stays keeps its choices.
        if !(isMove && row > 0 && columns.merchant(row &- 1) == merchant) {
          choices[merchant].note(
            isChoice: kind == EventKind.transactionAdded.rawValue && ChoiceMarks.isChoice(flags: flags),
            isMove: isMove, position: shape.firstPosition &+ UInt64(row))
        }
      }
      guard cells[slot].add(amount, 1), merchantCells[merchantCell].add(amount, 1) else {
        return FoldStop(row, .overflow)
      }
      assertedDays[merchant].include(day)
      live &+= 1
      if kind == EventKind.transactionRestored.rawValue { gone &-= 1 }
    case EventKind.transactionDeleted.rawValue, EventKind.transactionEditRetracted.rawValue:
      guard hasRetractedDays else { return FoldStop(row, .needsRetractedDays) }
      if flags & 1 != 0 {
        guard hasChoices else { return FoldStop(row, .needsChoices) }
        let staysThere =
          kind == EventKind.transactionEditRetracted.rawValue && row &+ 1 < shape.rowLimit
          && columns.merchant(row &+ 1) == merchant
        if !staysThere {
          choices[merchant].note(isChoice: false, isMove: false, position: shape.firstPosition &+ UInt64(row))
        }
      }
      guard cells[slot].add(0 &- amount, -1), merchantCells[merchantCell].add(0 &- amount, -1) else {
        return FoldStop(row, .overflow)
      }
      retractedDays[merchant].include(day)
      live &-= 1
      if kind == EventKind.transactionDeleted.rawValue { gone &+= 1 }
    case EventKind.transactionSplit.rawValue:
      return FoldStop(row, .split)
    default:
      return FoldStop(row, .unknownKind(kind))
    }
  }
  return FoldStop(shape.rowLimit, .end)
}

extension SumCell {
  /// Adds to both and says whether the sum still fits.
  @inline(__always)
  mutating func add(_ amount: Int64, _ number: Int64) -> Bool {
    let (result, overflow) = sum.addingReportingOverflow(amount)
    sum = result
    count &+= number
    return !overflow
  }
}
