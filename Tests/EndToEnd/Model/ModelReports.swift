import Foldbook

/// The answers of the model, by filtering and adding up all rows each time.
struct ModelReports {
  let state: ModelState

  private func rows(in currency: Currency) -> [ModelRow] {
    state.liveRows.filter { state.currency(of: $0) == currency }
  }

  private func total(_ rows: [ModelRow]) -> Money { Money(minorUnits: rows.reduce(0) { $0 + $1.amount.minorUnits }) }

  func item(_ row: ModelRow) -> TransactionItem {
    var item = TransactionItem(
      id: row.id, day: row.day, amount: row.amount, currency: state.currency(of: row), account: row.account,
      merchant: row.merchant, category: row.category, note: row.note, memo: row.bankRow?.memo,
      rawText: row.bankRow?.payee, bankReference: row.bankRow?.reference, isDeleted: false, recordedAt: row.recordedAt)
    item.parts = row.parts.map { TransactionItem.Part(category: $0.category, amount: $0.amount, memo: nil) }
    return item
  }

  /// How many transactions shares belong to.
  func count(_ shares: [ModelRow]) -> Int { Set(shares.map(\.id)).count }

  // MARK: Lists and accounts

  func list() -> ListReport {
    let rows = Array(state.liveRows.reversed())
    let currencies = Set(rows.map { state.currency(of: $0) }).sorted { $0.code < $1.code }
    let totals = currencies.map { currency in
      let own = rows.filter { state.currency(of: $0) == currency }
      return CurrencyTotal(currency: currency, total: total(own), count: own.count)
    }
    return ListReport(
      baseCurrency: state.baseCurrency, count: rows.count,
      total: totals.first { $0.currency == state.baseCurrency }?.total ?? .zero, totals: totals,
      transactions: rows.map(item))
  }

  /// Balances by account name on a day; nil counts every day.
  func balances(on day: CalendarDay?) -> [String: Money] {
    var result: [String: Money] = [:]
    for account in state.accounts {
      let counted = state.liveRows.filter { row in row.account == account.name && day.map { row.day <= $0 } ?? true }
      let isOpen = day.flatMap { limit in account.openingDay.map { $0 <= limit } } ?? true
      result[account.name] = Money(
        minorUnits: total(counted).minorUnits + (isOpen ? account.opening.minorUnits : 0))
    }
    return result
  }

  // MARK: Months and days

  func months() -> MonthsReport {
    var entries: [MonthsReport.Entry] = []
    for currency in Set(state.accounts.map(\.currency)) {
      let all = rows(in: currency)
      guard let first = all.first, let last = all.last else { continue }
      let begin = state.month(of: first.day).monthsSinceYearZero
      for count in begin...state.month(of: last.day).monthsSinceYearZero {
        let month = YearMonth(monthsSinceYearZero: count)
        entries.append(monthEntry(month, currency, all.filter { state.month(of: $0.day) == month }))
      }
    }
    return MonthsReport(months: entries.sorted { ($0.month, $0.currency.code) < ($1.month, $1.currency.code) })
  }

  private func monthEntry(_ month: YearMonth, _ currency: Currency, _ rows: [ModelRow]) -> MonthsReport.Entry {
    struct Part: Hashable {
      var category: String
      var kind: CategoryKind
    }
    let parts = Dictionary(grouping: rows.flatMap(\.shares)) { row in
      var kind = state.categories[row.category] ?? .expense
      if row.category == "Uncategorised" { kind = state.direction(of: row) == .moneyIn ? .income : .expense }
      return Part(category: row.category, kind: kind)
    }
    let categories = parts.map { part, rows in
      CategorySum(category: part.category, kind: part.kind, sum: total(rows), count: count(rows))
    }
    .sorted { ($0.kind.rawValue, $0.sum, $0.category) < ($1.kind.rawValue, $1.sum, $1.category) }
    let (moneyIn, moneyOut) = (state.sum(rows, .moneyIn), state.sum(rows, .moneyOut))
    return MonthsReport.Entry(
      month: month, currency: currency, moneyIn: moneyIn, moneyOut: moneyOut, net: moneyIn - moneyOut,
      transfers: state.sum(rows, .transfer), count: rows.count, categories: categories)
  }

  func days() -> DaysReport {
    var entries: [DaysReport.Entry] = []
    for currency in Set(state.accounts.map(\.currency)) {
      for (day, rows) in Dictionary(grouping: rows(in: currency), by: \.day) {
        let (moneyIn, moneyOut) = (state.sum(rows, .moneyIn), state.sum(rows, .moneyOut))
        entries.append(
          DaysReport.Entry(
            day: day, currency: currency, moneyIn: moneyIn, moneyOut: moneyOut, net: moneyIn - moneyOut,
            transfers: state.sum(rows, .transfer), count: rows.count))
      }
    }
    return DaysReport(days: entries.sorted { $0.day == $1.day ? $0.currency.code < $1.currency.code : $0.day > $1.day })
  }

  // MARK: Merchants

  func merchants() -> MerchantsReport {
    struct Key: Hashable {
      var merchant: String
      var currency: Currency
    }
    let groups = Dictionary(grouping: state.liveRows) { Key(merchant: $0.merchant, currency: state.currency(of: $0)) }
    let entries = groups.map { key, rows in
      MerchantsReport.Entry(merchant: key.merchant, currency: key.currency, sum: total(rows), count: rows.count)
    }
    return MerchantsReport(
      from: nil, to: nil,
      merchants: entries.sorted { ($0.currency.code, $0.sum, $0.merchant) < ($1.currency.code, $1.sum, $1.merchant) })
  }

  /// Nil where the merchant has no live row.
  func history(of merchant: String, aliases: [String]) -> MerchantHistoryReport? {
    let all = state.liveRows.filter { $0.merchant == merchant }
    let used = Set(all.map { state.currency(of: $0) })
    guard let least = used.min(by: { $0.code < $1.code }) else { return nil }
    let currency = used.contains(state.baseCurrency) ? state.baseCurrency : least
    let rows = all.filter { state.currency(of: $0) == currency }
    let sum = total(rows)
    let begin = state.month(of: rows[0].day).monthsSinceYearZero
    let months = (begin...state.month(of: rows[rows.count - 1].day).monthsSinceYearZero).map { count in
      let month = YearMonth(monthsSinceYearZero: count)
      let own = rows.filter { state.month(of: $0.day) == month }
      return MerchantHistoryReport.Month(month: month, sum: total(own), count: own.count)
    }
    return MerchantHistoryReport(
      merchant: merchant, aliases: aliases, currency: currency, firstDay: rows[0].day,
      lastDay: rows[rows.count - 1].day,
      total: sum, count: rows.count, average: ModelReports.mean(sum, rows.count), months: months)
  }

  /// Rounded half away from zero: by twice the magnitude plus the count, over twice the count.
  private static func mean(_ sum: Money, _ count: Int) -> Money {
    let magnitude = (2 * abs(sum.minorUnits) + Int64(count)) / Int64(2 * count)
    return Money(minorUnits: sum.minorUnits < 0 ? -magnitude : magnitude)
  }
}
