import LedgerDomain

/// A cell taken apart as an amount: its sign, its digits with their marks, and a currency beside them.
struct AmountCell: Sendable {
  /// Whether a sign, brackets or a suffix says that it is negative.
  private(set) var isNegative = false
  /// Whether anything says which sign it has.
  private(set) var hasSign = false
  /// From the first to the last digit or mark.
  private(set) var core: Range<Int>
  private(set) var currency: CurrencyMention?
  /// Whether CR or DR stands behind it.
  private(set) var hasSuffix = false

  /// Takes a cell apart; nil where it is not an amount, whatever the decimal mark.
  ///
  /// Accepted are one sign on either side (also U+2212 and dashes), brackets, CR and DR behind it, one currency's code or
  /// symbol, and points, commas, spaces and apostrophes between digits. Two signs, letters among digits, exponents and
  /// digits of other scripts are not.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    core = range
    guard let first = range.first else { return nil }
    let isSigned = bytes[first] == 0x2D || bytes[first] == 0x2B
    let begin = isSigned ? first + 1 : first
    var index = begin
    while index < range.upperBound, AmountCell.isDigit(bytes[index]) || AmountCell.isMark(bytes[index]) { index += 1 }
    if index == range.upperBound {
      core = begin..<index
      hasSign = isSigned
      isNegative = bytes[first] == 0x2D
      guard hasDigit(bytes) else { return nil }
    } else {
      guard takeApart(bytes, range) else { return nil }
    }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  @inline(__always)
  static func isMark(_ byte: UInt8) -> Bool { byte == 0x2E || byte == 0x2C }

  private func hasDigit(_ bytes: Span<UInt8>) -> Bool {
    for index in core where AmountCell.isDigit(bytes[index]) { return true }
    return false
  }

  private mutating func takeApart(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var first = range.lowerBound
    while first < range.upperBound, !AmountCell.isDigit(bytes[first]) { first += 1 }
    guard first < range.upperBound else { return false }
    var end = range.upperBound
    while !AmountCell.isDigit(bytes[end - 1]) { end -= 1 }
    if first > range.lowerBound, AmountCell.isMark(bytes[first - 1]) {
      let before = first - 2 >= range.lowerBound ? bytes[first - 2] : 0x20
      if !isLetter(before) { first -= 1 }
    }
    var suffixStart = end
    if end < range.upperBound, AmountCell.isMark(bytes[end]) {
      end += 1
      suffixStart = end
      // A dash behind the mark stands for no decimals, as in `100,-`.
      while suffixStart < range.upperBound, bytes[suffixStart] == 0x2D { suffixStart += 1 }
    }
    core = first..<end
    guard let prefix = text(bytes, range.lowerBound..<first), let suffix = text(bytes, suffixStart..<range.upperBound)
    else { return false }
    return takeAffixes(prefix, suffix)
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80 }

  /// The longest text before or behind an amount's digits, in bytes.
  private static let affixLimitBytes = 14

  private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
    guard range.count <= AmountCell.affixLimitBytes else { return nil }
    return String(validating: range.map { bytes[$0] }, as: UTF8.self)
  }

  private mutating func takeAffixes(_ prefix: String, _ suffix: String) -> Bool {
    var signs = 0
    var opened = 0
    var closed = 0
    var words = ["", ""]
    for (place, text) in [prefix, suffix].enumerated() {
      for character in text {
        switch character {
        case "-", "\u{2212}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{FE63}", "\u{FF0D}":
          signs += 1
          isNegative = true
        case "+": signs += 1
        case "(" where place == 0: opened += 1
        case ")" where place == 1: closed += 1
        default:
          if character.isWhitespace {
            if !words[place].isEmpty { words[place].append(" ") }
          } else if character.isLetter || character.isCurrencySymbol || character == "." {
            words[place].append(character)
          } else {
            return false
          }
        }
      }
    }
    guard signs + opened <= 1, opened == closed else { return false }
    if opened == 1 { isNegative = true }
    hasSign = signs + opened > 0
    return takeWords(words[0], words[1])
  }

  /// Letters behind an amount that say its side: debit and credit, and `Soll` and `Haben`.
  private static let sideLetters = ["D": true, "C": false, "S": true, "H": false, "DB": true]

  /// Takes CR or DR off the suffix; at most one currency may be left.
  private mutating func takeWords(_ before: String, _ after: String) -> Bool {
    var words = after.split(separator: " ").map(String.init)
    if let last = words.last?.uppercased().filter({ $0 != "." }), last.hasSuffix("CR") || last.hasSuffix("DR") {
      guard !hasSign else { return false }
      hasSign = true
      hasSuffix = true
      isNegative = last.hasSuffix("DR")
      words.removeLast()
      if last.count > 2 { words.append(String(last.dropLast(2))) }
    } else if !hasSign, let last = words.last, let isOut = AmountCell.sideLetters[last] {
      hasSign = true
      hasSuffix = true
      isNegative = isOut
      words.removeLast()
    }
    let mentions = [before.trimmedOfWhiteSpace, words.joined(separator: " ")].filter { !$0.isEmpty && $0 != "." }
    if mentions.isEmpty { return true }
    guard mentions.count == 1, let mention = CurrencyMention(mentions[0]) else { return false }
    currency = mention
    return true
  }
}

