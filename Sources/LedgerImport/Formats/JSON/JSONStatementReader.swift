import JSON
import LedgerDomain

/// Reads transactions in JSON and in lines of JSON, such as banks' interfaces give them, by the names of their fields.
///
/// Every object with a date and an amount is a row, wherever it lies. Numbers keep their text on the way, so that no amount
/// passes through a binary float.
struct JSONStatementReader {
  let options: ImportOptions

  func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    var scan = JSONScan()
    var builder = StatementBuilder(options: options, path: file.path)
    if file.format == .jsonl {
      readLines(text, &scan, &builder)
    } else {
      do {
        scan.take(try JSONReader.parse(text[...]), lines: JSONScan.objectLines(text))
      } catch {
        throw ImportFault("this is not JSON as it must be (\(error)); download the file again")
      }
    }
    guard !scan.rows.isEmpty || !builder.errors.isEmpty else {
      throw ImportFault("no object with a date and an amount was found; export the statement as CSV")
    }
    // JSON's rows have no lines of their own to a reader, unless each is one.
    let reading = JSONReading(
      order: try order(scan, &builder), mark: try mark(scan, &builder), isPositiveOut: scan.isPositiveOut,
      linesAreRows: file.format == .jsonl)
    if scan.isPositiveOut {
      builder.decide("sign", "flipped", "the fields are Plaid's, which writes money out as positive")
    }
    for row in scan.rows { try reading.add(row, to: &builder) }
    if scan.rows.count > 1, scan.rows.allSatisfy({ !$0.isMinor && $0.isWhole }),
      builder.transactions.contains(where: { $0.currency.minorUnitDigits > 0 })
    {
      builder.warnings.append(
        "no amount has decimals, and they were taken as whole units of the currency: check them against the bank's page"
      )
    }
    try builder.finish(into: &file)
  }

  private func readLines(_ text: [UInt8], _ scan: inout JSONScan, _ builder: inout StatementBuilder) {
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do {
        scan.take(try JSONReader.parse(line), lines: nil, line: index + 1)
      } catch {
        builder.reject(index + 1, "this line is not JSON: \(error.reason); correct the file")
      }
    }
  }

  private func order(_ scan: JSONScan, _ builder: inout StatementBuilder) throws(ImportFault) -> DateOrder {
    try builder.dateOrder(of: scan.rows.map { Array($0.date.utf8) })
  }

  private func mark(_ scan: JSONScan, _ builder: inout StatementBuilder) throws(ImportFault) -> DecimalMark {
    try builder.decimalMark(
      of: scan.rows.filter { !$0.amountIsNumber }.map(\.amount), digits: options.currency?.minorUnitDigits ?? 2)
  }
}

/// How the rows of a file are read.
private struct JSONReading {
  let order: DateOrder
  let mark: DecimalMark
  let isPositiveOut: Bool
  let linesAreRows: Bool

  func add(_ row: JSONRow, to builder: inout StatementBuilder) throws(ImportFault) {
    let line = linesAreRows ? row.line : 0
    if row.isPending { return builder.skip(line, "the row is pending, not booked") }
    if let status = row.status.flatMap({ Vocabulary.notBooked($0) }) {
      return builder.skip(line, "the row is \(status), not booked")
    }
    if row.amount.isEmpty { return builder.skip(line, "the row has no amount of money") }
    let currency = try currency(row, builder)
    do throws(RowFault) {
      builder.add(try self.row(row, currency))
    } catch {
      builder.reject(row.line, error.reason)
    }
  }

  /// The row's currency; one that is asked for is the account's, and other rows are reported.
  private func currency(_ row: JSONRow, _ builder: StatementBuilder) throws(ImportFault) -> Currency {
    if let asked = builder.options.currency ?? builder.options.profile?.currency { return asked }
    return try builder.currency(declared: CurrencyMention(row.currency)?.candidates.first)
  }

  private func row(_ row: JSONRow, _ currency: Currency) throws(RowFault) -> StatementBuilder.Row {
    if let mention = CurrencyMention(row.currency), !mention.allows(currency) {
      throw RowFault(
        "the row is in \(row.currency), the account in \(currency.code); import it into an account of its own, or leave it out "
          + "with --skip-invalid")
    }
    guard let day = day(row) else {
      throw RowFault(
        "the date '\(row.date.prefix(40))' is not a day of the calendar; correct the file, or leave the row out with "
          + "--skip-invalid")
    }
    var amount = try amount(row, currency)
    if let isOut = row.direction.flatMap({ Vocabulary.direction($0) }) {
      amount = isOut ? -Int64(amount.magnitude) : Int64(amount.magnitude)
    } else if isPositiveOut {
      amount = -amount
    }
    var result = StatementBuilder.Row(line: row.line, day: day, amount: amount, currency: currency)
    result.account = row.account
    (result.payee, result.memo) = row.texts(isOut: amount < 0)
    result.category = row.category
    result.reference = row.reference
    return result
  }

  private func day(_ row: JSONRow) -> CalendarDay? {
    if row.dateIsNumber { return JSONReading.day(ofNumber: row.date) }
    let bytes = Array(row.date.utf8)
    return DateCell(bytes.span, 0..<bytes.count)?.day(order)
  }

  /// Seconds or milliseconds since 1970 in UTC, or the digits of a date.
  private static func day(ofNumber text: String) -> CalendarDay? {
    guard let value = Int64(text), value > 0 else { return nil }
    switch text.count {
    case 8: return CalendarDay(year: Int(value / 10_000), month: Int(value / 100 % 100), day: Int(value % 100))
    case 9, 10: return CalendarDay(daysSinceEpoch: Int32(value / 86_400))
    case 12, 13: return CalendarDay(daysSinceEpoch: Int32(value / 86_400_000))
    default: return nil
    }
  }

  private func amount(_ row: JSONRow, _ currency: Currency) throws(RowFault) -> Int64 {
    let digits = row.isMinor ? 0 : currency.minorUnitDigits
    let text = row.amountIsNumber ? JSONReading.plain(row.amount) : row.amount
    let bytes = Array((text ?? "").utf8)
    let mark = row.amountIsNumber ? .point : mark
    let reading =
      bytes.count <= 64
      ? AmountCell(bytes.span, 0..<bytes.count)?.reading(bytes.span, mark: mark, digits: digits) : nil
    switch reading {
    case .value(let value)?: return value
    case .tooPrecise?:
      throw RowFault(
        "the amount '\(row.amount)' has more than the \(digits) decimals of \(currency.code); correct the file"
      )
    case .tooLarge?:
      throw RowFault("the amount '\(row.amount)' is beyond the limit of 10^15 minor units; correct the file")
    case .malformed?, nil:
      throw RowFault(
        "'\(row.amount.prefix(60))' is not an amount; correct the file, or leave the row out with --skip-invalid")
    }
  }

  /// A number without its exponent, digit by digit; nil where it would be too long for an amount.
  static func plain(_ number: String) -> String? {
    guard let mark = number.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return number }
    guard let exponent = Int(number[number.index(after: mark)...]), (-30...30).contains(exponent) else { return nil }
    let mantissa = number[..<mark]
    let sign = mantissa.hasPrefix("-") ? "-" : ""
    let parts = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? String(parts[1]) : ""
    let digits = String(parts[0]) + decimals
    let place = parts[0].count + exponent
    if place <= 0 { return sign + "0." + String(repeating: "0", count: -place) + digits }
    if place >= digits.count { return sign + digits + String(repeating: "0", count: place - digits.count) }
    return sign + digits.prefix(place) + "." + digits.dropFirst(place)
  }
}
