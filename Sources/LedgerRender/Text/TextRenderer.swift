import LedgerDomain
import LedgerQuery

/// Reports as text for a terminal.
///
/// Every line is a `StyledText`, so nothing from outside reaches a terminal unescaped, and fits the style's columns but
/// for digests, which stay whole so that they can be copied.
public struct TextRenderer: Sendable {
  public let style: TextStyle

  public init(style: TextStyle) {
    self.style = style
  }

  // MARK: Money

  func amount(_ amount: Money, _ currency: Currency) -> String {
    style.numbers.text(amount, digits: currency.minorUnitDigits)
  }

  func signed(_ amount: Money, _ currency: Currency) -> String {
    style.numbers.signed(amount, digits: currency.minorUnitDigits)
  }

  /// A change with its glyph: `▲ +12.00`, `▼ −3.10`, `— 0.00`.
  func change(_ value: Money, _ currency: Currency) -> StyledText {
    let text = signed(value, currency)
    if value > .zero { return StyledText("▲ " + text, .gain) }
    if value < .zero { return StyledText("▼ " + text, .loss) }
    return StyledText("— " + text, .secondary)
  }

  /// The value with the other sign; a magnitude outside 64 bits is cut.
  static func opposite(_ value: Money) -> Money {
    value.minorUnits == .min ? Money(minorUnits: .max) : -value
  }

  /// The code where every currency is the same, for a title.
  func commonCode(_ currencies: some Sequence<Currency>) -> String? {
    var iterator = currencies.makeIterator()
    guard let first = iterator.next() else { return nil }
    while let next = iterator.next() { if next != first { return nil } }
    return first.code
  }

  // MARK: Lines

  func text(_ lines: [StyledText]) -> String {
    var result = ""
    for line in lines {
      result += line.rendered(style)
      result += "\n"
    }
    return result
  }

  func text(_ table: TextTable) -> String {
    text(table.lines(style))
  }

  /// A sentence in lines that fit.
  func paragraph(_ sentence: String, indent: Int = 0, tone: StyledText.Tone = .plain) -> [StyledText] {
    Terminal.wrapped(Terminal.safe(sentence), columns: style.columns - indent).map {
      StyledText.spaces(indent) + StyledText($0, tone)
    }
  }

  /// Parts on one line as far as they fit, each further one on the next.
  func flow(_ parts: [StyledText], gap: Int = 1) -> [StyledText] {
    var lines: [StyledText] = []
    for part in parts where !part.isEmpty {
      if let last = lines.last, last.columns + gap + part.columns <= style.columns {
        lines[lines.count - 1] = last + .spaces(gap) + part
      } else {
        lines.append(part.fitted(style.columns))
      }
    }
    return lines
  }

  /// One part on the left and one on the right of a line, or of two where one is too short.
  func spread(_ left: StyledText, _ right: StyledText) -> [StyledText] {
    let space = style.columns - left.columns - right.columns
    if right.isEmpty { return [left.fitted(style.columns)] }
    if space >= 2 { return [left + .spaces(space) + right] }
    return [left.fitted(style.columns), right.fitted(style.columns).padded(style.columns, right: true)]
  }

  /// Named values, the longer ones in several lines.
  func facts(_ facts: [(String, String?)]) -> [StyledText] {
    let width = facts.filter { $0.1 != nil }.map { Terminal.width($0.0) }.max() ?? 0
    return facts.flatMap { name, value -> [StyledText] in
      guard let value else { return [] }
      let lines = Terminal.wrapped(Terminal.safe(value), columns: style.columns - width - 2)
      return lines.enumerated().map { index, line in
        StyledText(index == 0 ? name : "", .secondary).padded(width + 2) + StyledText(line)
      }
    }
  }

  /// A number with its noun: `1 transaction`, `2 transactions`.
  static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  static let nothingYet =
    "No transactions yet. Import a bank file with 'foldbook import FILE', or add one with "
    + "'foldbook add 12.50 \"Corner Shop\"'."
}
