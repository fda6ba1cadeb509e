import LedgerDomain

/// The screen: what a month looks like on a day, in one currency.
public struct DashboardReport: Sendable, Hashable {
  public var today: CalendarDay
  public var currency: Currency
  /// The position of the journal that the report was made at.
  public var position: Position
  /// Every account of the currency, opening balances included, days up to today.
  public var balance: Money
  public var accounts: [AccountBalance]
  public var month: MonthToDate
  public var incomeCategories: [IncomeCategory]
  public var budget: BudgetPace?
  /// One entry for every day of the month to today.
  public var dailySpending: [DaySpending]
  /// Expense categories and Uncategorised's outgoing part; sums to `month.moneyOut`. Largest first.
  public var categories: [CategorySpending]
  /// Days of the month to today that have transactions, newest first.
  public var activity: [DayActivity]
  /// Whether `activity` holds the transactions of every day in it.
  public var activityIsComplete: Bool

  public init(
    today: CalendarDay, currency: Currency, position: Position, balance: Money, accounts: [AccountBalance],
    month: MonthToDate, incomeCategories: [IncomeCategory], budget: BudgetPace?, dailySpending: [DaySpending],
    categories: [CategorySpending], activity: [DayActivity], activityIsComplete: Bool
  ) {
    self.today = today
    self.currency = currency
    self.position = position
    self.balance = balance
    self.accounts = accounts
    self.month = month
    self.incomeCategories = incomeCategories
    self.budget = budget
    self.dailySpending = dailySpending
    self.categories = categories
    self.activity = activity
    self.activityIsComplete = activityIsComplete
  }

  public struct MonthToDate: Sendable, Hashable {
    public var month: YearMonth
    public var moneyIn: Money
    public var moneyOut: Money
    /// In minus out; transfers are apart.
    public var net: Money
    public var transfers: Money
    public var count: Int
    /// Money out of the previous month up to the same day, or its last.
    public var previousMoneyOut: Money

    public init(
      month: YearMonth, moneyIn: Money, moneyOut: Money, net: Money, transfers: Money, count: Int,
      previousMoneyOut: Money
    ) {
      self.month = month
      self.moneyIn = moneyIn
      self.moneyOut = moneyOut
      self.net = net
      self.transfers = transfers
      self.count = count
      self.previousMoneyOut = previousMoneyOut
    }
  }

  public struct IncomeCategory: Sendable, Hashable {
    public var category: String
    public var received: Money
    public var count: Int

    public init(category: String, received: Money, count: Int) {
      self.category = category
      self.received = received
      self.count = count
    }
  }

  public struct BudgetPace: Sendable, Hashable {
    public var amount: Money
    public var spent: Money
    /// The budget's share of the days so far, rounded half up.
    public var evenPace: Money
    public var remaining: Money

    public init(amount: Money, spent: Money, evenPace: Money, remaining: Money) {
      self.amount = amount
      self.spent = spent
      self.evenPace = evenPace
      self.remaining = remaining
    }
  }

  public struct DaySpending: Sendable, Hashable {
    public var day: CalendarDay
    public var spent: Money
    public var cumulative: Money
    /// Nil without a budget.
    public var evenPace: Money?

    public init(day: CalendarDay, spent: Money, cumulative: Money, evenPace: Money?) {
      self.day = day
      self.spent = spent
      self.cumulative = cumulative
      self.evenPace = evenPace
    }
  }

  public struct CategorySpending: Sendable, Hashable {
    public var category: String
    public var kind: CategoryKind
    public var spent: Money
    public var count: Int
    /// The previous month up to the same day, or its last.
    public var previousSpent: Money
    public var budget: Money?

    public init(
      category: String, kind: CategoryKind, spent: Money, count: Int, previousSpent: Money, budget: Money?
    ) {
      self.category = category
      self.kind = kind
      self.spent = spent
      self.count = count
      self.previousSpent = previousSpent
      self.budget = budget
    }
  }

  public struct DayActivity: Sendable, Hashable {
    public var day: CalendarDay
    /// In minus out; transfers are apart.
    public var net: Money
    public var count: Int
    /// Newest first; empty where the report's limit was reached before this day.
    public var transactions: [TransactionItem]

    public init(day: CalendarDay, net: Money, count: Int, transactions: [TransactionItem]) {
      self.day = day
      self.net = net
      self.count = count
      self.transactions = transactions
    }
  }
}
