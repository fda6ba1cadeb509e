import LedgerDomain
import LedgerJournal

extension LedgerView {
  /// What the merchant is called now, merges and new names followed; empty for rows that name none.
  public func merchantName(_ merchant: MerchantID) throws -> String {
    let canonical = directory.canonical(merchant)
    return try directory.merchantRenames[canonical.index] ?? firstName(of: canonical)
  }

  /// The name that the merchant was first given.
  public func firstName(of merchant: MerchantID) throws -> String {
    if merchant == .none { return "" }
    if let name = tail.merchantNames[merchant.index] { return name }
    if let name = try snapshot?.merchantName(merchant) { return name }
    throw ProjectionError.damagedView("the merchant \(merchant.index) has no name")
  }

  /// Calls back with every merchant's number and first name.
  ///
  /// - Complexity: O(merchants).
  public func forEachMerchant(_ body: (MerchantID, String) throws -> Void) throws {
    if let snapshot {
      try snapshot.store.forEach(in: .merchantNames, from: []) { entry in
        let id = MerchantID(UInt32(try ViewKey.integer(ArraySlice(entry.key), from: 0, count: 4)))
        try body(id, String(validating: entry.value, as: UTF8.self) ?? "")
        return true
      }
    }
    for (index, name) in tail.merchantNames.sorted(by: { $0.key < $1.key }) { try body(MerchantID(index), name) }
  }

  /// Calls back with the merchant's sums by account and month; several calls may be for the same place.
  ///
  /// - Complexity: O(years × accounts).
  public func forEachMonth(
    of merchant: MerchantID, _ body: (AccountID, YearMonth, SumCell) throws -> Void
  ) throws {
    for member in directory.members(of: merchant) { try forEachOwnMonth(of: member, body) }
  }

  private func forEachOwnMonth(
    of merchant: MerchantID, _ body: (AccountID, YearMonth, SumCell) throws -> Void
  ) throws {
    if let snapshot, let years = try yearRange(snapshot) {
      for year in years {
        guard let row = try snapshot.merchantYearRow(ViewKey.merchantYear(year, merchant)) else { continue }
        for entry in row.entries {
          let month = YearMonth(monthsSinceYearZero: Int32(year * 12 + entry.month))
          try body(AccountID(entry.account), month, entry.cell)
        }
      }
    }
    try tailSums.forEachMonth(of: merchant, calendar: calendar, body)
  }

  /// Calls back with every merchant's sums by account and month, merges followed; several calls may be for the same place.
  ///
  /// - Complexity: O(merchants × years × accounts).
  public func forEachMerchantMonth(
    from: YearMonth, to: YearMonth, _ body: (MerchantID, AccountID, YearMonth, SumCell) throws -> Void
  ) throws {
    guard from <= to else { return }
    let hasAliases = !directory.merchantAliases.isEmpty
    func present(_ merchant: MerchantID) -> MerchantID { hasAliases ? directory.canonical(merchant) : merchant }
    if let snapshot {
      let start = Array(ViewKey.merchantYear(from.year, MerchantID(0)))
      try snapshot.store.forEach(in: .merchantYears, from: start) { entry in
        let key = ArraySlice(entry.key)
        let year = Int(try ViewKey.integer(key, from: 0, count: 2))
        guard year <= to.year else { return false }
        let merchant = MerchantID(UInt32(try ViewKey.integer(key, from: 2, count: 4)))
        for part in try MerchantYearRow.decode(ArraySlice(entry.value)).entries {
          let month = YearMonth(monthsSinceYearZero: Int32(year * 12 + part.month))
          if month >= from, month <= to { try body(present(merchant), AccountID(part.account), month, part.cell) }
        }
        return true
      }
    }
    let sums = try tailSums.tables()
    for merchant in sums.merchants(inYears: 0..<sums.yearCount) {
      let id = MerchantID(UInt32(merchant))
      try sums.forEachMonth(of: id) { account, month, cell in
        if month >= from, month <= to { try body(present(id), account, month, cell) }
      }
    }
  }

  private func yearRange(_ snapshot: SnapshotReader) throws -> ClosedRange<Int>? {
    guard let first = try snapshot.store.first(in: .merchantYears),
      let last = try snapshot.store.last(in: .merchantYears)
    else { return nil }
    let low = Int(try ViewKey.integer(ArraySlice(first.key), from: 0, count: 2))
    let high = Int(try ViewKey.integer(ArraySlice(last.key), from: 0, count: 2))
    return low <= high ? low...high : nil
  }

  /// The first and last day on which a live transaction of the merchant lies, within the months that have some.
  ///
  /// - Complexity: O(1); where a row of the first or last day was deleted or moved, the edge month's days are read.
  public func dayRange(
    of merchant: MerchantID, months: ClosedRange<YearMonth>, accounts: Set<AccountID>
  ) throws -> ClosedRange<CalendarDay>? {
    let members = directory.members(of: merchant)
    if members.count > 1 {
      let first = calendar.firstDay(of: months.lowerBound)...calendar.lastDay(of: months.lowerBound)
      let last = calendar.firstDay(of: months.upperBound)...calendar.lastDay(of: months.upperBound)
      guard let low = try edge(of: members[0], days: first, newestFirst: false, accounts: accounts),
        let high = try edge(of: members[0], days: last, newestFirst: true, accounts: accounts)
      else { return nil }
      return low...high
    }
    var facts = try snapshot?.merchantFactsRow(ViewKey.merchant(merchant)) ?? MerchantFactsRow()
    let days = try tailSums.days(of: merchant)
    facts.merge(asserted: days.asserted, retracted: days.retracted, choices: ChoiceMarks())
    if !facts.edgesAreOpen, accounts.count == directory.accounts.count,
      let first = CalendarDay(daysSinceEpoch: facts.days.first), let last = CalendarDay(daysSinceEpoch: facts.days.last)
    {
      return first...last
    }
    let firstDays = calendar.firstDay(of: months.lowerBound)...calendar.lastDay(of: months.lowerBound)
    let lastDays = calendar.firstDay(of: months.upperBound)...calendar.lastDay(of: months.upperBound)
    guard let first = try edge(of: merchant, days: firstDays, newestFirst: false, accounts: accounts),
      let last = try edge(of: merchant, days: lastDays, newestFirst: true, accounts: accounts)
    else { return nil }
    return first...last
  }

  private func edge(
    of merchant: MerchantID, days: ClosedRange<CalendarDay>, newestFirst: Bool, accounts: Set<AccountID>
  ) throws -> CalendarDay? {
    let count = days.lowerBound.days(to: days.upperBound)
    for offset in 0...count {
      let day = days.lowerBound.advanced(byDays: newestFirst ? count - offset : offset)
      let hasNone = try forEachTransaction(on: day) { row in
        directory.canonical(row.values.merchant) != directory.canonical(merchant)
          || !accounts.contains(row.values.account)
      }
      if !hasNone { return day }
    }
    return nil
  }
}
