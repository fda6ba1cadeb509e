import LedgerDomain

/// Reads dates and amounts of a table whose layout is decided.
///
/// A class, as it is large, never changes and is lent to every row: as a structure it was copied for each.
final class RowReader: Sendable {
  let found: FoundTable
  let layout: TableLayout
  /// Columns that are looked at in every row, out of the layout for speed.
  let dateColumns: [Int]
  let amountColumns: [Int]
  let table: Table
  /// The amount's column where it is a single signed one, else −1.
  let signedColumn: Int
  /// Whether only the cells of date and amount say what a row is.
  let needsOnlyDateAndAmount: Bool
  let payeeColumn: Int
  private let dateOrder: DateOrder
  private let flips: Bool
  private let hasNullValues: Bool
  private let marks: [DecimalMark]
  private let defaultDigits: Int

  init(_ found: consuming FoundTable, _ layout: TableLayout) {
    table = found.table
    self.found = found
    self.layout = layout
    dateColumns = layout.roles.date
    amountColumns = layout.roles.amount.all
    if case .signed(let column) = layout.roles.amount { signedColumn = column } else { signedColumn = -1 }
    needsOnlyDateAndAmount =
      layout.skipRules.isEmpty && layout.roles.statuses.isEmpty && layout.roles.date.count == 1 && signedColumn >= 0
    payeeColumn = layout.roles.payee.first ?? -1
    dateOrder = layout.dateOrder
    flips = layout.flips
    hasNullValues = !layout.nullValues.isEmpty
    defaultDigits = layout.currency?.minorUnitDigits ?? 2
    var marks = [DecimalMark](repeating: .point, count: StatementReader.columnLimit)
    for (column, mark) in layout.marks where column < marks.count { marks[column] = mark }
    self.marks = marks
  }

  // MARK: Cells

  /// Where a cell lies; empty too where it holds a word that the profile says means nothing.
  @inline(__always)
  func range(_ record: Int, _ column: Int) -> Range<Int> {
    let range = table.range(record, column)
    return !hasNullValues || range.isEmpty ? range : withoutNull(range)
  }

  private func withoutNull(_ range: Range<Int>) -> Range<Int> {
    let text = String(validating: table.bytes[range], as: UTF8.self) ?? ""
    return layout.nullValues.contains(TextCleaning.clean(text)) ? range.lowerBound..<range.lowerBound : range
  }

  /// A cell as it is shown in a message.
  func shown(_ range: Range<Int>) -> String {
    var end = min(range.upperBound, range.lowerBound + 60)
    while end > range.lowerBound, end < range.upperBound, table.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let text = String(validating: table.bytes[range.lowerBound..<end], as: UTF8.self) ?? ""
    return "'" + TextCleaning.clean(text) + (end < range.upperBound ? "…'" : "'")
  }

  /// Whether an amount's cell holds nothing or a dash that stands for nothing.
  @inline(__always)
  func isEmptyAmount(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    guard range.count <= 3 else { return false }
    return isPlaceholder(bytes, range)
  }

  /// Whether a cell holds only a dash or a stroke.
  func isPlaceholder(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    switch range.count {
    case 1: return bytes[range.lowerBound] == 0x2D || bytes[range.lowerBound] == 0x2F
    case 2: return bytes[range.lowerBound] == 0x2D && bytes[range.lowerBound + 1] == 0x2D
    case 3:
      // En and em dashes.
      return bytes[range.lowerBound] == 0xE2 && bytes[range.lowerBound + 1] == 0x80
        && (bytes[range.lowerBound + 2] == 0x93 || bytes[range.lowerBound + 2] == 0x94)
    default: return false
    }
  }

  // MARK: Dates

  func day(_ bytes: Span<UInt8>, _ record: Int) throws(RowFault) -> CalendarDay {
    let column = dateColumns[0]
    if dateColumns.count == 3 { return try splitDay(bytes, record) }
    let range = range(record, column)
    if let day = DateCell.plainDay(bytes, range, dateOrder) { return day }
    if let day = layout.roles.dateForm.day(bytes, range, layout.dateOrder) { return day }
    if let period = layout.period, let day = DateCell.dayWithoutYear(bytes, range, layout.dateOrder, within: period) {
      return day
    }
    let form = layout.dateOrder.form
    throw RowFault(
      "\(found.name(column)): \(shown(range)) is not a day of the calendar, read as \(form); correct the file, or leave the "
        + "row out with --skip-invalid")
  }

