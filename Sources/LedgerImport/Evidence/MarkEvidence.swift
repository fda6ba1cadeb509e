import LedgerDomain

/// What all cells of a column say about its decimal mark and its signs.
struct MarkEvidence: Sendable {
  /// Cells that are an amount only where the point, or only where the comma, begins the decimals.
  private(set) var onlyPoint = 0
  private(set) var onlyComma = 0
  /// Cells with another value under each mark, such as `1.234`.
  private(set) var open = 0
  /// Open cells that would have more decimals than the currency has if the mark began them.
  private(set) var tooPreciseForPoint = 0
  private(set) var tooPreciseForComma = 0
  private(set) var negatives = 0
  private(set) var positives = 0
  /// Cells with CR or DR behind the amount.
  private(set) var suffixes = 0
  private(set) var mentions: Set<CurrencyMention> = []
  private let digits: Int

  /// Open cells that are more under the one mark than under the other, as the other groups their digits then.
  private var groupedByPoint = 0
  private var groupedByComma = 0
  var count: Int { negatives + positives }

  init(digits: Int) {
    self.digits = digits
  }

  @inline(__always)
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if !addPlain(bytes, range) { addGeneral(bytes, range) }
  }

  /// The common cell: digits, perhaps a minus, and at most one mark that can't group thousands.
  @inline(__always)
  private mutating func addPlain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    guard index < end else { return true }
    let isNegative = bytes[index] == 0x2D
    if isNegative { index += 1 }
    var mark: UInt8 = 0
    var markIndex = end
    let begin = index
    while index < end {
      let byte = bytes[index]
      if byte &- 0x30 > 9 {
        guard mark == 0, byte == 0x2E || byte == 0x2C else { return false }
        mark = byte
        markIndex = index
      }
      index += 1
    }
    if mark != 0 {
      let decimals = end - markIndex - 1
      guard decimals > 0, decimals != 3, markIndex > begin else { return false }
      if mark == 0x2E { onlyPoint += 1 } else { onlyComma += 1 }
    } else if begin == end {
      return false
    }
    if isNegative { negatives += 1 } else { positives += 1 }
    return true
  }

  private mutating func addGeneral(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let cell = AmountCell(bytes, range) else { return }
    let point = cell.reading(bytes, mark: .point, digits: digits)
    let comma = cell.reading(bytes, mark: .comma, digits: digits)
    switch (point, comma) {
    case (.malformed, .malformed): return
    case (_, .malformed): onlyPoint += 1
    case (.malformed, _): onlyComma += 1
    default:
      if point != comma {
        open += 1
        if case .value(let one) = point, case .value(let other) = comma {
          if one.magnitude > other.magnitude { groupedByComma += 1 } else { groupedByPoint += 1 }
        }
        if point == .tooPrecise { tooPreciseForPoint += 1 }
        if comma == .tooPrecise { tooPreciseForComma += 1 }
      }
    }
    if cell.isNegative { negatives += 1 } else { positives += 1 }
    if cell.hasSuffix { suffixes += 1 }
    if let mention = cell.currency, mentions.count < 16 { mentions.insert(mention) }
  }

  /// What the cells decide.
  enum Outcome: Sendable {
    case decided(DecimalMark, String)
    /// Some cells are amounts under one mark only and others under the other only.
    case mixed
    /// A cell could be two amounts, and nothing here tells which.
    case open
  }

  /// - Parameter currencyIsSure: whether the currency's decimals are known, so that a mark under which cells have more
  ///   of them is out.
  func outcome(currencyIsSure: Bool) -> Outcome {
    let (most, fewest) = (max(onlyPoint, onlyComma), min(onlyPoint, onlyComma))
    if most > 0 {
      // Cells that are amounts only under the other mark are reported row by row, which is enough unless cells that could
      // be either depend on the choice.
      if fewest == most || (open > 0 && fewest * 10 > most) { return .mixed }
      return .decided(onlyPoint > onlyComma ? .point : .comma, "\(most) cells are amounts only so")
    }
    if open == 0 { return .decided(.point, "no cell has a mark that matters") }
    if currencyIsSure, tooPreciseForPoint != 0 || tooPreciseForComma != 0,
      tooPreciseForPoint == 0 || tooPreciseForComma == 0
    {
      let mark: DecimalMark = tooPreciseForPoint > 0 ? .comma : .point
      let other = mark == .point ? DecimalMark.comma : .point
      let cells = max(tooPreciseForPoint, tooPreciseForComma)
      return .decided(mark, "'\(other.text)' groups: as decimals, \(cells) cells would have more than the currency has")
    }
    // Yen have no decimals, so three digits behind a mark are a group of them.
    let grouped = (groupedByPoint, groupedByComma)
    if currencyIsSure, digits == 0, grouped.0 + grouped.1 == open, grouped.0 == 0 || grouped.1 == 0 {
      let mark: DecimalMark = grouped.0 > 0 ? .comma : .point
      return .decided(mark, "the currency has no decimals, so the other mark groups")
    }
    return .open
  }
}
