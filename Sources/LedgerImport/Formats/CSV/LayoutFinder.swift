import LedgerDomain

/// Decides how the columns of a table are written, each by the evidence of all its cells.
struct LayoutFinder {
  let found: FoundTable
  let options: ImportOptions
  var layout = TableLayout()
  private(set) var decisions: [ImportDecision] = []
  var warnings: [String] = []
  private(set) var evidence: [Int: MarkEvidence] = [:]
  var emptyDates = 0
  var continuations = 0

  var profile: ImportProfile? { options.profile }
  var roles: ColumnRoles { layout.roles }

  init(_ found: FoundTable, options: ImportOptions) {
    self.found = found
    self.options = options
  }

  mutating func find() throws(ImportFault) -> TableLayout {
    var finder = RoleFinder(found, options: options)
    layout.roles = try finder.find()
    decideColumns()
    takeProfileRules(try finder.skipRules(), try finder.continuation())
    layout.transferRule = try finder.transferRule()
    try decideCurrency(finder.statistics)
    try decideDates()
    try decideMarks()
    try decideFee()
    try decideSign(finder)
    return layout
  }

  mutating func decide(_ what: String, _ value: String, _ why: String) {
    decisions.append(ImportDecision(what: what, value: value, why: why))
  }

  private mutating func decideColumns() {
    func names(_ columns: [Int]) -> String {
      columns.map { $0 < found.titles.count && !found.titles[$0].text.isEmpty ? found.titles[$0].text : String($0 + 1) }
        .joined(separator: " + ")
    }
    var parts = ["date: \(names(roles.date))", "amount: \(names(roles.amount.all))"]
    if let balance = roles.balance { parts.append("balance: \(names([balance]))") }
    if let payee = roles.payee.first { parts.append("payee: \(names([payee]))") }
    if let memo = roles.memo { parts.append("memo: \(names([memo]))") }
    if let category = roles.category { parts.append("category: \(names([category]))") }
    if let reference = roles.reference { parts.append("reference: \(names([reference]))") }
    decide(
      "columns", parts.joined(separator: ", "),
      profile != nil ? "by the profile, the header's words and the cells" : "by the header's words and the cells")
  }

  private mutating func takeProfileRules(_ rules: [TableLayout.SkipRule], _ continuation: TableLayout.Continuation?) {
    layout.skipRules = rules
    layout.continuation = continuation
    layout.nullValues = Set(profile?.nullValues ?? [])
    layout.footerCount = profile?.footerLines ?? 0
    layout.period = profile?.date.period
  }

  // MARK: Currency

  private mutating func decideCurrency(_ statistics: [ColumnStatistics]) throws(ImportFault) {
    layout.currencyIsSure = true
    if let asked = options.currency {
      layout.currency = asked
      decide("currency", asked.code, "as asked for")
      return try refuseOtherCurrency(asked)
    }
    if let said = profile?.currency {
      layout.currency = said
      decide("currency", said.code, "the profile says so")
      return
    }
    if let column = roles.currency, try decideCurrency(byColumn: column) { return }
    for column in roles.amount.all + [roles.balance].compactMap({ $0 }) where column < found.titles.count {
      guard let currency = found.titles[column].currency?.sole else { continue }
      layout.currency = currency
      decide("currency", currency.code, "the header '\(found.titles[column].text)'")
      return
    }
    if let currency = mentionedCurrency() {
      layout.currency = currency
      decide("currency", currency.code, "it stands beside the amounts")
      return
    }
    guard let fallback = options.fallbackCurrency else {
      throw ImportFault("the file does not say its currency; say it with --currency, such as --currency EUR")
    }
    layout.currency = fallback
    layout.currencyIsSure = false
    decide("currency", fallback.code, "the file says none; it is the ledger's or the locale's")
  }

  /// A header that names another currency than the one asked for.
  private func refuseOtherCurrency(_ asked: Currency) throws(ImportFault) {
    for column in roles.amount.all where column < found.titles.count {
      guard let mention = found.titles[column].currency, !mention.allows(asked) else { continue }
      throw ImportFault("\(found.name(column)) is not in \(asked.code); say another currency with --currency")
    }
  }

  /// The currency that stands in all rows; several are fine where each account has one.
  private mutating func decideCurrency(byColumn column: Int) throws(ImportFault) -> Bool {
    var byAccount: [String: Set<Currency>] = [:]
    var all: Set<Currency> = []
    for record in found.firstRecord..<found.table.count {
      guard let currency = CurrencyMention(found.table.text(record, column))?.candidates.first else { continue }
      if all.insert(currency).inserted || roles.account != nil {
        byAccount[roles.account.map { found.table.text(record, $0) } ?? "", default: []].insert(currency)
      }
    }
    guard let first = all.first else { return false }
    if all.count == 1 {
      layout.currency = first
      decide("currency", first.code, found.name(column))
      return true
    }
    let codes = all.sorted().map(\.code).joined(separator: ", ")
    guard roles.account != nil, byAccount.values.allSatisfy({ $0.count == 1 }) else {
      throw ImportFault(
        "\(found.name(column)) has several currencies (\(codes)); say the account's with --currency, and the other rows "
          + "are reported")
    }
    decide("currency", codes, "\(found.name(column)); each account has one")
    return true
  }

