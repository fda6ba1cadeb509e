import LedgerDomain
import LedgerImport
import LedgerQuery

/// Made-up reports that hold what renderers find hard: hostile names, other scripts, currencies without or with three
/// decimals, nulls and negative sums.
enum Samples {
  static let euro = Currency("EUR")!
  static let yen = Currency("JPY")!
  static let dinar = Currency("KWD")!
  static let today = CalendarDay("2026-10-20")!
  static let month = YearMonth("2026-10")!
  static let noon = Instant.noon(of: today)
  static let hostile = "=\u{1B}[31m\u{202E}evil\"\\,\r\n\u{85}"
  static let hash = CommitHash(bytes: (0..<32).map { UInt8($0) })

  static func day(_ number: Int) -> CalendarDay {
    CalendarDay(year: 2026, month: 10, day: number)!
  }

  static func item(
    _ id: UInt64, _ amount: Money, merchant: String = "Corner Shop", category: String = "Groceries",
    account: String = "Checking", currency: Currency = euro, day: CalendarDay = today, note: String? = nil,
    isDeleted: Bool = false
  ) -> TransactionItem {
    TransactionItem(
      id: TransactionID(id), day: day, amount: amount, currency: currency, account: account, merchant: merchant,
      category: category, note: note, memo: nil, rawText: "RAW \(merchant)", bankReference: nil, isDeleted: isDeleted,
      recordedAt: noon)
  }

  static let list = ListReport(
    baseCurrency: euro, count: 4, total: -12.50,
    totals: [
      CurrencyTotal(currency: euro, total: -12.50, count: 2),
      CurrencyTotal(currency: yen, total: Money(minorUnits: -1_250), count: 1),
      CurrencyTotal(currency: dinar, total: Money(minorUnits: 1_234_567), count: 1),
    ],
    transactions: [
      item(40, -12.50, note: "two\nlines"), item(39, 0, merchant: "", category: "Uncategorised", isDeleted: true),
      item(38, Money(minorUnits: -1_250), merchant: "漢字 👩‍👩‍👧", account: "円", currency: yen),
      item(37, Money(minorUnits: 1_234_567), merchant: hostile, category: "Salary", currency: dinar),
    ])

  static func dashboard(
    name: String = "Corner Shop", balance: Money = 12_345.67, scale: Int64 = 1, budget: Money? = 1_500
  ) -> DashboardReport {
    func scaled(_ amount: Money) -> Money { Money(minorUnits: amount.minorUnits * scale) }
    let spent: [Money] = [950, 12.50, 0, 33.10, -20, 84.40, 0, 0, 61, 5.55]
    var cumulative = Money.zero
    let days = (1...20).map { number -> DashboardReport.DaySpending in
      let amount = scaled(number <= spent.count ? spent[number - 1] : 10.80)
      cumulative += amount
      let pace = budget.map { Money(minorUnits: ($0.minorUnits * scale * Int64(number) * 2 + 31) / 62) }
      return DashboardReport.DaySpending(day: day(number), spent: amount, cumulative: cumulative, evenPace: pace)
    }
    return DashboardReport(
      today: today, currency: euro, position: 40, balance: balance,
      accounts: [
        AccountBalance(name: name, currency: euro, balance: balance),
        AccountBalance(name: "Card", currency: euro, balance: scaled(-345.67)),
      ],
      month: DashboardReport.MonthToDate(
        month: month, moneyIn: scaled(4_200), moneyOut: scaled(1_234.55), net: scaled(2_965.45),
        transfers: scaled(-300),
        count: 42, previousMoneyOut: scaled(1_100)),
      incomeCategories: [DashboardReport.IncomeCategory(category: "Salary", received: scaled(4_200), count: 1)],
      budget: budget.map {
        DashboardReport.BudgetPace(
          amount: scaled($0), spent: scaled(1_234.55), evenPace: scaled(967.74), remaining: scaled($0 - 1_234.55))
      },
      dailySpending: days,
      categories: [
        DashboardReport.CategorySpending(
          category: "Housing", kind: .expense, spent: scaled(950), count: 1, previousSpent: scaled(950), budget: nil),
        DashboardReport.CategorySpending(
          category: name, kind: .expense, spent: scaled(304.55), count: 40, previousSpent: scaled(150),
          budget: scaled(250)),
        DashboardReport.CategorySpending(
          category: "Gifts", kind: .expense, spent: scaled(-20), count: 1, previousSpent: .zero, budget: nil),
      ],
      activity: [
        DashboardReport.DayActivity(
          day: today, net: scaled(-12.50), count: 2,
          transactions: [item(40, scaled(-12.50), merchant: name, category: name), item(39, scaled(20), merchant: "")]),
        DashboardReport.DayActivity(day: day(18), net: scaled(-33.10), count: 1, transactions: []),
      ], activityIsComplete: false)
  }

