import Foldbook
import Foundation
import ProgramRunning
import Testing

/// Every number has the transactions that make it.
struct ExplainTests {
  /// A number as the dashboard says it and as its transactions sum to, signed as the dashboard does.
  private struct Walk {
    let view: LedgerView
    let currency: Currency
    private(set) var numbers = 0

    mutating func expect(
      _ what: String, _ said: Money, sign: Int64 = 1, count: Int? = nil, _ query: ExplainQuery
    ) throws {
      var query = query
      query.filter.currency = currency
      let report = try query.report(on: view)
      let transactions = report.entries.map(\.transaction)
      let sum = transactions.reduce(report.opening ?? .zero) { $0 + ($1.counted ?? $1.amount) }
      #expect(said.minorUnits == sign * sum.minorUnits, "\(what) in \(currency)")
      #expect(report.sum == transactions.reduce(.zero) { $0 + ($1.counted ?? $1.amount) }, "\(what) in \(currency)")
      if let count { #expect(count == transactions.count, "\(what) in \(currency)") }
      for entry in report.entries {
        #expect(entry.history.first?.kind == "transactionAdded")
        #expect(entry.history.first?.position == entry.transaction.id.position)
        #expect(entry.history.last?.category == entry.transaction.category)
        #expect(!entry.transaction.isDeleted)
      }
      numbers += 1
    }

    mutating func dashboard(today: CalendarDay) throws {
      let report = try DashboardQuery(today: today, currency: currency, activityLimit: 0).report(on: view)
      let first = view.calendar.firstDay(of: report.month.month)
      let last = view.calendar.lastDay(of: report.month.month.previous)
      let previousFirst = view.calendar.firstDay(of: report.month.month.previous)
      let cut = min(previousFirst.advanced(byDays: first.days(to: today)), last)
      func days(_ from: CalendarDay?, _ to: CalendarDay, _ money: ExplainedMoney?) -> ExplainQuery {
        var query = ExplainQuery()
        query.filter.from = from
        query.filter.to = to
        query.money = money
        return query
      }
      func month(_ money: ExplainedMoney?) -> ExplainQuery {
        var query = days(nil, today, money)
        query.month = report.month.month
        return query
      }
      func named(_ category: String, _ query: ExplainQuery) -> ExplainQuery {
        var query = query
        query.filter.category = category
        return query
      }
      var balance = ExplainQuery(isBalance: true)
      balance.filter.to = today
      try expect("balance", report.balance, balance)
      for account in report.accounts {
        balance.filter.account = account.name
        try expect("balance of \(account.name)", account.balance, balance)
      }
      try expect("money in", report.month.moneyIn, month(.moneyIn))
      try expect("money out", report.month.moneyOut, sign: -1, month(.moneyOut))
      try expect("net", report.month.net, month(nil))
      try expect("transfers", report.month.transfers, month(.transfers))
      try expect("count", report.month.net + report.month.transfers, count: report.month.count, month(.all))
      try expect(
        "previous money out", report.month.previousMoneyOut, sign: -1, days(previousFirst, cut, .moneyOut))
      if let budget = report.budget {
        try expect("spent of the budget", budget.spent, sign: -1, month(.moneyOut))
        #expect(budget.remaining == budget.amount - budget.spent)
      }
      for entry in report.incomeCategories {
        try expect(entry.category, entry.received, count: entry.count, named(entry.category, month(.moneyIn)))
      }
      for entry in report.categories {
        try expect(entry.category, entry.spent, sign: -1, count: entry.count, named(entry.category, month(.moneyOut)))
        let previous = named(entry.category, days(previousFirst, cut, .moneyOut))
        try expect("previous \(entry.category)", entry.previousSpent, sign: -1, previous)
      }
      for day in report.dailySpending {
        try expect("spent on \(day.day)", day.spent, sign: -1, days(day.day, day.day, .moneyOut))
        try expect("spent until \(day.day)", day.cumulative, sign: -1, days(first, day.day, .moneyOut))
      }
      for day in report.activity {
        try expect("net of \(day.day)", day.net, days(day.day, day.day, nil))
        let everything = try days(day.day, day.day, .all).report(on: view)
        #expect(everything.subject.currency == Names.euro)
        var query = days(day.day, day.day, .all)
        query.filter.currency = currency
        #expect(try query.report(on: view).entries.count == day.count)
      }
    }
  }

  @Test(arguments: [501, 502, 503, 504])
  func `explain sums to every number on the dashboard, of months and of merchants`(_ seed: UInt64) throws {
    print("a history with the seed \(seed)")
    try TemporaryFolder.lend { folder in
      var run = try HistoryRun(seed: seed, folder: folder)
      for _ in 1...40 { try run.step() }
      try run.ledger.read { view in
        for currency in Set(Names.accounts.map(\.currency)).sorted() {
          var walk = Walk(view: view, currency: currency)
          for today in [HistoryRun.today, HistoryRun.today.advanced(byDays: -35)] { try walk.dashboard(today: today) }
          #expect(walk.numbers > 20)
        }
        for month in try MonthsQuery().report(on: view).months {
          for category in month.categories {
            var query = ExplainQuery()
            query.month = month.month
            query.filter.category = category.category
            query.filter.currency = month.currency
            if category.category == "Uncategorised" { query.money = category.kind == .income ? .moneyIn : .moneyOut }
            let report = try query.report(on: view)
            #expect(report.sum == category.sum && report.entries.count == category.count)
          }
        }
        for merchant in try MerchantsQuery().report(on: view).merchants where !merchant.merchant.isEmpty {
          var query = ExplainQuery()
          query.merchant = merchant.merchant
          query.filter.currency = merchant.currency
          let report = try query.report(on: view)
          #expect(report.sum == merchant.sum && report.entries.count == merchant.count, "\(merchant.merchant)")
        }
      }
    }
  }

