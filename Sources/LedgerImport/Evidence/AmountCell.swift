import LedgerDomain

/// An amount cell taken apart: sign, digits with their marks, and what stands around them.
struct AmountCell {
  /// Whether a sign, brackets or a word says that it is negative.
  var isNegative = false
  var hasSign = false
  /// Digits, points and commas only; other grouping marks are gone.
  var core: [UInt8] = []
  /// Whether a space or an apostrophe grouped digits.
  var hasOtherGrouping = false
  /// A currency's code or symbol that stood in the cell.
  var currency: Currency?

  /// Takes a cell apart; nil where it is not an amount.
  init?(_ cell: ArraySlice<UInt8>) {
    var isPlain = true
    for byte in cell where !(byte >= 0x30 && byte <= 0x39) && byte != 0x2E && byte != 0x2C { isPlain = false }
    if isPlain {
      core = Array(cell)
    } else if cell.first == 0x2D || cell.first == 0x2B,
      cell.dropFirst().allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2C })
    {
      hasSign = true
      isNegative = cell.first == 0x2D
      core = Array(cell.dropFirst())
    } else {
      guard parseDecorated(cell) else { return nil }
    }
    guard core.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
  }

  /// The general form: symbols, codes, brackets, signs on either side, CR and DR, and every kind of grouping space.
  private mutating func parseDecorated(_ cell: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: cell, as: UTF8.self) else { return false }
    var letters = ""
    var signs = 0
    var brackets = 0
    var pendingGroup = false
    var isEnded = false
    for character in text {
      switch character {
      case "0"..."9":
        if isEnded { return false }
        if pendingGroup, !core.isEmpty { hasOtherGrouping = true }
        pendingGroup = false
        core.append(character.asciiValue ?? 0x30)
      case ".", ",":
        if isEnded { return false }
        core.append(character.asciiValue ?? 0x2E)
      case "-", "−", "–", "‐":
        signs += 1
        isNegative = true
        hasSign = true
        if !core.isEmpty { isEnded = true }
      case "+":
        signs += 1
        hasSign = true
        if !core.isEmpty { isEnded = true }
      case "(": brackets += 1
      case ")": brackets -= 1
      case "'", "’": pendingGroup = true
      default:
        if character.isWhitespace {
          pendingGroup = true
        } else if character.isLetter || character.isCurrencySymbol {
          letters.append(character)
          if !core.isEmpty { isEnded = true }
        } else {
          return false
        }
      }
    }
    guard signs <= 1, brackets == 0 else { return false }
    if text.contains("(") {
      isNegative = true
      hasSign = true
    }
    return takeWords(letters)
  }

  private mutating func takeWords(_ letters: String) -> Bool {
    var rest = letters
    for (suffix, negative) in [("CR", false), ("DR", true), ("Cr", false), ("Dr", true), ("cr", false), ("dr", true)]
    where rest.hasSuffix(suffix) {
      hasSign = true
      isNegative = negative
      rest.removeLast(2)
      break
    }
    if rest.isEmpty { return true }
    if let known = Currency(rest) {
      currency = known
      return true
    }
    let symbols = [
      "€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "₹": "INR", "zł": "PLN", "₽": "RUB", "US$": "USD", "R$": "BRL",
      "Fr": "CHF", "kr": "", "Ft": "HUF", "Kč": "CZK", "₦": "NGN", "円": "JPY",
    ]
    guard let code = symbols[rest] else { return false }
    currency = Currency(code)
    return true
  }

  /// What the cell says about the decimal mark.
  enum Clue {
    case none
    /// The mark is surely decimal.
    case decimal(DecimalMark)
    /// The mark surely groups.
    case grouping(DecimalMark)
    /// One mark with exactly three digits after it.
    case open(DecimalMark)
  }

  var clue: Clue {
    let points = core.count { $0 == 0x2E }
    let commas = core.count { $0 == 0x2C }
    if points > 0, commas > 0 {
      let last = core.last { $0 == 0x2E || $0 == 0x2C }
      return .decimal(last == 0x2E ? .point : .comma)
    }
    guard points + commas > 0 else { return .none }
    let mark: DecimalMark = points > 0 ? .point : .comma
    if points + commas > 1 { return .grouping(mark) }
    if hasOtherGrouping { return .decimal(mark) }
    let place = core.firstIndex(of: mark.rawValue) ?? 0
    let after = core.count - place - 1
    let leadingZero = place == 0 || (place == 1 && core[0] == 0x30)
    return after == 3 && !leadingZero && place <= 3 ? .open(mark) : .decimal(mark)
  }

  /// The amount, given the column's decimal mark.
  func money(decimalMark: DecimalMark, digits: Int) throws(MoneyError) -> Money {
    let grouping: UInt8 = decimalMark == .point ? 0x2C : 0x2E
    let parts = core.split(separator: decimalMark.rawValue, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first else { throw .notANumber }
    let fraction: ArraySlice<UInt8> = parts.count == 2 ? parts[1] : []
    guard !fraction.contains(grouping) else { throw .notANumber }
    let groups = whole.split(separator: grouping, omittingEmptySubsequences: false)
    if groups.count > 1 {
      guard groups.last?.count == 3, (1...3).contains(groups[0].count),
        groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 || $0.count == 2 })
      else { throw .notANumber }
    }
    var units: Int64 = 0
    var decimals = 0
    func shift(_ byte: UInt8) throws(MoneyError) {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow, product <= Int64.max - 9 else { throw .outOfRange }
      units = product + Int64(byte - 0x30)
    }
    for group in groups { for byte in group { try shift(byte) } }
    for byte in fraction {
      decimals += 1
      if decimals > digits {
        if byte != 0x30 { throw .tooManyDecimals(allowed: digits) }
      } else {
        try shift(byte)
      }
    }
    for _ in min(decimals, digits)..<digits { try shift(0x30) }
    guard units <= Money.limit else { throw .outOfRange }
    return Money(minorUnits: isNegative ? -units : units)
  }
}
