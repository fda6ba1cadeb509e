import LedgerDomain
import LedgerProjection

/// What does the month look like today, in one currency?
public struct DashboardQuery: Sendable {
  public var today: CalendarDay
  /// Nil is the ledger's base currency.
  public var currency: Currency?
  /// How many transactions the activity shows; nil is all of the month's.
  public var activityLimit: Int?
  /// What counts in the month, the days and the categories; balances are whole whatever it says.
  public var filter = TransactionQuery()

  public init(today: CalendarDay, currency: Currency? = nil, activityLimit: Int? = 50) {
    self.today = today
    self.currency = currency
    self.activityLimit = activityLimit
  }

  /// The budget of a filtered dashboard is that of its category, where it asks for one and nothing else.
  ///
  /// - Complexity: O(days of two months × accounts × categories), whatever the number of transactions; with a filter
  ///   O(transactions of two months).
  public func report(on view: LedgerView) throws -> DashboardReport {
    guard let currency = currency ?? view.directory.baseCurrency else { throw Refusal.currencyNeeded }
    let calendar = view.calendar
    let month = calendar.month(of: today)
    let matcher = filter.terms.isEmpty ? nil : try QueryMatcher(filter, view: view)
    let present = try MonthSums(view, month: month, through: today, currency: currency, matcher: matcher)
    let elapsed = calendar.firstDay(of: month).days(to: today)
    let previousFirst = calendar.firstDay(of: month.previous)
    let previousLast = calendar.lastDay(of: month.previous)
    let previousCut = min(previousFirst.advanced(byDays: elapsed), previousLast)
    let previous = try MonthSums(
      view, month: month.previous, through: previousCut, currency: currency, matcher: matcher)

    let accounts = try AccountBalances.on(today, view: view).filter { $0.currency == currency }
    let balance = try accounts.reduce(Money.zero) { try $0.adding($1.balance) }
    // Budgets are in the base currency, and compared with nothing else.
    let hasBudgets = currency == view.directory.baseCurrency
    let budget = try hasBudgets ? budget(view, month: month) : nil
    let pace = EvenPace(budget: budget, dayCount: calendar.dayCount(of: month))
    let (activity, isComplete) = try activity(view, currency: currency, sums: present, matcher: matcher)
    return DashboardReport(
      today: today, currency: currency, position: view.position, balance: balance, accounts: accounts,
      month: DashboardReport.MonthToDate(
        month: month, moneyIn: present.moneyIn, moneyOut: present.moneyOut, net: present.moneyIn - present.moneyOut,
        transfers: present.transfers, count: present.count, previousMoneyOut: previous.moneyOut),
      incomeCategories: present.income(view.directory),
      budget: budget.map {
        let even = pace.amount(dayOfMonth: elapsed + 1) ?? .zero
        return DashboardReport.BudgetPace(
          amount: $0, spent: present.moneyOut, evenPace: even, remaining: $0 - present.moneyOut)
      },
      dailySpending: daily(calendar.firstDay(of: month), elapsed: elapsed, sums: present, pace: pace),
      categories: spending(
        view.directory, present: present, previous: previous, budgetMonth: hasBudgets ? month : nil),
      activity: activity, activityIsComplete: isComplete)
  }

  private func daily(
    _ first: CalendarDay, elapsed: Int, sums: MonthSums, pace: EvenPace
  ) -> [DashboardReport.DaySpending] {
    var cumulative = Money.zero
    return (0...elapsed).map { offset in
      let day = first.advanced(byDays: offset)
      let spent = sums.days[offset].moneyOut
      cumulative += spent
      return DashboardReport.DaySpending(
        day: day, spent: spent, cumulative: cumulative, evenPace: pace.amount(dayOfMonth: offset + 1))
    }
  }

  private func spending(
    _ directory: LedgerDirectory, present: MonthSums, previous: MonthSums, budgetMonth: YearMonth?
  ) -> [DashboardReport.CategorySpending] {
    func budget(of category: CategoryID) -> Money? {
      budgetMonth.flatMap { directory.budget(of: category, in: $0)?.amount }
    }
    var entries: [DashboardReport.CategorySpending] = []
    for slot in present.slots.indices.map({ CategorySlot(index: $0) })
    where directory.moneyClass(of: slot) == .moneyOut {
      let budget = budget(of: slot.category)
      let (now, before) = (present.slot(slot), previous.slot(slot))
      if now.isEmpty, before.isEmpty, budget == nil || !filter.terms.isEmpty { continue }
      entries.append(
        DashboardReport.CategorySpending(
          category: directory.category(slot.category)?.name ?? "", kind: .expense, spent: -now.sum, count: now.count,
          previousSpent: -before.sum, budget: budget))
    }
    return entries.sorted { ($1.spent, $0.category) < ($0.spent, $1.category) }
  }

  private func budget(_ view: LedgerView, month: YearMonth) throws -> Money? {
    if filter.terms.isEmpty { return view.directory.totalBudget(in: month) }
    guard filter.terms.count == 1, case .category(let name) = filter.terms[0],
      let category = try view.category(named: name)
    else { return nil }
    return view.directory.budget(of: category.id, in: month)?.amount
  }

  private func activity(
    _ view: LedgerView, currency: Currency, sums: MonthSums, matcher: QueryMatcher?
  ) throws -> ([DashboardReport.DayActivity], Bool) {
    var rest = activityLimit ?? Int.max
    var isComplete = true
    var result: [DashboardReport.DayActivity] = []
    let items = TransactionItems(view)
    let accounts = view.directory.accounts.map { $0.currency == currency }
    for (offset, total) in sums.days.enumerated().reversed() where total.count > 0 {
      let day = sums.first.advanced(byDays: offset)
      var transactions: [TransactionItem] = []
      if rest > 0 {
        try view.forEachTransaction(on: day) { row in
          guard accounts[Int(row.values.account.index)] else { return true }
          let share = try matcher.map { try $0.share(of: row) } ?? row.setting
          guard let share else { return true }
          transactions.append(try items.item(row, counted: share))
          rest -= 1
          return rest > 0
        }
      }
      if transactions.count < total.count { isComplete = false }
      result.append(
        DashboardReport.DayActivity(
          day: day, net: total.moneyIn - total.moneyOut, count: total.count, transactions: transactions))
    }
    return (result, isComplete)
  }
}

/// A budget's share of the days so far.
public struct EvenPace: Sendable {
  private let budget: Money?
  private let dayCount: Int

  public init(budget: Money?, dayCount: Int) {
    self.budget = budget
    self.dayCount = dayCount
  }

  /// `budget · day / dayCount`, rounded half up; exactly the budget on the last day; nil without a budget.
  public func amount(dayOfMonth: Int) -> Money? {
    guard let budget else { return nil }
    let product = budget.minorUnits.multipliedFullWidth(by: Int64(dayOfMonth * 2))
    let (quotient, _) = Int64(dayCount * 2).dividingFullWidth(
      DoubleWidth.adding(product, UInt64(dayCount)))
    return Money(minorUnits: quotient)
  }
}

/// A 128-bit sum as high and low words.
private enum DoubleWidth {
  static func adding(_ value: (high: Int64, low: UInt64), _ addend: UInt64) -> (high: Int64, low: UInt64) {
    let (low, carry) = value.low.addingReportingOverflow(addend)
    return (value.high + (carry ? 1 : 0), low)
  }
}
