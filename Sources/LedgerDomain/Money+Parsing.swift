/// The mark between whole and fractional units.
public enum DecimalMark: UInt8, Sendable, Hashable, CaseIterable {
  case point = 0x2E
  case comma = 0x2C

  /// The mark as it is typed.
  public var text: String { self == .point ? "." : "," }
}

extension Money {
  /// Reads an amount that a person typed: an optional sign, digits and at most one decimal mark.
  ///
  /// Grouping is not accepted: where the text holds the other mark it is refused, so that `1.234` never means two
  /// things. Zeros beyond the currency's digits are fine, any other digit there is an error; nothing is rounded.
  /// - Parameters:
  ///   - text: ASCII digits; the minus may also be U+2212.
  ///   - minorUnitDigits: the currency's decimals, 0 to 4.
  ///   - decimalMark: the mark of the person's locale. A point is also taken where the locale has a comma and the
  ///     point is not followed by exactly three digits.
  public init(parsing text: String, minorUnitDigits: Int, decimalMark: DecimalMark) throws(MoneyError) {
    var scanner = AmountScanner(minorUnitDigits: minorUnitDigits)
    self = try scanner.scan(text, decimalMark: decimalMark)
  }
}

/// Reads one typed amount byte by byte into checked minor units.
private struct AmountScanner {
  let minorUnitDigits: Int
  var units: Int64 = 0
  var decimals = 0
  var wholeDigits = 0

  init(minorUnitDigits: Int) {
    self.minorUnitDigits = minorUnitDigits
  }

  mutating func scan(_ text: String, decimalMark: DecimalMark) throws(MoneyError) -> Money {
    var bytes = Array(text.utf8)
    if bytes.isEmpty { throw .empty }
    let negative = try takeSign(&bytes)
    let mark = try mark(in: bytes, decimalMark: decimalMark)
    var seenMark = false
    for byte in bytes {
      if byte == mark, !seenMark {
        seenMark = true
        continue
      }
      guard byte >= 0x30, byte <= 0x39 else { throw .notANumber }
      try take(digit: Int64(byte - 0x30), afterMark: seenMark)
    }
    guard wholeDigits > 0, !seenMark || decimals > 0 else { throw .notANumber }
    for _ in min(decimals, minorUnitDigits)..<minorUnitDigits {
      units = try AmountScanner.shifted(units, adding: 0)
    }
    guard units <= Money.limit else { throw .outOfRange }
    return Money(minorUnits: negative ? -units : units)
  }

  private func takeSign(_ bytes: inout [UInt8]) throws(MoneyError) -> Bool {
    if bytes.first == 0x2B || bytes.first == 0x2D {
      return bytes.removeFirst() == 0x2D
    }
    if bytes.starts(with: [0xE2, 0x88, 0x92]) {
      bytes.removeFirst(3)
      return true
    }
    return false
  }

  /// The byte that begins the decimals, or an error where the text could mean two amounts.
  private func mark(in bytes: [UInt8], decimalMark: DecimalMark) throws(MoneyError) -> UInt8 {
    let other: DecimalMark = decimalMark == .point ? .comma : .point
    guard let position = bytes.firstIndex(of: other.rawValue) else { return decimalMark.rawValue }
    if bytes.contains(decimalMark.rawValue) || bytes.count - position - 1 == 3 { throw .ambiguousMark }
    guard decimalMark == .comma else { throw .ambiguousMark }
    return other.rawValue
  }

  private mutating func take(digit: Int64, afterMark: Bool) throws(MoneyError) {
    if afterMark {
      decimals += 1
      if decimals > minorUnitDigits {
        if digit != 0 { throw .tooManyDecimals(allowed: minorUnitDigits) }
        return
      }
    } else {
      wholeDigits += 1
    }
    units = try AmountScanner.shifted(units, adding: digit)
  }

  private static func shifted(_ value: Int64, adding digit: Int64) throws(MoneyError) -> Int64 {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    if overflow || product > Int64.max - digit { throw .outOfRange }
    return product + digit
  }
}

extension Money {
  /// The amount in major units with a point and the currency's decimals, such as `-8.40`: for files and scripts.
  public func plainText(minorUnitDigits: Int) -> String {
    let digits = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard minorUnitDigits > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, minorUnitDigits + 1 - digits.count)) + digits
    return sign + padded.dropLast(minorUnitDigits) + "." + padded.suffix(minorUnitDigits)
  }
}