  private func splitDay(_ bytes: Span<UInt8>, _ record: Int) throws(RowFault) -> CalendarDay {
    var values: [Int] = []
    for column in dateColumns {
      let range = range(record, column)
      guard let value = Int(String(validating: table.bytes[range], as: UTF8.self) ?? "") else {
        throw RowFault("\(found.name(column)): \(shown(range)) is not a number; correct the file")
      }
      values.append(value)
    }
    let year = values[0] < 100 ? DateCell.century(values[0]) : values[0]
    guard let day = CalendarDay(year: year, month: values[1], day: values[2]) else {
      throw RowFault("\(values[0])-\(values[1])-\(values[2]) is not a day of the calendar; correct the file")
    }
    return day
  }

  // MARK: Amounts

  /// A cell's amount in minor units; nil where it is empty.
  @inline(__always)
  private func value(_ bytes: Span<UInt8>, _ record: Int, _ column: Int, digits: Int) throws(RowFault) -> Int64? {
    let range = range(record, column)
    if let value = RowReader.plainValue(bytes, range, mark: marks[column], digits: digits) { return value }
    return try generalValue(bytes, range, column, digits: digits)
  }

  /// The common cell: a minus perhaps, up to 15 digits, and exactly the currency's decimals.
  @inline(__always)
  private static func plainValue(
    _ bytes: Span<UInt8>, _ range: Range<Int>, mark: DecimalMark, digits: Int
  ) -> Int64? {
    var index = range.lowerBound
    let end = range.upperBound
    guard index < end, end - index <= 16 else { return nil }
    let isNegative = bytes[index] == 0x2D
    if isNegative { index += 1 }
    let markIndex = end - digits - 1
    guard markIndex > index || (digits == 0 && end > index) else { return nil }
    var value: Int64 = 0
    while index < end {
      let digit = bytes[index] &- 0x30
      if digit > 9 {
        guard index == markIndex, bytes[index] == mark.rawValue, digits > 0 else { return nil }
      } else {
        if index == markIndex, digits > 0 { return nil }
        value = value &* 10 &+ Int64(digit)
      }
      index += 1
    }
    guard value <= Money.limit else { return nil }
    return isNegative ? 0 &- value : value
  }

  private func generalValue(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int, digits: Int
  ) throws(RowFault) -> Int64? {
    if isEmptyAmount(bytes, range) { return nil }
    guard range.count <= 256, let cell = AmountCell(bytes, range) else { throw notAnAmount(range, column) }
    if let mention = cell.currency, let currency = layout.currency, !mention.allows(currency) {
      throw RowFault(
        "\(found.name(column)): \(shown(range)) is not in \(currency.code), the account's currency; import it into an "
          + "account of its own with --currency and --account")
    }
    switch cell.reading(bytes, mark: marks[column], digits: digits) {
    case .value(let value): return value
    case .malformed: throw notAnAmount(range, column)
    case .tooPrecise:
      let allowed = digits == 0 ? "no decimals" : "at most \(digits) decimals"
      let currency = layout.currency.map { "\($0.code) has" } ?? "the currency has"
      throw RowFault(
        "\(found.name(column)): \(shown(range)): \(currency) \(allowed); correct the file, or say another currency with "
          + "--currency or the mark with --decimal-mark")
    case .tooLarge:
      throw RowFault(
        "\(found.name(column)): \(shown(range)) is beyond the limit of 10^15 minor units; correct the file")
    }
  }

  private func notAnAmount(_ range: Range<Int>, _ column: Int) -> RowFault {
    let mark = marks[column] == .point ? "point" : "comma"
    return RowFault(
      "\(found.name(column)): \(shown(range)) is not an amount with a decimal \(mark); correct the file, say the mark with "
        + "--decimal-mark, or leave the row out with --skip-invalid")
  }

  /// The row's amount in minor units, signed as booked; nil where its cells are empty.
  @inline(__always)
  func amount(_ bytes: Span<UInt8>, _ record: Int, digits: Int) throws(RowFault) -> Int64? {
    let amount: Int64?
    if signedColumn >= 0 {
      amount = try value(bytes, record, signedColumn, digits: digits)
    } else {
      amount = try compound(bytes, record, digits: digits)
    }
    guard let amount else { return nil }
    return flips ? 0 &- amount : amount
  }

