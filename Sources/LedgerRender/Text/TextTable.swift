import LedgerDomain

/// Columns of text, right-aligned where they hold numbers, the widest text cut to fit the width.
struct TextTable {
  enum Alignment {
    case left, right
  }

  private let titles: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameter columns: title and alignment; the widest left-aligned column gives way when the width is short.
  init(_ columns: [(String, Alignment)]) {
    titles = columns.map(\.0)
    alignments = columns.map(\.1)
  }

  /// Adds a row; every cell is made safe for a terminal.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == titles.count, "a row has a cell for each column")
    rows.append(cells.map(Terminal.safe))
  }

  func lines(_ style: TextStyle) -> [String] {
    var widths = titles.indices.map { column in
      rows.reduce(Terminal.width(titles[column])) { max($0, Terminal.width($1[column])) }
    }
    let gaps = 2 * (titles.count - 1)
    var excess = widths.reduce(gaps, +) - style.columns
    while excess > 0 {
      let candidates = titles.indices.filter { alignments[$0] == .left && widths[$0] > 8 }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    func line(_ cells: [String]) -> String {
      let parts = titles.indices.map { column in
        Terminal.padded(
          Terminal.fitted(cells[column], columns: widths[column]), columns: widths[column],
          right: alignments[column] == .right)
      }
      var text = parts.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return Terminal.fitted(text, columns: style.columns)
    }
    return [style.secondary(line(titles))] + rows.map(line)
  }
}
