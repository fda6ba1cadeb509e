import LedgerDomain
import LedgerProjection
import LedgerQuery
import Testing

extension RandomHistory {
  func expectReplayEqualsLive() throws {
    let live = try ledger.viewDigest()
    let replayed = try ledger.replayedDigest()
    #expect(live == replayed, "seed \(seed)")
  }

  func check() throws {
    try expectReplayEqualsLive()
    try ledger.read { view in
      let problems = try Verifier.verify(view.journal).problems
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
      let live = try view.digest()
      for threadCount in [1, 2, 3, 7] {
        let folded = try view.refolded(threadCount: threadCount).digest()
        #expect(folded == live, "seed \(seed): \(threadCount) threads")
      }
      let accounts = try AccountsQuery(today: nil).report(on: view)
      for account in accounts.accounts {
        let expected = model.sum { $0.account == account.name } + 10_000
        #expect(account.balance.minorUnits == expected, "seed \(seed): \(account.name)")
      }
      try checkMonths(view)
      let list = try ListQuery(query: TransactionQuery()).report(on: view)
      #expect(list.count == model.live.count, "seed \(seed)")
      #expect(list.total.minorUnits == model.sum { _ in true }, "seed \(seed)")
      for item in list.transactions {
        let row = Model.Row(
          day: item.day, amount: item.amount.minorUnits, account: item.account, merchant: item.merchant,
          category: item.category,
          parts: item.parts.map { Model.Part(category: $0.category, amount: $0.amount.minorUnits) })
        #expect(model.rows[item.id.position] == row, "seed \(seed): \(item.id.position)")
      }
      try checkMerchants(view)
      try checkExplanations(view)
    }
  }

  /// A category's transactions come to what the months say, parts counted once.
  private func checkExplanations(_ view: LedgerView) throws {
    for category in RandomHistory.categories {
      let shares = model.live.flatMap(\.shares).filter { $0.category == category }
      let sum = shares.reduce(0) { $0 + $1.amount }
      let rows = model.live.filter { $0.shares.contains { $0.category == category } }
      let list = try ListQuery(query: TransactionQuery(terms: [.category(category)])).report(on: view)
      #expect(list.total.minorUnits == sum, "seed \(seed): the list of \(category)")
      #expect(list.count == rows.count, "seed \(seed): the list of \(category)")
      var filter = AggregateFilter()
      filter.category = category
      let explained = try ExplainQuery(filter: filter).report(on: view)
      let counted = explained.entries.reduce(Money.zero) { $0 + ($1.transaction.counted ?? $1.transaction.amount) }
      #expect(explained.sum.minorUnits == sum, "seed \(seed): what \(category) is made of")
      #expect(counted == explained.sum, "seed \(seed): what \(category) is made of")
      let page = try ListPageQuery(list: ListQuery(query: TransactionQuery(terms: [.category(category)]), limit: 3))
        .report(on: view).list
      let (pageCount, pageTotal) = (page.count, page.total)
      #expect(pageTotal.minorUnits == sum, "seed \(seed): a page of \(category)")
      // Uncategorised counts once for each direction.
      if category != "Uncategorised" { #expect(pageCount == rows.count, "seed \(seed): a page of \(category)") }
    }
    let everything = try ListPageQuery(list: ListQuery(query: TransactionQuery(), limit: 3)).report(on: view).list
    #expect(everything.count == model.live.count, "seed \(seed)")
  }

  private func checkMonths(_ view: LedgerView) throws {
    let calendar = view.calendar
    let report = try MonthsQuery().report(on: view)
    for month in report.months {
      let rows = model.live.filter { calendar.month(of: $0.day) == month.month }
      #expect(month.count == rows.count, "seed \(seed): \(month.month)")
      for category in RandomHistory.categories {
        let sum = month.categories.filter { $0.category == category }.reduce(Int64(0)) { $0 + $1.sum.minorUnits }
        let shares = rows.flatMap(\.shares).filter { $0.category == category }
        #expect(sum == shares.reduce(0) { $0 + $1.amount }, "seed \(seed): \(month.month) \(category)")
        let count = month.categories.filter { $0.category == category }.reduce(0) { $0 + $1.count }
        let directions = rows.map { row in
          Set(row.shares.filter { $0.category == category }.map { category == "Uncategorised" && $0.amount > 0 }).count
        }
        #expect(count == directions.reduce(0, +), "seed \(seed): \(month.month) \(category)")
      }
      let change = rows.reduce(Int64(0)) { $0 + $1.amount }
      #expect(month.net.minorUnits + month.transfers.minorUnits == change, "seed \(seed): \(month.month)")
      let all = month.categories.reduce(Int64(0)) { $0 + $1.sum.minorUnits }
      #expect(all == change, "seed \(seed): the categories of \(month.month)")
    }
    #expect(report.months.reduce(0) { $0 + $1.count } == model.live.count, "seed \(seed)")
  }

  private func checkMerchants(_ view: LedgerView) throws {
    for name in Set(model.live.map(\.merchant)) {
      let rows = model.live.filter { $0.merchant == name }
      let report = try MerchantHistoryQuery(name: name).report(on: view)
      #expect(report.count == rows.count, "seed \(seed): \(name)")
      #expect(report.total.minorUnits == rows.reduce(Int64(0)) { $0 + $1.amount }, "seed \(seed): \(name)")
      #expect(report.firstDay == rows.map(\.day).min(), "seed \(seed): \(name)")
      #expect(report.lastDay == rows.map(\.day).max(), "seed \(seed): \(name)")
    }
  }

  func checkPast() throws {
    for (position, dashboard, months) in past {
      try ledger.read(at: position) { view in
        let dashboardThen = try DashboardQuery(today: today).report(on: view)
        let monthsThen = try MonthsQuery().report(on: view)
        #expect(dashboardThen == dashboard, "seed \(seed) at \(position)")
        #expect(monthsThen == months, "seed \(seed) at \(position)")
      }
    }
  }
}
