import LedgerDomain
import ParallelWork

/// A sum and how many transactions make it.
public struct SumCell: Sendable, Hashable {
  /// Minor units, signed as booked.
  public var sum: Int64
  public var count: Int64

  @inlinable
  public init(sum: Int64 = 0, count: Int64 = 0) {
    self.sum = sum
    self.count = count
  }

  public var isZero: Bool { sum == 0 && count == 0 }
}

/// The ranges of the rows that a fold takes in; they size its tables.
public struct FoldDimensions: Sendable, Hashable {
  /// Days since 1970-01-01.
  public var firstDay: Int32
  public var lastDay: Int32
  public var accountCount: Int
  public var categoryCount: Int
  /// One above the highest merchant number.
  public var merchantCount: Int
  public var calendar: MonthCalendar

  /// The number of slots of a day's cells.
  @usableFromInline var slotCount: Int { categoryCount + 1 }
  @usableFromInline var dayCount: Int { firstDay > lastDay ? 0 : Int(lastDay) - Int(firstDay) + 1 }
}

extension FoldDimensions {
  /// The tables of a range with these days, at whose end these names are known.
  init(_ days: SumTables.DayRange, directory: LedgerDirectory) {
    self.init(
      firstDay: days.first, lastDay: days.last, accountCount: directory.accounts.count,
      categoryCount: directory.categories.count, merchantCount: Int(directory.nextMerchantIndex),
      calendar: directory.monthCalendar)
  }
}

/// What a fold adds up: every aggregate of the views follows from these tables.
///
/// Tables are dense within a chunk and chunks are made when a row first needs them, so that a ledger whose merchants or
/// days are scattered takes no more memory than it has rows.
public struct SumTables: Sendable {
  public let dimensions: FoldDimensions
  /// The first January of the merchant tables, as years.
  let firstYear: Int
  let yearCount: Int
  /// For each day where its month's groups begin in `merchantChunks`.
  let monthStartOfDay: [Int32]

  /// For each account and day the 1-based chunk of `cells`; 0 is none.
  var dayChunks: [Int32]
  /// Chunks of `slotCount` cells.
  var cells: [SumCell]

  /// For each month and group of merchants the 1-based chunk of `merchantCells`; 0 is none.
  var merchantChunks: [Int32]
  /// Chunks of one cell a merchant of the group and account.
  ///
  /// Months lie together, since a journal is read roughly in the order of its days: the cells of a month fit the
  /// processor's cache where those of a year would not.
  var merchantCells: [SumCell]

  /// For each merchant the earliest and latest day of an asserted row, and of a retracted one.
  var assertedDays: [DayRange]
  var retractedDays: [DayRange]

  /// For each merchant where choices by hand lie and where some were taken back; empty until there is one.
  var choices: [ChoiceMarks]

  /// By place in `dayChunks`: what the slot of splits counts.
  var splitCounts: [Int: Int64] = [:]

  var counts = Counts()

  /// Live and gone transactions.
  struct Counts: Sendable, Hashable {
    /// Added and restored minus deleted.
    var live: Int64 = 0
    /// Deleted minus restored.
    var gone: Int64 = 0
  }

  struct DayRange: Sendable, Hashable {
    var first = Int32.max
    var last = Int32.min

    @inline(__always)
    mutating func include(_ day: Int32) {
      if day < first { first = day }
      if day > last { last = day }
    }
  }

  public init(_ dimensions: FoldDimensions) {
    self.dimensions = dimensions
    let days = dimensions.dayCount
    let groupCount = SumTables.groupCount(dimensions)
    var months: [Int32] = []
    months.reserveCapacity(days)
    var base = 0
    if days > 0, let first = CalendarDay(daysSinceEpoch: dimensions.firstDay) {
      let firstMonth = dimensions.calendar.month(of: first)
      base = firstMonth.year
      SumTables.fillMonths(&months, from: firstMonth, dimensions: dimensions)
    }
    firstYear = base
    yearCount = months.last.map { Int($0) / 12 + 1 } ?? 0
    monthStartOfDay = months.map { $0 * Int32(groupCount) }
    dayChunks = [Int32](repeating: 0, count: dimensions.accountCount * days)
    cells = []
    merchantChunks = [Int32](repeating: 0, count: groupCount * 12 * yearCount)
    merchantCells = []
    assertedDays = [DayRange](repeating: DayRange(), count: dimensions.merchantCount)
    retractedDays = []
    choices = []
  }

