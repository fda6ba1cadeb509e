import LedgerDomain
import LedgerProjection

/// How did the balance go?
public struct BalanceQuery: Sendable {
  public var range: BalanceRange
  public var today: CalendarDay
  /// Nil is the account's, else the ledger's base currency.
  public var currency: Currency?
  /// One account's name, as typed.
  public var account: String?

  /// A longer history has a point a month instead of a point a day.
  static let dailyLimit = 366

  public init(range: BalanceRange, today: CalendarDay, currency: Currency? = nil) {
    self.range = range
    self.today = today
    self.currency = currency
  }

  /// One point a day up to a year, else the last day of each month and today.
  ///
  /// - Complexity: O(days after the first point × accounts × categories), whatever the number of transactions.
  public func report(on view: LedgerView) throws -> BalanceReport {
    let named = try account.map { name in
      guard let account = try view.account(named: name), !account.isRemoved else { throw Refusal.unknownAccount(name) }
      return account
    }
    guard let currency = currency ?? named?.currency ?? view.directory.baseCurrency else {
      throw Refusal.currencyNeeded
    }
    func counts(_ account: Account) -> Bool {
      account.currency == currency && !account.isRemoved && (named == nil || account.id == named?.id)
    }
    let accounts = view.directory.accounts.filter(counts)
    let days = try days(view, accounts: accounts)
    let first = days.first ?? today

    // From what the accounts hold today back: the rows after a day are taken off again.
    let balances = try AccountBalances.on(today, view: view)
    let held = zip(view.directory.accounts.filter { !$0.isRemoved }, balances).filter { counts($0.0) }
    var balance = try held.reduce(Money.zero) { try $0.adding($1.1.balance) }
    var changes: [CalendarDay: Money] = [:]
    let isCounted = view.directory.accounts.map(counts)
    if first < today {
      try view.forEachCell(from: first.advanced(byDays: 1), to: today) { account, day, _, cell in
        guard isCounted[Int(account.index)] else { return }
        changes[day] = try (changes[day] ?? .zero).adding(Money(minorUnits: cell.sum))
      }
    }
    for account in accounts {
      guard let day = account.openingDay, day > first, day <= today else { continue }
      changes[day] = try (changes[day] ?? .zero).adding(account.opening)
    }

    let later = changes.sorted { $0.key > $1.key }
    var next = later.startIndex
    var points: [BalanceReport.Point] = []
    for day in days.reversed() {
      while next < later.endIndex, later[next].key > day {
        balance = try balance.subtracting(later[next].value)
        next += 1
      }
      points.append(BalanceReport.Point(day: day, balance: balance))
    }
    points.reverse()
    let change = try points.last.map { try $0.balance.subtracting(points[0].balance) } ?? .zero
    return BalanceReport(range: range, currency: currency, points: points, change: change)
  }

  /// The days that get a point, oldest first; today is the last.
  private func days(_ view: LedgerView, accounts: [Account]) throws -> [CalendarDay] {
    let first = try firstDay(view, accounts: accounts)
    let count = first.days(to: today)
    if count <= BalanceQuery.dailyLimit {
      return (0...max(count, 0)).map { today.advanced(byDays: $0 - max(count, 0)) }
    }
    var days = [first]
    for offset in 0...first.yearMonth.months(to: today.yearMonth) {
      let last = MonthCalendar.standard.lastDay(of: first.yearMonth.advanced(by: offset))
      if last > first, last < today { days.append(last) }
    }
    return days + [today]
  }

  private func firstDay(_ view: LedgerView, accounts: [Account]) throws -> CalendarDay {
    switch range {
    case .week: return today.advanced(byDays: -7)
    case .month: return back(months: 1)
    case .year: return back(months: 12)
    case .fiveYears: return back(months: 60)
    case .all:
      let rows = try view.dayRange()?.lowerBound
      let openings = accounts.filter { $0.opening != .zero }.compactMap(\.openingDay)
      return min(today, ([rows].compactMap { $0 } + openings).min() ?? today)
    }
  }

  /// The same day so many months before, or that month's last.
  private func back(months: Int) -> CalendarDay {
    let parts = today.components
    let month = today.yearMonth.advanced(by: -months)
    let day = min(parts.day, YearMonth.dayCount(year: month.year, month: month.month))
    return CalendarDay(year: month.year, month: month.month, day: day) ?? .first
  }
}
