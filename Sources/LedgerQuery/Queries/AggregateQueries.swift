import LedgerDomain
import LedgerImport
import LedgerJournal
import LedgerProjection

/// Which rows an aggregate counts.
public struct AggregateFilter: Sendable {
  public var from: CalendarDay?
  public var to: CalendarDay?
  /// A category's name, as typed; `Food:` is everything under Food.
  public var category: String?
  /// An account's name, as typed.
  public var account: String?
  public var currency: Currency?
  public var limit: Int?

  public init() {}
}

/// A filter with its names looked up.
struct ResolvedFilter {
  let from: CalendarDay
  let to: CalendarDay
  /// Nil is every category.
  let categories: Set<CategoryID>?
  /// By account number: whether it counts.
  let accounts: [Bool]

  init(_ filter: AggregateFilter, _ view: LedgerView) throws {
    from = filter.from ?? .first
    to = filter.to ?? .last
    categories = try filter.category.map { try CategorySelection.find($0, view: view) }
    let account = try filter.account.map { name in
      guard let account = try view.account(named: name), !account.isRemoved else { throw Refusal.unknownAccount(name) }
      return account.id
    }
    accounts = view.directory.accounts.map { entry in
      (account == nil || entry.id == account) && (filter.currency == nil || entry.currency == filter.currency)
    }
  }

  func includes(_ category: CategoryID) -> Bool { categories?.contains(category) ?? true }

  func includes(_ account: AccountID, _ slot: CategorySlot) -> Bool {
    accounts[Int(account.index)] && includes(slot.category)
  }
}

/// What came in and went out each month?
public struct MonthsQuery: Sendable {
  public var filter: AggregateFilter

  public init(filter: AggregateFilter = AggregateFilter()) {
    self.filter = filter
  }

  /// - Complexity: O(months × accounts × categories) for whole months.
  public func report(on view: LedgerView) throws -> MonthsReport {
    let resolved = try ResolvedFilter(filter, view)
    let directory = view.directory
    let classes = directory.moneyClasses
    let currencies = Set(directory.accounts.map(\.currency)).sorted()
    let tables = directory.accounts.map { account in currencies.firstIndex(of: account.currency) ?? 0 }
    var sums = currencies.map { _ in MonthTable(placeCount: classes.placeCount) }
    try forEach(view, resolved) { account, month, slot, cell in
      guard resolved.includes(account, slot) else { return }
      try sums[tables[Int(account.index)]].add(cell, month: month, place: classes.place(of: slot))
    }
    var entries: [MonthsReport.Entry] = []
    for (currency, table) in zip(currencies, sums) {
      guard let used = table.usedMonths else { continue }
      for (month, slots) in table.months(used) {
        entries.append(
          try entry(month, currency: currency, slots: slots, directory: directory, classes: classes))
      }
    }
    entries.sort { ($0.month, $0.currency) < ($1.month, $1.currency) }
    if let limit = filter.limit {
      // A month has an entry a currency.
      let newest = Set(Set(entries.map(\.month)).sorted().suffix(limit))
      entries.removeAll { !newest.contains($0.month) }
    }
    return MonthsReport(months: entries)
  }

  private func forEach(
    _ view: LedgerView, _ filter: ResolvedFilter,
    _ body: (AccountID, YearMonth, CategorySlot, SumCell) throws -> Void
  ) throws {
    let calendar = view.calendar
    let first = calendar.month(of: filter.from)
    let last = calendar.month(of: filter.to)
    let cutsFirst = calendar.firstDay(of: first) < filter.from
    let cutsLast = calendar.lastDay(of: last) > filter.to
    if first == last || cutsFirst {
      try view.forEachCell(from: filter.from, to: min(filter.to, calendar.lastDay(of: first))) {
        account, _, slot, cell in
        try body(account, first, slot, cell)
      }
    }
    if first == last { return }
    let wholeFirst = cutsFirst ? first.next : first
    let wholeLast = cutsLast ? last.previous : last
    try view.forEachMonthSum(from: wholeFirst, to: wholeLast, body)
    if cutsLast {
      try view.forEachCell(from: calendar.firstDay(of: last), to: filter.to) { account, _, slot, cell in
        try body(account, last, slot, cell)
      }
    }
  }

