import LedgerDomain

/// Reads QIF: sections of records, each a few lines with a letter in front, ended by `^`.
///
/// Dates and decimal marks are decided by all records of the file. Lists, templates and prices are no movements of money
/// and are passed over; sections of investments are reported.
struct QIFReader {
  let options: ImportOptions

  func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    var builder = StatementBuilder(options: options, path: file.path)
    let scan = QIFScan(text)
    for line in scan.investmentLines {
      builder.reject(
        line,
        "a section of investments (!Type:Invst) is not supported; export the cash accounts, or leave it out with "
          + "--skip-invalid")
    }
    let currency = try builder.currency(declared: nil)
    let order = try order(scan, &builder)
    let mark = try mark(scan, currency, &builder)
    let reading = QIFReading(currency: currency, order: order, mark: mark)
    for record in scan.records {
      do throws(RowFault) {
        builder.add(try reading.row(record))
      } catch {
        builder.reject(record.line, error.reason)
      }
    }
    builder.errors.sort { $0.line < $1.line }
    try builder.finish(into: &file)
  }

  private func order(_ scan: QIFScan, _ builder: inout StatementBuilder) throws(ImportFault) -> DateOrder {
    try builder.dateOrder(of: scan.records.map { QIFReading.plain($0.date) })
  }

  private func mark(
    _ scan: QIFScan, _ currency: Currency, _ builder: inout StatementBuilder
  ) throws(ImportFault) -> DecimalMark {
    let amounts = scan.records.flatMap { [$0.amount] + $0.parts.map(\.amount) }
    return try builder.decimalMark(of: amounts, digits: currency.minorUnitDigits)
  }
}

/// A record of QIF as it stands in the file.
private struct QIFRecord {
  struct Part {
    var category = ""
    var memo = ""
    var amount = ""
  }

  var line = 0
  var account = ""
  var date = ""
  var amount = ""
  var payee = ""
  var memo = ""
  var category = ""
  var parts: [Part] = []
}

/// The records of a QIF text that are movements of money.
private struct QIFScan {
  private(set) var records: [QIFRecord] = []
  private(set) var investmentLines: [Int] = []

  private enum Section {
    case money, accounts, other
  }

  private var section = Section.money
  private var account = ""
  private var listedAccount = ""
  private var record = QIFRecord()

  init(_ text: [UInt8]) {
    var number = 0
    var start = 0
    while start <= text.count {
      let end = ByteScanning.firstIndex(
        in: text.span.bytes, from: start, of: ByteScanning.Pattern(0x0A), ByteScanning.Pattern(0x0D),
        ByteScanning.Pattern(0x0A))
      number += 1
      let bytes = text[start..<end]
      if let line = String(
        validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
      {
        take(line, number)
      }
      if end >= text.count { break }
      start = end + (text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A ? 2 : 1)
    }
    endRecord()
  }

  private mutating func take(_ line: String, _ number: Int) {
    guard let letter = line.first, !line.allSatisfy({ $0.isWhitespace }) else { return }
    if letter == "!" {
      endRecord()
      begin(line.dropFirst().lowercased().trimmedOfWhiteSpace, number)
    } else if letter == "^" {
      endRecord()
    } else {
      let value = String(line.dropFirst())
      switch section {
      case .money: takeField(letter, value, number)
      case .accounts: if letter == "N" { listedAccount = TextCleaning.clean(value) }
      case .other: break
      }
    }
  }

  private mutating func begin(_ title: String, _ number: Int) {
    if title == "account" {
      section = .accounts
    } else if title.hasPrefix("type:") {
      switch title.dropFirst(5).trimmedOfWhiteSpace {
      case "bank", "cash", "ccard", "oth a", "oth l":
        section = .money
        account = listedAccount
      case "invst", "port":
        section = .other
        investmentLines.append(number)
      default: section = .other
      }
    }
  }

  private mutating func takeField(_ letter: Character, _ value: String, _ number: Int) {
    if record.line == 0 { record.line = number }
    switch letter {
    case "D": record.date = value
    case "T": record.amount = value
    case "U": if record.amount.isEmpty { record.amount = value }
    case "P": record.payee = value
    case "M": record.memo = value
    case "L": record.category = value
    case "S": record.parts.append(QIFRecord.Part(category: value))
    case "E": if !record.parts.isEmpty { record.parts[record.parts.count - 1].memo = value }
    case "$": if !record.parts.isEmpty { record.parts[record.parts.count - 1].amount = value }
    default: break
    }
  }

  private mutating func endRecord() {
    if section == .money, record.line > 0 {
      record.account = account
      records.append(record)
    }
    record = QIFRecord()
  }
}

/// How the records of a file are read.
private struct QIFReading {
  let currency: Currency
  let order: DateOrder
  let mark: DecimalMark

