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
  /// What each distinct cell is, by its hash.
  private var known: [UInt64: CellTraits] = [:]

  var distinctCount: Int { known.count }

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
    let hash = ByteScanning.hash(bytes.bytes.extracting(range))
    let traits: CellTraits
    if let found = known[hash] {
      traits = found
    } else {
      traits = CellTraits(bytes, range)
      known[hash] = traits
    }
    filled += 1
    letters += traits.letterCount
    if traits.contains(.date) { dates += 1 }
    if traits.contains(.amount) { amounts += 1 }
    if traits.contains(.money) { moneys += 1 }
    if traits.contains(.negative) { negatives += 1 }
    if traits.contains(.text) { texts += 1 }
    if traits.contains(.currency) { currencies += 1 }
    if traits.contains(.out) { outs += 1 }
    if traits.contains(.into) { ins += 1 }
    if traits.contains(.status) { statuses += 1 }
    if traits.contains(.unbooked) { unbooked += 1 }
    if traits.contains(.code) { codes += 1 }
  }
}

/// What a cell looks like.
private struct CellTraits: Sendable {
  enum Trait: UInt16 {
    case date, amount, money, negative, text, currency, out, into, status, unbooked, code
  }

  private var bits: UInt16 = 0
  private(set) var letterCount = 0

  func contains(_ trait: Trait) -> Bool { bits & 1 << trait.rawValue != 0 }

  private mutating func insert(_ trait: Trait) { bits |= 1 << trait.rawValue }

  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if let date = DateCell(bytes, range), date.isPlausible { insert(.date) }
    if let amount = AmountCell(bytes, range), amount.isWellFormed(bytes) {
      insert(.amount)
      if amount.looksLikeMoney(bytes) { insert(.money) }
      if amount.isNegative { insert(.negative) }
    }
    var isCode = range.count >= 8
    for index in range {
      let byte = bytes[index]
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80
      if isLetter { letterCount += 1 }
      if !isLetter, !AmountCell.isDigit(byte) { isCode = false }
    }
    if isCode { insert(.code) }
    if letterCount > 0 || range.count <= 2 { addWords(bytes, range) }
  }

  private mutating func addWords(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= 256, let text = String(validating: range.map { bytes[$0] }, as: UTF8.self) else {
      insert(.text)
      return
    }
    if text.contains(where: { $0.isLetter }) { insert(.text) }
    if range.count > 40 { return }
    switch Vocabulary.direction(text) {
    case true?: insert(.out)
    case false?: insert(.into)
    case nil: break
    }
    if Vocabulary.notBooked(text) != nil {
      insert(.status)
      insert(.unbooked)
    } else if Vocabulary.booked.contains(Vocabulary.folded(text)) {
      insert(.status)
    }
    if range.count <= 5, CurrencyMention(text) != nil { insert(.currency) }
  }
}
