import LedgerDomain
import LedgerProjection

/// The sums of one month up to a day, in one currency.
struct MonthSums {
  struct Slot {
    var sum = Money.zero
    var count = 0
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
  }

  /// By category slot, signed as booked; slots without transactions are left out.
  private(set) var slots: [CategorySlot: Slot] = [:]
  private(set) var days: [CalendarDay: Day] = [:]
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
    try MonthSums.forEachCell(view, from: first, to: last, matcher: matcher) { account, day, slot, cell in
      guard accounts[Int(account.index)] else { return }
      if slot != .split {
        slots[slot, default: Slot()].sum += Money(minorUnits: cell.sum)
        slots[slot, default: Slot()].count += Int(cell.count)
      }
      try days[day, default: Day()].add(cell, as: classes[slot])
      try total.add(cell, as: classes[slot])
    }
    slots = slots.filter { $0.value.count != 0 || $0.value.sum != .zero }
  }

  private static func forEachCell(
    _ view: LedgerView, from: CalendarDay, to: CalendarDay, matcher: QueryMatcher?,
    _ body: (AccountID, CalendarDay, CategorySlot, SumCell) throws -> Void
  ) throws {
    guard let matcher else { return try view.forEachCell(from: from, to: to, body) }
    for day in try view.postedDays(from: max(from, matcher.from), to: min(to, matcher.to)) {
      for id in try view.transactions(on: day) {
        let row = try view.standingRow(id)
        guard let share = try matcher.share(of: row) else { continue }
        for (slot, cell) in share.cells(of: row.values.amount) { try body(row.values.account, day, slot, cell) }
      }
    }
  }

  /// What came in by category, largest first.
  func income(_ directory: LedgerDirectory) -> [DashboardReport.IncomeCategory] {
    slots.filter { directory.moneyClass(of: $0.key) == .moneyIn }
      .map { slot, value in
        DashboardReport.IncomeCategory(
          category: directory.category(slot.category)?.name ?? "", received: value.sum, count: value.count)
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
