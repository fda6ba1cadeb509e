import LedgerDomain

extension LayoutFinder {
  /// Decides the direction of money: columns of its own, a column of words, or the sign and what speaks against it.
  mutating func decideSign(_ finder: RoleFinder) throws(ImportFault) {
    layout.flips = options.invertsSign != (profile?.amount?.negates ?? false)
    let asked = options.invertsSign ? ", flipped as asked for" : ""
    switch layout.roles.amount {
    case .debitCredit(let debit, let credit):
      layout.debitSign = try sideSign(debit)
      layout.creditSign = try sideSign(credit)
      decide("sign", "debit and credit", "money out and money in have columns of their own" + asked)
    case .indicator(_, indicator: let column):
      takeIndicator(column)
      decide("sign", found.name(column), "the profile says so" + asked)
    case .signed(let column):
      if profile?.amount != nil {
        decide("sign", layout.flips ? "flipped" : "as written", "the profile says so" + asked)
      } else {
        try decideSigned(column, finder, asked)
      }
    case .sum, .minusFee:
      decide("sign", "as written", "the amounts have signs" + asked)
    }
  }

  /// How a side's column writes its amounts; a mix of signs can't be told apart.
  private func sideSign(_ column: Int?) throws(ImportFault) -> TableLayout.SideSign {
    if profile?.amount?.takesMagnitude ?? false { return .ignored }
    guard let column, let cells = evidence[column], cells.negatives > 0 else { return .positive }
    return nonZeroSigns(column).positives == 0 ? .negative : .positive
  }

  private func nonZeroSigns(_ column: Int) -> (positives: Int, negatives: Int) {
    var counts = (positives: 0, negatives: 0)
    for record in found.firstRecord..<found.table.count {
      switch sign(record, column) {
      case .some(1): counts.positives += 1
      case .some(-1): counts.negatives += 1
      default: break
      }
    }
    return counts
  }

  /// The sign of an amount's cell: −1, 0 or 1; nil where it is no amount.
  func sign(_ record: Int, _ column: Int) -> Int? {
    let span = found.table.bytes.span
    guard let cell = AmountCell(span, found.table.range(record, column)),
      case .value(let value) = cell.reading(
        span, mark: layout.marks[column] ?? .point, digits: layout.currency?.minorUnitDigits ?? 2)
    else { return nil }
    return value == 0 ? 0 : value < 0 ? -1 : 1
  }

  private mutating func takeIndicator(_ column: Int) {
    guard let choice = profile?.amount else { return }
    layout.ignoresDirectionCase = choice.ignoresCase
    for (values, isOut) in [(choice.debitValues, true), (choice.creditValues, false)] {
      for value in values {
        let word = TextCleaning.clean(value)
        if word.isEmpty {
          layout.emptyDirection = isOut
        } else {
          layout.directions[choice.ignoresCase ? word.lowercased() : word] = isOut
        }
      }
    }
  }

  private mutating func decideSigned(
    _ column: Int, _ finder: RoleFinder, _ asked: String
  ) throws(ImportFault) {
    let cells = evidence[column] ?? MarkEvidence(digits: 2)
    let (positives, negatives) = (cells.positives, cells.negatives)
    if negatives == 0, positives > 0, cells.suffixes == 0, let indicator = layout.roles.direction,
      takeDirections(indicator, finder)
    {
      layout.roles.amount = .indicator(column, indicator: indicator)
      decide("sign", found.name(indicator), "the amounts have no sign, and it says debit or credit" + asked)
      return
    }
    if negatives == 0, positives > 1, layout.roles.balance != nil, try takeBalanceSigns(column, asked) { return }
    if let why = contradiction(column, finder, positives: positives, negatives: negatives) {
      layout.flips.toggle()
      decide("sign", "flipped", why + asked)
      return
    }
    decide("sign", "as written", "\(negatives) of \(negatives + positives) amounts are negative" + asked)
    if negatives == 0, positives > 0, !layout.flips {
      warnings.append("no amount is negative: if these are purchases, import the file again with --invert-sign")
    }
  }

