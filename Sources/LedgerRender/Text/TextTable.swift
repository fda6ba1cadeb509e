/// Rows of cells in columns that fit the width: texts are shortened, then lesser columns left out, then rows stacked.
///
/// Numbers are never shortened.
struct TextTable {
  enum Content {
    /// A name of any length; the only content that is shortened.
    case text
    /// A date, code or number of a commit.
    case code
    case number
    /// A bar in what is left of the width.
    case bar
  }

  struct Column {
    var title: String
    var content: Content
    /// Which column is left out first where the width is short; nil for never.
    var dropOrder: Int?
    /// How far a text may be shortened, in columns.
    var minimum = 8
  }

  enum Cell {
    case text(StyledText)
    /// The share of a whole that a bar shows.
    case bar(UInt64, of: UInt64)
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []

  private static let barLimit = 30
  private static let barMinimum = 5

  init(_ columns: [Column?]) {
    self.columns = columns.compactMap { $0 }
  }

  /// Adds a row; the nils of left-out columns stand in both lists alike.
  mutating func add(_ cells: [Cell?]) {
    let row = cells.compactMap { $0 }
    precondition(row.count == columns.count, "a row has a cell for each column")
    rows.append(row)
  }

  func lines(_ style: TextStyle) -> [StyledText] {
    let natural = naturalWidths()
    guard let layout = layout(natural, limit: style.columns) else { return stacked(style) }
    let titles = columns.map { Cell.text(StyledText($0.title, .secondary)) }
    let hasTitles = layout.contains { !columns[$0.column].title.isEmpty }
    return ((hasTitles ? [titles] : []) + rows).map { line($0, layout) }
  }

  private func naturalWidths() -> [Int] {
    columns.indices.map { column in
      guard columns[column].content != .bar else { return TextTable.barLimit }
      return rows.reduce(Terminal.width(columns[column].title)) { widest, row in
        guard case .text(let text) = row[column] else { return widest }
        return max(widest, text.columns)
      }
    }
  }

  /// The columns that are shown with their widths, or nil where not even the needed ones fit.
  private func layout(_ natural: [Int], limit: Int) -> [(column: Int, width: Int)]? {
    func least(_ column: Int) -> Int {
      switch columns[column].content {
      case .text: min(natural[column], columns[column].minimum)
      case .bar: TextTable.barMinimum
      case .code, .number: natural[column]
      }
    }
    var shown = Array(columns.indices)
    func total(_ widths: [Int]) -> Int { widths.reduce(2 * (widths.count - 1), +) }
    while total(shown.map(least)) > limit {
      let droppable = shown.filter { columns[$0].dropOrder != nil }
      guard let first = droppable.min(by: { columns[$0].dropOrder ?? 0 < columns[$1].dropOrder ?? 0 }) else {
        return nil
      }
      shown.removeAll { $0 == first }
    }
    var widths = shown.map { natural[$0] }
    var excess = total(widths) - limit
    // Bars give way first, then the widest text, column by column.
    for kind in [Content.bar, .text] {
      while excess > 0 {
        let candidates = shown.indices.filter { columns[shown[$0]].content == kind && widths[$0] > least(shown[$0]) }
        guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
        excess -= 1
      }
    }
    return Array(zip(shown, widths)).map { (column: $0.0, width: $0.1) }
  }

  private func line(_ cells: [Cell], _ layout: [(column: Int, width: Int)]) -> StyledText {
    var result = StyledText("")
    for (index, entry) in layout.enumerated() {
      if index > 0 { result = result + "  " }
      switch cells[entry.column] {
      case .text(let text):
        let isNumber = columns[entry.column].content == .number
        result = result + text.fitted(entry.width).padded(entry.width, right: isNumber)
      case .bar(let value, let whole):
        result = result + StyledText(BlockChart.bar(value, of: whole, columns: entry.width)).padded(entry.width)
      }
    }
    return result
  }

  /// Each row as a heading and a line for each further cell.
  private func stacked(_ style: TextStyle) -> [StyledText] {
    let heading = columns.firstIndex { $0.content == .text } ?? 0
    var lines: [StyledText] = []
    for row in rows {
      if case .text(let text) = row[heading] { lines.append(text.fitted(style.columns)) }
      for (column, cell) in row.enumerated() where column != heading {
        guard case .text(let text) = cell, !text.isEmpty else { continue }
        let title = StyledText("  " + columns[column].title, .secondary)
        let rest = style.columns - title.columns - 2
        if text.columns <= rest {
          lines.append(title + "  " + text.padded(rest, right: true))
        } else {
          lines += [title, text.fitted(style.columns).padded(style.columns, right: true)]
        }
      }
    }
    return lines
  }
}

extension TextTable.Column {
  static func text(_ title: String, dropOrder: Int? = nil, minimum: Int = 8) -> Self {
    Self(title: title, content: .text, dropOrder: dropOrder, minimum: minimum)
  }

  static func code(_ title: String, dropOrder: Int? = nil) -> Self {
    Self(title: title, content: .code, dropOrder: dropOrder)
  }

  static func number(_ title: String, dropOrder: Int? = nil) -> Self {
    Self(title: title, content: .number, dropOrder: dropOrder)
  }

  static func bar(dropOrder: Int) -> Self {
    Self(title: "", content: .bar, dropOrder: dropOrder)
  }
}

extension TextTable.Cell: ExpressibleByStringLiteral {
  init(stringLiteral value: String) {
    self = .text(StyledText(value))
  }

  static func plain(_ text: some CustomStringConvertible) -> Self {
    .text(StyledText(text.description))
  }
}