  private func compound(_ bytes: Span<UInt8>, _ record: Int, digits: Int) throws(RowFault) -> Int64? {
    switch layout.roles.amount {
    case .signed(let column): return try value(bytes, record, column, digits: digits)
    case .debitCredit(let debit, let credit): return try sides(bytes, record, debit, credit, digits: digits)
    case .indicator(let column, indicator: let indicator):
      guard let value = try value(bytes, record, column, digits: digits) else { return nil }
      return try directed(value, record, column, indicator)
    case .sum(let columns):
      var sum: Int64?
      for column in columns {
        if let value = try value(bytes, record, column, digits: digits) { sum = (sum ?? 0) &+ value }
      }
      return sum
    case .minusFee(let column, let fee):
      guard let value = try value(bytes, record, column, digits: digits) else { return nil }
      return value &- (try self.value(bytes, record, fee, digits: digits) ?? 0)
    }
  }

  private func sides(
    _ bytes: Span<UInt8>, _ record: Int, _ debit: Int?, _ credit: Int?, digits: Int
  ) throws(RowFault) -> Int64? {
    var out: Int64?
    var into: Int64?
    if let debit { out = try side(bytes, record, debit, layout.debitSign, digits: digits) }
    if let credit { into = try side(bytes, record, credit, layout.creditSign, digits: digits) }
    if let out, let into, out != 0, into != 0, let debit, let credit {
      throw RowFault(
        "\(found.name(debit)) and \(found.name(credit)) are both filled (\(shown(range(record, debit))) and "
          + "\(shown(range(record, credit)))); correct the file: a row has one of them")
    }
    if out == nil, into == nil { return nil }
    return (into ?? 0) &- (out ?? 0)
  }

  /// A side's amount, positive in the side's direction.
  private func side(
    _ bytes: Span<UInt8>, _ record: Int, _ column: Int, _ sign: TableLayout.SideSign, digits: Int
  ) throws(RowFault) -> Int64? {
    guard let value = try value(bytes, record, column, digits: digits) else { return nil }
    switch sign {
    case .ignored: return Int64(value.magnitude)
    case .negative: return 0 &- value
    case .positive:
      if value < 0, layout.debitSign == .positive, layout.creditSign == .positive {
        throw RowFault(
          "\(found.name(column)): \(shown(range(record, column))) is negative among positive amounts; say with --profile "
            + "(amount.abs) that the sign does not count, or correct the file")
      }
      return value
    }
  }

  private func directed(_ value: Int64, _ record: Int, _ column: Int, _ indicator: Int) throws(RowFault) -> Int64? {
    let range = range(record, indicator)
    var word = TextCleaning.clean(String(validating: table.bytes[range], as: UTF8.self) ?? "")
    if layout.ignoresDirectionCase { word = word.lowercased() }
    let folded = layout.ignoresDirectionCase ? Vocabulary.folded(word) : word
    let isOut = word.isEmpty ? layout.emptyDirection : layout.directions[word] ?? layout.directions[folded]
    guard let isOut else {
      throw RowFault(
        "\(found.name(indicator)): \(shown(range)) is not a word for money out or in; correct the file, or say the words "
          + "with --profile")
    }
    if value < 0, !isOut {
      throw RowFault(
        "\(found.name(column)): \(shown(self.range(record, column))) is negative although \(found.name(indicator)) says "
          + "\(shown(range)); correct the file")
    }
    return isOut ? 0 &- Int64(value.magnitude) : value
  }

  /// The balance behind a row; nil where it has none.
  func balance(_ bytes: Span<UInt8>, _ record: Int, digits: Int) -> Int64? {
    guard let column = layout.roles.balance, layout.marks[column] != nil else { return nil }
    let range = range(record, column)
    if let value = RowReader.plainValue(bytes, range, mark: marks[column], digits: digits) { return value }
    guard !isEmptyAmount(bytes, range), let cell = AmountCell(bytes, range),
      case .value(let value) = cell.reading(bytes, mark: marks[column], digits: digits)
    else { return nil }
    return value
  }

  /// The amounts and balances of every row that can be read.
  func witness() -> BalanceWitness {
    var witness = BalanceWitness()
    let table = table
    let bytes = table.bytes.span
    for record in found.firstRecord..<table.count - layout.footerCount {
      do throws(RowFault) {
        guard case .data = fate(bytes, record) else { continue }
        _ = try day(bytes, record)
        guard let amount = try amount(bytes, record, digits: defaultDigits) else { continue }
        witness.add(amount: amount, balance: balance(bytes, record, digits: defaultDigits))
      } catch {
        continue
      }
    }
    return witness
  }
}
