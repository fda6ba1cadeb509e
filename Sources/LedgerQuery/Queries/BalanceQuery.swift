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

  /// One point a day up to a year, else the first day, the last of each month, and today.
  ///
  /// - Complexity: O(points × accounts × categories), whatever the number of transactions.
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
    let first = days[0]

    // From what the accounts hold today back: the rows after a day are taken off again.
    let balances = try AccountBalances.on(today, view: view)
    let held = zip(view.directory.accounts.filter { !$0.isRemoved }, balances).filter { counts($0.0) }
    var balance = try held.reduce(Money.zero) { try $0.adding($1.1.balance) }
    var changes = try changes(view, after: first, accounts: accounts)
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

  /// What the rows after the first point came to, each on a day up to the next point.
  private func changes(
    _ view: LedgerView, after first: CalendarDay, accounts: [Account]
  ) throws -> [CalendarDay: Money] {
    var changes: [CalendarDay: Money] = [:]
    let counts = Set(accounts.map(\.id))
    func add(_ account: AccountID, _ day: CalendarDay, _ cell: SumCell) throws {
      guard counts.contains(account) else { return }
      changes[day] = try (changes[day] ?? .zero).adding(Money(minorUnits: cell.sum))
    }
    func addDays(_ from: CalendarDay, _ to: CalendarDay) throws {
      try view.forEachCell(from: from, to: to) { account, day, _, cell in try add(account, day, cell) }
    }
    guard first < today else { return changes }
    let calendar = view.calendar
    let months = calendar.month(of: first)...calendar.month(of: today)
    guard isMonthly(first), months.lowerBound < months.upperBound else {
      try addDays(first.advanced(byDays: 1), today)
      return changes
    }
    if first < calendar.lastDay(of: months.lowerBound) {
      try addDays(first.advanced(byDays: 1), calendar.lastDay(of: months.lowerBound))
    }
    try view.forEachMonthSum(from: months.lowerBound.next, to: months.upperBound.previous) { account, month, _, cell in
      try add(account, calendar.lastDay(of: month), cell)
    }
    try addDays(calendar.firstDay(of: months.upperBound), today)
    return changes
  }

  private func isMonthly(_ first: CalendarDay) -> Bool { first.days(to: today) > BalanceQuery.dailyLimit }

  /// The days that get a point, oldest first; today is the last.
  private func days(_ view: LedgerView, accounts: [Account]) throws -> [CalendarDay] {
    let first = try firstDay(view, accounts: accounts)
    guard isMonthly(first) else { return (0...max(0, first.days(to: today))).map { first.advanced(byDays: $0) } }
    let calendar = view.calendar
    let month = calendar.month(of: first)
    let ends = (0...month.months(to: calendar.month(of: today))).map { calendar.lastDay(of: month.advanced(by: $0)) }
    return [first] + ends.filter { $0 > first && $0 < today } + [today]
  }

  private func firstDay(_ view: LedgerView, accounts: [Account]) throws -> CalendarDay {
    switch range {
    case .week: return today.advanced(byDays: -7)
    case .month: return back(months: 1)
    case .year: return back(months: 12)
    case .fiveYears: return back(months: 60)
    case .all:
      let rows = try view.dayRange()?.lowerBound.advanced(byDays: -1)
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
