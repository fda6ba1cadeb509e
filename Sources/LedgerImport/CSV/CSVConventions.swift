import LedgerDomain

/// How a file's columns are written: decided once a column by the evidence of all its cells.
struct CSVConventions {
  var dateOrder: DateOrder
  var decimalMarks: [ColumnRole: DecimalMark] = [:]
  var currency: Currency?
  /// Words of the direction column that mean money out and money in.
  var directions: [String: Bool] = [:]
  var decisions: [ImportDecision] = []
  var warnings: [String] = []

  static func decide(_ structure: CSVStructure, options: ImportOptions) throws(CSVFault) -> CSVConventions {
    var conventions = CSVConventions(dateOrder: .yearMonthDay)
    conventions.decideCurrency(structure, options)
    try conventions.decideDates(structure, options)
    try conventions.decideMarks(structure, options)
    conventions.decideSign(structure, options)
    return conventions
  }

  private mutating func decide(_ what: String, _ value: String, _ why: String) {
    decisions.append(ImportDecision(what: what, value: value, why: why))
  }

  private mutating func decideCurrency(_ structure: CSVStructure, _ options: ImportOptions) {
    if let asked = options.currency {
      currency = asked
      return decide("currency", asked.code, "as asked for")
    }
    if let column = structure.columns[.currency] {
      for record in structure.dataRecords {
        guard let text = String(validating: structure.table.cell(record, column), as: UTF8.self),
          let found = Currency(text)
        else { continue }
        currency = found
        return decide("currency", found.code, "the column '\(structure.titles[column])'")
      }
    }
    for role in [ColumnRole.amount, .debit, .credit, .balance] {
      guard let column = structure.columns[role] else { continue }
      let title = structure.titles[column]
      for word in title.split(whereSeparator: { !$0.isLetter && !$0.isCurrencySymbol }) {
        if let found = Currency(word) ?? CSVConventions.symbols[String(word)].flatMap({ Currency($0) }) {
          currency = found
          return decide("currency", found.code, "the header '\(title)'")
        }
      }
      for record in structure.dataRecords.prefix(200) {
        guard let found = AmountCell(structure.table.cell(record, column))?.currency else { continue }
        currency = found
        return decide("currency", found.code, "a sign beside an amount")
      }
    }
    if let fallback = options.fallbackCurrency {
      currency = fallback
      decide("currency", fallback.code, "the file says none; it is the ledger's or the locale's")
    }
  }

  private static let symbols = ["€": "EUR", "£": "GBP", "$": "USD"]

  private mutating func decideDates(_ structure: CSVStructure, _ options: ImportOptions) throws(CSVFault) {
    guard let column = structure.columns[.date] else { throw CSVFault(reason: "no column holds the date") }
    if let asked = options.dateOrder {
      dateOrder = asked
      return decide("date-order", asked.rawValue, "as asked for")
    }
    var evidence = DateEvidence()
    for record in structure.dataRecords {
      if let cell = DateCell(structure.table.cell(record, column)) { evidence.add(cell) }
    }
    guard let order = evidence.order else {
      throw CSVFault(
        reason:
          "the dates in column '\(structure.titles[column])' could be day-month or month-day: no part is over 12 and "
          + "both ways are in order; say which with --date-order dmy or --date-order mdy")
    }
    dateOrder = order.order
    decide("date-order", order.order.rawValue, order.why)
  }

  private mutating func decideMarks(_ structure: CSVStructure, _ options: ImportOptions) throws(CSVFault) {
    for role in [ColumnRole.amount, .debit, .credit, .balance] {
      guard let column = structure.columns[role] else { continue }
      if let asked = options.decimalMark {
        decimalMarks[role] = asked
        if role != .balance { decide("decimal-mark", asked.text, "as asked for") }
        continue
      }
      var evidence = MarkEvidence()
      for record in structure.dataRecords {
        if let cell = AmountCell(structure.table.cell(record, column)) { evidence.add(cell) }
      }
      if let mark = evidence.mark {
        decimalMarks[role] = mark.mark
        if role != .balance {
          decide("decimal-mark", mark.mark.text, "column '\(structure.titles[column])': \(mark.why)")
        }
      }
    }
    shareMarks(.debit, .credit)
    for role in [ColumnRole.amount, .debit, .credit] where decimalMarks[role] == nil {
      guard let column = structure.columns[role] else { continue }
      if let mark = BalanceWitness.decimalMark(structure, dateOrder: dateOrder, conventions: self) {
        decimalMarks[role] = mark
        decide("decimal-mark", mark.text, "with it every change of the balance is its row's amount")
        continue
      }
      throw CSVFault(
        reason:
          "the marks in column '\(structure.titles[column])' could group thousands or begin decimals; say which with "
          + "--decimal-mark , or --decimal-mark .")
    }
  }

