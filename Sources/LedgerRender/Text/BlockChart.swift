/// Bars and columns of block characters.
enum BlockChart {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// How many of so many units the share of the whole is, at least one where it is more than nothing.
  static func units(_ value: UInt64, of whole: UInt64, units: Int) -> Int {
    guard whole > 0, value > 0 else { return 0 }
    let (high, low) = min(value, whole).multipliedFullWidth(by: UInt64(units))
    return max(1, Int(whole.dividingFullWidth((high, low)).quotient))
  }

  /// A bar whose length is the share of the whole, in eighths of a column.
  static func bar(_ value: UInt64, of whole: UInt64, columns: Int) -> String {
    let count = units(value, of: whole, units: columns * 8)
    return String(repeating: "█", count: count / 8) + eighths[count % 8]
  }

  /// A bar with a mark where the pace is.
  static func bar(_ value: UInt64, of whole: UInt64, mark: UInt64, columns: Int) -> String {
    var cells = Array(bar(value, of: whole, columns: columns).map(String.init))
    cells += Array(repeating: " ", count: max(0, columns - cells.count))
    cells[min(columns - 1, units(mark, of: whole, units: columns))] = "│"
    return cells.joined()
  }

  /// Rows of columns, highest row first, with a gap after each column.
  ///
  /// A value of zero is a dot on the base line, one below zero a minus. Where one value is more than three times the
  /// next, the others set the scale and an arrow tops the columns that go beyond it.
  static func rows(_ values: [Int64], height: Int, columnWidth: Int) -> [String] {
    let sorted = values.filter { $0 > 0 }.sorted(by: >)
    let largest = UInt64(sorted.first ?? 0)
    let second = UInt64(sorted.dropFirst().first ?? 0)
    let top = second > 0 && largest / 3 > second ? second : largest
    return (0..<height).reversed().map { row in
      values.map { value -> String in
        let gap = columnWidth > 1 ? " " : ""
        guard value > 0 else {
          return (row > 0 ? " " : value < 0 ? "−" : "·") + String(repeating: " ", count: columnWidth - 1)
        }
        if row == height - 1, UInt64(value) > top {
          return "↑" + String(repeating: " ", count: columnWidth - 1)
        }
        let filled = units(UInt64(value), of: top, units: height * 8) - row * 8
        return String(repeating: levels[min(8, max(0, filled))], count: max(1, columnWidth - 1)) + gap
      }.joined()
    }
  }

  /// Rows of columns between the least and the largest value, highest row first, at most so many columns wide.
  ///
  /// Where there are more values than columns, each column is the last of its share; the least value is a thin line.
  static func area(_ values: [Int64], height: Int, columns: Int) -> [String] {
    guard let low = values.min(), let high = values.max(), columns > 0 else { return [] }
    let count = min(values.count, columns)
    let shown = (0..<count).map { values[(values.count * ($0 + 1)) / count - 1] }
    let span = high.magnitudeOfDistance(to: low)
    return (0..<height).reversed().map { row in
      shown.map { value in
        let filled = max(1, units(value.magnitudeOfDistance(to: low), of: span, units: height * 8)) - row * 8
        return levels[min(8, max(0, filled))]
      }.joined()
    }
  }
}

extension Int64 {
  /// How far apart two values are, whatever their signs.
  fileprivate func magnitudeOfDistance(to other: Int64) -> UInt64 {
    let (larger, smaller) = self > other ? (self, other) : (other, self)
    return UInt64(bitPattern: larger) &- UInt64(bitPattern: smaller)
  }
}