  @Test(arguments: [511, 512, 513, 514])
  func `diff is the difference of both months, and what the commits between changed`(_ seed: UInt64) throws {
    print("a history with the seed \(seed)")
    struct Key: Hashable {
      var month: YearMonth
      var category: String
      var kind: CategoryKind
      var currency: Currency
    }
    try TemporaryFolder.lend { folder in
      var run = try HistoryRun(seed: seed, folder: folder)
      var points: [(position: Position, months: MonthsReport, startDay: Int)] = []
      for _ in 1...40 {
        try run.step()
        let (position, months) = try run.ledger.read { ($0.position, try MonthsQuery().report(on: $0)) }
        points.append((position, months, run.model.state.startDay))
      }
      func sums(_ report: MonthsReport) -> [Key: Int64] {
        var sums: [Key: Int64] = [:]
        for month in report.months {
          for entry in month.categories {
            let key = Key(month: month.month, category: entry.category, kind: entry.kind, currency: month.currency)
            sums[key] = entry.sum.minorUnits
          }
        }
        return sums
      }
      for (from, to) in [(3, 39), (10, 20), (20, 10), (30, 31), (5, 5), (0, 39)] {
        let (before, after) = (points[from], points[to])
        let diff = try run.ledger.read { view in
          try DiffQuery(from: before.position, to: after.position).report(on: view)
        }
        let (old, new) = (sums(before.months), sums(after.months))
        var expected: [Key: [Int64]] = [:]
        for key in Set(old.keys).union(new.keys) where old[key] ?? 0 != new[key] ?? 0 {
          expected[key] = [old[key] ?? 0, new[key] ?? 0, (new[key] ?? 0) - (old[key] ?? 0)]
        }
        var real: [Key: [Int64]] = [:]
        for entry in diff.changes {
          let key = Key(month: entry.month, category: entry.category, kind: entry.kind, currency: entry.currency)
          real[key] = [entry.before.minorUnits, entry.after.minorUnits, entry.change.minorUnits]
        }
        #expect(real == expected, "\(from) to \(to)")
        guard from <= to, before.startDay == after.startDay else { continue }
        var effects: [Key: Int64] = [:]
        let log = try run.ledger.read(at: after.position) { view in
          try LogQuery(limit: diff.commits.count, hasEffects: true).report(on: view)
        }
        #expect(log.commits.map(\.header) == diff.commits.map(\.header))
        for effect in log.commits.flatMap({ $0.effects ?? [] }) {
          let key = Key(month: effect.month, category: effect.category, kind: effect.kind, currency: effect.currency)
          effects[key, default: 0] += effect.change.minorUnits
        }
        #expect(effects.filter { $0.value != 0 } == expected.mapValues { $0[2] }, "\(from) to \(to)")
      }
    }
  }

  @Test func `explain, log and diff on the command line`() throws {
    let program = try FoldbookProcess()
    for arguments in [
      ["init", "--currency", "EUR"], ["accounts", "add", "Giro", "--opening", "100"],
      ["add", "5", "Corner Shop", "--date", "2026-10-02"], ["add", "7.50", "Kiosk", "--date", "2026-10-03"],
      ["recategorise", "27", "--to", "Groceries"], ["edit", "27", "--amount", "6"], ["delete", "29"],
    ] {
      let outcome = try program.run(arguments)
      try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText)")
    }
    let explained = try program.run(["explain", "2026-10", "groceries", "--json"]).json()
    #expect(explained["sumMinor"]?.integer == -600)
    let history = try #require(explained["transactions"]?.elements?.first?["history"]?.elements)
    #expect(
      history.compactMap { $0["kind"]?.text } == ["transactionAdded", "transactionRecategorised", "transactionEdited"])
    #expect(history.compactMap { $0["commit"]?.integer } == [3, 5, 6])
    #expect(try program.run(["explain", "balance", "Giro", "--json"]).json()["balanceMinor"]?.integer == 9_400)
    #expect(try program.run(["explain", "--merchant", "corner", "--json"]).json()["count"]?.integer == 1)
    let followed = try program.run(["log", "--follow", "27", "--json"]).json()["commits"]?.elements ?? []
    #expect(followed.compactMap { $0["commit"]?.integer } == [6, 5, 3])
    let two = try program.run(["log", "-n", "2", "--stat", "--json"]).json()["commits"]?.elements ?? []
    #expect(two.compactMap { $0["effects"]?.elements?.first?["changeMinor"]?.integer } == [750, -100])
    let diff = try program.run(["diff", "commit:3", "--json"]).json()
    #expect(diff["commits"]?.elements?.count == 4)
    #expect(diff["months"]?.elements?.compactMap { $0["changeMinor"]?.integer } == [-600, 500])
    #expect(try program.run(["diff", "commit:3", "commit:7", "--exit-code"]).exitCode == 1)
    #expect(try program.run(["diff", "commit:7", "commit:7", "--exit-code"]).exitCode == 0)
    for (arguments, code) in [
      (["explain"], Int32(64)), (["explain", "October"], 65), (["explain", "2026-10", "Grocries"], 66),
      (["explain", "balance", "Gro"], 66), (["explain", "--merchant", "Nobody"], 66), (["diff"], 64),
      (["diff", "commit:99"], 66), (["diff", "2020-01-01"], 66), (["log", "--follow", "99"], 66),
      (["explain", "2026-10", "--money", "some"], 64), (["log", "--full", "--oneline"], 64),
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.errorText)")
    }
  }
}
