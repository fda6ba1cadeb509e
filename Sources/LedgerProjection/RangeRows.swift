import LedgerDomain
import LedgerJournal

/// The rows of a short range, which tell its sums one by one.
///
/// Tables pay from many rows or many questions on. The tables of a few thousand rows over ten years would be megabytes of
/// almost nothing, and a command asks two or three questions and ends. Rows are of the six kinds that a fold knows; where
/// there is anything else, there are no `RangeRows`, and the fold says what to make of it.
public struct RangeRows: Sendable {
  let dimensions: FoldDimensions
  let counts: SumTables.Counts
  private let parts: [BlockPart]

  /// From about this many rows on, tables are made.
  private static let rowsWorthTables = 20_000

  /// The rows of consecutive blocks, whose columns are compared with their checksums; nil where tables have to be made.
  init?(_ parts: [BlockPart], dimensions: FoldDimensions) throws(ProjectionError) {
    guard parts.reduce(0, { $0 + $1.rowLimit }) < RangeRows.rowsWorthTables else { return nil }
    var check = RowCheck(dimensions)
    for part in parts {
      try wrapped { () throws(JournalError) in
        try part.block.verifyHot()
        try part.block.verifyAmounts()
      }
      switch part.block.width {
      case .narrow: check.take(NarrowColumns(part.block), rowLimit: part.rowLimit)
      case .wide: check.take(WideColumns(part.block), rowLimit: part.rowLimit)
      }
      guard check.areOrdinary else { return nil }
    }
    self.dimensions = dimensions
    self.parts = parts
    counts = check.counts
  }

  /// The tables of the rows.
  func tables() throws(ProjectionError) -> SumTables {
    var sums = SumTables(dimensions)
    for part in parts { try fold(part.block, rowLimit: part.rowLimit, into: &sums) }
    return sums
  }

  /// Calls back with what each row changes in a range of days.
  func forEachCell(
    from: CalendarDay, to: CalendarDay, _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) rethrows {
    for part in parts
    where part.block.minimumDay <= to.daysSinceEpoch && part.block.maximumDay >= from.daysSinceEpoch {
      switch part.block.width {
      case .narrow: try cells(of: NarrowColumns(part.block), rowLimit: part.rowLimit, from: from, to: to, body)
      case .wide: try cells(of: WideColumns(part.block), rowLimit: part.rowLimit, from: from, to: to, body)
      }
    }
  }

  /// Calls back with what each row of the merchant changes in a day.
  func forEachDay(of merchant: MerchantID, _ body: (AccountID, CalendarDay, SumCell) throws -> Void) rethrows {
    for part in parts where part.block.maximumMerchant >= merchant.index {
      switch part.block.width {
      case .narrow: try days(of: merchant, in: NarrowColumns(part.block), rowLimit: part.rowLimit, body)
      case .wide: try days(of: merchant, in: WideColumns(part.block), rowLimit: part.rowLimit, body)
      }
    }
  }

  private func cells(
    of columns: some HotColumns, rowLimit: Int, from: CalendarDay, to: CalendarDay,
    _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) rethrows {
    for row in 0..<rowLimit {
      guard let kind = columns.transactionKind(row), let day = columns.calendarDay(row), day >= from, day <= to else {
        continue
      }
      let account = AccountID(UInt16(truncatingIfNeeded: columns.account(row)))
      let amount = columns.amount(row)
      let slot = CategorySlot(columns.category(row), amount)
      if kind == .transactionRecategorised {
        try body(account, day, CategorySlot(columns.previousCategory(row), amount), SumCell(sum: -amount, count: -1))
      }
      try body(account, day, slot, kind.asserts ? SumCell(sum: amount, count: 1) : SumCell(sum: -amount, count: -1))
    }
  }

  private func days(
    of merchant: MerchantID, in columns: some HotColumns, rowLimit: Int,
    _ body: (AccountID, CalendarDay, SumCell) throws -> Void
  ) rethrows {
    for row in 0..<rowLimit where columns.merchant(row) == Int(merchant.index) {
      guard let kind = columns.transactionKind(row), kind != .transactionRecategorised,
        let day = columns.calendarDay(row)
      else { continue }
      let amount = columns.amount(row)
      try body(
        AccountID(UInt16(truncatingIfNeeded: columns.account(row))), day,
        kind.asserts ? SumCell(sum: amount, count: 1) : SumCell(sum: -amount, count: -1))
    }
  }
}

extension HotColumns {
  /// The kind of a transaction's row; nil for another row.
  @inline(__always)
  fileprivate func transactionKind(_ row: Int) -> EventKind? {
    let code = kind(row)
    return code < 16 ? EventKind(rawValue: code) : nil
  }

  @inline(__always)
  fileprivate func calendarDay(_ row: Int) -> CalendarDay? {
    CalendarDay(daysSinceEpoch: Int32(truncatingIfNeeded: day(row)))
  }
}

extension CategorySlot {
  @inline(__always)
  fileprivate init(_ category: Int, _ amount: Int64) {
    self.init(index: category &+ (category != 0 || amount > 0 ? 1 : 0))
  }
}

extension EventKind {
  /// Whether a row of the kind says that the transaction is, rather than that it no longer is.
  fileprivate var asserts: Bool { self != .transactionDeleted && self != .transactionEditRetracted }
}

/// Whether rows are ones that `RangeRows` can tell the sums of.
private struct RowCheck {
  private let firstDay: Int
  private let lastDay: Int
  private let dimensions: FoldDimensions
  /// Of all amounts, so that no sum of some of them leaves 64 bits.
  private var magnitude: UInt64 = 0
  private(set) var counts = SumTables.Counts()
  private(set) var areOrdinary = true

  init(_ dimensions: FoldDimensions) {
    self.dimensions = dimensions
    firstDay = Int(dimensions.firstDay)
    lastDay = Int(dimensions.lastDay)
  }

  mutating func take(_ columns: some HotColumns, rowLimit: Int) {
    for row in 0..<rowLimit {
      let code = columns.kind(row)
      if code >= 16 { continue }
      let day = columns.day(row)
      guard day >= firstDay, day <= lastDay, columns.account(row) < dimensions.accountCount,
        columns.merchant(row) < dimensions.merchantCount, columns.category(row) < dimensions.categoryCount,
        let kind = EventKind(rawValue: code)
      else {
        areOrdinary = false
        return
      }
      switch kind {
      case .transactionAdded, .transactionEditAsserted: counts.live += 1
      case .transactionEditRetracted: counts.live -= 1
      case .transactionRestored:
        counts.live += 1
        counts.gone -= 1
      case .transactionDeleted:
        counts.live -= 1
        counts.gone += 1
      case .transactionRecategorised where columns.previousCategory(row) < dimensions.categoryCount: break
      default: areOrdinary = false
      }
      let (sum, overflow) = magnitude.addingReportingOverflow(columns.amount(row).magnitude)
      magnitude = sum
      if overflow || sum > UInt64(Int64.max) { areOrdinary = false }
    }
  }
}