  private mutating func shareMarks(_ one: ColumnRole, _ other: ColumnRole) {
    if decimalMarks[one] == nil { decimalMarks[one] = decimalMarks[other] }
    if decimalMarks[other] == nil { decimalMarks[other] = decimalMarks[one] }
  }

  private mutating func decideSign(_ structure: CSVStructure, _ options: ImportOptions) {
    let flips = options.invertsSign ? ", flipped as asked for" : ""
    guard let column = structure.columns[.amount] else {
      return decide("sign", "debit and credit" + flips, "money out and in have columns of their own")
    }
    var negatives = 0
    var positives = 0
    for record in structure.dataRecords {
      guard let cell = AmountCell(structure.table.cell(record, column)) else { continue }
      if cell.isNegative { negatives += 1 } else { positives += 1 }
    }
    if negatives == 0, let indicator = structure.columns[.indicator],
      let words = DirectionWords.directions(structure, column: indicator)
    {
      directions = words
      return decide(
        "sign", "column '\(structure.titles[indicator])'", "amounts have no sign and it says debit or credit" + flips)
    }
    decide("sign", "as written" + flips, "\(negatives) of \(negatives + positives) amounts are negative")
    if negatives == 0, positives > 0 {
      warnings.append(
        "no amount is negative: if these are purchases, import again with --invert-sign")
    }
  }
}

/// Which orders the dates of a column allow.
struct DateEvidence {
  private var possible: Set<DateOrder> = Set(DateOrder.allCases)
  private var count = 0
  private var differs = false
  private var hasPoints = false
  private var previous: [DateOrder: CalendarDay] = [:]
  private var ascending: Set<DateOrder> = Set(DateOrder.allCases)
  private var descending: Set<DateOrder> = Set(DateOrder.allCases)
  private var votes: [DateOrder: Int] = [:]

  mutating func add(_ cell: DateCell) {
    let orders = cell.possibleOrders
    guard !orders.isEmpty else { return }
    count += 1
    if cell.hasPoints { hasPoints = true }
    for order in orders { votes[order, default: 0] += 1 }
    if Set(orders.compactMap { cell.day($0) }).count > 1 { differs = true }
    for order in DateOrder.allCases {
      guard let day = cell.day(order) else { continue }
      if let before = previous[order] {
        if day < before { ascending.remove(order) }
        if day > before { descending.remove(order) }
      }
      previous[order] = day
    }
  }

  /// The order, with its reason; nil where two orders are left that mean different days.
  var order: (order: DateOrder, why: String)? {
    guard count > 0 else { return (.yearMonthDay, "no cell is a date") }
    let most = votes.values.max() ?? 0
    let candidates = DateOrder.allCases.filter { votes[$0] == most }
    if candidates.count == 1 {
      let other = DateOrder.allCases.filter { $0 != candidates[0] }.compactMap { votes[$0] }.max() ?? 0
      return (
        candidates[0],
        other == 0 ? "the dates are written so" : "in \(most - other) of \(count) dates only this order gives a day"
      )
    }
    if hasPoints, candidates.contains(.dayMonthYear) { return (.dayMonthYear, "dates with points have the day first") }
    if !differs { return (candidates[0], "every order gives the same days") }
    let sorted = candidates.filter { ascending.contains($0) || descending.contains($0) }
    if sorted.count == 1, count > 2 { return (sorted[0], "only so the rows are in order of date") }
    return nil
  }
}

/// What a column's cells say about its decimal mark.
struct MarkEvidence {
  private var decimal: [DecimalMark: Int] = [:]
  private var grouping: [DecimalMark: Int] = [:]
  private var open: [DecimalMark: Int] = [:]
  private var count = 0

