/// A table within a file: where it begins, how it is separated, and what stands over it.
struct FoundTable {
  var table: Table
  var format: TableFormat
  /// One a column of the header row; empty where there is none.
  var titles: [ColumnTitle]
  /// The first record with data.
  var firstRecord: Int
  /// The cells of the lines above the table.
  var preamble: [[String]]
  var decisions: [ImportDecision]
  /// How many columns are looked at.
  let columnCount: Int

  var hasHeader: Bool { !titles.isEmpty }

  init(
    table: Table, format: TableFormat, titles: [ColumnTitle], firstRecord: Int, preamble: [[String]],
    decisions: [ImportDecision]
  ) {
    self.table = table
    self.format = format
    self.titles = titles
    self.firstRecord = firstRecord
    self.preamble = preamble
    self.decisions = decisions
    let widths = (firstRecord..<max(firstRecord, min(table.count, firstRecord + 200))).lazy.map(table.width)
    columnCount = min(max(titles.count, widths.max() ?? 0), StatementReader.columnLimit)
  }

  /// The same with the places of some records only, which it no longer has itself; the records keep their numbers.
  mutating func taking(_ records: Range<Int>) -> FoundTable {
    var part = self
    part.table = table.taking(records)
    return part
  }

  /// A column as it is named in messages.
  func name(_ column: Int) -> String {
    if column < titles.count, !titles[column].text.isEmpty { return "column '\(titles[column].text)'" }
    return "column \(column + 1)"
  }
}

/// Finds the table of a file by structure: rows with a date and an amount, and a header with their words above them.
struct TableFinder {
  private let text: [UInt8]
  private let profile: ImportProfile?
  private let lines: [Line]
  private var decisions: [ImportDecision] = []

  /// A physical line of the file's head.
  private struct Line {
    var range: Range<Int>
    var number: Int
  }

  /// A line cut by a separator, and what its cells look like.
  private struct CutLine {
    /// The texts of the cells; empty where the line is data.
    var cells: [String] = []
    var width = 0
    var filledCount = 0
    /// The columns without empty ones at the end.
    var usedCount = 0
    var hasDate = false
    var hasAmount = false
    /// Whether the line has a date and, in another cell, an amount.
    var isData = false
    /// How many roles its words fit, where it can be a header; else 0.
    var headerScore = 0
  }

  /// How much of the file's head is looked at for its structure.
  private static let headLineLimit = 200
  private static let headLimitBytes = 262_144
  private static let separators: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
  /// Separators that are tried where no common one gives rows: `~`, `^`, `:`, `*`, `!` and the unit separator.
  private static let rareSeparators: [UInt8] = [0x7E, 0x5E, 0x3A, 0x2A, 0x21, 0x1F]

  init(_ text: [UInt8], profile: ImportProfile?) {
    self.text = text
    self.profile = profile
    lines = TableFinder.lines(text)
  }

