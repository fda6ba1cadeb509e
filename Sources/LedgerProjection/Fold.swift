// Safety: this file is the hot fold. Columns are read through unaligned loads at offsets below the row count of a block
// whose size `BlockView.init` checked; every table index is compared with the table's count before it is used, and a
// row that does not fit makes an error.
import LedgerDomain
import LedgerJournal

/// Adds the rows of one block to the tables.
///
/// The function is entered once a block. It decodes no text and, but for a chunk's first row, allocates nothing.
/// - Parameter rowLimit: how many of the block's rows count; the rest lie behind the point that was asked for.
/// - Throws: `ProjectionError.journal` for a row that does not fit the tables, `overflow` for a sum beyond 64 bits.
func fold(_ block: BlockView, rowLimit: Int, into tables: inout SumTables) throws(ProjectionError) {
  let fault: FoldFault?
  switch block.width {
  case .narrow:
    fault = foldRows(
      NarrowColumns(block), rowLimit: rowLimit, firstPosition: block.firstPosition, tables: &tables)
  case .wide:
    fault = foldRows(WideColumns(block), rowLimit: rowLimit, firstPosition: block.firstPosition, tables: &tables)
  }
  guard let fault else { return }
  let position = block.firstPosition + UInt64(fault.row)
  switch fault.reason {
  case .overflow: throw .overflow(position: position)
  case .outOfRange:
    throw .journal(.damaged(position: position, reason: "the event refers to a day or a number that is not there"))
  case .unknownKind(let kind): throw .journal(.newerFormat(position: position, kind: kind))
  }
}

private struct FoldFault {
  enum Reason {
    case overflow, outOfRange, unknownKind(UInt8)
  }

  var row: Int
  var reason: Reason
}

/// The columns of a block, one implementation a width, so that the fold is compiled for each.
private protocol HotColumns {
  func amount(_ row: Int) -> Int64
  func merchant(_ row: Int) -> Int
  func day(_ row: Int) -> Int
  func category(_ row: Int) -> Int
  func previousCategory(_ row: Int) -> Int
  func account(_ row: Int) -> Int
  func kind(_ row: Int) -> UInt8
  func flags(_ row: Int) -> UInt8
}

private struct NarrowColumns: HotColumns {
  let base: UnsafeRawPointer
  let count: Int
  let baseDay: Int

  init(_ block: BlockView) {
    base = block.columns
    count = block.rowCount
    baseDay = Int(block.baseDay)
  }

  @inline(__always) func amount(_ row: Int) -> Int64 { base.loadUnaligned(fromByteOffset: 8 &* row, as: Int64.self) }
  @inline(__always) func merchant(_ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: 12 &* count &+ 2 &* row, as: UInt16.self))
  }
  @inline(__always) func day(_ row: Int) -> Int {
    baseDay &+ Int(base.loadUnaligned(fromByteOffset: 14 &* count &+ 2 &* row, as: UInt16.self))
  }
  @inline(__always) func category(_ row: Int) -> Int { byte(16, row) }
  @inline(__always) func previousCategory(_ row: Int) -> Int { byte(17, row) }
  @inline(__always) func account(_ row: Int) -> Int { byte(18, row) }
  @inline(__always) func kind(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 19 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) func flags(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 20 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) private func byte(_ column: Int, _ row: Int) -> Int {
    Int(base.load(fromByteOffset: column &* count &+ row, as: UInt8.self))
  }
}

private struct WideColumns: HotColumns {
  let base: UnsafeRawPointer
  let count: Int

  init(_ block: BlockView) {
    base = block.columns
    count = block.rowCount
  }

  @inline(__always) func amount(_ row: Int) -> Int64 { base.loadUnaligned(fromByteOffset: 8 &* row, as: Int64.self) }
  @inline(__always) func merchant(_ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: 16 &* count &+ 4 &* row, as: UInt32.self))
  }
  @inline(__always) func day(_ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: 20 &* count &+ 4 &* row, as: Int32.self))
  }
  @inline(__always) func category(_ row: Int) -> Int { word(24, row) }
  @inline(__always) func previousCategory(_ row: Int) -> Int { word(26, row) }
  @inline(__always) func account(_ row: Int) -> Int { word(28, row) }
  @inline(__always) func kind(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 30 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) func flags(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 31 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) private func word(_ column: Int, _ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: column &* count &+ 2 &* row, as: UInt16.self))
  }
}

