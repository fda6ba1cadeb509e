import LedgerDomain

/// An account with its balance.
public struct AccountBalance: Sendable, Hashable {
  public var name: String
  public var currency: Currency
  public var balance: Money

  public init(name: String, currency: Currency, balance: Money) {
    self.name = name
    self.currency = currency
    self.balance = balance
  }
}

/// The accounts and what they hold.
public struct AccountsReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var name: String
    public var currency: Currency
    public var balance: Money
    public var opening: Money
    public var count: Int
    public var isClosed: Bool
    /// The numbers by which the bank's files name the account, masked, in the order in which they came.
    public var numbers: [String]

    public init(
      name: String, currency: Currency, balance: Money, opening: Money, count: Int, isClosed: Bool,
      numbers: [String] = []
    ) {
      self.numbers = numbers
      self.name = name
      self.currency = currency
      self.balance = balance
      self.opening = opening
      self.count = count
      self.isClosed = isClosed
    }
  }

  public var accounts: [Entry]
  public var totals: [CurrencyTotal]

  public init(accounts: [Entry], totals: [CurrencyTotal]) {
    self.accounts = accounts
    self.totals = totals
  }
}

/// The months from the first to the last that has rows, zeros included.
public struct MonthsReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var month: YearMonth
    public var currency: Currency
    public var moneyIn: Money
    public var moneyOut: Money
    public var net: Money
    public var transfers: Money
    public var count: Int
    /// Sums signed as booked; Uncategorised is there twice if it has both parts.
    public var categories: [CategorySum]

    public init(
      month: YearMonth, currency: Currency, moneyIn: Money, moneyOut: Money, net: Money, transfers: Money,
      count: Int, categories: [CategorySum]
    ) {
      self.month = month
      self.currency = currency
      self.moneyIn = moneyIn
      self.moneyOut = moneyOut
      self.net = net
      self.transfers = transfers
      self.count = count
      self.categories = categories
    }
  }

  public var months: [Entry]

  public init(months: [Entry]) {
    self.months = months
  }
}

/// A category's sum, signed as booked.
public struct CategorySum: Sendable, Hashable {
  public var category: String
  public var kind: CategoryKind
  public var sum: Money
  public var count: Int

  public init(category: String, kind: CategoryKind, sum: Money, count: Int) {
    self.category = category
    self.kind = kind
    self.sum = sum
    self.count = count
  }
}

/// The categories with their sums over a period, by currency.
public struct CategoriesReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var category: String
    public var kind: CategoryKind
    public var currency: Currency
    /// Signed as booked.
    public var sum: Money
    public var count: Int
    /// Nil without a comparison.
    public var previous: PreviousSum?

    public init(
      category: String, kind: CategoryKind, currency: Currency, sum: Money, count: Int, previous: PreviousSum? = nil
    ) {
      self.category = category
      self.kind = kind
      self.currency = currency
      self.sum = sum
      self.count = count
      self.previous = previous
    }
  }

  public var from: CalendarDay?
  public var to: CalendarDay?
  public var categories: [Entry]
  /// The period that sums are compared with.
  public var previous: PreviousPeriod?

  public init(from: CalendarDay?, to: CalendarDay?, categories: [Entry]) {
    self.from = from
    self.to = to
    self.categories = categories
  }
}

/// The merchants with their sums over a period, largest spending first.
public struct MerchantsReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var merchant: String
    public var currency: Currency
    /// Signed as booked.
    public var sum: Money
    public var count: Int
    /// Nil without a comparison.
    public var previous: PreviousSum?

    public init(merchant: String, currency: Currency, sum: Money, count: Int, previous: PreviousSum? = nil) {
      self.merchant = merchant
      self.currency = currency
      self.sum = sum
      self.count = count
      self.previous = previous
    }
  }

  public var from: CalendarDay?
  public var to: CalendarDay?
  public var merchants: [Entry]
  /// The period that sums are compared with.
  public var previous: PreviousPeriod?

  public init(from: CalendarDay?, to: CalendarDay?, merchants: [Entry]) {
    self.from = from
    self.to = to
    self.merchants = merchants
  }
}

/// What a merchant cost each month from the first to the last purchase.
public struct MerchantHistoryReport: Sendable, Hashable {
  public struct Month: Sendable, Hashable {
    public var month: YearMonth
    /// Signed as booked, refunds included.
    public var sum: Money
    public var count: Int

    public init(month: YearMonth, sum: Money, count: Int) {
      self.month = month
      self.sum = sum
      self.count = count
    }
  }

  public var merchant: String
  public var aliases: [String]
  public var currency: Currency
  public var firstDay: CalendarDay
  public var lastDay: CalendarDay
  public var total: Money
  public var count: Int
  /// A transaction's, rounded half away from zero.
  public var average: Money
  public var months: [Month]

  public init(
    merchant: String, aliases: [String], currency: Currency, firstDay: CalendarDay, lastDay: CalendarDay,
    total: Money, count: Int, average: Money, months: [Month]
  ) {
    self.merchant = merchant
    self.aliases = aliases
    self.currency = currency
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.total = total
    self.count = count
    self.average = average
    self.months = months
  }
}

/// The days that have transactions, newest first.
public struct DaysReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var day: CalendarDay
    public var currency: Currency
    public var moneyIn: Money
    public var moneyOut: Money
    public var net: Money
    public var transfers: Money
    public var count: Int

    public init(
      day: CalendarDay, currency: Currency, moneyIn: Money, moneyOut: Money, net: Money, transfers: Money, count: Int
    ) {
      self.day = day
      self.currency = currency
      self.moneyIn = moneyIn
      self.moneyOut = moneyOut
      self.net = net
      self.transfers = transfers
      self.count = count
    }
  }

  public var days: [Entry]

  public init(days: [Entry]) {
    self.days = days
  }
}

/// The settings of a ledger.
public struct SettingsReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var key: String
    public var value: String
    public var isDefault: Bool

    public init(key: String, value: String, isDefault: Bool) {
      self.key = key
      self.value = value
      self.isDefault = isDefault
    }
  }

  public var settings: [Entry]

  public init(settings: [Entry]) {
    self.settings = settings
  }
}
