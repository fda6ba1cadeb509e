import LedgerDomain
import LedgerJournal

/// A sum at a place within a row: the parts of a row are ascending by place.
protocol PlacedSum {
  var place: (Int, Int) { get }
  var cell: SumCell { get set }
}

extension Array where Element: PlacedSum {
  /// With later changes added; sums that become zero go.
  func adding(_ changes: [Element]) throws(ProjectionError) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(count + changes.count)
    var mine = 0
    for change in changes {
      while mine < count, self[mine].place < change.place {
        result.append(self[mine])
        mine += 1
      }
      var merged = change
      if mine < count, self[mine].place == change.place {
        merged.cell = try self[mine].cell.adding(change.cell)
        mine += 1
      }
      if !merged.cell.isZero { result.append(merged) }
    }
    return result + self[mine...]
  }
}

/// The row of an account's month: its sums by category, then its cells by day and category.
struct MonthRow: Sendable, Hashable {
  struct Entry: Sendable, Hashable, PlacedSum {
    /// Days after the month's first.
    var day: Int
    var slot: Int
    var cell: SumCell

    var place: (Int, Int) { (day, slot) }
  }

  /// By day, then slot.
  var entries: [Entry] = []

  /// The sums by category slot, ascending.
  var sums: [(slot: Int, cell: SumCell)] {
    var bySlot: [SumCell?] = []
    var split = SumCell()
    for entry in entries {
      // Its number is far above those of categories.
      if entry.slot == CategorySlot.split.index {
        split.count += entry.cell.count
        continue
      }
      if entry.slot >= bySlot.count { bySlot += repeatElement(nil, count: entry.slot + 1 - bySlot.count) }
      var cell = bySlot[entry.slot] ?? SumCell()
      cell.sum += entry.cell.sum
      cell.count += entry.cell.count
      bySlot[entry.slot] = cell
    }
    let sums = bySlot.enumerated().compactMap { slot, cell in cell.map { (slot: slot, cell: $0) } }
    return split.isZero ? sums : sums + [(slot: CategorySlot.split.index, cell: split)]
  }

  /// Adds later changes, by day and then slot; cells that become zero go.
  mutating func merge(_ changes: [Entry]) throws(ProjectionError) { entries = try entries.adding(changes) }

  func encode(into writer: inout PayloadWriter) {
    let totals = sums
    writer.write(unsigned: UInt64(totals.count))
    for (slot, cell) in totals {
      writer.write(unsigned: UInt64(slot))
      writer.write(cell)
    }
    for entry in entries {
      writer.write(byte: UInt8(entry.day))
      writer.write(unsigned: UInt64(entry.slot))
      writer.write(entry.cell)
    }
  }

  /// Calls back with the month's sums by category slot.
  static func forEachSum(
    _ bytes: ArraySlice<UInt8>, _ body: (Int, SumCell) throws -> Void
  ) throws {
    var reader = PayloadReader(bytes, position: 0)
    for _ in 0..<(try reader.unsigned()) {
      let slot = Int(try reader.unsigned())
      try body(slot, try reader.cell())
    }
  }

