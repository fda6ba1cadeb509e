import LedgerDomain

/// Reads MT940 and MT942 statements: tagged fields, perhaps in SWIFT envelopes, perhaps several statements in a file.
///
/// The day is that of booking (the entry date), whose year is the one nearest to the value date. Opening and closing
/// balance prove the rows.
struct MT940Reader {
  let options: ImportOptions

  func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    var state = MT940State(builder: StatementBuilder(options: options, path: file.path))
    for field in MT940Fields(text).all { try state.take(field) }
    state.endFile()
    let proof = state.proof
    try state.builder.finish(into: &file, proof: proof)
  }
}

/// A tagged field with the lines that belong to it.
private struct MT940Field {
  var tag: String
  var line: Int
  var lines: [String]
}

/// The fields of a text.
private struct MT940Fields {
  private(set) var all: [MT940Field] = []

  init(_ text: [UInt8]) {
    var number = 0
    var start = 0
    while start < text.count {
      let end = ByteScanning.firstIndex(
        in: text.span.bytes, from: start, of: ByteScanning.Pattern(0x0A), ByteScanning.Pattern(0x0D),
        ByteScanning.Pattern(0x0A))
      number += 1
      // Control characters frame the messages of some banks.
      let bytes = text[start..<end].filter { $0 >= 0x20 || $0 == 0x09 }
      take(String(validating: bytes, as: UTF8.self) ?? "", number)
      start = end + (end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
    }
  }

  private mutating func take(_ line: String, _ number: Int) {
    if line.hasPrefix(":"), let end = line.dropFirst().firstIndex(of: ":"),
      line.distance(from: line.startIndex, to: end) <= 4
    {
      let tag = String(line[line.index(after: line.startIndex)..<end])
      all.append(MT940Field(tag: tag, line: number, lines: [String(line[line.index(after: end)...])]))
    } else if line.hasPrefix("{") || line.hasPrefix("-}") || line == "-" || line.isEmpty {
      // An envelope, the end of a message, or a blank line ends the field before it.
      if all.last?.tag != "" { all.append(MT940Field(tag: "", line: number, lines: [])) }
    } else if let last = all.indices.last, all[last].tag != "" {
      all[last].lines.append(line)
    }
  }
}

/// What was seen of the statements so far.
private struct MT940State {
  var builder: StatementBuilder
  private var account = ""
  private var currency: Currency?
  private var entry: MT940Entry?
  private var details: [String] = []
  private var opening: Int64?
  private var closing: Int64?
  private var accounts: Set<String> = []
  /// The line of an opening balance that no closing one followed yet.
  private var openLine: Int?
  private var lastLine = 0

  init(builder: StatementBuilder) {
    self.builder = builder
  }

  /// The file's end: a statement that was begun and has no closing balance is cut off.
  mutating func endFile() {
    endEntry()
    guard let openLine else { return }
    builder.reject(
      lastLine,
      "the statement that begins in line \(openLine) has no closing balance (:62F:): the file is cut off, and rows may be missing; "
        + "download it again, or take what is there with --skip-invalid")
  }

  mutating func take(_ field: MT940Field) throws(ImportFault) {
    lastLine = field.line
    switch field.tag {
    case "86":
      if entry != nil, details.isEmpty { details = field.lines }
      return
    case "61":
      endEntry()
      let currency = try builder.currency(declared: currency)
      do throws(RowFault) {
        entry = try MT940Entry(field.lines, line: field.line, currency: currency)
      } catch {
        builder.reject(field.line, error.reason)
      }
      return
    default: endEntry()
    }
    let text = field.lines.first ?? ""
    switch field.tag {
    case "25": account = text.trimmedOfWhiteSpace
    case "60F", "60M":
      if let balance = balance(text), field.tag == "60F" || opening == nil { opening = opening ?? balance }
      accounts.insert(account)
      openLine = field.line
    case "62F", "62M":
      openLine = nil
      if let balance = balance(text) { closing = balance }
    // Reports during the day have no balances; a floor limit names the currency.
    case "34F": currency = Currency(text.prefix(3)) ?? currency
    default: break
    }
  }

