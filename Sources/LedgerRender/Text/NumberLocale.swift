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

  /// From a POSIX locale's name such as `de_CH.UTF-8`; an unknown one is `plain`.
  public init(posixName: String) {
    let base = posixName.split(whereSeparator: { $0 == "." || $0 == "@" }).first.map(String.init) ?? ""
    let parts = base.split(separator: "_").map(String.init)
    let language = parts.first ?? ""
    let region = parts.count > 1 ? parts[1] : ""
    switch (language, region) {
    case (_, "CH"), (_, "LI"): self.init(decimalMark: .point, grouping: "’")
    case (_, "IN"): self.init(decimalMark: .point, grouping: ",", groupsByTwo: true)
    case ("es", "MX"), ("es", "US"), ("es", "PR"): self = .plain
    case ("de", "AT"): self.init(decimalMark: .comma, grouping: "\u{A0}")
    case ("de", _), ("es", _), ("it", _), ("nl", _), ("pt", "BR"), ("da", _), ("id", _), ("tr", _), ("el", _),
      ("hr", _), ("sl", _), ("ro", _), ("vi", _):
      self.init(decimalMark: .comma, grouping: ".")
    case ("fr", _): self.init(decimalMark: .comma, grouping: "\u{202F}")
    case ("sv", _), ("nb", _), ("nn", _), ("no", _), ("fi", _), ("pl", _), ("cs", _), ("sk", _), ("hu", _), ("ru", _),
      ("uk", _), ("bg", _), ("pt", _), ("et", _), ("lv", _), ("lt", _):
      self.init(decimalMark: .comma, grouping: "\u{A0}")
    default: self = .plain
    }
  }

  /// The amount without a sign, with groups and the currency's decimals.
  public func magnitude(_ amount: Money, digits: Int) -> String {
    let unsigned = String(amount.minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - unsigned.count)) + unsigned
    let whole = Array(padded.dropLast(digits))
    var groups: [String] = []
    var end = whole.count
    var size = 3
    while end > 0 {
      let begin = max(0, end - size)
      groups.insert(String(whole[begin..<end]), at: 0)
      end = begin
      if groupsByTwo { size = 2 }
    }
    let fraction = digits > 0 ? decimalMark.text + padded.suffix(digits) : ""
    return groups.joined(separator: grouping) + fraction
  }

  /// With a sign where it is negative: U+2212.
  public func text(_ amount: Money, digits: Int) -> String {
    (amount < .zero ? "−" : "") + magnitude(amount, digits: digits)
  }

  /// With a sign always but for zero.
  public func signed(_ amount: Money, digits: Int) -> String {
    (amount < .zero ? "−" : amount > .zero ? "+" : "") + magnitude(amount, digits: digits)
  }

  /// A share in hundredths of a percent as `+0.90 %`.
  func percent(_ hundredths: Int64) -> String {
    signed(Money(minorUnits: hundredths), digits: 2) + " %"
  }
}
