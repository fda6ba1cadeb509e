import LedgerDomain
import LedgerJournal
import LedgerProjection

/// What comes back, and when next?
public struct RecurringQuery: Sendable {
  public var today: CalendarDay
  /// Nil is every currency.
  public var currency: Currency?
  /// Whether series that ended are wanted too.
  public var includesEnded: Bool

  /// How far back transactions are looked at: two years and a bit, so that three yearly ones are there.
  static let reachDays = 800

  public init(today: CalendarDay, currency: Currency? = nil, includesEnded: Bool = false) {
    self.today = today
    self.currency = currency
    self.includesEnded = includesEnded
  }

  /// - Complexity: O(transactions of the last 800 days).
  public func report(on view: LedgerView) throws -> RecurringReport {
    let series = try RecurringSeries.all(view, today: today)
    let items = TransactionItems(view)
    let entries = try series.filter { entry in
      (includesEnded || entry.isActive(today)) && (currency == nil || entry.currency == currency)
    }
    .map { entry in
      RecurringReport.Entry(
        merchant: try items.merchantName(entry.merchant), category: view.directory.categoryName(entry.setting.category),
        currency: entry.currency, period: entry.found.period, count: entry.days.count, firstDay: entry.days[0],
        lastDay: entry.days[entry.days.count - 1], nextDay: entry.found.next, amount: entry.lastAmount,
        median: entry.median, drift: try entry.lastAmount.subtracting(entry.amounts[0]),
        isActive: entry.isActive(today))
    }
    return RecurringReport(
      today: today,
      entries: entries.sorted {
        ($0.nextDay, $0.merchant, $0.currency, $0.amount) < ($1.nextDay, $1.merchant, $1.currency, $1.amount)
      })
  }
}

/// Transactions of a merchant in one direction that come back regularly.
struct RecurringSeries {
  var merchant: MerchantID
  var currency: Currency
  /// The category of the last, or its parts.
  var setting: CategorySetting
  var ids: [TransactionID]
  var days: [CalendarDay]
  var amounts: [Money]
  var found: RecurringDetector.Found

  var lastAmount: Money { amounts[amounts.count - 1] }

  var median: Money { amounts.sorted { abs($0.minorUnits) < abs($1.minorUnits) }[(amounts.count - 1) / 2] }

  /// Whether the next one may still come: it is not overdue by more than a week, or than half of a short period.
  func isActive(_ today: CalendarDay) -> Bool {
    let grace = if case .days(let count) = found.period { count / 2 } else { 7 }
    return found.next.advanced(byDays: grace) >= today
  }

  private struct Group: Hashable {
    var merchant: MerchantID
    var currency: Currency
    var isOut: Bool
  }

  private struct Row {
    var id: TransactionID
    var day: CalendarDay
    var amount: Money
    var setting: CategorySetting
  }

  /// Every series, in the order of merchants; transactions that name no merchant make none.
  static func all(_ view: LedgerView, today: CalendarDay) throws -> [RecurringSeries] {
    var groups: [Group: [Row]] = [:]
    let first = today.advanced(byDays: -RecurringQuery.reachDays)
    try view.forEachTransaction(from: first, to: today) { row in
      guard row.values.merchant != .none, let account = view.directory.account(row.values.account) else { return }
      let group = Group(
        merchant: view.directory.canonical(row.values.merchant), currency: account.currency,
        isOut: row.values.amount < .zero)
      groups[group, default: []].append(
        Row(id: row.id, day: row.values.day, amount: row.values.amount, setting: row.setting))
    }
    var series: [RecurringSeries] = []
    for (group, newestFirst) in groups {
      let rows = Array(newestFirst.reversed())
      if let whole = make(group, rows, view) {
        series.append(whole)
        continue
      }
      // A shop may sell a subscription beside other things: rows of one amount are looked at alone.
      for (_, equal) in Dictionary(grouping: rows, by: \.amount) where equal.count < rows.count {
        if let part = make(group, equal, view) { series.append(part) }
      }
    }
    return series.sorted { ($0.merchant, $0.currency, $0.lastAmount) < ($1.merchant, $1.currency, $1.lastAmount) }
  }

  private static func make(_ group: Group, _ rows: [Row], _ view: LedgerView) -> RecurringSeries? {
    let days = rows.map(\.day)
    guard Set(days).count == days.count, let found = RecurringDetector.period(of: days), let last = rows.last else {
      return nil
    }
    return RecurringSeries(
      merchant: group.merchant, currency: group.currency, setting: last.setting, ids: rows.map(\.id), days: days,
      amounts: rows.map(\.amount), found: found)
  }

  /// The days after today and up to the last on which one is expected; one that is overdue is expected tomorrow.
  func expectedDays(after today: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
    guard isActive(today) else { return [] }
    var result: [CalendarDay] = []
    var day = found.next
    if day <= today, today < last {
      result.append(today.advanced(byDays: 1))
      while day <= today { day = RecurringDetector.next(after: day, found.period) }
    }
    while day <= last {
      if day > today { result.append(day) }
      day = RecurringDetector.next(after: day, found.period)
    }
    return result
  }
}

/// What may the month end with?
public struct ForecastQuery: Sendable {
  public var today: CalendarDay
  /// Nil is the ledger's base currency.
  public var currency: Currency?