  /// A balance such as `C241230EUR3058,98`, which also names the currency.
  private mutating func balance(_ text: String) -> Int64? {
    guard text.count >= 11, let mark = text.first, mark == "C" || mark == "D" else { return nil }
    let code = text.dropFirst(7).prefix(3)
    guard let known = Currency(code) else { return nil }
    currency = known
    do throws(RowFault) {
      let value = try PlainAmount.value(String(text.dropFirst(10)), digits: known.minorUnitDigits, field: "balance")
      return mark == "D" ? -value : value
    } catch {
      return nil
    }
  }

  mutating func endEntry() {
    guard let entry else { return }
    self.entry = nil
    var row = StatementBuilder.Row(line: entry.line, day: entry.day, amount: entry.amount, currency: entry.currency)
    row.account = account
    row.reference = entry.reference
    let texts = MT940Details(details.isEmpty ? entry.supplement : details)
    row.payee = texts.payee
    row.memo = texts.memo
    details = []
    builder.add(row)
  }

  /// Whether the first opening balance and the rows give the last closing balance; nil for several accounts.
  var proof: BalanceProof? {
    guard accounts.count == 1, let opening, let closing else { return nil }
    let sum = builder.transactions.reduce(Int64(0)) { $0 &+ $1.amount.minorUnits }
    return BalanceProof(
      opening: Money(minorUnits: opening), closing: Money(minorUnits: closing), ties: opening &+ sum == closing)
  }
}

/// A `:61:` line: dates, direction, amount and references.
private struct MT940Entry {
  var line: Int
  var day: CalendarDay
  var amount: Int64
  var currency: Currency
  var reference = ""
  /// The line behind, where the entry has no `:86:`.
  var supplement: [String]

  init(_ lines: [String], line: Int, currency: Currency) throws(RowFault) {
    self.line = line
    self.currency = currency
    supplement = Array(lines.dropFirst())
    let text = lines.first ?? ""
    var rest = text[...]
    let value = MT940Entry.digits(&rest, 6)
    let entry = MT940Entry.digits(&rest, 4)
    guard let value, let day = MT940Entry.day(value: value, entry: entry) else {
      throw RowFault(
        ":61: '\(text.prefix(10))' has no day of the calendar; correct the file, or leave the row out with --skip-invalid"
      )
    }
    self.day = day
    let marks = rest.prefix { $0 == "R" || $0 == "C" || $0 == "D" || $0 == "E" }
    // RC takes money in back and RD money out; a letter behind the direction is the currency's third.
    let direction =
      marks.hasPrefix("RC") || marks.hasPrefix("RD") || marks.hasPrefix("EC") || marks.hasPrefix("ED")
      ? marks.prefix(2) : marks.prefix(1)
    guard direction.last == "C" || direction.last == "D" else {
      throw RowFault(":61: '\(text.prefix(30))' says neither C nor D; correct the file")
    }
    rest = rest.dropFirst(direction.count)
    if let letter = rest.first, letter.isLetter { rest = rest.dropFirst() }
    let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "," || $0 == ".") }
    let magnitude = try PlainAmount.value(String(number), digits: currency.minorUnitDigits, field: ":61: amount")
    let isOut = direction == "D" || direction == "RC" || direction == "ED"
    amount = isOut ? -magnitude : magnitude
    let references = rest.dropFirst(number.count).dropFirst(4)
    if let slashes = references.byteRange(of: "//") {
      let bank = references[slashes.upperBound...].trimmedOfWhiteSpace
      if bank != "NONREF" { reference = bank }
    }
  }

  private static func digits(_ text: inout Substring, _ count: Int) -> Int? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(digits) else {
      return nil
    }
    text = text.dropFirst(count)
    return value
  }

  /// The entry's day in the year nearest to the value date; the value date where there is no valid entry date.
  ///
  /// Banks use 30 February as a value date, which is no day but tells the year.
  private static func day(value: Int, entry: Int?) -> CalendarDay? {
    let year = DateCell.century(value / 10_000)
    let month = value / 100 % 100
    if let entry {
      // Months apart from the value date, so that December's value with January's entry is the next year's.
      let years = [year - 1, year, year + 1].sorted {
        abs(($0 - year) * 12 + entry / 100 - month) < abs(($1 - year) * 12 + entry / 100 - month)
      }
      for year in years.prefix(1) {
        if let day = CalendarDay(year: year, month: entry / 100, day: entry % 100) { return day }
      }
    }
    return CalendarDay(year: year, month: month, day: value % 100)
  }
}
