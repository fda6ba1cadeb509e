/// Files whose lines are each one quoted cell with a row in it, as spreadsheets write rows that they did not cut.
enum WholeLineQuotes {
  private static let comparedLineLimit = 5

  /// The text without the quotes around its lines, doubled ones inside single again; nil where it is no such file.
  ///
  /// Every line keeps its number.
  static func removed(from text: [UInt8]) -> [UInt8]? {
    guard text.first == 0x22 else { return nil }
    var rest = text[...]
    var compared = 0
    var separator: UInt8?
    while compared < comparedLineLimit, let line = nextLine(&rest) {
      if line.isEmpty { continue }
      guard let found = wrappedSeparator(line), separator == nil || separator == found else { return nil }
      separator = found
      compared += 1
    }
    guard compared >= 2 else { return nil }
    return unwrapped(text)
  }

  private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
    defer { rest = rest[min(end + 1, rest.endIndex)...] }
    return rest[rest.startIndex..<end]
  }

  /// What separates the cells inside a line that is one quoted cell; nil where the line is more than that.
  private static func wrappedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard line.count >= 2, line.first == 0x22, line.last == 0x22 else { return nil }
    let inside = line.dropFirst().dropLast()
    var index = inside.startIndex
    while index < inside.endIndex {
      if inside[index] == 0x22 {
        // A single quote would end the cell.
        guard index + 1 < inside.endIndex, inside[index + 1] == 0x22 else { return nil }
        index += 1
      }
      index += 1
    }
    return mostFrequent([0x2C, 0x3B, 0x09, 0x7C], in: inside)
  }

  private static func mostFrequent(_ separators: [UInt8], in line: ArraySlice<UInt8>) -> UInt8? {
    let counts = separators.map { separator in (separator, line.count { $0 == separator }) }
    guard let best = counts.max(by: { $0.1 < $1.1 }), best.1 >= 2 else { return nil }
    return best.0
  }

  private static func unwrapped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    var isAtStart = true
    while index < text.count {
      let byte = text[index]
      let endsLine = index + 1 == text.count || text[index + 1] == 0x0A || text[index + 1] == 0x0D
      if byte == 0x22, isAtStart || endsLine {
        isAtStart = false
      } else if byte == 0x22, text[index + 1] == 0x22 {
        result.append(byte)
        index += 1
        isAtStart = false
      } else {
        result.append(byte)
        isAtStart = byte == 0x0A || byte == 0x0D
      }
      index += 1
    }
    return result
  }
}
