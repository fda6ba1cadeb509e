import Foldbook
import Testing

/// A filtered dashboard against sums of the rows that match.
struct FilteredDashboardTests {
  private static let directions: [String: MoneyClass] = [
    "Groceries": .moneyOut, "Eating out": .moneyOut, "Gifts": .moneyOut, "Salary": .moneyIn, "Transfers": .transfer,
  ]

  @Test(
    arguments: [["category:Groceries"], ["merchant:corner"], ["text:birthday"], ["category:Salary", "merchant:boss"]])
  func `only what matches is in the month, and balances stay whole`(terms: [String]) throws {
    let history = try RandomLedger(seed: 11, count: 120, days: 60)
    try history.readBothWays { view in
      var query = DashboardQuery(today: RandomLedger.today, activityLimit: nil)
      let plain = try query.report(on: view)
      query.filter = try TransactionQuery(parsing: terms)
      let report = try query.report(on: view)
      #expect(report.balance == plain.balance)
      #expect(report.accounts == plain.accounts)
      let rows = try ListQuery(query: TransactionQuery(parsing: terms + ["month:2026-10"])).report(on: view)
        .transactions.filter { $0.currency.code == "EUR" }
      #expect(report.month.count == rows.count)
      #expect(report.activity.flatMap(\.transactions) == rows)
      #expect(report.activityIsComplete)
      var out = Int64(0)
      for row in rows {
        let whole = TransactionItem.Part(category: row.category, amount: row.amount, memo: nil)
        let parts = row.countedParts.isEmpty ? row.parts : row.countedParts
        for part in parts.isEmpty ? [whole] : parts {
          let direction =
            FilteredDashboardTests.directions[part.category] ?? (part.amount > .zero ? .moneyIn : .moneyOut)
          if direction == .moneyOut { out -= part.amount.minorUnits }
        }
      }
      #expect(report.month.moneyOut == Money(minorUnits: out))
      #expect(report.dailySpending.last?.cumulative == report.month.moneyOut)
      let categories = report.categories.reduce(Money.zero) { $0 + $1.spent }
      #expect(categories == report.month.moneyOut)
    }
  }

  @Test func `a filter that everything meets changes nothing`() throws {
    let history = try RandomLedger(seed: 12, count: 60, days: 60)
    try history.readBothWays { view in
      var query = DashboardQuery(today: RandomLedger.today)
      let plain = try query.report(on: view)
      query.filter = TransactionQuery(terms: [.not(.text("no such words"))])
      let filtered = try query.report(on: view)
      #expect(filtered == plain)
    }
  }

  @Test func `the budget is that of the category that is asked for`() throws {
    let history = try RandomLedger(seed: 13, count: 20, days: 60)
    _ = try history.ledger.write { transaction in
      for (category, amount) in [(nil, 1_000), ("Groceries", 300)] as [(String?, Money)] {
        _ = try transaction.change(recordedAt: RandomLedger.now, command: "budget") { view, _ in
          try Decision.setBudget(category: category, amount: amount, from: YearMonth("2026-10")!, state: view)
        }
      }
    }
    try history.ledger.read { view in
      func budget(_ terms: [TransactionQuery.Term]) throws -> Money? {
        var query = DashboardQuery(today: RandomLedger.today)
        query.filter = TransactionQuery(terms: terms)
        return try query.report(on: view).budget?.amount
      }
      let budgets = [
        try budget([]), try budget([.category("groceries")]), try budget([.category("Gifts")]),
        try budget([.category("Groceries"), .text("tram")]),
      ]
      #expect(budgets == [1_000, 300, nil, nil])
    }
  }
}