  static let months = MonthsReport(months: [
    MonthsReport.Entry(
      month: month.previous, currency: euro, moneyIn: 0, moneyOut: -5, net: 5, transfers: 0, count: 0, categories: []),
    MonthsReport.Entry(
      month: month, currency: yen, moneyIn: Money(minorUnits: 5), moneyOut: Money(minorUnits: 7),
      net: Money(minorUnits: -2), transfers: Money(minorUnits: -3), count: 3,
      categories: [
        CategorySum(category: "Uncategorised", kind: .expense, sum: Money(minorUnits: -7), count: 1),
        CategorySum(category: "Uncategorised", kind: .income, sum: Money(minorUnits: 5), count: 1),
        CategorySum(category: "Transfers", kind: .transfer, sum: Money(minorUnits: -3), count: 1),
      ]),
  ])

  static let days = DaysReport(days: [
    DaysReport.Entry(
      day: today, currency: euro, moneyIn: 0, moneyOut: 12.50, net: -12.50, transfers: 0, count: 1)
  ])

  static let balance = BalanceReport(
    range: .week, currency: euro,
    points: [
      BalanceReport.Point(day: day(13), balance: 100), BalanceReport.Point(day: today, balance: -12.50),
    ], change: -112.50)

  static let categories = CategoriesReport(
    from: day(1), to: nil,
    categories: [
      CategoriesReport.Entry(category: hostile, kind: .expense, currency: euro, sum: -12.50, count: 2),
      CategoriesReport.Entry(category: "Salary", kind: .income, currency: euro, sum: 4_200, count: 1),
    ])

  static let merchants = MerchantsReport(
    from: nil, to: today,
    merchants: [
      MerchantsReport.Entry(merchant: hostile, currency: euro, sum: -12.50, count: 2),
      MerchantsReport.Entry(merchant: "", currency: euro, sum: 0.01, count: 1),
    ])

  static let merchant = MerchantHistoryReport(
    merchant: "Corner Shop", aliases: ["CORNER SHOP BERLIN", hostile], currency: euro, firstDay: day(1), lastDay: today,
    total: -100, count: 3, average: -33.33,
    months: [
      MerchantHistoryReport.Month(month: month.previous, sum: 0, count: 0),
      MerchantHistoryReport.Month(month: month, sum: -100, count: 3),
    ])

  static let accounts = AccountsReport(
    accounts: [
      AccountsReport.Entry(name: hostile, currency: euro, balance: -5, opening: 100, count: 7, isClosed: true),
      AccountsReport.Entry(
        name: "円", currency: yen, balance: Money(minorUnits: 1_250), opening: 0, count: 1, isClosed: false,
        numbers: ["••1098", "••3210"]),
    ],
    totals: [
      CurrencyTotal(currency: euro, total: -5, count: 7),
      CurrencyTotal(currency: yen, total: Money(minorUnits: 1_250), count: 1),
    ])

  static let budget = BudgetReport(
    month: month, today: today, currency: euro,
    budgets: [
      BudgetReport.Entry(
        category: nil, amount: 1_500, spent: 1_600, evenPace: 967.74, remaining: -100, forecast: 2_480, since: month),
      BudgetReport.Entry(
        category: hostile, amount: 250, carried: -20, spent: 0, evenPace: 161.29, remaining: 230, forecast: 0,
        since: month.previous),
    ])