/// The tables' arrays while a block is folded, moved out of the tables so that no access is checked for exclusivity.
private func foldRows(
  _ columns: some HotColumns, rowLimit: Int, firstPosition: UInt64, tables: inout SumTables
) -> FoldFault? {
  let dimensions = tables.dimensions
  let firstDay = Int(dimensions.firstDay)
  let dayCount = dimensions.dayCount
  let slotCount = dimensions.slotCount
  let accountCount = dimensions.accountCount
  let merchantCount = dimensions.merchantCount
  let yearCount = tables.yearCount
  let monthOfDay = tables.monthOfDay
  var liveCount = tables.liveCount
  var goneCount = tables.goneCount
  defer {
    tables.liveCount = liveCount
    tables.goneCount = goneCount
  }
  for row in 0..<rowLimit {
    let kind = columns.kind(row)
    if kind >= 16 { continue }
    let amount = columns.amount(row)
    let dayIndex = columns.day(row) &- firstDay
    let account = columns.account(row)
    let category = columns.category(row)
    let merchant = columns.merchant(row)
    guard dayIndex >= 0, dayIndex < dayCount, account < accountCount, category &+ 1 < slotCount,
      merchant < merchantCount
    else { return FoldFault(row: row, reason: .outOfRange) }
    let slot = category &+ (category != 0 || amount > 0 ? 1 : 0)
    var chunk = Int(tables.dayChunks[account &* dayCount &+ dayIndex])
    if chunk == 0 { chunk = tables.makeDayChunk(account &* dayCount &+ dayIndex) }
    let cell = (chunk &- 1) &* slotCount

    if kind == EventKind.transactionRecategorised.rawValue {
      let previous = columns.previousCategory(row)
      guard previous &+ 1 < slotCount else { return FoldFault(row: row, reason: .outOfRange) }
      let previousSlot = previous &+ (previous != 0 || amount > 0 ? 1 : 0)
      guard tables.cells[cell &+ previousSlot].add(0 &- amount, -1), tables.cells[cell &+ slot].add(amount, 1) else {
        return FoldFault(row: row, reason: .overflow)
      }
      let flags = columns.flags(row)
      if flags & 3 != 0 {
        // An undo may bring a choice back that was made before an edit gave the transaction this merchant.
        let isChoice = ChoiceMarks.isChoice(flags: flags)
        tables.noteChoice(
          merchant, isChoice: isChoice, isMove: !isChoice && flags & 1 != 0, position: firstPosition &+ UInt64(row))
      }
      continue
    }

    let month = Int(monthOfDay[dayIndex])
    let year = merchant &* yearCount &+ month / 12
    var merchantChunk = Int(tables.merchantChunks[year])
    if merchantChunk == 0 { merchantChunk = tables.makeMerchantChunk(year) }
    let merchantCell = ((merchantChunk &- 1) &* 12 &+ month % 12) &* accountCount &+ account
    switch kind {
    case EventKind.transactionAdded.rawValue, EventKind.transactionRestored.rawValue,
      EventKind.transactionEditAsserted.rawValue:
      guard tables.cells[cell &+ slot].add(amount, 1), tables.merchantCells[merchantCell].add(amount, 1) else {
        return FoldFault(row: row, reason: .overflow)
      }
      let day = Int32(truncatingIfNeeded: dayIndex &+ firstDay)
      if day < tables.assertedDays[merchant].first { tables.assertedDays[merchant].first = day }
      if day > tables.assertedDays[merchant].last { tables.assertedDays[merchant].last = day }
      liveCount &+= 1
      if kind == EventKind.transactionRestored.rawValue { goneCount &-= 1 }
      let flags = columns.flags(row)
      if flags & 1 != 0 {
        let isMove = kind == EventKind.transactionEditAsserted.rawValue
        // The other half of an edit is the row before; a merchant that stays keeps its choices.
        if isMove, row > 0, columns.merchant(row &- 1) == merchant { continue }
        tables.noteChoice(
          merchant, isChoice: kind == EventKind.transactionAdded.rawValue && ChoiceMarks.isChoice(flags: flags),
          isMove: isMove, position: firstPosition &+ UInt64(row))
      }
    case EventKind.transactionDeleted.rawValue, EventKind.transactionEditRetracted.rawValue:
      guard tables.cells[cell &+ slot].add(0 &- amount, -1), tables.merchantCells[merchantCell].add(0 &- amount, -1)
      else { return FoldFault(row: row, reason: .overflow) }
      tables.noteRetracted(merchant, day: Int32(truncatingIfNeeded: dayIndex &+ firstDay))
      liveCount &-= 1
      if kind == EventKind.transactionDeleted.rawValue { goneCount &+= 1 }
      if columns.flags(row) & 1 != 0 {
        if kind == EventKind.transactionEditRetracted.rawValue, row &+ 1 < rowLimit,
          columns.merchant(row &+ 1) == merchant
        {
          continue
        }
        tables.noteChoice(merchant, isChoice: false, isMove: false, position: firstPosition &+ UInt64(row))
      }
    default:
      return FoldFault(row: row, reason: .unknownKind(kind))
    }
  }
  return nil
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

extension SumTables {
  @inline(never)
  fileprivate mutating func makeDayChunk(_ index: Int) -> Int {
    cells.append(contentsOf: repeatElement(SumCell(), count: dimensions.slotCount))
    let chunk = cells.count / dimensions.slotCount
    dayChunks[index] = Int32(chunk)
    return chunk
  }

  @inline(never)
  fileprivate mutating func makeMerchantChunk(_ index: Int) -> Int {
    merchantCells.append(contentsOf: repeatElement(SumCell(), count: 12 * dimensions.accountCount))
    let chunk = merchantCells.count / (12 * dimensions.accountCount)
    merchantChunks[index] = Int32(chunk)
    return chunk
  }

  fileprivate mutating func noteRetracted(_ merchant: Int, day: Int32) {
    if retractedDays.isEmpty {
      retractedDays = [DayRange](repeating: DayRange(), count: dimensions.merchantCount)
    }
    retractedDays[merchant].first = min(retractedDays[merchant].first, day)
    retractedDays[merchant].last = max(retractedDays[merchant].last, day)
  }

  @inline(never)
  fileprivate mutating func noteChoice(_ merchant: Int, isChoice: Bool, isMove: Bool, position: UInt64) {
    if choices.isEmpty { choices = [ChoiceMarks](repeating: ChoiceMarks(), count: dimensions.merchantCount) }
    choices[merchant].note(isChoice: isChoice, isMove: isMove, position: position)
  }
}

extension SumTables {
  /// Adds the sums of another fold over later rows; both have the same dimensions.
  ///
  /// - Throws: `ProjectionError.overflow` where a sum no longer fits.
  mutating func merge(_ other: SumTables) throws(ProjectionError) {
    precondition(dimensions == other.dimensions, "tables of different dimensions do not add")
    let slots = dimensions.slotCount
    for index in dayChunks.indices where other.dayChunks[index] > 0 {
      let chunk = dayChunks[index] > 0 ? Int(dayChunks[index]) : makeDayChunk(index)
      let source = (Int(other.dayChunks[index]) - 1) * slots
      for slot in 0..<slots {
        let cell = other.cells[source + slot]
        guard cells[(chunk - 1) * slots + slot].add(cell.sum, cell.count) else { throw .overflow(position: 0) }
      }
    }
    let width = 12 * dimensions.accountCount
    for index in merchantChunks.indices where other.merchantChunks[index] > 0 {
      let chunk = merchantChunks[index] > 0 ? Int(merchantChunks[index]) : makeMerchantChunk(index)
      let source = (Int(other.merchantChunks[index]) - 1) * width
      for offset in 0..<width {
        let cell = other.merchantCells[source + offset]
        guard merchantCells[(chunk - 1) * width + offset].add(cell.sum, cell.count) else {
          throw .overflow(position: 0)
        }
      }
    }
    mergeDays(other)
    if choices.isEmpty {
      choices = other.choices
    } else {
      for (index, marks) in other.choices.enumerated() { choices[index].merge(marks) }
    }
    liveCount += other.liveCount
    goneCount += other.goneCount
  }

  private mutating func mergeDays(_ other: SumTables) {
    for index in assertedDays.indices {
      assertedDays[index].first = min(assertedDays[index].first, other.assertedDays[index].first)
      assertedDays[index].last = max(assertedDays[index].last, other.assertedDays[index].last)
    }
    if other.retractedDays.isEmpty { return }
    if retractedDays.isEmpty {
      retractedDays = other.retractedDays
      return
    }
    for index in retractedDays.indices {
      retractedDays[index].first = min(retractedDays[index].first, other.retractedDays[index].first)
      retractedDays[index].last = max(retractedDays[index].last, other.retractedDays[index].last)
    }
  }
}