  private static func lines(_ text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    var number = 1
    while start < text.count, lines.count < headLineLimit, start < headLimitBytes {
      let end = ByteScanning.firstIndex(
        in: text.span.bytes, from: start, of: ByteScanning.Pattern(0x0A), ByteScanning.Pattern(0x0D),
        ByteScanning.Pattern(0x0A))
      lines.append(Line(range: start..<end, number: number))
      start = end + (end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
      number += 1
    }
    return lines
  }

  /// The table, or why there is none.
  mutating func find() throws(ImportFault) -> FoundTable {
    var first = 0
    var separators = TableFinder.separators
    if let directive = separatorDirective() {
      first = 1
      separators = [directive]
      decide("separator", TableFinder.name(directive), "the first line says so")
    }
    if let asked = profile?.delimiter {
      separators = [asked]
      decide("separator", TableFinder.name(asked), "the profile says so")
    }
    let quotes: [UInt8] = if let said = profile?.quote { [said] } else { hasApostropheQuotes ? [0x22, 0x27] : [0x22] }
    var best = try bestCut(separators, quotes, from: first)
    if separators.count > 1, best.score < TableFinder.dataScore {
      let rare = try bestCut(TableFinder.rareSeparators, quotes, from: first)
      if rare.score > best.score, rare.score >= TableFinder.dataScore { best = rare }
    }
    guard best.score > 0 || profile != nil else { throw TableFinder.noTable(hasDates: false) }
    if separators.count > 1 {
      decide(
        "separator", TableFinder.name(best.separator), "with it \(dataCount(best.cuts)) lines have a date and an amount"
      )
    }
    if best.quote != 0x22, profile?.quote == nil {
      decide("quote", String(UnicodeScalar(best.quote)), "the cells stand between apostrophes")
    }
    return try table(best.separator, best.quote, best.cuts, from: first)
  }

  /// What one line with a date and an amount counts.
  private static let dataScore = 1_000

  /// The separator and the quote with which the most lines are rows.
  private func bestCut(
    _ separators: [UInt8], _ quotes: [UInt8], from first: Int
  ) throws(ImportFault) -> (separator: UInt8, quote: UInt8, cuts: [CutLine], score: Int) {
    var best: (separator: UInt8, quote: UInt8, cuts: [CutLine], score: Int)?
    for quote in quotes {
      // A line is cut alike by all separators that it doesn't have.
      var whole: [CutLine?] = Array(repeating: nil, count: lines.count)
      for separator in separators {
        let cuts = lines.indices.map { index in
          if text[lines[index].range].contains(separator) { return cut(lines[index], separator, quote: quote) }
          if let known = whole[index] { return known }
          let cut = cut(lines[index], separator, quote: quote)
          whole[index] = cut
          return cut
        }
        let score = score(cuts[min(first, cuts.count)...])
        if best == nil || score > best?.score ?? 0 { best = (separator, quote, cuts, score) }
      }
    }
    guard let best else { throw TableFinder.noTable(hasDates: false) }
    return best
  }

  /// Whether cells stand between apostrophes in some line: one begins it, and one ends a cell where another begins.
  private var hasApostropheQuotes: Bool {
    lines.contains { line in
      let bytes = text[line.range]
      guard bytes.count > 4, bytes.first == 0x27 else { return false }
      return bytes.indices.dropFirst().dropLast().contains { index in
        bytes[index - 1] == 0x27 && bytes[index + 1] == 0x27 && TableFinder.separators.contains(bytes[index])
      }
    }
  }

  static func noTable(hasDates: Bool) -> ImportFault {
    ImportFault(
      "no table was found: a row with words such as 'Date,Description,Amount', and under it rows with a date and an "
        + "amount; if this is a bank's file, say its columns with --profile")
  }

  private mutating func decide(_ what: String, _ value: String, _ why: String) {
    decisions.append(ImportDecision(what: what, value: value, why: why))
  }

  static func name(_ separator: UInt8) -> String {
    separator == 0x09 ? "tab" : String(UnicodeScalar(separator))
  }

  /// The separator of a first line such as `sep=;`.
  private func separatorDirective() -> UInt8? {
    guard let line = lines.first else { return nil }
    var bytes = text[line.range].filter { $0 != 0x22 }
    while bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.count == 5, String(validating: bytes.prefix(4), as: UTF8.self)?.lowercased() == "sep=" else {
      return nil
    }
    return bytes[4]
  }

  private func cut(_ line: Line, _ separator: UInt8, quote: UInt8) -> CutLine {
    let bytes = Array(text[line.range].prefix(StatementReader.fieldLimitBytes))
    var format = TableFormat(separator: separator)
    format.quote = quote
    let table = TableScanner.scan(bytes, format: format, recordLimit: 1)
    guard table.count > 0 else { return CutLine() }
    let span = table.bytes.span
    var cut = CutLine()
    cut.width = min(table.width(0), StatementReader.columnLimit)
    var (dates, amounts, both) = (0, 0, 0)
    for column in 0..<cut.width {
      let range = table.range(0, column)
      if range.isEmpty { continue }
      cut.filledCount += 1
      cut.usedCount = column + 1
      let isDate = DateCell(span, range)?.isPlausible ?? false
      let isAmount = AmountCell(span, range)?.isWellFormed(span) ?? false
      if isDate { dates += 1 }
      if isAmount { amounts += 1 }
      if isDate, isAmount { both += 1 }
    }
    cut.hasDate = dates > 0
    cut.hasAmount = amounts > 0
    cut.isData = dates > 0 && amounts > 0 && !(both == 1 && dates == 1 && amounts == 1)
    if !cut.isData {
      cut.cells = (0..<cut.width).map { table.text(0, $0) }
      cut.headerScore = TableFinder.headerScore(cut)
    }
    return cut
  }

  private func dataCount(_ cuts: [CutLine]) -> Int { cuts.count { $0.isData } }

  /// How well a separator fits: lines with data first, then the words of the best header.
  private func score(_ cuts: ArraySlice<CutLine>) -> Int {
    let header = cuts.map(\.headerScore).max() ?? 0
    return cuts.count { $0.isData } * TableFinder.dataScore + header + (namedHeader(cuts) == nil ? 0 : 1_000_000)
  }

  /// The line that has all columns that the profile names.
  private func namedHeader(_ cuts: ArraySlice<CutLine>) -> Int? {
    let names = Set(profile?.columnNames ?? [])
    return names.isEmpty ? nil : cuts.firstIndex { !$0.isData && names.isSubset(of: $0.cells) }
  }

  /// How many roles the words of a line fit; 0 where date or amount are not among them, or a cell is data.
  private static func headerScore(_ cut: CutLine) -> Int {
    guard cut.filledCount >= 2, !cut.hasDate, !cut.hasAmount else { return 0 }
    let titles = cut.cells.map { ColumnTitle($0) }
    func fits(_ role: ColumnRole) -> Bool { titles.contains { (ColumnWords.score($0, role) ?? 0) >= 30 } }
    guard fits(.date) || SplitDate.columns(titles) != nil, fits(.amount) || fits(.debit) || fits(.credit) else {
      return 0
    }
    return ColumnRole.allCases.count(where: fits)
  }
}

extension TableFinder {
  /// Cuts the whole file from the header, or from the first row of data where there is none.
  private mutating func table(
    _ separator: UInt8, _ quote: UInt8, _ cuts: [CutLine], from first: Int
  ) throws(ImportFault) -> FoundTable {
    var format = TableFormat(separator: separator, quote: quote)
    if let profile {
      format.isLenient = profile.hasLenientQuotes
      format.commentPrefix = profile.commentPrefix.map { Array($0.utf8) } ?? []
    }
    let header: Int?
    let start: Int
    if let profile, profile.skipLines != nil || profile.hasHeader != nil {
      start = min(profile.skipLines ?? first, lines.count)
      header = profile.hasHeader ?? true ? start : nil
    } else {
      (header, start) = try headerAndStart(cuts, from: first)
    }
    if format.commentPrefix.isEmpty, hasComments(cuts, header: header, start: start) { format.commentPrefix = [0x23] }
    guard start < lines.count else { throw TableFinder.noTable(hasDates: false) }
    let table = TableScanner.scan(text, from: lines[start].range.lowerBound, line: lines[start].number, format: format)
    guard table.count > 0 else { throw TableFinder.noTable(hasDates: false) }
    let titles = header == nil ? [] : table.texts(0).prefix(StatementReader.columnLimit).map { ColumnTitle($0) }
    let preamble = cuts[..<start].map(\.cells).filter { $0.contains { !$0.isEmpty } }
    if !preamble.isEmpty {
      decide("preamble", "\(start) lines", "they stand above the table")
    }
    decide(
      "header", header == nil ? "none" : "line \(table.line(0))",
      header == nil ? "the first row is data already" : "its words, and rows of data under it")
    return FoundTable(
      table: table, format: format, titles: Array(titles), firstRecord: header == nil ? 0 : 1, preamble: preamble,
      decisions: decisions)
  }

