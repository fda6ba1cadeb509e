import LedgerDomain

/// How a person's locale writes numbers.
public struct NumberLocale: Sendable, Hashable {
  public var decimalMark: DecimalMark
  /// What stands between groups of digits.
  public var grouping: String
  /// Whether groups above the first have two digits, as in India.
  public var groupsByTwo = false

  /// A point, groups of three by commas.
  public static let plain = NumberLocale(decimalMark: .point, grouping: ",")

  public init(decimalMark: DecimalMark, grouping: String, groupsByTwo: Bool = false) {
    self.decimalMark = decimalMark
    self.grouping = grouping
    self.groupsByTwo = groupsByTwo
  }

  /// From a POSIX locale's name such as `de_CH.UTF-8`; `C`, `POSIX` and unknown ones are `plain`.
  public init(posixName: String) {
    let base = posixName.split(whereSeparator: { $0 == "." || $0 == "@" }).first.map(String.init) ?? ""
    let parts = base.split(separator: "_").map(String.init)
    let language = parts.first ?? ""
    let region = parts.count > 1 ? parts[1] : ""
    let style =
      NumberLocale.style(ofRegion: language + "_" + region) ?? NumberLocale.style(ofRegion: region)
      ?? NumberLocale.languages.first { $0.names.split(separator: " ").contains(language[...]) }?.style
    switch style {
    case .pointComma, nil: self = .plain
    case .pointCommaByTwo: self.init(decimalMark: .point, grouping: ",", groupsByTwo: true)
    case .pointApostrophe: self.init(decimalMark: .point, grouping: "’")
    case .commaPoint: self.init(decimalMark: .comma, grouping: ".")
    case .commaSpace: self.init(decimalMark: .comma, grouping: "\u{A0}")
    case .commaNarrowSpace: self.init(decimalMark: .comma, grouping: "\u{202F}")
    }
  }

  /// Decimal mark, then grouping.
  private enum Style {
    case pointComma, pointCommaByTwo, pointApostrophe, commaPoint, commaSpace, commaNarrowSpace
  }

  /// Where a region, or a language in a region, differs from its language.
  private static let regions: [(names: String, style: Style)] = [
    ("CH LI", .pointApostrophe), ("IN", .pointCommaByTwo), ("de_AT en_ZA fr_CA pt_PT", .commaSpace),
    ("es_MX es_US es_PR es_DO es_GT es_HN es_NI es_PA es_PE es_SV", .pointComma),
  ]

  private static func style(ofRegion name: String) -> Style? {
    regions.first { $0.names.split(separator: " ").contains(name[...]) }?.style
  }

  private static let languages: [(names: String, style: Style)] = [
    ("ca da de el es eu gl hr id is it mk nl pt ro sl sq sr tr vi", .commaPoint),
    ("af be bg cs et fi hu ka kk lt lv nb nn no pl ru sk sv uk", .commaSpace),
    ("br fr oc", .commaNarrowSpace), ("bn gu hi kn ml mr pa ta te", .pointCommaByTwo),
  ]

  /// The amount without a sign, with groups and the currency's decimals.
  public func magnitude(_ amount: Money, digits: Int) -> String {
    let text = Array(String(amount.minorUnits.magnitude).utf8)
    let padded = Array(repeating: 0x30, count: max(0, digits + 1 - text.count)) + text
    let whole = padded.count - digits
    var result = ""
    for (index, byte) in padded.enumerated() {
      if index == whole { result += decimalMark.text }
      if index > 0, index < whole, beginsGroup(whole - index) { result += grouping }
      result.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return result
  }

  /// Whether a group begins with so many digits to go.
  private func beginsGroup(_ digitsLeft: Int) -> Bool {
    groupsByTwo && digitsLeft > 3 ? (digitsLeft - 3) % 2 == 0 : digitsLeft % 3 == 0
  }

  /// With a sign where it is negative: U+2212.
  public func text(_ amount: Money, digits: Int) -> String {
    (amount < .zero ? "−" : "") + magnitude(amount, digits: digits)
  }

  /// With a sign always but for zero.
  public func signed(_ amount: Money, digits: Int) -> String {
    (amount < .zero ? "−" : amount > .zero ? "+" : "") + magnitude(amount, digits: digits)
  }

  /// A change as a percentage of what was, such as `+0.90 %`, rounded half away from zero.
  ///
  /// Nil where nothing was, and above 9,999.99 %, which says nothing to anybody.
  func percent(_ change: Money, of base: Money) -> String? {
    guard base != .zero else { return nil }
    let whole = UInt128(base.minorUnits.magnitude)
    let hundredths = (UInt128(change.minorUnits.magnitude) * 20_000 + whole) / (2 * whole)
    guard hundredths < 1_000_000 else { return nil }
    let value = Int64(hundredths)
    return signed(Money(minorUnits: change < .zero ? -value : value), digits: 2) + " %"
  }

  /// A share of a whole as `41 %`, rounded half up, or `<1 %`; nil where one of them is not above zero.
  func share(_ part: Money, of whole: Money) -> String? {
    guard part > .zero, whole > .zero else { return nil }
    let value =
      (UInt128(part.minorUnits.magnitude) * 200 + UInt128(whole.minorUnits.magnitude))
      / (2 * UInt128(whole.minorUnits.magnitude))
    return value == 0 ? "<1 %" : value < 1_000 ? "\(value) %" : nil
  }
}
