// Safety: a view reads LMDB values in place through a `StoreReader` and is used only inside the closure that lent it.
import LedgerDomain
import LedgerJournal

/// The ledger at one position: a snapshot's rows plus the fold of the tail after it.
///
/// The two parts add, so that every question sums over both. Time travel has no snapshot: its tail is everything up to
/// the point. Valid only inside the closure that lent it.
public struct LedgerView {
  /// The last position that counts.
  public let position: Position
  public let journal: JournalReader
  /// Names, budgets and settings at the position.
  public let directory: LedgerDirectory
  let snapshot: SnapshotReader?
  public let tail: Projection
  let tailSums: TailSums
  /// The blocks that the tail is the fold of.
  let tailParts: [BlockPart]

  public var calendar: MonthCalendar { directory.monthCalendar }

  /// How many transactions are live, and how many are gone.
  public var transactionCounts: (live: Int64, gone: Int64) {
    let header = snapshot?.header
    return ((header?.liveCount ?? 0) + tailSums.counts.live, (header?.goneCount ?? 0) + tailSums.counts.gone)
  }

  /// Calls back with sums of days by account and category slot; several calls may be for the same place.
  ///
  /// - Complexity: O(days × accounts × categories), whatever the number of transactions.
  public func forEachCell(
    from: CalendarDay, to: CalendarDay, _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) throws {
    guard from <= to else { return }
    if let snapshot {
      try forEachMonthRow(from: calendar.month(of: from), to: calendar.month(of: to), snapshot) {
        month, account, bytes in
        let first = calendar.firstDay(of: month)
        let days = max(0, first.days(to: from))...max(0, first.days(to: to))
        try MonthRow.forEachEntry(bytes, days: days) { entry in
          try body(account, first.advanced(byDays: entry.day), CategorySlot(index: entry.slot), entry.cell)
        }
      }
    }
    try tailSums.forEachCell(from: from, to: to, body)
  }

  /// Calls back with sums of whole months by account and category slot; several calls may be for the same place.
  ///
  /// - Complexity: O(months × accounts × categories).
  public func forEachMonthSum(
    from: YearMonth, to: YearMonth, _ body: (AccountID, YearMonth, CategorySlot, SumCell) throws -> Void
  ) throws {
    guard from <= to else { return }
    if let snapshot {
      try forEachMonthRow(from: from, to: to, snapshot) { month, account, bytes in
        try MonthRow.forEachSum(bytes) { slot, cell in
          try body(account, month, CategorySlot(index: slot), cell)
        }
      }
    }
    let calendar = calendar
    var (month, first, last) = (from, CalendarDay.last, CalendarDay.first)
    try tailSums.forEachCell(from: calendar.firstDay(of: from), to: calendar.lastDay(of: to)) {
      account, day, slot, cell in
      if day < first || day > last {
        month = calendar.month(of: day)
        (first, last) = (calendar.firstDay(of: month), calendar.lastDay(of: month))
      }
      try body(account, month, slot, cell)
    }
  }

  private func forEachMonthRow(
    from: YearMonth, to: YearMonth, _ snapshot: SnapshotReader,
    _ body: (YearMonth, AccountID, ArraySlice<UInt8>) throws -> Void
  ) throws {
    try snapshot.store.forEach(in: .months, from: ViewKey.monthStart(from)) { entry in
      let key = ArraySlice(entry.key)
      let month = YearMonth(monthsSinceYearZero: Int32(try ViewKey.integer(key, from: 0, count: 4)))
      guard month <= to else { return false }
      let account = AccountID(UInt16(try ViewKey.integer(key, from: 4, count: 2)))
      try body(month, account, ArraySlice(entry.value))
      return true
    }
  }

  /// The sum of every row of each account, whatever its day, opening balances apart; by account number.
  public func accountTotals() throws -> [SumCell] {
    var totals = snapshot?.header.accountTotals ?? []
    while totals.count < directory.accounts.count { totals.append(SumCell()) }
    try tailSums.forEachCell(from: .first, to: .last) { account, _, _, cell in
      totals[Int(account.index)] = try totals[Int(account.index)].adding(cell)
    }
    return totals
  }

  /// Whether a live transaction has parts in different categories.
  public func hasSplits() throws -> Bool {
    var found = false
    try forEachMonthSum(from: CalendarDay.first.yearMonth, to: CalendarDay.last.yearMonth) { _, _, slot, cell in
      if slot == .split, cell.count != 0 { found = true }
    }
    return found
  }

  /// The first and the last month that have rows; nil in a ledger without live transactions.
  public func monthRange() throws -> ClosedRange<YearMonth>? {
    var counts: [YearMonth: Int64] = [:]
    try forEachMonthSum(from: CalendarDay.first.yearMonth, to: CalendarDay.last.yearMonth) { _, month, _, cell in
      counts[month, default: 0] += cell.count
    }
    let used = counts.filter { $0.value > 0 }.keys
    guard let first = used.min(), let last = used.max() else { return nil }
    return first...last
  }

  /// The first and the last day that have live transactions.
  public func dayRange() throws -> ClosedRange<CalendarDay>? {
    guard let months = try monthRange() else { return nil }
    func days(of month: YearMonth) throws -> [CalendarDay] {
      var counts: [CalendarDay: Int64] = [:]
      try forEachCell(from: calendar.firstDay(of: month), to: calendar.lastDay(of: month)) { _, day, _, cell in
        counts[day, default: 0] += cell.count
      }
      return counts.filter { $0.value > 0 }.map(\.key)
    }
    guard let first = try days(of: months.lowerBound).min(), let last = try days(of: months.upperBound).max() else {
      return nil
    }
    return first...last
  }
}

extension LedgerView {
  /// What the views take of the file, in bytes.
  public func viewBytes() throws -> Int {
    var pages = 0
    for table in StoreTable.views { pages += try journal.store.pageCount(of: table) }
    return pages * 4_096
  }
}
