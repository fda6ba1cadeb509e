import LedgerDomain
import LedgerProjection

/// The sums of one month up to a day, in one currency.
struct MonthSums {
  struct Slot {
    var sum = Money.zero
    var count = 0

    var isEmpty: Bool { count == 0 && sum == .zero }

    mutating func add(_ cell: SumCell) {
      sum += Money(minorUnits: cell.sum)
      count += Int(cell.count)
    }
  }

  struct Day {
    var moneyIn = Money.zero
    var moneyOut = Money.zero
    var transfers = Money.zero
    var count = 0

    mutating func add(_ cell: SumCell, as kind: MoneyClass) throws {
      let amount = Money(minorUnits: cell.sum)
      switch kind {
      case .moneyIn: moneyIn = try moneyIn.adding(amount)
      case .moneyOut: moneyOut = try moneyOut.subtracting(amount)
      case .transfer: transfers = try transfers.adding(amount)
      }
      count += Int(cell.count)
    }

    mutating func add(_ other: Day) throws {
      moneyIn = try moneyIn.adding(other.moneyIn)
      moneyOut = try moneyOut.adding(other.moneyOut)
      transfers = try transfers.adding(other.transfers)
      count += other.count
    }
  }

  /// The month's first day.
  let first: CalendarDay
  /// By the slot's index, signed as booked; splits have no sum.
  private(set) var slots: [Slot]
  /// By days after the first.
  private(set) var days: [Day]
  private(set) var total = Day()

  var moneyIn: Money { total.moneyIn }
  var moneyOut: Money { total.moneyOut }
  var transfers: Money { total.transfers }
  var count: Int { total.count }

  /// - Parameter matcher: which transactions count; nil is all, from the aggregates.
  init(
    _ view: LedgerView, month: YearMonth, through last: CalendarDay, currency: Currency, matcher: QueryMatcher? = nil
  ) throws {
    let directory = view.directory
    let accounts = directory.accounts.map { $0.currency == currency }
    let classes = directory.moneyClasses
    let first = view.calendar.firstDay(of: month)
    self.first = first
    slots = [Slot](repeating: Slot(), count: classes.slotCount)
    days = [Day](repeating: Day(), count: max(0, first.days(to: last) + 1))
    try MonthSums.forEachCell(view, from: first, to: last, matcher: matcher) { account, day, slot, cell in
      guard accounts[Int(account.index)] else { return }
      if slot != .split { slots[slot.index].add(cell) }
      try days[first.days(to: day)].add(cell, as: classes[slot])
    }
    for day in days { try total.add(day) }
  }

  /// What the slot came to.
  func slot(_ slot: CategorySlot) -> Slot { slots[slot.index] }

  private static func forEachCell(
    _ view: LedgerView, from: CalendarDay, to: CalendarDay, matcher: QueryMatcher?,
    _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) throws {
    guard let matcher else { return try view.forEachCell(from: from, to: to, body) }
    try view.forEachTransaction(from: max(from, matcher.from), to: min(to, matcher.to)) { row in
      guard let share = try matcher.share(of: row) else { return }
      for (slot, cell) in share.cells(of: row.values.amount) {
        try body(row.values.account, row.values.day, slot, cell)
      }
    }
  }

  /// What came in by category, largest first.
  func income(_ directory: LedgerDirectory) -> [DashboardReport.IncomeCategory] {
    slots.indices.map { CategorySlot(index: $0) }
      .filter { directory.moneyClass(of: $0) == .moneyIn && !slot($0).isEmpty }
      .map {
        DashboardReport.IncomeCategory(
          category: directory.category($0.category)?.name ?? "", received: slot($0).sum, count: slot($0).count)
      }
      .sorted { ($1.received, $0.category) < ($0.received, $1.category) }
  }
}

/// What the sums of each slot mean for a month.
struct MoneyClasses {
  private let classes: [MoneyClass]

  init(_ directory: LedgerDirectory) {
    classes = (0...directory.categories.count).map { directory.moneyClass(of: CategorySlot(index: $0)) }
  }

  /// How many slots categories have.
  var slotCount: Int { classes.count }

  /// How many places a table by slot has: one for each slot of a category, then that of splits.
  var placeCount: Int { classes.count + 1 }

  func place(of slot: CategorySlot) -> Int { slot == .split ? classes.count : slot.index }

  func slot(at place: Int) -> CategorySlot { place == classes.count ? .split : CategorySlot(index: place) }

  /// The slot of splits has no sum, so that its class does not matter.
  subscript(slot: CategorySlot) -> MoneyClass { slot == .split ? .moneyOut : classes[slot.index] }
}

extension LedgerDirectory {
  var moneyClasses: MoneyClasses { MoneyClasses(self) }
}

/// What accounts hold on a day.
enum AccountBalances {
  /// The balances of accounts that are not removed, days up to and including the given one.
  static func on(_ day: CalendarDay?, view: LedgerView) throws -> [AccountBalance] {
    var totals = try view.accountTotals()
    if let day, day < .last {
      try view.forEachCell(from: day.advanced(byDays: 1), to: .last) { account, _, _, cell in
        totals[Int(account.index)].sum -= cell.sum
      }
    }
    return try view.directory.accounts.filter { !$0.isRemoved }.map { account in
      let rows = Money(minorUnits: totals[Int(account.id.index)].sum)
      let isOpen = day.flatMap { limit in account.openingDay.map { $0 <= limit } } ?? true
      return AccountBalance(
        name: account.name, currency: account.currency, balance: isOpen ? try account.opening.adding(rows) : rows)
    }
  }
}