  /// Calls back with the month's cells by day, then slot, from a day after the month's first through another.
  static func forEachEntry(
    _ bytes: ArraySlice<UInt8>, days: ClosedRange<Int>, _ body: (Entry) throws -> Void
  ) throws {
    var reader = PayloadReader(bytes, position: 0)
    for _ in 0..<(try reader.unsigned()) {
      _ = try reader.unsigned()
      _ = try reader.cell()
    }
    while !reader.isAtEnd {
      let day = Int(try reader.byte())
      if day > days.upperBound { return }
      let slot = Int(try reader.unsigned())
      let cell = try reader.cell()
      if day >= days.lowerBound { try body(Entry(day: day, slot: slot, cell: cell)) }
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> MonthRow {
    var row = MonthRow()
    try forEachEntry(bytes, days: 0...Int.max) { row.entries.append($0) }
    return row
  }
}

/// The row of a merchant's year: a sum for each month and account.
struct MerchantYearRow: Sendable, Hashable {
  struct Entry: Sendable, Hashable, PlacedSum {
    /// 0 is January.
    var month: Int
    var account: UInt16
    var cell: SumCell

    var place: (Int, Int) { (month, Int(account)) }
  }

  /// By month, then account.
  var entries: [Entry] = []

  /// Adds later changes, by month and then account; cells that become zero go.
  mutating func merge(_ changes: [Entry]) throws(ProjectionError) { entries = try entries.adding(changes) }

  func encode(into writer: inout PayloadWriter) {
    for entry in entries {
      writer.write(byte: UInt8(entry.month))
      writer.write(unsigned: UInt64(entry.account))
      writer.write(entry.cell)
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> MerchantYearRow {
    var reader = PayloadReader(bytes, position: 0)
    var row = MerchantYearRow()
    while !reader.isAtEnd {
      let month = Int(try reader.byte())
      let account = try reader.unsigned()
      guard month < 12, account <= UInt64(UInt16.max) else {
        throw ProjectionError.damagedView("a merchant's year has a month or account out of range")
      }
      row.entries.append(Entry(month: month, account: UInt16(account), cell: try reader.cell()))
    }
    return row
  }
}

/// The row of a merchant's facts: its first and last day, and where its categories were chosen by hand.
struct MerchantFactsRow: Sendable, Hashable {
  /// Days of asserted rows; a superset of the live ones where rows on the edges were retracted.
  var days = SumTables.DayRange()
  /// Whether a row of the first or the last day was retracted, so that the live edge has to be looked up.
  var edgesAreOpen = false
  var choices = ChoiceMarks()

  mutating func merge(
    asserted: SumTables.DayRange, retracted: SumTables.DayRange?, choices changes: ChoiceMarks
  ) {
    days.first = min(days.first, asserted.first)
    days.last = max(days.last, asserted.last)
    if let retracted, retracted.first <= retracted.last,
      retracted.first <= days.first || retracted.last >= days.last
    {
      edgesAreOpen = true
    }
    choices.merge(changes)
  }

  func encode(into writer: inout PayloadWriter) {
    writer.write(signed: Int64(days.first))
    writer.write(signed: Int64(days.last))
    writer.write(byte: (edgesAreOpen ? 1 : 0) | (choices.hasMoves ? 2 : 0))
    if choices.isEmpty { return }
    writer.write(unsigned: choices.first)
    writer.write(unsigned: choices.last)
    writer.write(unsigned: choices.lastDisturbance)
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> MerchantFactsRow {
    var reader = PayloadReader(bytes, position: 0)
    var row = MerchantFactsRow()
    guard let first = Int32(exactly: try reader.signed()), let last = Int32(exactly: try reader.signed()) else {
      throw ProjectionError.damagedView("a merchant's days are out of range")
    }
    row.days = SumTables.DayRange(first: first, last: last)
    let flags = try reader.byte()
    row.edgesAreOpen = flags & 1 != 0
    if reader.isAtEnd { return row }
    row.choices.first = try reader.unsigned()
    row.choices.last = try reader.unsigned()
    row.choices.lastDisturbance = try reader.unsigned()
    row.choices.hasMoves = flags & 2 != 0
    return row
  }
}

/// The row of a transaction that was edited, matched with a bank's row or split; 0 is none.
struct EditRow: Sendable, Hashable {
  /// Where its values lie, if not in its own row.
  var values: Position = 0
  /// Where the match lies.
  var match: Position = 0
  /// Where its parts lie, if it is split.
  var parts: Position = 0

  func encode(into writer: inout PayloadWriter) {
    writer.write(unsigned: values)
    if match != 0 || parts != 0 { writer.write(unsigned: match) }
    if parts != 0 { writer.write(unsigned: parts) }
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> EditRow {
    var reader = PayloadReader(bytes, position: 0)
    var row = EditRow(values: try reader.unsigned())
    if !reader.isAtEnd { row.match = try reader.unsigned() }
    if !reader.isAtEnd { row.parts = try reader.unsigned() }
    return row
  }
}

/// The row of a day's postings: ascending ids as runs of consecutive ones.
///
/// A statement's rows of one day follow each other, so that most days are a run or a few.
enum PostingsRow {
  /// The most ids of a row.
  static let limit = 512

  /// Writes runs: how far the first id is from the end of the run before, doubled, plus one if more ids follow it
  /// directly, and then how many.
  static func encode(_ ids: ArraySlice<Position>, into writer: inout PayloadWriter) {
    var end: Position = 0
    var index = ids.startIndex
    while index < ids.endIndex {
      let first = ids[index]
      var following: UInt64 = 0
      while index + 1 < ids.endIndex, ids[index + 1] == ids[index] + 1 {
        index += 1
        following += 1
      }
      writer.write(unsigned: (first - end) << 1 | (following > 0 ? 1 : 0))
      if following > 0 { writer.write(unsigned: following) }
      end = first + following
      index += 1
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> [Position] {
    var reader = PayloadReader(bytes, position: 0)
    var ids: [Position] = []
    var end: Position = 0
    while !reader.isAtEnd {
      let step = try reader.unsigned()
      let following = step & 1 != 0 ? try reader.unsigned() : 0
      let (first, overflow) = end.addingReportingOverflow(step >> 1)
      guard !overflow, following < UInt64(limit), first <= Position.max - following else {
        throw ProjectionError.damagedView("a day's postings are out of range")
      }
      ids += first...first + following
      end = first + following
    }
    return ids
  }
}

extension PayloadWriter {
  mutating func write(_ cell: SumCell) {
    write(signed: cell.sum)
    write(unsigned: UInt64(bitPattern: cell.count))
  }
}

extension PayloadReader {
  @inline(__always)
  mutating func cell() throws(JournalError) -> SumCell {
    let sum = try signed()
    return SumCell(sum: sum, count: Int64(bitPattern: try unsigned()))
  }
}

extension SumCell {
  /// The sum of both, or an error where it does not fit into 64 bits.
  public func adding(_ other: SumCell) throws(ProjectionError) -> SumCell {
    let (total, overflow) = sum.addingReportingOverflow(other.sum)
    if overflow { throw .overflow(position: 0) }
    return SumCell(sum: total, count: count + other.count)
  }
}
