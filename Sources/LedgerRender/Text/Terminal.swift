// Safety: utf8proc's width look-up is a pure function of a code point.
import CUTF8Proc

/// Text on its way to a terminal.
public enum Terminal {
  /// The text with everything that could steer a terminal written out: control characters, escape sequences, bidirectional
  /// controls, line and paragraph separators, and characters without a meaning.
  public static func safe(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
    case .format: return scalar.value != 0x200D && !(0xE0020...0xE007F).contains(scalar.value)
    default: return false
    }
  }

  /// How many columns the text takes; combining marks none, wide characters two.
  public static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0F || $0.value == 0x200D }) { return 2 }
    return character.unicodeScalars.map { Int(utf8proc_charwidth(Int32($0.value))) }.max() ?? 0
  }

  /// The width of text that has our colours in it.
  static func visibleWidth(_ text: String) -> Int {
    let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    let plain = parts.enumerated().map { index, part in
      index == 0 ? String(part) : String(part.drop { $0 != "m" }.dropFirst())
    }
    return width(plain.joined())
  }

  /// The text cut to so many columns, with an ellipsis where something is missing.
  public static func fitted(_ text: String, columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    var result = ""
    var used = 0
    for character in text {
      let next = width(String(character))
      if used + next > columns - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  /// The text with spaces up to so many columns.
  public static func padded(_ text: String, columns: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, columns - width(text)))
    return right ? space + text : text + space
  }
}

/// How text is drawn: width, colour, and how numbers are written.
public struct TextStyle: Sendable {
  /// Columns, at least 40.
  public var columns: Int
  public var usesColor: Bool
  public var numbers: NumberLocale

  public init(columns: Int = 80, usesColor: Bool = false, numbers: NumberLocale = .plain) {
    self.columns = max(40, columns)
    self.usesColor = usesColor
    self.numbers = numbers
  }

  /// Green and red mean gain and loss and nothing else; sign and glyph say the same.
  func gain(_ text: String) -> String { colored(text, "32") }
  func loss(_ text: String) -> String { colored(text, "31") }
  func secondary(_ text: String) -> String { colored(text, "2") }
  func strong(_ text: String) -> String { colored(text, "1") }

  private func colored(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
