import LedgerDomain

extension LayoutFinder {
  mutating func decideDates() throws(ImportFault) {
    guard let column = roles.date.first else { return }
    if let beside = yearsBeside(column) {
      layout.period = beside.period
      layout.periodIsFound = true
      decide(
        "year", "\(beside.period.first) to \(beside.period.last)",
        "\(found.name(column)) has none, and \(found.name(beside.column)) lies beside it")
    }
    let evidence = dateEvidence(column)
    decideContinuation(roles.payee.first)
    if roles.date.count == 3 {
      decide("date-order", "ymd", "year, month and day have columns of their own")
      return
    }
    if roles.dateForm == .serial {
      return decide("date-form", "day numbers", serialReason(column))
    }
    if let asked = options.dateOrder {
      layout.dateOrder = asked
      return decide("date-order", asked.rawValue, "as asked for")
    }
    if let said = profile?.date.order ?? profile?.dateOrder {
      layout.dateOrder = said
      return decide("date-order", said.rawValue, "the profile says so")
    }
    guard let order = evidence.order else {
      throw ImportFault(
        "the dates in \(found.name(column)) could have the day or the month first: nothing in the file settles it; say "
          + "which with --date-order dmy or --date-order mdy")
    }
    layout.dateOrder = order.order
    decide("date-order", order.order.rawValue, order.why)
  }

  /// The days between which dates without a year lie, by the dates of another column.
  private func yearsBeside(_ column: Int) -> (period: ImportProfile.Period, column: Int)? {
    guard layout.period == nil, roles.date.count == 1, let other = roles.otherDates.first else { return nil }
    let bytes = found.table.bytes.span
    let records = found.firstRecord..<found.table.count
    let first = records.first { DateCell(bytes, found.table.range($0, other))?.isPlausible ?? false }
    guard let first, DateCell.isWithoutYear(bytes, found.table.range(first, column)) else { return nil }
    var evidence = DateEvidence()
    for record in records { evidence.add(bytes, found.table.range(record, other)) }
    guard let order = evidence.order?.order else { return nil }
    let days = records.compactMap { DateCell(bytes, found.table.range($0, other))?.day(order) }
    guard let least = days.min(), let greatest = days.max(), least.days(to: greatest) < 300 else { return nil }
    return (ImportProfile.Period(first: least.advanced(byDays: -30), last: greatest.advanced(byDays: 30)), other)
  }

  /// Why numbers are days, with the first of them so that one can see it.
  private func serialReason(_ column: Int) -> String {
    let bytes = found.table.bytes.span
    for record in found.firstRecord..<found.table.count {
      let range = found.table.range(record, column)
      guard let day = SerialDay.day(bytes, range) else { continue }
      let text = found.table.text(record, column)
      return "\(found.name(column)) counts days from 1899-12-30 as spreadsheets do: \(text) is \(day)"
    }
    return "the profile says so"
  }

  /// Looks at every date, and counts the rows without one.
  private mutating func dateEvidence(_ column: Int) -> DateEvidence {
    var evidence = DateEvidence()
    let table = found.table
    let bytes = table.bytes.span
    let others = roles.amount.all + [roles.balance].compactMap { $0 }
    for record in found.firstRecord..<table.count {
      let range = table.range(record, column)
      if !range.isEmpty {
        if layout.period != nil, let full = DateCell.withYear(bytes, range) {
          evidence.add(full.span, 0..<full.count)
        } else {
          evidence.add(bytes, range, form: roles.dateForm)
        }
        continue
      }
      emptyDates += 1
      if let text = layout.roles.payee.first, !table.range(record, text).isEmpty,
        others.allSatisfy({ table.range(record, $0).isEmpty })
      {
        continuations += 1
      }
    }
    return evidence
  }

  /// Rows without date and amount go on with the row above where the file has many of them.
  private mutating func decideContinuation(_ text: Int?) {
    guard layout.continuation == nil, let text, let date = roles.date.first, continuations > 0 else { return }
    let rows = found.table.count - found.firstRecord - emptyDates
    guard continuations * 2 >= rows || (continuations >= 2 && continuations * 5 >= rows) else { return }
    layout.continuation = TableLayout.Continuation(whenEmpty: date, column: text, appendsToPayee: false)
    decide("columns", "\(continuations) rows go on with the row above", "they have a text but neither date nor amount")
  }
}
