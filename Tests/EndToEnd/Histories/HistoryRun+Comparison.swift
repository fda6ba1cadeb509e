import Foldbook
import ProgramRunning

extension HistoryRun {
  /// Compares every report with the model's, and the views with the journal.
  mutating func compare() throws {
    let reports = ModelReports(state: model.state.withShownMerchants)
    let today = numbers.happens(percent: 50) ? HistoryRun.today : randomDay()
    let limit = numbers.one(of: [0, 3, 50])
    try ledger.read { view in
      for currency in Set(Names.accounts.map(\.currency)).sorted() {
        let query = DashboardQuery(today: today, currency: currency, activityLimit: limit)
        var real = try query.report(on: view)
        real.accounts.sort { $0.name < $1.name }
        let expected = reports.dashboard(
          today: today, currency: currency, position: view.position, activityLimit: limit)
        try compare(real, expected)
      }
      try same("list", ListQuery(query: TransactionQuery()).report(on: view), reports.list())
      try same("days", DaysQuery().report(on: view), reports.days())
      try same("merchants", MerchantsQuery().report(on: view), reports.merchants())
      let months = try MonthsQuery().report(on: view)
      try same("months", months, reports.months())
      try checkAccounts(view, reports, today: today)
      try checkDecisions(view)
      try checkInvariant(view, months: months)
      try same("live transactions", Int(view.transactionCounts.live), model.state.liveRows.count)
    }
    try compareMerchants(reports)
    try same("digest of the live views, and of a replay", ledger.viewDigest(), ledger.replayedDigest())
    let problems = try ledger.read { try Verifier.verify($0.journal).problems.map { "\($0.position): \($0.reason)" } }
    try same("problems that verify finds", problems, [])
  }

  private func compare(_ real: DashboardReport, _ expected: DashboardReport) throws {
    if real == expected { return }
    try same("dashboard: balance", real.balance, expected.balance)
    try same("dashboard: accounts", real.accounts, expected.accounts)
    try same("dashboard: month", real.month, expected.month)
    try same("dashboard: income", real.incomeCategories, expected.incomeCategories)
    try same("dashboard: categories", real.categories, expected.categories)
    try same("dashboard: budget", real.budget, expected.budget)
    try same("dashboard: daily spending", real.dailySpending, expected.dailySpending)
    try same("dashboard: activity", real.activity, expected.activity)
    try same("dashboard", real, expected)
  }

  private func checkAccounts(_ view: LedgerView, _ reports: ModelReports, today: CalendarDay) throws {
    for day in [nil, today] {
      let entries = try AccountsQuery(today: day).report(on: view).accounts
      let closed = model.state.accounts.filter(\.isClosed).map(\.name).sorted()
      try same("closed accounts", entries.filter(\.isClosed).map(\.name).sorted(), closed)
      let real = entries.map { "\($0.name) \($0.balance.minorUnits)" }.sorted()
      let expected = reports.balances(on: day).map { "\($0.key) \($0.value.minorUnits)" }.sorted()
      try same("balances", real, expected)
    }
  }

  /// What persons said of balances and of transfers.
  private func checkDecisions(_ view: LedgerView) throws {
    let directory = view.directory
    var assertions: [String: [CalendarDay: Money]] = [:]
    for (account, days) in directory.assertions { assertions[directory.account(account)?.name ?? ""] = days }
    try same("assertions", assertions, model.state.assertions.filter { !$0.value.isEmpty })
    func pairs(_ state: TransferState) -> [TransferPair] {
      directory.transfers.filter { $0.value == state }.keys.sorted()
    }
    try same("linked transfers", pairs(.linked), model.state.transfers.keys.sorted())
    try same("separated transfers", pairs(.separate), model.state.separated.sorted())
  }

  /// The change of the balance is in − out + transfers, and a month's categories sum to the month.
  private func checkInvariant(_ view: LedgerView, months: MonthsReport) throws {
    var changes: [Currency: Int64] = [:]
    for month in months.months {
      let change = month.moneyIn.minorUnits - month.moneyOut.minorUnits + month.transfers.minorUnits
      changes[month.currency, default: 0] += change
      try same("categories of \(month.month)", month.categories.reduce(0) { $0 + $1.sum.minorUnits }, change)
      let counted = month.categories.reduce(0) { $0 + $1.count }
      if counted < month.count { try same("count of \(month.month)", counted, month.count) }
    }
    var balances: [Currency: Int64] = [:]
    for account in try AccountsQuery(today: nil).report(on: view).accounts {
      balances[account.currency, default: 0] += account.balance.minorUnits - account.opening.minorUnits
    }
    try same("change of balances", balances.filter { $0.value != 0 }, changes.filter { $0.value != 0 })
  }

  private func compareMerchants(_ reports: ModelReports) throws {
    for merchant in Set(model.merchants.values).sorted() {
      let aliases = model.state.aliases(of: merchant, known: Set(model.merchants.values))
      let expected = reports.history(of: model.state.shown(merchant), aliases: aliases)
      let real: MerchantHistoryReport?
      do {
        real = try ledger.read { try MerchantHistoryQuery(name: merchant).report(on: $0) }
      } catch NameError.unused {
        real = nil
      }
      try same("history of \(merchant)", real, expected)
      let last = try ledger.read { view in
        try view.merchant(named: merchant).flatMap { try view.lastCategoryByHand(of: $0) }
          .flatMap { view.directory.category($0)?.name }
      }
      try same("last category by hand of \(merchant)", last, model.state.lastCategoryByHand(of: merchant))
    }
  }

  // MARK: Points in time

  mutating func save() throws {
    let today = randomDay()
    try saved.append(
      ledger.read { view in
        SavedReports(
          today: today, dashboard: try DashboardQuery(today: today).report(on: view),
          months: try MonthsQuery().report(on: view),
          list: try ListQuery(query: TransactionQuery(), includesDeleted: true).report(on: view))
      })
  }

  /// What a position says now is what it said while it was the head.
  func checkSaved() throws {
    for saved in saved {
      let position = saved.dashboard.position
      try ledger.read(at: position) { view in
        let dashboard = try DashboardQuery(today: saved.today).report(on: view)
        try same("dashboard at \(position)", dashboard, saved.dashboard)
        try same("months at \(position)", MonthsQuery().report(on: view), saved.months)
        let list = try ListQuery(query: TransactionQuery(), includesDeleted: true).report(on: view)
        try same("list at \(position)", list, saved.list)
      }
    }
  }
}
