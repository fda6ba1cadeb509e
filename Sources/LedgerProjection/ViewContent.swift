import LedgerDomain
import LedgerJournal

/// Everything that the digest of a view covers, read out of the store: plain values that threads may share.
///
/// Two views with equal contents at one position have one digest, since the rows of the journal are the same.
struct ViewContent: Sendable, Equatable {
  let position: Position
  let ranks: NameRanks
  /// Names, settings and budgets as bytes.
  let header: [UInt8]
  /// The state of every position, from 0 (which is none) to the view's.
  let states: [UInt16]
  /// For every edited transaction the position of the row that holds its values.
  let edits: [Position: Position]
  let dayCells: [DigestCell]
  let merchantMonths: [DigestCell]

  /// - Complexity: O(transactions) memory: two bytes each, and the cells.
  init(_ view: LedgerView) throws {
    position = view.position
    let ranks = try NameRanks(view)
    self.ranks = ranks
    var writer = PayloadWriter()
    ranks.write(into: &writer)
    ViewContent.writeSettings(view.directory, ranks: ranks, into: &writer)
    header = writer.bytes
    states = try view.allStates()
    edits = try view.allEdits()
    dayCells = try ViewContent.dayCells(view, ranks: ranks)
    merchantMonths = try ViewContent.merchantMonths(view, ranks: ranks)
  }

  private static func writeSettings(_ directory: LedgerDirectory, ranks: NameRanks, into writer: inout PayloadWriter) {
    for key in SettingKey.allCases { writer.write(optional: directory.settings[key]) }
    let budgets = directory.budgets.map { (key, entries) in
      (key.map { UInt64(ranks.categories[Int($0.index)]) + 1 } ?? 0, entries)
    }
    for (rank, entries) in budgets.sorted(by: { $0.0 < $1.0 }) {
      writer.write(unsigned: rank)
      for entry in entries {
        writer.write(signed: Int64(entry.month.monthsSinceYearZero))
        writer.write(signed: entry.amount.minorUnits)
      }
    }
  }

  private static func dayCells(_ view: LedgerView, ranks: NameRanks) throws -> [DigestCell] {
    var cells: [DigestCell] = []
    try view.forEachCell(from: .first, to: .last) { account, day, slot, cell in
      let slotRank = ranks.categories[Int(slot.category.index)] << 1 | (slot == .uncategorisedIn ? 1 : 0)
      cells.append(DigestCell(ranks.accounts[Int(account.index)], day.daysSinceEpoch, slotRank, cell))
    }
    return try DigestCell.joined(cells)
  }

  private static func merchantMonths(_ view: LedgerView, ranks: NameRanks) throws -> [DigestCell] {
    var cells: [DigestCell] = []
    try view.forEachMerchantMonth(from: CalendarDay.first.yearMonth.previous, to: CalendarDay.last.yearMonth.next) {
      merchant, account, month, cell in
      cells.append(
        DigestCell(
          ranks.merchants[Int(merchant.index)], month.monthsSinceYearZero, ranks.accounts[Int(account.index)], cell))
    }
    return try DigestCell.joined(cells)
  }
}

/// A sum under a key of three numbers.
struct DigestCell: Sendable, Equatable {
  /// The first number, then the time shifted so that it sorts as it counts.
  let high: UInt64
  let low: UInt32
  var cell: SumCell

  init(_ first: UInt32, _ time: Int32, _ last: UInt32, _ cell: SumCell) {
    high = UInt64(first) << 32 | UInt64(UInt32(bitPattern: time) ^ 0x8000_0000)
    low = last
    self.cell = cell
  }

  /// The cells sorted by key, those of one key added up, those that are zero left out.
  static func joined(_ cells: [DigestCell]) throws(ProjectionError) -> [DigestCell] {
    var result: [DigestCell] = []
    result.reserveCapacity(cells.count)
    for cell in cells.sorted(by: { $0.high != $1.high ? $0.high < $1.high : $0.low < $1.low }) {
      if let last = result.last, last.high == cell.high, last.low == cell.low {
        result[result.count - 1].cell = try last.cell.adding(cell.cell)
      } else {
        if result.last?.cell.isZero == true { result.removeLast() }
        result.append(cell)
      }
    }
    if result.last?.cell.isZero == true { result.removeLast() }
    return result
  }
}

extension LedgerView {
  /// The state of every position, from 0 (which is none) to the view's.
  func allStates() throws -> [UInt16] {
    var states: [UInt16] = []
    if let snapshot {
      states.reserveCapacity(Int(position) + 1)
      try snapshot.store.forEach(in: .states, from: []) { entry in
        let bytes = entry.value
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
          states.append(UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
        }
        return true
      }
    }
    if states.isEmpty { states = [StateCode.none.rawValue] }
    guard states.count == Int(tail.states.firstPosition) else {
      throw ProjectionError.damagedView("the states end at another position than the snapshot")
    }
    for (position, code) in tail.states.earlier { states[Int(position)] = code }
    states += tail.states.own
    return states
  }

  /// For every edited transaction the position of the row that holds its values.
  func allEdits() throws -> [Position: Position] {
    var edits: [Position: Position] = [:]
    if let snapshot {
      try snapshot.store.forEach(in: .edits, from: []) { entry in
        let id = try ViewKey.integer(ArraySlice(entry.key), from: 0, count: 8)
        var reader = PayloadReader(ArraySlice(entry.value), position: id)
        edits[id] = try reader.unsigned()
        return true
      }
    }
    return edits.merging(tail.edits) { $1 }
  }
}
