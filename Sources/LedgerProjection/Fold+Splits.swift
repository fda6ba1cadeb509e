import LedgerDomain
import LedgerJournal

/// The rows of a block that have parts, folded one by one: their parts lie in the sparse section.
///
/// A transaction counts once in each of its categories and once in its day: where its parts are of `n` categories, the
/// slot of splits holds the `1 − n` that makes the day's count right.
struct BlockSplits {
  private let block: BlockView
  private let settings: [Int: RowSettings]

  /// Reads the parts of the block's rows.
  init(_ block: BlockView) throws(ProjectionError) {
    self.block = block
    var found: [Int: RowSettings] = [:]
    try wrapped { () throws(JournalError) in
      try block.verifySparse()
      found = try block.splitSettings()
    }
    settings = found
  }

  /// Adds a row to the tables, as the fold does with those that have no parts.
  func fold(_ index: Int, into tables: inout SumTables) throws(ProjectionError) {
    let row = block.row(index)
    let position = block.firstPosition + UInt64(index)
    guard let place = SumTables.Place(row, in: tables), let (previous, setting) = settings[index] else {
      throw .journal(.damaged(position: position, reason: "the event refers to a day or a number that is not there"))
    }
    noteChoice(row, at: position, in: &tables)
    switch EventKind(rawValue: row.kind) {
    case .transactionSplit:
      try tables.add(previous, of: row, at: place, times: -1, position: position)
      try tables.add(setting, of: row, at: place, times: 1, position: position)
    case .transactionAdded, .transactionRestored, .transactionEditAsserted:
      try tables.add(setting, of: row, at: place, times: 1, position: position)
      try tables.addToMerchant(row, at: place, times: 1, position: position)
      if row.kind == EventKind.transactionRestored.rawValue { tables.counts.gone -= 1 }
    case .transactionDeleted, .transactionEditRetracted:
      try tables.add(setting, of: row, at: place, times: -1, position: position)
      try tables.addToMerchant(row, at: place, times: -1, position: position)
      if row.kind == EventKind.transactionDeleted.rawValue { tables.counts.gone += 1 }
    default:
      throw .journal(.damaged(position: position, reason: "a split is changed by a \(row.kind)"))
    }
  }

  /// A split is no choice of a category that a merchant's next transaction could have, but takes one back or moves it;
  /// making one of it again is a choice.
  private func noteChoice(_ row: EventRow, at position: Position, in tables: inout SumTables) {
    guard row.flags.isByHand || row.flags.wasByHand else { return }
    if tables.choices.isEmpty { tables.makeChoices() }
    let isChoice = row.category != CategoryID.split.index && ChoiceMarks.isChoice(flags: row.flags.rawValue)
    let movesChoice =
      row.kind == EventKind.transactionSplit.rawValue || row.kind == EventKind.transactionEditAsserted.rawValue
    tables.choices[Int(row.merchant)].note(
      isChoice: isChoice, isMove: !isChoice && movesChoice && row.flags.isByHand, position: position)
  }
}

extension SumTables {
  /// Where a row counts, checked against the tables.
  struct Place {
    /// The account and day, as in `dayChunks`.
    let dayChunk: Int
    let group: Int
    let offsetInGroup: Int

    init?(_ row: EventRow, in tables: SumTables) {
      let dimensions = tables.dimensions
      let day = Int(row.day) - Int(dimensions.firstDay)
      let account = Int(row.account)
      let merchant = Int(row.merchant)
      guard day >= 0, day < dimensions.dayCount, account < dimensions.accountCount, merchant < dimensions.merchantCount
      else { return nil }
      dayChunk = account * dimensions.dayCount + day
      group = Int(tables.monthStartOfDay[day]) + merchant / SumTables.merchantsAGroup
      offsetInGroup = (merchant % SumTables.merchantsAGroup) * dimensions.accountCount + account
    }
  }

  /// Adds a transaction's amount, or takes it away, where its setting says.
  fileprivate mutating func add(
    _ setting: CategorySetting, of row: EventRow, at place: Place, times factor: Int64, position: Position
  ) throws(ProjectionError) {
    let chunk = dayChunks[place.dayChunk] > 0 ? Int(dayChunks[place.dayChunk]) : makeDayChunk(place.dayChunk)
    for (slot, cell) in setting.cells(of: Money(minorUnits: row.amount)) {
      if slot == .split {
        splitCounts[place.dayChunk, default: 0] += cell.count * factor
        continue
      }
      guard slot.index < dimensions.slotCount else {
        throw .journal(.damaged(position: position, reason: "a part of a split has a category that is not there"))
      }
      guard cells[(chunk - 1) * dimensions.slotCount + slot.index].add(cell.sum * factor, cell.count * factor) else {
        throw .overflow(position: position)
      }
    }
  }

  /// Adds the whole to the merchant's month, or takes it away, and counts the transaction.
  fileprivate mutating func addToMerchant(
    _ row: EventRow, at place: Place, times factor: Int64, position: Position
  ) throws(ProjectionError) {
    let chunk = merchantChunks[place.group] > 0 ? Int(merchantChunks[place.group]) : makeMerchantChunk(place.group)
    guard merchantCells[(chunk - 1) * merchantChunkCells + place.offsetInGroup].add(row.amount * factor, factor) else {
      throw .overflow(position: position)
    }
    let merchant = Int(row.merchant)
    counts.live += factor
    if factor > 0 {
      assertedDays[merchant].include(row.day)
    } else {
      if retractedDays.isEmpty { makeRetractedDays() }
      retractedDays[merchant].include(row.day)
    }
  }
}

extension CategorySetting {
  /// What a transaction of this setting adds to its day: one cell for each slot, and where there are several, that of
  /// splits, which makes the counts add up to one.
  public func cells(of amount: Money) -> [(slot: CategorySlot, cell: SumCell)] {
    guard isSplit else {
      return [(CategorySlot(category: category, amount: amount), SumCell(sum: amount.minorUnits, count: 1))]
    }
    var cells: [(slot: CategorySlot, cell: SumCell)] = []
    for part in parts {
      let slot = CategorySlot(category: part.category, amount: part.amount)
      if let place = cells.firstIndex(where: { $0.slot == slot }) {
        // The parts of a split were added up when it was read.
        cells[place].cell.sum += part.amount.minorUnits
      } else {
        cells.append((slot, SumCell(sum: part.amount.minorUnits, count: 1)))
      }
    }
    if cells.count > 1 { cells.append((.split, SumCell(sum: 0, count: Int64(1 - cells.count)))) }
    return cells
  }
}
