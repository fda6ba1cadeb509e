/// What the cells of a column look like.
struct ColumnStatistics: Sendable {
  var filled = 0
  var dates = 0
  var amounts = 0
  /// Amounts with a mark, a sign or a currency.
  var moneys = 0
  var negatives = 0
  /// Cells with a letter.
  var texts = 0
  var letters = 0
  var currencies = 0
  /// Cells that are words for money out and money in.
  var outs = 0
  var ins = 0
  /// Cells that say pending, declined or booked.
  var statuses = 0
  var unbooked = 0
  /// Cells of at least eight letters and digits, and nothing else.
  var codes = 0
  var distinct: Set<UInt64> = []

  var isTextual: Bool { filled > 0 && texts * 2 >= filled }
  var isNumeric: Bool { filled > 0 && amounts * 2 > filled }

  /// How many rows are looked at, spread evenly over the file.
  ///
  /// Only the columns' roles come from them; how dates and amounts are written is decided by every row.
  private static let rowLimit = 1_024

  /// The statistics of every column over the rows that have a date, or something in the columns that are known to.
  static func collect(_ found: FoundTable, dateColumns: [Int]) -> (columns: [ColumnStatistics], rows: Int) {
    let table = found.table
    let columns = found.columnCount
    var result = [ColumnStatistics](repeating: ColumnStatistics(), count: columns)
    var rows = 0
    let span = table.bytes.span
    let step = max(1, (table.count - found.firstRecord) / rowLimit)
    for record in stride(from: found.firstRecord, to: table.count, by: step) {
      let width = min(table.width(record), columns)
      let hasDate =
        dateColumns.isEmpty
        ? (0..<width).contains { DateCell(span, table.range(record, $0))?.isPlausible ?? false }
        : dateColumns.allSatisfy { !table.range(record, $0).isEmpty }
      guard hasDate else { continue }
      rows += 1
      for column in 0..<width { result[column].add(span, table.range(record, column)) }
    }
    return (result, rows)
  }

  private mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty, range.count <= StatementReader.fieldLimitBytes else { return }
    if range.count == 1, bytes[range.lowerBound] == 0x2D || bytes[range.lowerBound] == 0x2F { return }
    filled += 1
    distinct.insert(ByteScanning.hash(bytes.bytes.extracting(range)))
    if let date = DateCell(bytes, range), date.isPlausible { dates += 1 }
    if let amount = AmountCell(bytes, range), amount.isWellFormed(bytes) {
      amounts += 1
      if amount.looksLikeMoney(bytes) { moneys += 1 }
      if amount.isNegative { negatives += 1 }
    }
    var isCode = range.count >= 8
    for index in range {
      let byte = bytes[index]
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80
      if isLetter { letters += 1 }
      if !isLetter, !AmountCell.isDigit(byte) { isCode = false }
    }
    if isCode { codes += 1 }
    addWords(bytes, range)
  }

  private mutating func addWords(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= 256, let text = String(validating: range.map { bytes[$0] }, as: UTF8.self) else {
      texts += 1
      return
    }
    if text.contains(where: { $0.isLetter }) { texts += 1 }
    if range.count > 40 { return }
    switch Vocabulary.direction(text) {
    case true?: outs += 1
    case false?: ins += 1
    case nil: break
    }
    if Vocabulary.notBooked(text) != nil {
      statuses += 1
      unbooked += 1
    } else if Vocabulary.booked.contains(Vocabulary.folded(text)) {
      statuses += 1
    }
    if range.count <= 5, CurrencyMention(text) != nil { currencies += 1 }
  }
}
