import LedgerDomain

/// The budgets that hold in a month and what was spent of them.
public struct BudgetReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    /// Nil is the budget of everything.
    public var category: String?
    public var amount: Money
    /// What earlier months left, or overspent (negative); zero unless budgets roll over.
    public var carried: Money
    public var spent: Money
    /// The amount's share of the days so far, without what was carried.
    public var evenPace: Money
    /// The amount and what was carried, less what was spent.
    public var remaining: Money
    /// An estimate of what will be spent by the end of the month.
    public var forecast: Money
    /// The month from which the amount holds.
    public var since: YearMonth

    public init(
      category: String?, amount: Money, carried: Money = .zero, spent: Money, evenPace: Money, remaining: Money,
      forecast: Money, since: YearMonth
    ) {
      self.category = category
      self.amount = amount
      self.carried = carried
      self.spent = spent
      self.evenPace = evenPace
      self.remaining = remaining
      self.forecast = forecast
      self.since = since
    }
  }

  public var month: YearMonth
  public var today: CalendarDay
  public var currency: Currency
  public var budgets: [Entry]

  public init(month: YearMonth, today: CalendarDay, currency: Currency, budgets: [Entry]) {
    self.month = month
    self.today = today
    self.currency = currency
    self.budgets = budgets
  }
}