/// What an amount cell is under one decimal mark.
enum AmountReading: Sendable, Hashable {
  /// In minor units, with the cell's sign.
  case value(Int64)
  /// Has decimals beyond the currency's that are not zero.
  case tooPrecise
  /// Beyond the limit of a booking.
  case tooLarge
  case malformed
}

extension AmountCell {
  /// The cell's value where `mark` begins the decimals and the other mark, a space or an apostrophe groups digits.
  ///
  /// Groups have three digits, or two before a last one of three; digits are never rounded.
  func reading(_ bytes: Span<UInt8>, mark: DecimalMark, digits: Int) -> AmountReading {
    var walk = DigitWalk(digits: digits)
    var index = core.lowerBound
    while index < core.upperBound {
      let byte = bytes[index]
      if AmountCell.isDigit(byte) {
        walk.take(digit: byte &- 0x30)
        index += 1
      } else if byte == mark.rawValue {
        guard walk.beginDecimals() else { return .malformed }
        index += 1
      } else {
        guard let (kind, count) = AmountCell.grouping(bytes, index, core.upperBound), walk.group(kind) else {
          return .malformed
        }
        index += count
      }
    }
    return walk.reading(isNegative: isNegative)
  }

  /// The kind of a grouping mark and its bytes: a mark, a space or an apostrophe.
  private static func grouping(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> (kind: UInt8, count: Int)? {
    switch bytes[index] {
    case 0x2C, 0x2E: return (1, 1)
    case 0x20: return (2, 1)
    case 0x27: return (3, 1)
    case 0xC2 where index + 1 < end && bytes[index + 1] == 0xA0: return (2, 2)
    case 0xC2 where index + 1 < end && bytes[index + 1] == 0xB4: return (3, 2)
    case 0xE2 where index + 2 < end && bytes[index + 1] == 0x80:
      switch bytes[index + 2] {
      case 0xAF, 0x87, 0x88, 0x89: return (2, 3)
      case 0x98, 0x99: return (3, 3)
      default: return nil
      }
    default: return nil
    }
  }
}

/// Goes over the digits of an amount, checking groups and summing checked minor units.
private struct DigitWalk {
  let digits: Int
  private var units: Int64 = 0
  private var isTooLarge = false
  private var isTooPrecise = false
  private var count = 0
  private var groupKind: UInt8 = 0
  private var groupDigits = 0
  private var groups = 0
  private var middleDigits = 0
  private var beginsWithZero = false
  private var hasDecimals = false
  private var decimals = 0

  init(digits: Int) { self.digits = digits }

  mutating func take(digit: UInt8) {
    if count == 0 { beginsWithZero = digit == 0 }
    count += 1
    if hasDecimals {
      decimals += 1
      if decimals > digits {
        if digit != 0 { isTooPrecise = true }
        return
      }
    } else {
      groupDigits += 1
    }
    shift(digit)
  }

  private mutating func shift(_ digit: UInt8) {
    if units > Money.limit / 10 {
      isTooLarge = true
    } else {
      units = units * 10 + Int64(digit)
    }
  }

  mutating func group(_ kind: UInt8) -> Bool {
    guard !hasDecimals, groupKind == 0 || groupKind == kind, groupDigits > 0 else { return false }
    if groups == 0 {
      guard groupDigits <= 3, !beginsWithZero else { return false }
    } else {
      guard groupDigits == 3 || groupDigits == 2, middleDigits == 0 || middleDigits == groupDigits else { return false }
      middleDigits = groupDigits
    }
    groupKind = kind
    groups += 1
    groupDigits = 0
    return true
  }

  private var isLastGroupWhole: Bool { groups == 0 || groupDigits == 3 }

  mutating func beginDecimals() -> Bool {
    guard !hasDecimals, isLastGroupWhole else { return false }
    hasDecimals = true
    return true
  }

  func reading(isNegative: Bool) -> AmountReading {
    guard count > 0, hasDecimals || isLastGroupWhole else { return .malformed }
    if isTooPrecise { return .tooPrecise }
    var result = self
    for _ in min(decimals, digits)..<digits { result.shift(0) }
    guard !result.isTooLarge, result.units <= Money.limit else { return .tooLarge }
    return .value(isNegative ? -result.units : result.units)
  }
}

extension AmountCell {
  /// Whether the cell is an amount under one of the marks.
  func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
    DecimalMark.allCases.contains { reading(bytes, mark: $0, digits: 4) != .malformed }
  }

  /// Whether the cell has more than digits: a mark, a sign, grouping or a currency, as money has and numbers do not.
  func looksLikeMoney(_ bytes: Span<UInt8>) -> Bool {
    if hasSign || currency != nil { return true }
    for index in core where !AmountCell.isDigit(bytes[index]) { return true }
    return false
  }
}
