import LedgerDomain

/// Reads a separated file: finds its header, decides each column's conventions and parses the rows.
struct CSVReader {
  var file: ImportedFile
  let options: ImportOptions
  private let bytes: [UInt8]

  init(file: ImportedFile, bytes: [UInt8], options: ImportOptions) {
    self.file = file
    self.bytes = bytes
    self.options = options
  }

  mutating func read() -> ImportedFile {
    guard let structure = CSVStructure.find(bytes) else {
      return StatementReader.refused(
        file,
        "no header row was found: one with a word for the date and one for the amount (or debit and credit), such as "
          + "'Date,Description,Amount'")
    }
    file.decisions += structure.decisions
    do {
      let conventions = try CSVConventions.decide(structure, options: options)
      file.decisions += conventions.decisions
      file.warnings += conventions.warnings
      file.currency = conventions.currency
      var rows = CSVRows(structure: structure, conventions: conventions, options: options, path: file.path)
      rows.parse(into: &file)
    } catch {
      return StatementReader.refused(file, error.reason, line: error.line)
    }
    if let line = structure.table.records.openQuoteLine {
      file.errors.append(RowProblem(line: line, reason: "a quote that begins here is never closed"))
    }
    if file.transactions.isEmpty, file.errors.isEmpty {
      file.errors = [RowProblem(line: 0, reason: "the file has a header but no transaction")]
    }
    return file
  }
}

/// Why a file is refused whole.
struct CSVFault: Error {
  var line = 0
  var reason: String
}

/// The table of a file: its separator, its header row and what each column holds.
struct CSVStructure {
  let table: CSVTable
  let headerRecord: Int
  let titles: [String]
  let columns: [ColumnRole: Int]
  var decisions: [ImportDecision]

  var firstRecord: Int { headerRecord + 1 }

  /// How many records are looked at for a header.
  private static let headerSearchLimit = 80

  /// Tries every separator and takes the one whose header fits best.
  static func find(_ bytes: [UInt8]) -> CSVStructure? {
    let separators: [(UInt8, String)] = [(0x2C, "comma"), (0x3B, "semicolon"), (0x09, "tab"), (0x7C, "bar")]
    let head = Array(bytes.prefix(1 << 16))
    var best: (score: Int, separator: UInt8, name: String)?
    for (separator, name) in separators where head.contains(separator) {
      let table = CSVTable(bytes: head, records: CSVRecords(head, separator: separator), separator: separator)
      guard let header = header(in: table) else { continue }
      if header.score > best?.score ?? 0 { best = (header.score, separator, name) }
    }
    guard let best else { return nil }
    let table = CSVTable(
      bytes: bytes, records: CSVRecords(bytes, separator: best.separator), separator: best.separator)
    guard let found = header(in: table) else { return nil }
    let titles = titles(of: found.record, in: table)
    let line = table.records.lines[found.record]
    var decisions = [
      ImportDecision(what: "format", value: "csv", why: "a header row with known words stands in line \(line)"),
      ImportDecision(what: "separator", value: best.name, why: "it splits the header into \(titles.count) columns"),
    ]
    if found.record > 0 {
      decisions.append(
        ImportDecision(what: "preamble", value: "\(line - 1) lines", why: "they stand above the header in line \(line)")
      )
    }
    let names = found.columns.sorted { $0.value < $1.value }.map { "\($0.key.name)=\(titles[$0.value])" }
    decisions.append(
      ImportDecision(what: "columns", value: names.joined(separator: ", "), why: "the words of the header"))
    return CSVStructure(
      table: table, headerRecord: found.record, titles: titles, columns: found.columns, decisions: decisions)
  }

  private static func titles(of record: Int, in table: CSVTable) -> [String] {
    (0..<table.records.fields(of: record).count).map {
      String(validating: TextCleaning.clean(table.cell(record, $0)), as: UTF8.self) ?? ""
    }
  }

  private static func header(
    in table: CSVTable
  ) -> (record: Int, columns: [ColumnRole: Int], score: Int)? {
    for record in 0..<min(table.records.count, headerSearchLimit) {
      let roles = HeaderWords.roles(of: titles(of: record, in: table))
      let hasAmount = roles[.amount] != nil || (roles[.debit] != nil && roles[.credit] != nil)
      guard roles[.date] != nil, hasAmount else { continue }
      return (record, assign(roles, table: table, header: record), roles.count * 10 + table.width(record))
    }
    return nil
  }

  /// Gives each column one role; a column that several roles want goes to the one that needs it most.
  private static func assign(
    _ roles: [ColumnRole: [Int]], table: CSVTable, header: Int
  ) -> [ColumnRole: Int] {
    var columns: [ColumnRole: Int] = [:]
    var taken: Set<Int> = []
    let order: [ColumnRole] = [
      .date, .amount, .debit, .credit, .balance, .payee, .category, .currency, .account, .memo, .reference, .status,
      .indicator,
    ]
    for role in order {
      guard let column = roles[role]?.first(where: { !taken.contains($0) }) else { continue }
      columns[role] = column
      taken.insert(column)
    }
    if columns[.debit] == nil || columns[.credit] == nil {
      columns[.debit] = nil
      columns[.credit] = nil
    } else if columns[.amount] != nil {
      columns[.amount] = nil
    }
    return columns
  }

  /// The records below the header that have something in their date or amount column.
  var dataRecords: Range<Int> { firstRecord..<table.records.count }
}