  /// Lets the balances say the direction of amounts without signs; false where they say nothing.
  private mutating func takeBalanceSigns(_ column: Int, _ asked: String) throws(ImportFault) -> Bool {
    let witness = RowReader(found, layout).witness()
    if witness.tyingDirection() != nil { return false }
    if witness.tyingDirection(flipped: true) != nil {
      layout.flips.toggle()
      decide("sign", "flipped", "only so every change of the balance is its row's amount" + asked)
      return true
    }
    guard witness.tiesByMagnitude else { return false }
    throw ImportFault(
      "the amounts in \(found.name(column)) have no sign, although the balance falls and rises by them; say with --profile "
        + "which column tells money out from money in (amount.indicator)")
  }

  /// Takes the words of a direction column; false where they do not settle every row.
  private mutating func takeDirections(_ column: Int, _ finder: RoleFinder) -> Bool {
    var words: [String: Bool] = [:]
    var empties = 0
    var others = 0
    for record in found.firstRecord..<found.table.count where isDated(record) {
      let text = Vocabulary.folded(found.table.text(record, column))
      if text.isEmpty {
        empties += 1
      } else if let isOut = Vocabulary.direction(text) {
        words[text] = isOut
      } else if text.contains(where: { $0.isLetter }) {
        others += 1
      }
    }
    guard !words.isEmpty, others == 0 else { return false }
    let kinds = Set(words.values)
    if empties > 0 {
      // A flag that only marks one side leaves the other one empty.
      // Where both sides are named, a row without a word is reported.
      if kinds.count == 1, let flagged = kinds.first { layout.emptyDirection = !flagged }
    }
    layout.directions = words
    return true
  }

  private func isDated(_ record: Int) -> Bool {
    guard let column = layout.roles.date.first else { return false }
    return layout.roles.dateForm.day(found.table.bytes.span, found.table.range(record, column), layout.dateOrder) != nil
  }

  /// What says that the signs of a column mean the opposite, as cards write purchases; nil where nothing does.
  private func contradiction(_ column: Int, _ finder: RoleFinder, positives: Int, negatives: Int) -> String? {
    if let direction = layout.roles.direction {
      var counts = (agree: 0, contradict: 0)
      for record in found.firstRecord..<min(found.table.count, found.firstRecord + 20_000) {
        guard let isOut = Vocabulary.direction(found.table.text(record, direction)), let sign = sign(record, column),
          sign != 0
        else { continue }
        if isOut == (sign < 0) { counts.agree += 1 } else { counts.contradict += 1 }
      }
      if counts.contradict > 0, counts.agree == 0 {
        return "\(found.name(direction)) says debit where amounts are positive and credit where they are negative"
      }
      if counts.agree > 0 { return nil }
    }
    guard negatives > 0, positives > 0, positives >= negatives || positives + negatives < 8 else { return nil }
    return cardConvention(column)
  }

  /// Whether the negative rows are payments to a card and refunds, so that positive ones are purchases.
  private func cardConvention(_ column: Int) -> String? {
    let texts = layout.roles.payee + [layout.roles.memo].compactMap { $0 }
    var negative = (credits: 0, others: 0)
    var positive = (credits: 0, others: 0)
    for record in found.firstRecord..<min(found.table.count, found.firstRecord + 4_096) {
      guard let sign = sign(record, column), sign != 0, isDated(record) else { continue }
      let isCredit = texts.contains { Vocabulary.isCardCredit(found.table.text(record, $0)) }
      switch (sign < 0, isCredit) {
      case (true, true): negative.credits += 1
      case (true, false): negative.others += 1
      case (false, true): positive.credits += 1
      case (false, false): positive.others += 1
      }
    }
    guard negative.credits > 0, negative.credits * 10 >= (negative.credits + negative.others) * 6,
      positive.credits * 10 <= positive.others, positive.others > 0
    else { return nil }
    return "the negative rows are payments received and refunds, so the positive ones are purchases"
  }
}
