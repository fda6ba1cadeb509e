import LedgerDomain

/// Reads OFX and QFX statements of banks and cards, SGML and XML alike.
///
/// Only tags inside a transaction and the few that name account and currency count, so that a missing root, unclosed lists
/// and unknown aggregates do no harm. Statements of investments are refused: their cash rows alone would be a wrong balance.
struct OFXReader {
  let options: ImportOptions

  func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    var scanner = TagScanner(text)
    var state = OFXState(builder: StatementBuilder(options: options, path: file.path))
    while let step = try scanner.next() {
      switch step {
      case .open(let name, let text, let line): try state.open(name, text, line)
      case .close(let name): try state.close(name)
      }
    }
    try state.endFile(line: scanner.line)
    if state.builder.transactions.isEmpty, state.builder.errors.isEmpty, let problem = state.serverProblem {
      throw ImportFault("the bank's server answered with an error instead of a statement: \(problem)")
    }
    try state.builder.finish(into: &file)
  }
}

/// What was seen of an OFX text so far.
private struct OFXState {
  var builder: StatementBuilder
  /// The server's status where it is an error.
  private(set) var serverProblem: String?
  private var account = ""
  private var currency: Currency?
  /// The fields of the transaction that is open, by tag.
  private var fields: [String: String]?
  private var line = 0
  private var isPending = false
  private var isRootOpen = false
  private var aggregate = ""
  private var statusCode = ""

  init(builder: StatementBuilder) {
    self.builder = builder
  }

  mutating func open(_ name: String, _ text: String, _ line: Int) throws(ImportFault) {
    switch name {
    case "STMTTRN", "STMTTRNP":
      try endTransaction()
      fields = [:]
      self.line = line
      isPending = name == "STMTTRNP"
      aggregate = ""
    case "INVSTMTRS", "INVSTMTMSGSRSV1":
      throw ImportFault(
        "this is a statement of investments (\(name)), which is not supported; export the cash account by itself")
    case "OFX": isRootOpen = true
    case "STMTRS", "CCSTMTRS":
      account = ""
      currency = nil
    default:
      if fields != nil {
        openField(name, text)
      } else {
        openOutside(name, text)
      }
    }
  }

  private mutating func openField(_ name: String, _ text: String) {
    switch name {
    case "PAYEE", "CURRENCY", "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO", "IMAGEDATA":
      aggregate = text.isEmpty ? name : ""
    default:
      let key = aggregate.isEmpty ? name : "\(aggregate).\(name)"
      if fields?[key] == nil { fields?[key] = text }
    }
  }

  private mutating func openOutside(_ name: String, _ text: String) {
    switch name {
    case "ACCTID": account = text
    case "CURDEF": currency = Currency(text) ?? CurrencyMention(text)?.sole
    case "CODE": statusCode = text
    case "SEVERITY":
      if text.uppercased() == "ERROR", serverProblem == nil { serverProblem = "status \(statusCode)" }
    case "MESSAGE":
      if let problem = serverProblem, !problem.contains(":") {
        serverProblem = problem + ": " + String(text.prefix(200))
      }
    default: break
    }
  }

  /// The file's end: what was opened and never closed is cut off.
  ///
  /// Where lists are never closed either, a file may end anywhere: only a root that is open and not closed says that it is cut off.
  mutating func endFile(line: Int) throws(ImportFault) {
    try endTransaction()
    guard isRootOpen else { return }
    builder.reject(
      line,
      "the file ends without </OFX>: it is cut off, and rows may be missing; download it again, or take what is there with "
        + "--skip-invalid")
  }

  mutating func close(_ name: String) throws(ImportFault) {
    if name == "OFX" { isRootOpen = false }
    if name == "STMTTRN" || name == "STMTTRNP" || name == "BANKTRANLIST" || name == "STMTRS" || name == "CCSTMTRS" {
      try endTransaction()
    } else if name == aggregate {
      aggregate = ""
    }
  }

  mutating func endTransaction() throws(ImportFault) {
    guard let fields else { return }
    self.fields = nil
    let currency = try builder.currency(declared: currency)
    if isPending { return builder.skip(line, "the row is pending, not booked") }
    do throws(RowFault) {
      builder.add(try row(fields, currency))
    } catch {
      builder.reject(line, error.reason)
    }
  }

  private func row(_ fields: [String: String], _ currency: Currency) throws(RowFault) -> StatementBuilder.Row {
    if let code = fields["CURRENCY.CURSYM"], Currency(code) != currency {
      throw RowFault(
        "CURSYM: the row is in \(code), the account in \(currency.code); import it into an account of its own")
    }
    guard let date = fields["DTPOSTED"], !date.isEmpty else {
      throw RowFault("DTPOSTED is missing or empty; correct the file, or leave the row out with --skip-invalid")
    }
    guard let day = OFXState.day(date) else {
      throw RowFault(
        "DTPOSTED: '\(date)' is not a day of the calendar; correct the file, or leave the row out with --skip-invalid")
    }
    guard let amount = fields["TRNAMT"], !amount.isEmpty else {
      throw RowFault("TRNAMT is missing or empty; correct the file, or leave the row out with --skip-invalid")
    }
    let value = try PlainAmount.value(amount, digits: currency.minorUnitDigits, field: "TRNAMT")
    var row = StatementBuilder.Row(line: line, day: day, amount: value, currency: currency)
    row.account = account
    row.payee = [fields["NAME"], fields["PAYEE.NAME"]].compactMap { $0 }.first { !$0.isEmpty } ?? ""
    row.memo = fields["MEMO"] ?? ""
    row.reference = fields["FITID"] ?? ""
    return row
  }

  /// The day of `YYYYMMDD`, perhaps with a time and a zone behind, which do not shift it.
  private static func day(_ text: String) -> CalendarDay? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 8 || digits.count == 12 || digits.count == 14, let value = Int(digits.prefix(8)),
      digits.dropFirst(8).count == 0 || isTime(digits.dropFirst(8))
    else { return nil }
    let rest = text.dropFirst(digits.count)
    guard rest.isEmpty || rest.first == "." || rest.first == "[" || rest.first == " " else { return nil }
    return CalendarDay(year: value / 10_000, month: value / 100 % 100, day: value % 100)
  }

  private static func isTime(_ digits: Substring) -> Bool {
    guard let value = Int(digits) else { return false }
    let full = digits.count == 4 ? value * 100 : value
    return full / 10_000 <= 24 && full / 100 % 100 < 60 && full % 100 <= 60
  }
}