  private func entry(
    _ month: YearMonth, currency: Currency, slots: [SumCell], directory: LedgerDirectory, classes: MoneyClasses
  ) throws -> MonthsReport.Entry {
    var total = MonthSums.Day()
    var categories: [CategorySum] = []
    for (place, cell) in slots.enumerated() where !cell.isZero {
      let slot = classes.slot(at: place)
      try total.add(cell, as: classes[slot])
      guard let category = directory.category(slot.category) else { continue }
      categories.append(
        CategorySum(
          category: category.name, kind: slot == .uncategorisedIn ? .income : category.kind,
          sum: Money(minorUnits: cell.sum), count: Int(cell.count)))
    }
    categories.sort { ($0.kind.rawValue, $0.sum, $0.category) < ($1.kind.rawValue, $1.sum, $1.category) }
    return MonthsReport.Entry(
      month: month, currency: currency, moneyIn: total.moneyIn, moneyOut: total.moneyOut,
      net: try total.moneyIn.subtracting(total.moneyOut), transfers: total.transfers, count: total.count,
      categories: categories)
  }
}

/// Sums by month and the place of a category slot, for months that lie close together.
private struct MonthTable {
  private let placeCount: Int
  private var first = YearMonth(monthsSinceYearZero: 0)
  /// From the first month on, by place.
  private var rows: [[SumCell]] = []

  init(placeCount: Int) {
    self.placeCount = placeCount
  }

  mutating func add(_ cell: SumCell, month: YearMonth, place: Int) throws {
    if rows.isEmpty { first = month }
    var offset = first.months(to: month)
    if offset < 0 {
      rows.insert(contentsOf: repeatElement(emptyRow, count: -offset), at: 0)
      first = month
      offset = 0
    }
    while rows.count <= offset { rows.append(emptyRow) }
    rows[offset][place] = try rows[offset][place].adding(cell)
  }

  private var emptyRow: [SumCell] { [SumCell](repeating: SumCell(), count: placeCount) }

  /// The offsets of the first to the last month that has transactions; nil where none has.
  var usedMonths: ClosedRange<Int>? {
    func isUsed(_ row: [SumCell]) -> Bool { row.contains { $0.count != 0 } }
    guard let low = rows.firstIndex(where: isUsed), let high = rows.lastIndex(where: isUsed) else { return nil }
    return low...high
  }

  func months(_ range: ClosedRange<Int>) -> [(YearMonth, [SumCell])] {
    range.map { (first.advanced(by: $0), rows[$0]) }
  }
}

/// What did each category come to?
public struct CategoriesQuery: Sendable {
  public var filter: AggregateFilter
  /// How many parts of names such as `Food:Restaurants` are told apart; nil is all.
  public var depth: Int?

  public init(filter: AggregateFilter = AggregateFilter(), depth: Int? = nil) {
    self.filter = filter
    self.depth = depth
  }

