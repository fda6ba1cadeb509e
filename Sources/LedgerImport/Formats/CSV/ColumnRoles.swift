import LedgerDomain

/// Which columns hold what.
struct ColumnRoles: Sendable {
  /// One column, or year, month and day in three.
  var date: [Int] = []
  var dateForm = DateForm.usual
  /// The other columns with dates.
  var otherDates: [Int] = []
  /// Whether the date's column is the one of booking, so that a row without it is not booked yet.
  var dateIsBooking = false
  var amount: AmountColumns = .signed(0)
  var balance: Int?
  /// A column whose words may say debit or credit.
  var direction: Int?
  /// The payee is the first of these that holds something.
  var payee: [Int] = []
  /// Columns for the payee of money out and of money in.
  var payeeByDirection: (out: Int, into: Int)?
  var memo: Int?
  var category: Int?
  var account: Int?
  var currency: Int?
  var reference: Int?
  var statuses: [Int] = []

  /// The columns that make up the amount.
  enum AmountColumns: Sendable, Equatable {
    case signed(Int)
    case debitCredit(debit: Int?, credit: Int?)
    case indicator(Int, indicator: Int)
    case sum([Int])
    case minusFee(Int, fee: Int)

    var all: [Int] {
      switch self {
      case .signed(let column), .indicator(let column, indicator: _): [column]
      case .debitCredit(let debit, let credit): [debit, credit].compactMap { $0 }
      case .sum(let columns): columns
      case .minusFee(let column, let fee): [column, fee]
      }
    }
  }
}

/// Decides which column holds what: by the profile, by the words of the header, and by what the cells look like.
struct RoleFinder {
  let found: FoundTable
  private(set) var statistics: [ColumnStatistics] = []
  private(set) var rows = 0
  let options: ImportOptions
  var roles = ColumnRoles()

  var profile: ImportProfile? { options.profile }

  init(_ found: FoundTable, options: ImportOptions) {
    self.found = found
    self.options = options
  }

  var columns: Range<Int> { statistics.indices }

  mutating func find() throws(ImportFault) -> ColumnRoles {
    roles.date = try profileDate()
    if roles.date.isEmpty, let split = SplitDate.columns(found.titles), !hasDates(in: found.titles) {
      roles.date = split
    }
    if let numbered = try numberedDays() {
      roles.date = [numbered.column]
      roles.dateForm = numbered.form
    }
    (statistics, rows) = ColumnStatistics.collect(found, dateColumns: roles.date)
    try findDate()
    try findAmount()
    try findTexts()
    try findDetails()
    return roles
  }

  /// The columns whose words fit a role, the best first, of those that pass a test of their cells.
  func candidates(_ role: ColumnRole, where isFit: (ColumnStatistics) -> Bool) -> [(column: Int, score: Int)] {
    found.titles.indices.compactMap { column -> (column: Int, score: Int)? in
      guard column < statistics.count, let score = ColumnWords.score(found.titles[column], role), score > 0,
        isFit(statistics[column])
      else { return nil }
      return (column, score)
    }.sorted { $0.score != $1.score ? $0.score > $1.score : $0.column < $1.column }
  }

  /// The column that a profile means.
  func resolve(_ reference: ImportProfile.ColumnReference) throws(ImportFault) -> Int {
    switch reference {
    case .index(let index): return index
    case .name(let name):
      if let column = found.titles.firstIndex(where: { $0.text == name }) { return column }
      if let column = found.titles.firstIndex(where: { $0.text.lowercased() == name.lowercased() }) { return column }
      let names = found.titles.map { "'\($0.text)'" }.joined(separator: ", ")
      throw ImportFault(
        "the profile '\(profile?.name ?? "")' names a column '\(name)', which the file does not have"
          + (names.isEmpty ? ": it has no header" : "; it has \(names)"))
    }
  }

  func resolve(_ choice: ImportProfile.ColumnChoice) throws(ImportFault) -> Int? {
    guard let reference = choice.reference else { return nil }
    return try resolve(reference)
  }

  /// The profile's rules for rows to leave out, with its columns resolved.
  func skipRules() throws(ImportFault) -> [TableLayout.SkipRule] {
    var rules: [TableLayout.SkipRule] = []
    for rule in profile?.skipRules ?? [] {
      switch rule {
      case .values(let reference, let values):
        rules.append(.values(try resolve(reference), Set(values.map { TextCleaning.clean($0) })))
      case .empty(let reference): rules.append(.empty(try resolve(reference)))
      case .maxColumns(let count): rules.append(.maxColumns(count))
      case .allEmpty(let references):
        var columns: [Int] = []
        for reference in references { columns.append(try resolve(reference)) }
        rules.append(.allEmpty(columns))
      }
    }
    return rules
  }

  /// The profile's rule for rows that are transfers.
  func transferRule() throws(ImportFault) -> (column: Int, values: Set<String>)? {
    guard let rule = profile?.transferRule else { return nil }
    return (try resolve(rule.column), Set(rule.values.map { TextCleaning.clean($0) }))
  }

  /// The profile's rule for rows that go on with the row above.
  func continuation() throws(ImportFault) -> TableLayout.Continuation? {
    guard let rule = profile?.continuation else { return nil }
    return TableLayout.Continuation(
      whenEmpty: try resolve(rule.whenEmpty), column: try resolve(rule.column), appendsToPayee: rule.appendsToPayee)
  }
}

