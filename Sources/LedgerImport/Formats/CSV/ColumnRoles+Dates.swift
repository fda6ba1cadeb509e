import LedgerDomain

extension RoleFinder {
  /// The date's columns by the profile: one, three, or none said.
  func profileDate() throws(ImportFault) -> [Int] {
    guard let choice = profile?.date else { return [] }
    var columns: [Int] = []
    for reference in choice.columns.isEmpty ? [choice.column].compactMap({ $0 }) : choice.columns {
      columns.append(try resolve(reference))
    }
    guard columns.count != 2, columns.count < 4 else {
      throw ImportFault(
        "the profile '\(profile?.name ?? "")' has a date in \(columns.count) columns; it takes one or three")
    }
    return columns
  }

  mutating func findDate() throws(ImportFault) {
    let dated = columns.filter { statistics[$0].dates * 2 >= statistics[$0].filled && statistics[$0].dates > 0 }
    if roles.date.isEmpty {
      var named = candidates(.date) { $0.dates * 2 >= $0.filled && $0.dates > 0 }
      if let best = candidates(.date, where: { $0.filled > 0 }).first, best.score > named.first?.score ?? .max,
        areWithoutYear(best.column)
      {
        named.insert(best, at: 0)
      }
      let unfilled = candidates(.date) { _ in true }
      guard
        let column = named.first?.column ?? dated.max(by: { statistics[$0].dates < statistics[$1].dates })
          ?? (found.table.count == found.firstRecord ? unfilled.first?.column : nil)
      else {
        throw noDates(unfilled.first?.column)
      }
      roles.date = [column]
    }
    roles.otherDates = dated.filter { !roles.date.contains($0) }
    if let first = roles.date.first, first < found.titles.count, !roles.otherDates.isEmpty {
      roles.dateIsBooking = (ColumnWords.score(found.titles[first], .date) ?? 0) >= 90
    }
  }

  /// Whether a column's first cells are days and months.
  private func areWithoutYear(_ column: Int) -> Bool {
    let bytes = found.table.bytes.span
    let cells = (found.firstRecord..<min(found.table.count, found.firstRecord + 16)).map {
      found.table.range($0, column)
    }
    return cells.allSatisfy { $0.isEmpty || DateCell.isWithoutYear(bytes, $0) }
  }

  /// Whether a column that is named as a date's holds dates.
  func hasDates(in titles: [ColumnTitle]) -> Bool {
    let bytes = found.table.bytes.span
    return titles.indices.contains { column in
      (ColumnWords.score(titles[column], .date) ?? 0) > 0
        && (found.firstRecord..<min(found.table.count, found.firstRecord + 16)).contains { record in
          DateCell(bytes, found.table.range(record, column))?.isPlausible ?? false
        }
    }
  }

  /// What most of a column's first cells are: dates with separators or names, or days as eight digits.
  private func firstDates(_ column: Int) -> (areSeparated: Bool, areWhole: Bool) {
    let bytes = found.table.bytes.span
    var (filled, separated, whole) = (0, 0, 0)
    for record in found.firstRecord..<min(found.table.count, found.firstRecord + 16) {
      let range = found.table.range(record, column)
      if range.isEmpty { continue }
      filled += 1
      guard let cell = DateCell(bytes, range), cell.isPlausible else { continue }
      if cell.compact == nil { separated += 1 } else { whole += 1 }
    }
    return (separated > 0 && separated * 2 >= filled, whole > 0)
  }

  /// A column that is named as a date's and holds days as bare numbers, where no named column holds dates.
  func numberedDays() throws(ImportFault) -> (column: Int, form: DateForm)? {
    if profile?.date.isSerial ?? false, let column = roles.date.first { return (column, .serial) }
    var named = roles.date.count == 1 ? roles.date.filter { !firstDates($0).areSeparated } : []
    if roles.date.isEmpty {
      let scored = found.titles.indices.map { (column: $0, score: ColumnWords.score(found.titles[$0], .date) ?? 0) }
      named = scored.filter { $0.score >= 30 }.sorted { ($1.score, $0.column) < ($0.score, $1.column) }.map(\.column)
      if named.contains(where: { firstDates($0).areSeparated }) { return nil }
    }
    let bytes = found.table.bytes.span
    for column in named {
      let isShort = (found.firstRecord..<found.table.count).contains { record in
        let count = found.table.range(record, column).count
        return count > 0 && count != 8 && count <= 24
      }
      if !isShort, firstDates(column).areWhole { return nil }
      var days = NumberedDays(order: options.dateOrder ?? profile?.date.order)
      for record in found.firstRecord..<found.table.count { days.add(bytes, found.table.range(record, column)) }
      switch days.outcome {
      case .none:
        if firstDates(column).areWhole { return nil }
      case .form(let form): return (column, form)
      case .ambiguous:
        throw ImportFault(
          "the numbers in \(found.name(column)) could be day, month and year without zeros, or days as spreadsheets count them; "
            + "say --date-order dmy or mdy for the first, or 'serial' as date.format in a --profile")
      }
    }
    return nil
  }

  /// Says which cell of the column that should hold dates is none.
  private func noDates(_ column: Int?) -> ImportFault {
    let table = found.table
    guard let column,
      let record = (found.firstRecord..<table.count).first(where: { !table.range($0, column).isEmpty })
    else { return ImportFault("no column holds dates; say which one does with --profile") }
    let bytes = table.bytes.span
    let isWithoutYear = DateCell.isWithoutYear(bytes, table.range(record, column))
    return ImportFault(
      "\(found.name(column)) holds no dates with a year, such as '\(table.text(record, column).prefix(40))' in line "
        + "\(table.line(record)); "
        + (isWithoutYear
          ? "say the period of the file with --profile (date.period)"
          : "say which column holds the dates with --profile, or correct the file"))
  }

  var dateColumns: [Int] { roles.date + roles.otherDates }
}