  mutating func add(_ cell: AmountCell) {
    count += 1
    switch cell.clue {
    case .none: break
    case .decimal(let mark): decimal[mark, default: 0] += 1
    case .grouping(let mark): grouping[mark, default: 0] += 1
    case .open(let mark): open[mark, default: 0] += 1
    }
  }

  /// The mark, with its reason; nil where the cells leave it open and it matters.
  var mark: (mark: DecimalMark, why: String)? {
    let points = decimal[.point] ?? 0
    let commas = decimal[.comma] ?? 0
    if points != commas {
      let mark: DecimalMark = points > commas ? .point : .comma
      return (mark, "\(max(points, commas)) cells show it before decimals")
    }
    if points > 0 { return nil }
    if let grouped = grouping.max(by: { $0.value < $1.value }) {
      let mark: DecimalMark = grouped.key == .point ? .comma : .point
      return (mark, "'\(grouped.key.text)' stands twice in a cell, so it groups")
    }
    if open.isEmpty { return (.point, count == 0 ? "no cell is an amount" : "no cell has a mark") }
    return nil
  }
}

/// Lets the balance column settle what the amount column leaves open.
enum BalanceWitness {
  /// The one mark with which every change of the balance is the row's amount.
  static func decimalMark(
    _ structure: CSVStructure, dateOrder: DateOrder, conventions: CSVConventions
  ) -> DecimalMark? {
    guard let amountColumn = structure.columns[.amount], let balanceColumn = structure.columns[.balance] else {
      return nil
    }
    let digits = conventions.currency?.minorUnitDigits ?? 2
    let marks = DecimalMark.allCases.filter { mark in
      let balanceMarks = conventions.decimalMarks[.balance].map { [$0] } ?? [mark]
      return balanceMarks.contains { balanceMark in
        ties(structure, amountColumn, mark, balanceColumn, balanceMark, digits)
      }
    }
    return marks.count == 1 ? marks[0] : nil
  }

  private static func ties(
    _ structure: CSVStructure, _ amountColumn: Int, _ mark: DecimalMark, _ balanceColumn: Int,
    _ balanceMark: DecimalMark, _ digits: Int
  ) -> Bool {
    var rows: [(amount: Int64, balance: Int64)] = []
    for record in structure.dataRecords {
      guard let amountCell = AmountCell(structure.table.cell(record, amountColumn)),
        let balanceCell = AmountCell(structure.table.cell(record, balanceColumn))
      else { continue }
      do throws(MoneyError) {
        let amount = try amountCell.money(decimalMark: mark, digits: digits)
        let balance = try balanceCell.money(decimalMark: balanceMark, digits: digits)
        rows.append((amount.minorUnits, balance.minorUnits))
      } catch {
        return false
      }
    }
    return isChain(rows)
  }

  /// Whether each balance is the one before plus the row, in file order or reversed.
  static func isChain(_ rows: [(amount: Int64, balance: Int64)]) -> Bool {
    guard rows.count >= 2 else { return false }
    let forwards = rows.indices.dropFirst().allSatisfy {
      rows[$0].balance &- rows[$0 - 1].balance == rows[$0].amount
    }
    let backwards = rows.indices.dropLast().allSatisfy {
      rows[$0].balance &- rows[$0 + 1].balance == rows[$0].amount
    }
    return forwards || backwards
  }
}

/// The words of a column that says whether money goes out or comes in.
enum DirectionWords {
  private static let out: Set<String> = [
    "debit", "dr", "d", "af", "soll", "s", "debet", "withdrawal", "out", "-", "uit",
  ]
  private static let into: Set<String> = ["credit", "cr", "c", "bij", "haben", "h", "kredit", "deposit", "in", "+"]

  /// For each word whether it means money out; nil where the column has other words.
  static func directions(_ structure: CSVStructure, column: Int) -> [String: Bool]? {
    var words: [String: Bool] = [:]
    for record in structure.dataRecords {
      guard let text = String(validating: structure.table.cell(record, column), as: UTF8.self)?.lowercased(),
        !text.isEmpty
      else { continue }
      if words[text] != nil { continue }
      if out.contains(text) {
        words[text] = true
      } else if into.contains(text) {
        words[text] = false
      } else {
        return nil
      }
    }
    return words.isEmpty ? nil : words
  }
}
