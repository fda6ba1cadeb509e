import LedgerDomain
import LedgerQuery
import LedgerRender
import Testing

/// The dashboard as people see it.
struct TextDashboardTests {
  @Test func `the dashboard at 80 columns`() {
    let text = """
      Balance                                                               2026-10-20
      12,345.67 EUR
      ▲ +2,665.45 (+27.54 %) this month

      Corner Shop  12,345.67
      Card           −345.67

      Month 2026-10
      In         ▲ +4,200.00
      Out        ▼ −1,234.55   1,100.00 by then last month
      Transfers      −300.00   neither in nor out

      Budget                                                   265.45 left of 1,500.00
      [██████████████████████████████████████████████████│█████████████▏             ]
      ▼ −266.81 over an even pace (967.74 by today)

      Spending by day                                        most 950.00 on 2026-10-01
      ↑              ██
      ██             ██       ▇▇
      ██       ▄▄    ██       ██
      ██ ▄▄ ·  ██ −  ██ ·  ·  ██ ▂▂ ▄▄ ▄▄ ▄▄ ▄▄ ▄▄ ▄▄ ▄▄ ▄▄ ▄▄ ▄▄
      1           5              10             15             20

      Category      Spent  Share                               Budget left  Last month
      Housing      950.00   77 %  ███████████████████████████                   950.00
      Corner Shop  304.55   25 %  ████████▋                         −54.55      150.00
      Gifts        −20.00                                                         0.00

      Newest                                     EUR
      2026-10-20  Corner Shop    Corner Shop  −12.50
      2026-10-20  (no merchant)  Groceries    +20.00
      All 42: 'foldbook list month:2026-10'

      """
    #expect(TextRenderer(style: TextStyle(columns: 80)).render(Samples.dashboard()) == text)
  }

  @Test func `the dashboard at 40 columns`() {
    let text = """
      Balance                       2026-10-20
      12,345.67 EUR
      ▲ +2,665.45 (+27.54 %) this month

      Corner Shop  12,345.67
      Card           −345.67

      Month 2026-10
      In         ▲ +4,200.00
      Out        ▼ −1,234.55
                 1,100.00 by then last month
      Transfers      −300.00
                 neither in nor out

      Budget           265.45 left of 1,500.00
      [████████████████████████│██████▎      ]
      ▼ −266.81 over an even pace
      (967.74 by today)

      Spending by day
                     most 950.00 on 2026-10-01
      ↑         █
      █         █     ▇
      █     ▄   █     █
      █ ▄ · █ − █ · · █ ▂ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄
      1       5         10        15        20

      Category      Spent  Share
      Housing      950.00   77 %  ████████████
      Corner Shop  304.55   25 %  ███▊
      Gifts        −20.00

      Newest                        EUR
      2026-10-20  Corner Shop    −12.50
      2026-10-20  (no merchant)  +20.00
      All 42: 'foldbook list month:2026-10'

      """
    #expect(TextRenderer(style: TextStyle(columns: 40)).render(Samples.dashboard()) == text)
  }

  @Test func `colour means gain and loss only, and a sign and a glyph say the same`() {
    let plain = TextRenderer(style: TextStyle()).render(Samples.dashboard())
    let colored = TextRenderer(style: TextStyle(usesColor: true)).render(Samples.dashboard())
    #expect(!plain.contains("\u{1B}"))
    var stripped = colored
    for code in ["0", "1", "2", "31", "32"] {
      stripped = stripped.replacing("\u{1B}[\(code)m", with: "")
    }
    #expect(stripped == plain)
    for part in colored.split(separator: "\u{1B}[") where part.hasPrefix("32m") {
      #expect(part.hasPrefix("32m▲ +") || part.hasPrefix("32m(+"), "\(part)")
    }
    for part in colored.split(separator: "\u{1B}[") where part.hasPrefix("31m") {
      #expect(part.hasPrefix("31m▼ −") || part.hasPrefix("31m(−"), "\(part)")
    }
    #expect(colored.contains("\u{1B}[32m▲ +") && colored.contains("\u{1B}[31m▼ −"))
  }

  @Test func `a change reads amount, percent and period`() {
    var report = Samples.dashboard(balance: 1_000)
    report.month.net = 100
    report.month.transfers = 0
    let renderer = TextRenderer(style: TextStyle(numbers: NumberLocale(posixName: "de_DE")))
    #expect(renderer.render(report).contains("\n▲ +100,00 (+11,11 %) this month\n"))
    report.month.net = -100
    #expect(renderer.render(report).contains("\n▼ −100,00 (−9,09 %) this month\n"))
    report.month.net = 0
    #expect(renderer.render(report).contains("\n— 0,00 this month\n"))
    report.month.net = 1_000
    #expect(renderer.render(report).contains("\n▲ +1.000,00 this month\n"), "nothing was there before")
  }

  @Test(
    arguments: [
      (1_600, "100.00 over the 1,500.00", "▼ −632.26 over an even pace"),
      (900, "600.00 left of 1,500.00", "▲ +67.74 to spare at an even pace"),
      (967.74, "532.26 left of 1,500.00", "— 0.00 at an even pace"),
      (-10, "1,510.00 left of 1,500.00", "▲ +977.74 to spare at an even pace"),
    ] as [(Money, String, String)])
  func `the pace says what is left and how it compares`(spent: Money, left: String, verdict: String) {
    var report = Samples.dashboard()
    report.budget = DashboardReport.BudgetPace(
      amount: 1_500, spent: spent, evenPace: 967.74, remaining: 1_500 - spent)
    let text = TextRenderer(style: TextStyle()).render(report)
    #expect(text.contains(left + "\n"), "\(text)")
    #expect(text.contains("\n" + verdict + " (967.74 by today)\n"), "\(text)")
  }

  @Test func `an empty month says what to do next`() {
    var report = Samples.dashboard(balance: 0, budget: nil)
    report.dailySpending = report.dailySpending.map {
      DashboardReport.DaySpending(day: $0.day, spent: 0, cumulative: 0, evenPace: nil)
    }
    report.activity = []
    report.categories = []
    report.accounts = []
    report.month = DashboardReport.MonthToDate(
      month: Samples.month, moneyIn: 0, moneyOut: 0, net: 0, transfers: 0, count: 0, previousMoneyOut: 0)
    let text = TextRenderer(style: TextStyle()).render(report)
    #expect(text.contains("'foldbook import FILE'") && text.contains("'foldbook budget set 1500'"))
    #expect(!text.contains("Spending by day"))
  }

  @Test func `one day far above the others does not flatten them`() {
    let text = TextRenderer(style: TextStyle()).render(Samples.dashboard())
    #expect(text.contains("↑") && text.contains("most 950.00 on 2026-10-01"))
    var even = Samples.dashboard()
    even.dailySpending[0].spent = 90
    #expect(!TextRenderer(style: TextStyle()).render(even).contains("↑"))
  }
}
