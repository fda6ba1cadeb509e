import LedgerDomain
import LedgerProjection

/// How do the budgets of a month stand?
public struct BudgetQuery: Sendable {
  public var today: CalendarDay

  public init(today: CalendarDay) {
    self.today = today
  }

  /// - Complexity: O(transactions of the last 800 days), for the forecast.
  public func report(on view: LedgerView) throws -> BudgetReport {
    guard let currency = view.directory.baseCurrency else { throw Refusal.currencyNeeded }
    let directory = view.directory
    let month = view.calendar.month(of: today)
    let categories = [nil] + directory.categories.map { Optional($0.id) }
    guard categories.contains(where: { directory.budget(of: $0, in: month) != nil }) else {
      return BudgetReport(month: month, today: today, currency: currency, budgets: [])
    }
    let sums = try MonthSums(view, month: month, through: today, currency: currency)
    let day = view.calendar.firstDay(of: month).days(to: today) + 1
    let model = try ForecastModel(view, today: today, currency: currency)
    let rollover = directory.rollsBudgetsOver ? try BudgetRollover(view, before: month, currency: currency) : nil
    var entries: [BudgetReport.Entry] = []
    for category in categories {
      guard let budget = directory.budget(of: category, in: month) else { continue }
      let slot = category.map { CategorySlot(category: $0, amount: .zero) }
      let spent = slot.map { -sums.slot($0).sum } ?? sums.moneyOut
      let pace = EvenPace(budget: budget.amount, dayCount: view.calendar.dayCount(of: month))
      let carried = try rollover?.carried(category, directory) ?? .zero
      entries.append(
        BudgetReport.Entry(
          category: category.flatMap { directory.category($0)?.name }, amount: budget.amount, carried: carried,
          spent: spent, evenPace: pace.amount(dayOfMonth: day) ?? .zero,
          remaining: try budget.amount.adding(carried).subtracting(spent),
          forecast: try spent.adding(model.rest(of: category)), since: budget.month))
    }
    return BudgetReport(month: month, today: today, currency: currency, budgets: entries)
  }
}

/// What the months before left of their budgets.
struct BudgetRollover {
  private let last: YearMonth
  /// By month and category slot: what was spent.
  private var spent: [YearMonth: [CategorySlot: Money]] = [:]

  init(_ view: LedgerView, before month: YearMonth, currency: Currency) throws {
    last = month.previous
    guard let first = view.directory.budgets.lines.compactMap(\.entries.first?.month).min(), first <= last else {
      return
    }
    var spent: [YearMonth: [CategorySlot: Money]] = [:]
    try view.forEachMonthSum(from: first, to: last) { account, month, slot, cell in
      guard view.directory.accounts[Int(account.index)].currency == currency,
        view.directory.moneyClass(of: slot) == .moneyOut
      else { return }
      let known = spent[month]?[slot] ?? .zero
      spent[month, default: [:]][slot] = try known.subtracting(Money(minorUnits: cell.sum))
    }
    self.spent = spent
  }

  /// The budgets less the spending of every month since the category's first budget.
  func carried(_ category: CategoryID?, _ directory: LedgerDirectory) throws -> Money {
    guard let first = directory.budgets[category].first?.month, first <= last else { return .zero }
    var sum = Money.zero
    for offset in 0...first.months(to: last) {
      let month = first.advanced(by: offset)
      sum = try sum.adding(directory.budget(of: category, in: month)?.amount ?? .zero)
      for (slot, amount) in spent[month] ?? [:] where category == nil || slot.category == category {
        sum = try sum.subtracting(amount)
      }
    }
    return sum
  }
}
