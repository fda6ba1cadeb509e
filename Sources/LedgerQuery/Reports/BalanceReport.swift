import LedgerDomain

/// How the balance of a currency's accounts went over a period.
public struct BalanceReport: Sendable, Hashable {
  public struct Point: Sendable, Hashable {
    public var day: CalendarDay
    /// At the end of the day, opening balances included.
    public var balance: Money

    public init(day: CalendarDay, balance: Money) {
      self.day = day
      self.balance = balance
    }
  }

  public var range: BalanceRange
  public var currency: Currency
  /// Oldest first; the last is today.
  public var points: [Point]
  /// The last balance less the first.
  public var change: Money

  public init(range: BalanceRange, currency: Currency, points: [Point], change: Money) {
    self.range = range
    self.currency = currency
    self.points = points
    self.change = change
  }
}

/// How far a balance's history reaches back from today.
public enum BalanceRange: String, Sendable, Hashable, CaseIterable {
  case week = "1W"
  case month = "1M"
  case year = "1Y"
  case fiveYears = "5Y"
  case all
}
