import LedgerDomain
import LedgerJournal

/// What a range of the journal adds up to: tables, or the rows of a range that is too short for them.
public enum RangeSums: Sendable {
  case tables(SumTables)
  case rows(RangeRows)

  /// Live and gone transactions.
  var counts: SumTables.Counts {
    switch self {
    case .tables(let tables): tables.counts
    case .rows(let rows): rows.counts
    }
  }

  var dimensions: FoldDimensions {
    switch self {
    case .tables(let tables): tables.dimensions
    case .rows(let rows): rows.dimensions
    }
  }

  /// The tables, which are folded now where there are only rows.
  public func tables() throws(ProjectionError) -> SumTables {
    switch self {
    case .tables(let tables): tables
    case .rows(let rows): try rows.tables()
    }
  }
}

/// The sums of a view's tail.
///
/// A class, since a view that is asked often turns rows into tables. It belongs to the view's closure as the rows do.
final class TailSums {
  private var sums: RangeSums
  private var questionCount = 0

  /// So many questions are answered by going through the rows; with the next one tables pay.
  private static let questionsWorthTables = 8

  init(_ sums: RangeSums) {
    self.sums = sums
  }

  var counts: SumTables.Counts { sums.counts }
  var dimensions: FoldDimensions { sums.dimensions }

  /// The tables; made once.
  func tables() throws(ProjectionError) -> SumTables {
    let tables = try sums.tables()
    if case .rows = sums { sums = .tables(tables) }
    return tables
  }

  /// Calls back with sums of days by account and category slot; several calls may be for the same place.
  func forEachCell(
    from: CalendarDay, to: CalendarDay, _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) throws {
    if let rows = try rows() { return try rows.forEachCell(from: from, to: to, body) }
    try tables().forEachCell(from: from, to: to, body)
  }

  /// Calls back with the merchant's sums by account and month; several calls may be for the same place.
  func forEachMonth(
    of merchant: MerchantID, calendar: MonthCalendar, _ body: (AccountID, YearMonth, SumCell) throws -> Void
  ) throws {
    guard let rows = try rows() else { return try tables().forEachMonth(of: merchant, body) }
    try rows.forEachDay(of: merchant) { account, day, cell in try body(account, calendar.month(of: day), cell) }
  }

  /// The earliest and latest day of the merchant's asserted rows, and of its retracted ones where there are some.
  func days(of merchant: MerchantID) throws -> (asserted: SumTables.DayRange, retracted: SumTables.DayRange?) {
    var asserted = SumTables.DayRange()
    var retracted: SumTables.DayRange?
    if let rows = try rows() {
      rows.forEachDay(of: merchant) { _, day, cell in
        if cell.count > 0 {
          asserted.include(day.daysSinceEpoch)
        } else {
          retracted = retracted ?? SumTables.DayRange()
          retracted?.include(day.daysSinceEpoch)
        }
      }
    } else {
      let tables = try tables()
      let index = Int(merchant.index)
      guard index < tables.dimensions.merchantCount else { return (asserted, nil) }
      asserted = tables.assertedDays[index]
      if !tables.retractedDays.isEmpty { retracted = tables.retractedDays[index] }
    }
    return (asserted, retracted)
  }

  /// The rows while they are asked seldom; nil once there are tables.
  private func rows() throws(ProjectionError) -> RangeRows? {
    questionCount += 1
    if questionCount > TailSums.questionsWorthTables { _ = try tables() }
    guard case .rows(let rows) = sums else { return nil }
    return rows
  }
}
