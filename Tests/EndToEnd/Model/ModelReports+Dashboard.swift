import Foldbook

extension ModelReports {
  func dashboard(today: CalendarDay, currency: Currency, position: Position, activityLimit: Int) -> DashboardReport {
    let month = state.month(of: today)
    let previous = YearMonth(monthsSinceYearZero: month.monthsSinceYearZero - 1)
    let days = state.days(of: month)
    let elapsed = days.filter { $0 <= today }
    let all = state.liveRows.filter { state.currency(of: $0) == currency }
    let elapsedDays = Set(elapsed)
    let rows = all.filter { elapsedDays.contains($0.day) }
    let earlierDays = Set(state.days(of: previous).prefix(elapsed.count))
    let earlier = all.filter { earlierDays.contains($0.day) }
    let hasBudgets = currency == state.baseCurrency
    let budget = hasBudgets ? state.totalBudget(in: month) : nil
    func evenPace(_ day: Int) -> Money? {
      budget.map { Money(minorUnits: (2 * $0.minorUnits * Int64(day) + Int64(days.count)) / Int64(2 * days.count)) }
    }

    let own = state.accounts.filter { $0.currency == currency }
    let balances = balances(on: today)
    let accounts = own.map {
      AccountBalance(name: $0.name, currency: currency, balance: balances[$0.name] ?? .zero)
    }
    var cumulative = Money.zero
    let daily = elapsed.enumerated().map { index, day in
      let spent = state.sum(rows.filter { $0.day == day }, .moneyOut)
      cumulative += spent
      return DashboardReport.DaySpending(day: day, spent: spent, cumulative: cumulative, evenPace: evenPace(index + 1))
    }
    let (moneyIn, moneyOut) = (state.sum(rows, .moneyIn), state.sum(rows, .moneyOut))
    let activity = activity(rows, limit: activityLimit)
    return DashboardReport(
      today: today, currency: currency, position: position,
      balance: accounts.reduce(.zero) { $0 + $1.balance },
      accounts: accounts.sorted { $0.name < $1.name },
      month: DashboardReport.MonthToDate(
        month: month, moneyIn: moneyIn, moneyOut: moneyOut, net: moneyIn - moneyOut,
        transfers: state.sum(rows, .transfer), count: rows.count, previousMoneyOut: state.sum(earlier, .moneyOut)),
      incomeCategories: income(rows),
      budget: budget.map {
        DashboardReport.BudgetPace(
          amount: $0, spent: moneyOut, evenPace: evenPace(elapsed.count) ?? .zero, remaining: $0 - moneyOut)
      },
      dailySpending: daily,
      categories: spending(rows, earlier: earlier, budgetMonth: hasBudgets ? month : nil), activity: activity,
      activityIsComplete: activity.reduce(0) { $0 + $1.transactions.count } == rows.count)
  }

  private func income(_ rows: [ModelRow]) -> [DashboardReport.IncomeCategory] {
    Dictionary(grouping: rows.flatMap(\.shares).filter { state.direction(of: $0) == .moneyIn }, by: \.category)
      .map { name, rows in
        DashboardReport.IncomeCategory(category: name, received: state.sum(rows, .moneyIn), count: count(rows))
      }
      .sorted { $0.received == $1.received ? $0.category < $1.category : $0.received > $1.received }
  }

  private func spending(
    _ rows: [ModelRow], earlier: [ModelRow], budgetMonth: YearMonth?
  ) -> [DashboardReport.CategorySpending] {
    func budget(of category: String) -> Money? { budgetMonth.flatMap { state.budget(category, in: $0) } }
    let spent = rows.flatMap(\.shares).filter { state.direction(of: $0) == .moneyOut }
    let before = earlier.flatMap(\.shares).filter { state.direction(of: $0) == .moneyOut }
    let budgeted = state.budgets.keys.compactMap { $0 }.filter {
      budget(of: $0) != nil && state.categories[$0] == .expense
    }
    let names = Set(spent.map(\.category) + before.map(\.category) + budgeted)
    return names.map { name in
      let own = spent.filter { $0.category == name }
      return DashboardReport.CategorySpending(
        category: name, kind: .expense, spent: state.sum(own, .moneyOut), count: count(own),
        previousSpent: state.sum(before.filter { $0.category == name }, .moneyOut),
        budget: budget(of: name))
    }
    .sorted { $0.spent == $1.spent ? $0.category < $1.category : $0.spent > $1.spent }
  }

  private func activity(_ rows: [ModelRow], limit: Int) -> [DashboardReport.DayActivity] {
    var rest = limit
    return Dictionary(grouping: rows, by: \.day).sorted { $0.key > $1.key }.map { day, rows in
      let shown = rows.sorted { $0.id > $1.id }.prefix(rest)
      rest -= shown.count
      return DashboardReport.DayActivity(
        day: day, net: state.sum(rows, .moneyIn) - state.sum(rows, .moneyOut), count: rows.count,
        transactions: shown.map(item))
    }
  }
}
