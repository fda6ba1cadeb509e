import CUTF8Proc
import LedgerDomain
import LedgerQuery
import LedgerRender
import Testing

/// Every report as text: nothing is wider than the terminal, nothing steers it, no amount is cut.
struct TextWidthTests {
  private static let names = [
    "Shop", Samples.hostile, "漢字の店の名前はとても長いものです漢字の店の名前", "👩‍👩‍👧‍👦❤️🇩🇪 Familie 👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    String(repeating: "long ", count: 40), String(repeating: "x", count: 300),
    "e\u{301}" + String(repeating: "\u{301}", count: 99),
  ]

  /// Columns as a terminal counts them that knows no sequences: the sum over code points.
  private static func columns(_ line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { $0 + Int(utf8proc_charwidth(Int32($1.value))) }
  }

  private static func isDigest(_ line: Substring) -> Bool {
    line.utf8.count == 64 && line.allSatisfy(\.isHexDigit)
  }

  private static func everything(_ renderer: TextRenderer, name: String) -> [String] {
    var list = Samples.list
    for index in list.transactions.indices {
      list.transactions[index].merchant = name
      list.transactions[index].account = name
    }
    var show = Samples.show
    show.transaction.merchant = name
    show.transaction.rawText = name
    var merchant = Samples.merchant
    merchant.merchant = name
    merchant.aliases = [name, name]
    return [
      renderer.render(Samples.dashboard(name: name)), renderer.render(Samples.dashboard(budget: nil)),
      renderer.render(list), renderer.render(show), renderer.render(merchant), renderer.render(Samples.months),
      renderer.render(Samples.days), renderer.render(Samples.categories), renderer.render(Samples.merchants),
      renderer.render(Samples.accounts), renderer.render(Samples.budget), renderer.render(Samples.settings),
      renderer.render(Samples.profiles),
      renderer.render(Samples.log), renderer.render(Samples.log, form: .full), renderer.render(Samples.diff),
      renderer.render(Samples.rules(name: name)), renderer.render(Samples.ruleSuggestions(name: name)),
      renderer.render(Samples.merchantSuggestions(name: name)), renderer.render(Samples.check(name: name)),
      renderer.render(Samples.transfers(name: name)), renderer.render(TransfersReport(linked: [], suggestions: [])),
      renderer.render(RulesReport(rules: [])), renderer.render(RuleSuggestionsReport(suggestions: [])),
      renderer.render(Samples.categoryAliases(name: name)), renderer.render(CategoryAliasesReport(aliases: [])),
      renderer.render(MerchantSuggestionsReport(suggestions: [])),
      renderer.render(Samples.comparedCategories), renderer.render(Samples.comparedMerchants),
      renderer.render(Samples.recurring(name: name)), renderer.render(Samples.forecast(name: name)),
      renderer.render(Samples.balance), renderer.renderWide(Samples.months),
      renderer.render(RecurringReport(today: Samples.today, entries: [])),
      renderer.render(Samples.explain(name: name, isBalance: true)),
      renderer.render(Samples.explain(name: name, isBalance: false)), renderer.render(Samples.change),
      renderer.render(Samples.nothingChanged),
      renderer.render(Samples.preview), renderer.render(Samples.replay), renderer.render(Samples.verify),
      renderer.render(Samples.copy), renderer.render(Samples.salvage), renderer.render(Samples.salvageOfUnknown),
      renderer.render(Samples.stats), renderer.render(Samples.noStats),
      renderer.render(Samples.importReport(isDecided: true)), renderer.render(Samples.importReport(isDecided: false)),
      renderer.render(ListReport(baseCurrency: Samples.euro, count: 0, total: 0, totals: [], transactions: [])),
      renderer.render(AccountsReport(accounts: [], totals: [])), renderer.render(MonthsReport(months: [])),
      renderer.render(BudgetReport(month: Samples.month, today: Samples.today, currency: Samples.euro, budgets: [])),
    ]
  }

  @Test(arguments: [40, 41, 60, 80, 120, 200], TextWidthTests.names)
  func `no line of any report is wider than the terminal or steers it`(columns: Int, name: String) {
    for locale in ["C", "fr_FR"] {
      let renderer = TextRenderer(style: TextStyle(columns: columns, numbers: NumberLocale(posixName: locale)))
      for text in TextWidthTests.everything(renderer, name: name) {
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
          #expect(TextWidthTests.columns(line) <= columns || TextWidthTests.isDigest(line), "\(line)")
          #expect(!line.hasSuffix(" "), "\(line)|")
          #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
          #expect(!line.unicodeScalars.contains { $0 == "\u{202E}" })
        }
      }
    }
  }

  @Test func `a terminal of less than 40 columns gets 40`() {
    #expect(TextStyle(columns: 0).columns == 40)
  }

  @Test(arguments: [40, 80])
  func `the largest amounts stay whole`(columns: Int) {
    let renderer = TextRenderer(style: TextStyle(columns: columns))
    let largest = Money(minorUnits: .max)
    let least = Money(minorUnits: .min)
    let list = ListReport(
      baseCurrency: Samples.euro, count: 2, total: 0, totals: [],
      transactions: [Samples.item(UInt64.max, largest), Samples.item(1, least, currency: Samples.yen)])
    let months = MonthsReport(months: [
      MonthsReport.Entry(
        month: Samples.month, currency: Samples.euro, moneyIn: largest, moneyOut: least, net: largest, transfers: least,
        count: 1, categories: [])
    ])
    let accounts = AccountsReport(
      accounts: [
        AccountsReport.Entry(
          name: "Checking", currency: Samples.euro, balance: largest, opening: 0, count: 1, isClosed: false)
      ], totals: [])
    for text in [
      renderer.render(list), renderer.render(months), renderer.render(accounts),
      renderer.render(Samples.dashboard(balance: largest, scale: 10_000_000_000)),
      renderer.render(Samples.dashboard(balance: least, scale: 10_000_000_000)),
    ] {
      #expect(
        text.contains("92,233,720,368,547,758.07") || text.contains("−92,233,720,368,547,758.08"), "\(text)")
      for line in text.split(separator: "\n") { #expect(TextWidthTests.columns(line) <= columns, "\(line)") }
    }
    #expect(renderer.render(list).contains("−9,223,372,036,854,775,808"))
    #expect(renderer.render(Samples.dashboard(scale: 10_000_000_000)).contains("−125,000,000,000.00"))
  }
}