  /// A date with the forms that only QIF has made plain: `2/22'19` and `1/ 1'18`.
  static func plain(_ date: String) -> [UInt8] {
    var text = date.trimmedOfWhiteSpace
    if text.contains("'") { text = text.replacingCharacter("'", with: "/") }
    if text.contains("/") {
      text = text.filter { $0 != " " }
      // Points and strokes may be mixed, as in `28.02'2024`.
      text = text.replacingCharacter(".", with: "/")
    }
    return Array(text.utf8)
  }

  func row(_ record: QIFRecord) throws(RowFault) -> StatementBuilder.Row {
    let date = QIFReading.plain(record.date)
    guard !date.isEmpty else {
      throw RowFault("the date (D) is missing; correct the file, or leave the row out with --skip-invalid")
    }
    guard let day = DateCell(date.span, 0..<date.count)?.day(order) else {
      throw RowFault(
        "the date (D): '\(record.date)' is not a day of the calendar, read as \(order.form); correct the file, or leave the "
          + "row out with --skip-invalid")
    }
    guard !record.amount.isEmpty else {
      throw RowFault("the amount (T) is missing; correct the file, or leave the row out with --skip-invalid")
    }
    let amount = try value(record.amount, "the amount (T)")
    var row = StatementBuilder.Row(line: record.line, day: day, amount: amount, currency: currency)
    row.account = record.account
    row.payee = record.payee
    row.memo = record.memo
    row.parts = try parts(record, amount)
    if row.parts.isEmpty, record.category != "--Split--" { row.category = record.category }
    return row
  }

  /// The parts of a split record; their sum is the record's amount.
  private func parts(_ record: QIFRecord, _ amount: Int64) throws(RowFault) -> [StatementBuilder.Part] {
    var parts: [StatementBuilder.Part] = []
    var sum: Int64 = 0
    for part in record.parts {
      let value = part.amount.isEmpty ? 0 : try value(part.amount, "a part ($)")
      if value == 0, part.category.trimmedOfWhiteSpace.isEmpty { continue }
      sum = sum &+ value
      parts.append(StatementBuilder.Part(category: part.category, memo: part.memo, amount: value))
    }
    guard parts.isEmpty || sum == amount else {
      throw RowFault(
        "the parts of the split do not add up to the amount '\(record.amount)'; correct the file, or leave the row out with "
          + "--skip-invalid")
    }
    return parts
  }

  private func value(_ text: String, _ field: String) throws(RowFault) -> Int64 {
    let bytes = Array(text.trimmedOfWhiteSpace.utf8)
    let reading =
      bytes.count <= 64
      ? AmountCell(bytes.span, 0..<bytes.count)?.reading(bytes.span, mark: mark, digits: currency.minorUnitDigits) : nil
    switch reading {
    case .value(let value)?: return value
    case .tooPrecise?:
      throw RowFault(
        "\(field): '\(text)' has more than the \(currency.minorUnitDigits) decimals of \(currency.code); correct the file"
      )
    case .tooLarge?: throw RowFault("\(field): '\(text)' is beyond the limit of 10^15 minor units; correct the file")
    case .malformed?, nil:
      throw RowFault(
        "\(field): '\(TextCleaning.clean(String(text.prefix(60))))' is not an amount; correct the file, say the mark with "
          + "--decimal-mark, or leave the row out with --skip-invalid")
    }
  }
}

extension String {
  fileprivate func replacingCharacter(_ old: Character, with new: Character) -> String {
    String(map { $0 == old ? new : $0 })
  }
}