  public init(today: CalendarDay, currency: Currency? = nil) {
    self.today = today
    self.currency = currency
  }

  /// - Complexity: O(transactions of the last 800 days).
  public func report(on view: LedgerView) throws -> ForecastReport {
    guard let currency = currency ?? view.directory.baseCurrency else { throw Refusal.currencyNeeded }
    let model = try ForecastModel(view, today: today, currency: currency)
    let sums = try MonthSums(view, month: model.month, through: today, currency: currency)
    let balance = try AccountBalances.on(today, view: view).filter { $0.currency == currency }
      .reduce(Money.zero) { try $0.adding($1.balance) }
    let items = TransactionItems(view)
    var atEnd = ForecastReport.Totals(moneyIn: sums.moneyIn, moneyOut: sums.moneyOut, balance: balance)
    let soFar = atEnd
    for entry in model.expected {
      switch entry.kind {
      case .moneyIn: atEnd.moneyIn = try atEnd.moneyIn.adding(entry.amount)
      case .moneyOut: atEnd.moneyOut = try atEnd.moneyOut.subtracting(entry.amount)
      case .transfer: break
      }
      atEnd.balance = try atEnd.balance.adding(entry.amount)
    }
    let pace = try model.paces.values.reduce(Money.zero) { try $0.adding($1) }
    atEnd.moneyOut = try atEnd.moneyOut.adding(pace)
    atEnd.balance = try atEnd.balance.subtracting(pace)
    return ForecastReport(
      month: model.month, today: today, lastDay: model.lastDay, currency: currency, soFar: soFar, atEnd: atEnd,
      expected: try model.expected.map { entry in
        ForecastReport.Expected(
          day: entry.day, merchant: try items.merchantName(entry.merchant),
          category: view.directory.category(entry.category)?.name ?? "", amount: entry.amount)
      }, paceSpending: pace, daysMeasured: model.daysMeasured)
  }
}

/// What is still expected of a month, by category.
struct ForecastModel {
  struct Expected {
    var day: CalendarDay
    var merchant: MerchantID
    var category: CategoryID
    var kind: MoneyClass
    var amount: Money
  }

  /// How many days the pace of spending is measured on.
  static let paceDays = 90

  let month: YearMonth
  let lastDay: CalendarDay
  /// By day, then merchant.
  private(set) var expected: [Expected] = []
  /// Spending that does not recur, in the days that are left, by category; positive is money out.
  private(set) var paces: [CategoryID: Money] = [:]
  private(set) var daysMeasured = 0

  init(_ view: LedgerView, today: CalendarDay, currency: Currency) throws {
    month = view.calendar.month(of: today)
    lastDay = view.calendar.lastDay(of: month)
    let series = try RecurringSeries.all(view, today: today).filter { $0.currency == currency }
    var recurring: Set<TransactionID> = []
    for entry in series {
      recurring.formUnion(entry.ids)
      let shares = entry.setting.shares(of: entry.lastAmount)
      for day in entry.expectedDays(after: today, through: lastDay) {
        expected += shares.map { share in
          Expected(
            day: day, merchant: entry.merchant, category: share.category,
            kind: view.directory.moneyClass(of: CategorySlot(category: share.category, amount: share.amount)),
            amount: share.amount)
        }
      }
    }
    expected.sort { ($0.day, $0.merchant, $0.amount, $0.category) < ($1.day, $1.merchant, $1.amount, $1.category) }
    try measure(view, today: today, currency: currency, except: recurring)
  }

  private mutating func measure(
    _ view: LedgerView, today: CalendarDay, currency: Currency, except recurring: Set<TransactionID>
  ) throws {
    guard let begin = try view.dayRange()?.lowerBound, begin <= today else { return }
    let first = max(begin, today.advanced(byDays: 1 - ForecastModel.paceDays))
    daysMeasured = first.days(to: today) + 1
    var spent: [CategoryID: Money] = [:]
    try view.forEachTransaction(from: first, to: today) { row in
      guard !recurring.contains(row.id), view.directory.account(row.values.account)?.currency == currency else {
        return
      }
      for share in row.setting.shares(of: row.values.amount) {
        let slot = CategorySlot(category: share.category, amount: share.amount)
        guard view.directory.moneyClass(of: slot) == .moneyOut else { continue }
        spent[slot.category] = try (spent[slot.category] ?? .zero).subtracting(share.amount)
      }
    }
    let left = Int64(today.days(to: lastDay))
    for (category, sum) in spent {
      let (product, overflow) = sum.minorUnits.multipliedReportingOverflow(by: left)
      if overflow { throw MoneyError.overflow }
      // Refunds may outweigh a category's spending; they are no pace.
      if product > 0 { paces[category] = Money(minorUnits: product / Int64(daysMeasured)) }
    }
  }

  /// What a category, or everything (nil), is expected to cost in the days that are left.
  func rest(of category: CategoryID?) throws -> Money {
    var sum = Money.zero
    for (key, pace) in paces where category == nil || key == category { sum = try sum.adding(pace) }
    for entry in expected where entry.kind == .moneyOut && (category == nil || entry.category == category) {
      sum = try sum.subtracting(entry.amount)
    }
    return sum
  }
}
