import LedgerDomain

/// What comes back: transactions of a merchant in regular distances.
public struct RecurringReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var merchant: String
    /// The category of the last one.
    public var category: String
    public var currency: Currency
    public var period: RecurringPeriod
    public var count: Int
    public var firstDay: CalendarDay
    public var lastDay: CalendarDay
    /// When the next is expected.
    public var nextDay: CalendarDay
    /// The last amount, signed as booked.
    public var amount: Money
    /// The middle amount; of an even number the one nearer to zero.
    public var median: Money
    /// The last amount less the first.
    public var drift: Money
    /// Whether the next one is still to be expected.
    public var isActive: Bool

    public init(
      merchant: String, category: String, currency: Currency, period: RecurringPeriod, count: Int,
      firstDay: CalendarDay, lastDay: CalendarDay, nextDay: CalendarDay, amount: Money, median: Money, drift: Money,
      isActive: Bool
    ) {
      self.merchant = merchant
      self.category = category
      self.currency = currency
      self.period = period
      self.count = count
      self.firstDay = firstDay
      self.lastDay = lastDay
      self.nextDay = nextDay
      self.amount = amount
      self.median = median
      self.drift = drift
      self.isActive = isActive
    }
  }

  public var today: CalendarDay
  /// By the next day, then merchant.
  public var entries: [Entry]

  public init(today: CalendarDay, entries: [Entry]) {
    self.today = today
    self.entries = entries
  }
}

/// A regular distance.
public enum RecurringPeriod: Sendable, Hashable {
  case days(Int)
  /// Every so many months on a day of the month; a month that has fewer days has it on its last.
  case months(Int, day: Int)

  public var name: String {
    switch self {
    case .days(7): "weekly"
    case .days(14): "every 2 weeks"
    case .days(let count): "every \(count) days"
    case .months(1, _): "monthly"
    case .months(3, _): "quarterly"
    case .months(6, _): "half-yearly"
    case .months(12, _): "yearly"
    case .months(let count, _): "every \(count) months"
    }
  }
}

/// What the month may end with: an estimate from what recurs and from the pace of the rest.
public struct ForecastReport: Sendable, Hashable {
  /// A recurring transaction that is still to come.
  public struct Expected: Sendable, Hashable {
    public var day: CalendarDay
    public var merchant: String
    public var category: String
    public var amount: Money

    public init(day: CalendarDay, merchant: String, category: String, amount: Money) {
      self.day = day
      self.merchant = merchant
      self.category = category
      self.amount = amount
    }
  }

  public struct Totals: Sendable, Hashable {
    public var moneyIn: Money
    public var moneyOut: Money
    public var balance: Money

    public init(moneyIn: Money, moneyOut: Money, balance: Money) {
      self.moneyIn = moneyIn
      self.moneyOut = moneyOut
      self.balance = balance
    }
  }

  public var month: YearMonth
  public var today: CalendarDay
  public var lastDay: CalendarDay
  public var currency: Currency
  /// What is booked up to today.
  public var soFar: Totals
  /// What is expected at the end of the month.
  public var atEnd: Totals
  public var expected: [Expected]
  /// What the rest of spending comes to in the days that are left, at the pace of the days measured.
  public var paceSpending: Money
  public var daysMeasured: Int

  public init(
    month: YearMonth, today: CalendarDay, lastDay: CalendarDay, currency: Currency, soFar: Totals, atEnd: Totals,
    expected: [Expected], paceSpending: Money, daysMeasured: Int
  ) {
    self.month = month
    self.today = today
    self.lastDay = lastDay
    self.currency = currency
    self.soFar = soFar
    self.atEnd = atEnd
    self.expected = expected
    self.paceSpending = paceSpending
    self.daysMeasured = daysMeasured
  }
}