  /// The header's line, if there is one, and the line where the table begins.
  private func headerAndStart(_ cuts: [CutLine], from first: Int) throws(ImportFault) -> (header: Int?, start: Int) {
    if let named = namedHeader(cuts[first...]) { return (named, named) }
    let lastData = cuts.lastIndex { $0.isData } ?? cuts.count
    var best = (index: -1, score: 0)
    for index in cuts.indices where index >= first && index < lastData {
      if cuts[index].headerScore > best.score { best = (index, cuts[index].headerScore) }
    }
    if best.score > 0 { return (best.index, best.index) }
    guard let firstData = cuts[first...].firstIndex(where: { $0.isData }) else {
      throw TableFinder.noTable(hasDates: false)
    }
    if let above = cuts[first..<firstData].lastIndex(where: { $0.filledCount > 1 }) {
      let cut = cuts[above]
      if !cut.hasDate, !cut.hasAmount, abs(cut.usedCount - cuts[firstData].usedCount) <= 2 { return (above, above) }
    }
    var start = firstData
    // A row with a balance but no date, such as the opening one, belongs to the table.
    while start > first, cuts[start - 1].hasAmount, cuts[start - 1].width == cuts[firstData].width {
      start -= 1
    }
    return (nil, start)
  }

  /// Whether lines that begin with `#` are remarks: neither the header nor rows of data do.
  private func hasComments(_ cuts: [CutLine], header: Int?, start: Int) -> Bool {
    let marked = cuts.indices.filter { $0 >= start && cuts[$0].cells.first?.hasPrefix("#") == true }
    if let header, marked.contains(header) { return false }
    return marked.contains { isUnquotedMark($0) } && !marked.contains { cuts[$0].isData }
  }

  private func isUnquotedMark(_ index: Int) -> Bool { text[lines[index].range].first == 0x23 }
}
