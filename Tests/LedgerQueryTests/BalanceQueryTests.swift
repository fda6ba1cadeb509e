import Foldbook
import Testing

/// The balance's history against sums of the rows one by one.
struct BalanceQueryTests {
  @Test(arguments: [1, 10, 25], [20, 300, 900, 4_000])
  func `each point is what the accounts held at the end of its day`(startDay: Int, days: Int) throws {
    let history = try RandomLedger(seed: UInt64(days + startDay), count: 40, days: days, monthStartDay: startDay)
    try history.readBothWays { view in
      for range in BalanceRange.allCases {
        for currency in ["EUR", "USD"].map({ Currency($0)! }) {
          let report = try BalanceQuery(range: range, today: RandomLedger.today, currency: currency).report(on: view)
          let rows = try RandomLedger.rows(view).filter { $0.currency == currency }
          #expect(report.points.last?.day == RandomLedger.today)
          #expect(report.points.map(\.day) == Set(report.points.map(\.day)).sorted())
          for point in report.points {
            let openings = view.directory.accounts.filter { account in
              account.currency == currency && account.openingDay.map { $0 <= point.day } ?? true
            }
            let expected =
              openings.reduce(Int64(0)) { $0 + $1.opening.minorUnits }
              + rows.filter { $0.day <= point.day }.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            #expect(point.balance == Money(minorUnits: expected), "\(point.day) of \(range)")
          }
          let change = report.points.last!.balance - report.points[0].balance
          #expect(report.change == change)
        }
      }
    }
  }

  @Test func `a short history has a point a day, a long one a point a month`() throws {
    let history = try RandomLedger(seed: 1, days: 4_000)
    try history.ledger.read { view in
      func days(_ range: BalanceRange) throws -> [CalendarDay] {
        try BalanceQuery(range: range, today: RandomLedger.today).report(on: view).points.map(\.day)
      }
      #expect(try days(.week).count == 8)
      #expect(try days(.month).first == CalendarDay("2026-09-20"))
      #expect(try days(.month).count == 31)
      #expect(try days(.year).count == 366)
      let years = try days(.fiveYears)
      #expect(years.first == CalendarDay("2021-10-20"))
      #expect(years.count == 62)
      #expect(years.dropFirst().first == CalendarDay("2021-10-31"))
      #expect(try days(.all).count > 100)
    }
  }

  @Test func `a month back from the 31st is the shorter month's last day`() throws {
    let history = try RandomLedger(seed: 2, count: 5, days: 30)
    try history.ledger.read { view in
      let today = CalendarDay("2026-03-31")!
      let report = try BalanceQuery(range: .month, today: today).report(on: view)
      #expect(report.points.first?.day == CalendarDay("2026-02-28"))
    }
  }
}