extension RoleFinder {
  private mutating func findAmount() throws(ImportFault) {
    roles.balance = candidates(.balance) { $0.isNumeric || $0.filled == 0 }.first?.column
    if let choice = profile?.amount {
      roles.amount = try amount(choice)
      findUnnamedBalance()
      return
    }
    let debit = candidates(.debit) { $0.isNumeric || $0.filled == 0 }.first
    let credit = candidates(.credit) { $0.isNumeric || $0.filled == 0 }.first { $0.column != debit?.column }
    let isFree = { [dates = dateColumns, balance = roles.balance] (column: Int) in
      !dates.contains(column) && column != balance
    }
    var named = candidates(.amount) { $0.isNumeric }.filter { isFree($0.column) }
    if named.isEmpty { named = candidates(.amount) { $0.amounts > 0 }.filter { $0.score >= 90 && isFree($0.column) } }
    if let debit, let credit, statistics[debit.column].filled + statistics[credit.column].filled > 0 {
      let signed = named.first.map { $0.score >= 50 && statistics[$0.column].negatives > 0 } ?? false
      if !signed {
        roles.amount = .debitCredit(debit: debit.column, credit: credit.column)
        return
      }
    }
    if let column = try namedAmount(named) {
      roles.amount = try amountOrSides(column)
    } else if let one = debit ?? credit, statistics[one.column].isNumeric {
      roles.amount = try amountOrSides(one.column)
      if case .signed = roles.amount {
        roles.amount = .debitCredit(
          debit: one.column == debit?.column ? one.column : nil, credit: one.column == debit?.column ? nil : one.column)
      }
    } else {
      roles.amount = try unnamedAmount()
    }
    findFee()
  }

  private func amount(_ choice: ImportProfile.AmountChoice) throws(ImportFault) -> ColumnRoles.AmountColumns {
    func column(_ reference: ImportProfile.ColumnReference?, _ key: String) throws(ImportFault) -> Int {
      guard let reference else {
        throw ImportFault("the profile '\(profile?.name ?? "")' lacks 'amount.\(key)' for '\(choice.kind.rawValue)'")
      }
      return try resolve(reference)
    }
    switch choice.kind {
    case .signed: return .signed(try column(choice.column, "column"))
    case .debitCredit:
      return .debitCredit(debit: try column(choice.debit, "debit"), credit: try column(choice.credit, "credit"))
    case .indicator:
      return .indicator(
        try column(choice.column, "column"), indicator: try column(choice.indicator, "indicator"))
    case .sumSigned:
      var columns: [Int] = []
      for reference in choice.columns { columns.append(try resolve(reference)) }
      return .sum(columns)
    case .signedMinusFee:
      return .minusFee(try column(choice.column, "column"), fee: try column(choice.fee, "fee"))
    }
  }

  /// The amount's column by its words; of several that name nothing but currencies, the one of the account's.
  private func namedAmount(_ named: [(column: Int, score: Int)]) throws(ImportFault) -> Int? {
    guard let best = named.first else { return nil }
    let alone = named.filter { found.titles[$0.column].isCurrencyAlone }
    guard alone.count > 1, alone.contains(where: { $0.column == best.column }) else { return best.column }
    guard let currency = options.currency ?? profile?.currency else {
      let names = alone.map { found.name($0.column) }.joined(separator: " and ")
      throw ImportFault("\(names) hold amounts in different currencies; say the account's with --currency")
    }
    return alone.first { found.titles[$0.column].currency?.allows(currency) ?? false }?.column ?? best.column
  }

  /// The amount's columns where no word names them: two sides whose sums another column runs, the only one with money, or the
  /// one whose sums another one runs.
  private mutating func unnamedAmount() throws(ImportFault) -> ColumnRoles.AmountColumns {
    let numeric = columns.filter {
      !dateColumns.contains($0) && $0 != roles.balance && statistics[$0].isNumeric
    }
    let money = numeric.filter { statistics[$0].moneys * 10 >= statistics[$0].filled * 3 }
    let whole = numeric.filter { statistics[$0].filled == rows && statistics[$0].distinctCount > 1 }
    let options = money.isEmpty ? whole : money
    if let sides = unnamedSides(numeric) { return sides }
    if options.count == 1 { return .signed(options[0]) }
    for amount in options {
      for balance in options where balance != amount {
        if BalanceWitness.runs(found, amount: amount, balance: balance, digits: digits) {
          roles.balance = balance
          return .signed(amount)
        }
      }
    }
    if options.isEmpty { throw ImportFault("no column holds amounts; say which one does with --profile") }
    let names = options.map { found.name($0) }.joined(separator: ", ")
    throw ImportFault("the amount could be in \(names); say which one it is with --profile")
  }

  /// The column that runs the sums of the amount's, where no header could name it.
  private mutating func findUnnamedBalance() {
    guard !found.hasHeader, roles.balance == nil, case .signed(let amount) = roles.amount else { return }
    roles.balance = columns.first { column in
      column != amount && !dateColumns.contains(column) && statistics[column].isNumeric
        && BalanceWitness.runs(found, amount: amount, balance: column, digits: digits)
    }
  }

  var digits: Int { (options.currency ?? options.fallbackCurrency)?.minorUnitDigits ?? 2 }

  /// A column of fees beside the amount: the balances say whether the amount has it in it.
  private mutating func findFee() {
    guard case .signed(let amount) = roles.amount,
      let fee = candidates(.fee, where: { $0.isNumeric }).first?.column, fee != amount
    else { return }
    roles.amount = .minusFee(amount, fee: fee)
  }
}