  /// The months' categories beside those of the month before.
  static var comparedCategories: CategoriesReport {
    var report = categories
    report.to = day(31)
    report.previous = PreviousPeriod(before: day(1), through: day(31), calendar: .standard)
    report.categories[0].previous = PreviousSum(sum: -10, count: 1)
    report.categories[1].previous = PreviousSum(sum: 0, count: 0)
    return report
  }

  static var comparedMerchants: MerchantsReport {
    var report = merchants
    report.from = day(11)
    report.previous = PreviousPeriod(before: day(11), through: today, calendar: .standard)
    report.merchants[0].previous = PreviousSum(sum: -10, count: 1)
    report.merchants[1].previous = PreviousSum(sum: Money(minorUnits: .max), count: 1)
    return report
  }

  static func recurring(name: String = hostile) -> RecurringReport {
    RecurringReport(
      today: today,
      entries: [
        RecurringReport.Entry(
          merchant: name, category: name, currency: euro, period: .months(1, day: 31), count: 7, firstDay: day(1),
          lastDay: day(2), nextDay: day(31), amount: -12.50, median: -12, drift: -0.50, isActive: true),
        RecurringReport.Entry(
          merchant: "Paper", category: "Other", currency: yen, period: .days(14), count: 3, firstDay: day(1),
          lastDay: day(2), nextDay: day(16), amount: Money(minorUnits: -500), median: Money(minorUnits: -500), drift: 0,
          isActive: false),
      ])
  }

  static func rules(name: String = hostile) -> RulesReport {
    RulesReport(rules: [
      RulesReport.Entry(
        number: 2, version: 3, query: "merchant:\"\(name)\"", category: "Gifts", priority: 10, isActive: true),
      RulesReport.Entry(number: 1, version: 1, query: "text:a", category: name, priority: -1, isActive: false),
    ])
  }

  static func ruleSuggestions(name: String = hostile) -> RuleSuggestionsReport {
    RuleSuggestionsReport(suggestions: [
      RuleSuggestionsReport.Entry(merchant: name, query: "merchant:x", category: name, byHand: 4, others: 12)
    ])
  }

  static func categoryAliases(name: String = hostile) -> CategoryAliasesReport {
    CategoryAliasesReport(aliases: [CategoryAliasesReport.Entry(word: name, category: name)])
  }

  static func merchantSuggestions(name: String = hostile) -> MerchantSuggestionsReport {
    MerchantSuggestionsReport(suggestions: [
      MerchantSuggestionsReport.Entry(merchant: name, into: name, why: "the same words: " + name)
    ])
  }

  static func transfers(name: String = hostile) -> TransfersReport {
    let entry = TransfersReport.Entry(
      outgoing: item(40, -12.50, merchant: name, account: name),
      incoming: item(41, 12.50, merchant: name, account: name),
      days: 2, isSure: true)
    var other = entry
    other.isSure = false
    return TransfersReport(linked: [entry], suggestions: [other, entry])
  }

  static func check(name: String = hostile) -> CheckReport {
    CheckReport(findings: [
      CheckReport.Finding(
        kind: .assertions, message: name + " held 12.50", account: name, day: today, expected: 12, actual: 12.50),
      CheckReport.Finding(
        kind: .duplicates, message: "40, 41 may be one", account: "Giro", day: today,
        ids: [TransactionID(40), TransactionID(41)]),
      CheckReport.Finding(kind: .uncategorised, message: "3 transactions are uncategorised"),
    ])
  }

  static func forecast(name: String = hostile) -> ForecastReport {
    ForecastReport(
      month: month, today: today, lastDay: day(31), currency: euro,
      soFar: ForecastReport.Totals(moneyIn: 4_200, moneyOut: 1_234.55, balance: 12_345.67),
      atEnd: ForecastReport.Totals(moneyIn: 4_200, moneyOut: 1_634.55, balance: 11_945.67),
      expected: [
        ForecastReport.Expected(day: day(25), merchant: name, category: name, amount: -100),
        ForecastReport.Expected(day: day(31), merchant: "", category: "Other", amount: -50),
      ], paceSpending: 250, daysMeasured: 90)
  }

  static let settings = SettingsReport(settings: [
    SettingsReport.Entry(key: "month-start-day", value: "25", isDefault: false)
  ])
}