  public func report(on view: LedgerView) throws -> CategoriesReport {
    var months = try MonthsQuery(filter: filter).reportWithoutLimit(on: view)
    if let depth { months = try months.cut(depth: depth) }
    struct Key: Hashable {
      var category: String
      var kind: CategoryKind
      var currency: Currency
    }
    var sums: [Key: SumCell] = [:]
    for month in months.months {
      for entry in month.categories {
        let key = Key(category: entry.category, kind: entry.kind, currency: month.currency)
        let cell = SumCell(sum: entry.sum.minorUnits, count: Int64(entry.count))
        sums[key] = try (sums[key] ?? SumCell()).adding(cell)
      }
    }
    let base = view.directory.baseCurrency
    for category in view.directory.categories where !category.isRemoved && filter.category == nil {
      guard let currency = filter.currency ?? base else { continue }
      let name = depth.map { CategorySelection.cut(category.name, depth: $0) } ?? category.name
      let key = Key(category: name, kind: category.kind, currency: currency)
      if sums[key] == nil { sums[key] = SumCell() }
    }
    let entries = sums.map { key, cell in
      CategoriesReport.Entry(
        category: key.category, kind: key.kind, currency: key.currency, sum: Money(minorUnits: cell.sum),
        count: Int(cell.count))
    }
    .sorted {
      ($0.currency.code, $0.kind.rawValue, $0.sum, $0.category) < (
        $1.currency.code, $1.kind.rawValue, $1.sum, $1.category
      )
    }
    return CategoriesReport(
      from: filter.from, to: filter.to, categories: filter.limit.map { Array(entries.prefix($0)) } ?? entries)
  }
}

extension MonthsQuery {
  func reportWithoutLimit(on view: LedgerView) throws -> MonthsReport {
    var query = self
    query.filter.limit = nil
    return try query.report(on: view)
  }
}

/// What do the accounts hold?
public struct AccountsQuery: Sendable {
  /// Nil counts every day, later-dated ones too.
  public var today: CalendarDay?

  public init(today: CalendarDay?) {
    self.today = today
  }

  public func report(on view: LedgerView) throws -> AccountsReport {
    let counts = try view.accountTotals()
    let balances = try AccountBalances.on(today, view: view)
    let accounts = view.directory.accounts.filter { !$0.isRemoved }
    let numbers = accounts.flatMap(\.numbers)
    let entries = zip(accounts, balances).map { account, balance in
      AccountsReport.Entry(
        name: account.name, currency: account.currency, balance: balance.balance, opening: account.opening,
        count: Int(counts[Int(account.id.index)].count), isClosed: account.isClosed,
        numbers: account.numbers.map { AccountNumber.masked($0, among: numbers) })
    }
    var totals: [Currency: CurrencyTotal] = [:]
    for entry in entries {
      var total = totals[entry.currency] ?? CurrencyTotal(currency: entry.currency, total: .zero, count: 0)
      total.total = try total.total.adding(entry.balance)
      total.count += entry.count
      totals[entry.currency] = total
    }
    return AccountsReport(accounts: entries, totals: totals.values.sorted { $0.currency < $1.currency })
  }
}

/// What happened each day?
public struct DaysQuery: Sendable {
  public var filter: AggregateFilter

  public init(filter: AggregateFilter = AggregateFilter()) {
    self.filter = filter
  }

  public func report(on view: LedgerView) throws -> DaysReport {
    let resolved = try ResolvedFilter(filter, view)
    let classes = view.directory.moneyClasses
    var days: [Currency: [CalendarDay: MonthSums.Day]] = [:]
    try view.forEachCell(from: resolved.from, to: resolved.to) { account, day, slot, cell in
      guard resolved.includes(account, slot) else { return }
      let currency = view.directory.accounts[Int(account.index)].currency
      try days[currency, default: [:]][day, default: MonthSums.Day()].add(cell, as: classes[slot])
    }
    var entries: [DaysReport.Entry] = []
    for (currency, byDay) in days {
      for (day, sums) in byDay where sums.count > 0 {
        entries.append(
          DaysReport.Entry(
            day: day, currency: currency, moneyIn: sums.moneyIn, moneyOut: sums.moneyOut,
            net: try sums.moneyIn.subtracting(sums.moneyOut), transfers: sums.transfers, count: sums.count))
      }
    }
    entries.sort { ($1.day, $0.currency) < ($0.day, $1.currency) }
    return DaysReport(days: filter.limit.map { Array(entries.prefix($0)) } ?? entries)
  }
}