  /// Tables for so many rows: room is made at once for what the chunks of a long range take.
  init(_ dimensions: FoldDimensions, rowCount: Int) {
    self.init(dimensions)
    if rowCount < SumTables.rowsWorthRoom { return }
    // No cell without a row, so that scattered days and merchants take no more room than there are rows.
    cells.reserveCapacity(min(rowCount, dayChunks.count * dimensions.slotCount))
    merchantCells.reserveCapacity(
      min(rowCount, merchantChunks.count * SumTables.merchantsAGroup * dimensions.accountCount))
    LargePages.ask(for: &cells)
    LargePages.ask(for: &merchantCells)
  }

  private static let rowsWorthRoom = 250_000

  /// How many merchants share a chunk.
  static let merchantsAGroup = 16

  private static func groupCount(_ dimensions: FoldDimensions) -> Int {
    (dimensions.merchantCount + merchantsAGroup - 1) / merchantsAGroup
  }

  /// Appends for each day its month, counted from the January of the first one's year.
  private static func fillMonths(
    _ months: inout [Int32], from firstMonth: YearMonth, dimensions: FoldDimensions
  ) {
    var month = firstMonth
    var day = dimensions.firstDay
    while day <= dimensions.lastDay {
      let last = min(dimensions.calendar.lastDay(of: month).daysSinceEpoch, dimensions.lastDay)
      let index = Int32((month.year - firstMonth.year) * 12 + month.month - 1)
      months.append(contentsOf: repeatElement(index, count: Int(last - day) + 1))
      day = last + 1
      month = month.next
    }
  }
}

extension SumTables {
  /// Calls back with every cell that is not zero: account, day, slot; by account, then day, then slot, splits last.
  public func forEachCell(
    from: CalendarDay, to: CalendarDay, _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) rethrows {
    let first = max(from.daysSinceEpoch, dimensions.firstDay)
    let last = min(to.daysSinceEpoch, dimensions.lastDay)
    guard first <= last else { return }
    for account in 0..<dimensions.accountCount {
      for day in first...last {
        let chunk = Int(dayChunks[account * dimensions.dayCount + Int(day - dimensions.firstDay)])
        guard chunk > 0, let calendarDay = CalendarDay(daysSinceEpoch: day) else { continue }
        let base = (chunk - 1) * dimensions.slotCount
        for slot in 0..<dimensions.slotCount where !cells[base + slot].isZero {
          try body(AccountID(UInt16(account)), calendarDay, CategorySlot(index: slot), cells[base + slot])
        }
        if splitCounts.isEmpty { continue }
        let place = account * dimensions.dayCount + Int(day - dimensions.firstDay)
        if let count = splitCounts[place], count != 0 {
          try body(AccountID(UInt16(account)), calendarDay, .split, SumCell(sum: 0, count: count))
        }
      }
    }
  }

  /// Calls back with every cell of the merchant that is not zero: account and month, in order of month.
  public func forEachMonth(
    of merchant: MerchantID, _ body: (AccountID, YearMonth, SumCell) throws -> Void
  ) rethrows {
    guard Int(merchant.index) < dimensions.merchantCount else { return }
    for year in 0..<yearCount {
      try forEachMonth(of: Int(merchant.index), yearIndex: year, body)
    }
  }

  /// Calls back with every cell of the merchant in one year of the table.
  func forEachMonth(
    of merchant: Int, yearIndex: Int, _ body: (AccountID, YearMonth, SumCell) throws -> Void
  ) rethrows {
    let groupCount = SumTables.groupCount(dimensions)
    let place = (merchant % SumTables.merchantsAGroup) * dimensions.accountCount
    for month in 0..<12 {
      let chunk = Int(
        merchantChunks[(yearIndex * 12 + month) * groupCount + merchant / SumTables.merchantsAGroup])
      guard chunk > 0 else { continue }
      let base = (chunk - 1) * merchantChunkCells + place
      let yearMonth = YearMonth(monthsSinceYearZero: Int32((firstYear + yearIndex) * 12 + month))
      for account in 0..<dimensions.accountCount {
        let cell = merchantCells[base + account]
        if !cell.isZero { try body(AccountID(UInt16(account)), yearMonth, cell) }
      }
    }
  }

  /// The merchants that may have cells in a range of years, ascending.
  ///
  /// - Complexity: O(months × groups of merchants).
  func merchants(inYears yearIndices: Range<Int>) -> [Int] {
    let groupCount = SumTables.groupCount(dimensions)
    var isUsed = [Bool](repeating: false, count: groupCount)
    for month in yearIndices.lowerBound * 12..<yearIndices.upperBound * 12 {
      for group in 0..<groupCount where merchantChunks[month * groupCount + group] > 0 { isUsed[group] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }.flatMap { group in
      let first = group * SumTables.merchantsAGroup
      return first..<min(first + SumTables.merchantsAGroup, dimensions.merchantCount)
    }
  }

  /// The cells of a chunk of merchants.
  var merchantChunkCells: Int { SumTables.merchantsAGroup * dimensions.accountCount }
}