  private func mentionedCurrency() -> Currency? {
    var mentions: Set<CurrencyMention> = []
    let span = found.table.bytes.span
    for column in roles.amount.all {
      for record in found.firstRecord..<min(found.table.count, found.firstRecord + 1_000) {
        if let mention = AmountCell(span, found.table.range(record, column))?.currency { mentions.insert(mention) }
      }
    }
    return mentions.count == 1 ? mentions.first?.sole : nil
  }

  private var digits: Int { layout.currency?.minorUnitDigits ?? 2 }
}

extension LayoutFinder {
  // MARK: Decimal marks

  private mutating func decideMarks() throws(ImportFault) {
    let columns = roles.amount.all + [roles.balance].compactMap { $0 }
    for column in columns { evidence[column] = collect(column) }
    for column in columns {
      guard let cells = evidence[column] else { continue }
      let isBalance = column == roles.balance
      if !isBalance, let asked = options.decimalMark {
        layout.marks[column] = asked
        decide("decimal-mark", asked.text, "\(found.name(column)): as asked for")
      } else if !isBalance, let said = profile?.decimal {
        layout.marks[column] = said
        decide("decimal-mark", said.text, "\(found.name(column)): the profile says so")
      } else if case .decided(let mark, let why) = cells.outcome(currencyIsSure: layout.currencyIsSure) {
        layout.marks[column] = mark
        if !isBalance { decide("decimal-mark", mark.text, "\(found.name(column)): \(why)") }
      }
    }
    shareMarks()
    try settleOpenMarks()
  }

  private func collect(_ column: Int) -> MarkEvidence {
    var cells = MarkEvidence(digits: digits)
    let span = found.table.bytes.span
    for record in found.firstRecord..<found.table.count { cells.add(span, found.table.range(record, column)) }
    return cells
  }

  /// The two sides of one amount are written alike.
  private mutating func shareMarks() {
    guard case .debitCredit(let debit?, let credit?) = roles.amount else { return }
    for (one, other) in [(debit, credit), (credit, debit)] where layout.marks[one] == nil {
      guard let mark = layout.marks[other], let cells = evidence[other],
        cells.onlyPoint + cells.onlyComma + cells.open > 0
      else { continue }
      layout.marks[one] = mark
      decide("decimal-mark", mark.text, "\(found.name(one)): as in \(found.name(other))")
    }
  }

  /// Lets the balances settle what the cells leave open, else asks.
  private mutating func settleOpenMarks() throws(ImportFault) {
    let open = roles.amount.all.filter { layout.marks[$0] == nil }
    guard let column = open.first else { return }
    if let balance = roles.balance {
      var fitting: Set<DecimalMark> = []
      for mark in DecimalMark.allCases {
        for balanceMark in layout.marks[balance].map({ [$0] }) ?? DecimalMark.allCases {
          var trial = layout
          for column in open { trial.marks[column] = mark }
          trial.marks[balance] = balanceMark
          guard RowReader(found, trial).witness().tyingDirection() != nil else { continue }
          if fitting.insert(mark).inserted, fitting.count == 1 { layout.marks[balance] = balanceMark }
        }
      }
      if fitting.count == 1, let mark = fitting.first {
        for column in open { layout.marks[column] = mark }
        return decide(
          "decimal-mark", mark.text, "\(found.name(column)): with it every change of the balance is its row's amount")
      }
    }
    if case .mixed? = evidence[column].map({ $0.outcome(currencyIsSure: false) }) {
      throw ImportFault(
        "\(found.name(column)) has amounts with a decimal point and amounts with a decimal comma; say which one it is with "
          + "--decimal-mark . or --decimal-mark , and the other rows are reported")
    }
    throw ImportFault(
      "the marks in \(found.name(column)) could group thousands or begin decimals: nothing in the file settles it; say "
        + "which with --decimal-mark . or --decimal-mark ,")
  }

  // MARK: Fees

  /// Whether the fee comes on top of the amount: the balances tell.
  private mutating func decideFee() throws(ImportFault) {
    guard profile?.amount == nil, case .minusFee(let amount, let fee) = roles.amount else { return }
    var without = layout
    without.roles.amount = .signed(amount)
    guard (found.firstRecord..<found.table.count).contains(where: { (sign($0, fee) ?? 0) != 0 }) else {
      layout = without
      return
    }
    let tiesWith = RowReader(found, layout).witness().tyingDirection() != nil
    let tiesWithout = RowReader(found, without).witness().tyingDirection() != nil
    guard tiesWith != tiesWithout else {
      throw ImportFault(
        "nothing in the file says whether \(found.name(fee)) comes on top of \(found.name(amount)); say it with --profile"
      )
    }
    if !tiesWith { layout = without }
    decide(
      "columns", tiesWith ? "the fee comes on top of the amount" : "the amount has the fee in it",
      "only so every change of the balance is its row's amount")
  }
}
