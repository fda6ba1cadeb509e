extension RowReader {
  /// What a record is, before its cells are read.
  enum Fate {
    case data
    /// Holds nothing: not worth a word.
    case blank
    /// Goes on with the row above.
    case continuation
    case skipped(String)
    case rejected(String)
  }

  @inline(__always)
  func fate(_ bytes: Span<UInt8>, _ record: Int) -> Fate {
    if needsOnlyDateAndAmount {
      let date = range(record, dateColumns[0])
      let amount = range(record, signedColumn)
      if date.count == 10, !amount.isEmpty, AmountCell.isDigit(bytes[date.lowerBound]) {
        return isBalanceRow(bytes, record) ? .skipped("a balance, not a transaction") : .data
      }
    }
    return generalFate(bytes, record)
  }

  private func generalFate(_ bytes: Span<UInt8>, _ record: Int) -> Fate {
    let filled = table.filledCount(record)
    if filled == 0 { return .blank }
    if let rule = layout.skipRules.first(where: { applies($0, record) }) { return .skipped(reason(rule)) }
    if isHeaderAgain(record) { return .skipped("the header again") }
    let hasDate = dateColumns.contains { !range(record, $0).isEmpty }
    let hasAmount = amountColumns.contains { !isEmptyAmount(bytes, range(record, $0)) }
    if !hasDate, !hasAmount {
      if let rule = layout.continuation, range(record, rule.whenEmpty).isEmpty, !range(record, rule.column).isEmpty {
        return .continuation
      }
      return .skipped("the row has neither a date nor an amount")
    }
    if let reason = notBooked(record) { return .skipped(reason) }
    if !hasDate { return withoutDate(bytes, record) }
    if !hasAmount { return withoutAmount(bytes, record, filled: filled) }
    if let reason = namesSum(bytes, record) { return .skipped(reason) }
    if isNeutral(record) { return .skipped("the row says neither money out nor money in") }
    return isBalanceRow(bytes, record) ? .skipped("a balance, not a transaction") : .data
  }

  private func applies(_ rule: TableLayout.SkipRule, _ record: Int) -> Bool {
    switch rule {
    case .values(let column, let values): values.contains(table.text(record, column))
    case .empty(let column): range(record, column).isEmpty
    case .maxColumns(let count): table.width(record) <= count
    case .allEmpty(let columns): columns.allSatisfy { range(record, $0).isEmpty }
    }
  }

  private func reason(_ rule: TableLayout.SkipRule) -> String {
    switch rule {
    case .values(let column, _): "the profile leaves rows with this value in \(found.name(column)) out"
    case .empty(let column): "the profile leaves rows without \(found.name(column)) out"
    case .maxColumns(let count): "the profile leaves rows with at most \(count) columns out"
    case .allEmpty: "the profile leaves rows without these columns out"
    }
  }

  private func isHeaderAgain(_ record: Int) -> Bool {
    guard found.hasHeader, let first = dateColumns.first, first < found.titles.count else { return false }
    let date = range(record, first)
    // An empty cell at the end of the file has no byte behind it.
    guard !date.isEmpty, date.count >= found.titles[first].text.utf8.count,
      !AmountCell.isDigit(table.bytes[date.lowerBound])
    else { return false }
    let columns = [first] + amountColumns.filter { $0 < found.titles.count }
    return columns.allSatisfy {
      !found.titles[$0].text.isEmpty && table.text(record, $0) == found.titles[$0].text
    }
  }

  private func notBooked(_ record: Int) -> String? {
    for column in dateColumns + layout.roles.statuses {
      let range = range(record, column)
      guard !range.isEmpty, range.count <= 64 else { continue }
      guard let reason = Vocabulary.notBooked(table.text(record, column)) else { continue }
      return "the row is \(reason) (\(shown(range))), not booked"
    }
    return nil
  }

  /// What a row with a word in place of its date is, such as `Total` or `Opening balance`.
  private func namesSum(_ bytes: Span<UInt8>, _ record: Int) -> String? {
    let range = range(record, dateColumns[0])
    guard range.count <= 64, let first = range.first, !AmountCell.isDigit(bytes[first]) else { return nil }
    let text = table.text(record, dateColumns[0])
    if Vocabulary.isTotal(text) { return "a total, not a transaction" }
    return Vocabulary.isBalance(text) ? "a balance, not a transaction" : nil
  }

  private func withoutDate(_ bytes: Span<UInt8>, _ record: Int) -> Fate {
    let name = found.name(dateColumns[0])
    if layout.roles.dateIsBooking, layout.roles.otherDates.contains(where: { !range(record, $0).isEmpty }) {
      return .skipped("\(name) is empty: the row is not booked yet")
    }
    let texts = (0..<min(table.width(record), found.columnCount)).map { table.text(record, $0) }
    if texts.contains(where: { Vocabulary.isTotal($0) }) { return .skipped("a total, not a transaction") }
    if texts.contains(where: { Vocabulary.isBalance($0) }) { return .skipped("a balance, not a transaction") }
    return .rejected("\(name) is empty; correct the file, or leave the row out with --skip-invalid")
  }

  private func withoutAmount(_ bytes: Span<UInt8>, _ record: Int, filled: Int) -> Fate {
    let date = range(record, dateColumns[0])
    let hasDigit = date.contains { AmountCell.isDigit(bytes[$0]) }
    if filled == 1 || !hasDigit { return .skipped("a line of text, not a row") }
    if let balance = layout.roles.balance, !isEmptyAmount(bytes, range(record, balance)) {
      return .skipped("a balance, not a transaction: there is no amount")
    }
    let width = min(table.width(record), found.columnCount)
    if (0..<width).contains(where: { Vocabulary.isBalance(table.text(record, $0)) }) {
      return .skipped("a balance, not a transaction: there is no amount")
    }
    let columns = amountColumns.map { found.name($0) }.joined(separator: " and ")
    let foreign = otherAmount(bytes, record)
    return .rejected(
      "\(columns) \(amountColumns.count > 1 ? "are" : "is") empty\(foreign); correct the file, or leave the row out "
        + "with --skip-invalid")
  }

  /// What a column with amounts in another currency says, for the message.
  private func otherAmount(_ bytes: Span<UInt8>, _ record: Int) -> String {
    for (column, title) in found.titles.enumerated() where title.isCurrencyAlone {
      let range = range(record, column)
      if !amountColumns.contains(column), !range.isEmpty {
        return ", and \(found.name(column)) has \(shown(range)), which is not the account's currency"
      }
    }
    return ""
  }

  private func isNeutral(_ record: Int) -> Bool {
    guard case .indicator(_, indicator: let column) = layout.roles.amount else { return false }
    let range = range(record, column)
    if range.isEmpty { return false }
    let table = table
    return isPlaceholder(table.bytes.span, range) && layout.directions[table.text(record, column)] == nil
  }

  /// Whether a row with a date and an amount only names a balance.
  @inline(__always)
  private func isBalanceRow(_ bytes: Span<UInt8>, _ record: Int) -> Bool {
    guard payeeColumn >= 0 else { return false }
    let range = table.range(record, payeeColumn)
    guard range.count <= 48, range.count >= 5 else { return false }
    return mayBeBalance(bytes[range.lowerBound]) && Vocabulary.mayBeBalance(bytes, range)
      && isBalanceText(record, payeeColumn)
  }

  /// Whether a first letter can begin a balance's name.
  @inline(__always)
  private func mayBeBalance(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case 0x73, 0x62, 0x6F, 0x63, 0x70, 0x65, 0x6B, 0x61, 0x6E, 0x69, 0x75, 0x74: true
    default: byte >= 0x80
    }
  }

  private func isBalanceText(_ record: Int, _ column: Int) -> Bool {
    let text = table.text(record, column)
    // Apps write an account's opening balance as a row of its register; statements have balances beside their rows.
    if layout.roles.balance == nil, OpeningRows.isNamed(text) { return false }
    return Vocabulary.isBalance(text) && text.lowercased() != "abschluss"
  }
}
