// Safety: utf8proc's width look-up is a pure function of a code point; no pointer is involved.
import CUTF8Proc

/// Text on its way to a terminal.
public enum Terminal {
  /// The text with everything that could steer a terminal or hide in it written out, such as `\u{1B}` for an escape.
  ///
  /// Written out are control characters (so every escape sequence), bidirectional controls, zero-width spaces, line and
  /// paragraph separators, private and unassigned characters. Joiners stay after a letter or an emoji that is not ASCII,
  /// and tag characters stay in a flag, since names of people and emoji need them.
  public static func safe(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    var followsForeign = false
    var isInFlag = false
    for scalar in text.unicodeScalars {
      let isTag = (0xE0020...0xE007F).contains(scalar.value)
      let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
      if isTag && isInFlag || isJoiner && followsForeign || !steers(scalar) {
        result.append(scalar)
      } else {
        let code = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(code)}".unicodeScalars)
      }
      followsForeign = !scalar.isASCII
      isInFlag = scalar.value == 0x1F3F4 || isTag && isInFlag
    }
    return String(result)
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  /// How many columns the text takes at most: combining marks none, wide characters two.
  ///
  /// A sequence of joined emoji counts each of its parts, as most terminals draw it; one that joins them leaves a gap
  /// rather than a line that is too wide.
  public static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    var columns = 0
    var previous = 0
    for scalar in text.unicodeScalars {
      // An emoji selector makes a narrow symbol wide.
      let own = scalar.value == 0xFE0F && previous == 1 ? 1 : Int(utf8proc_charwidth(Int32(scalar.value)))
      columns += own
      if own > 0 { previous = own }
    }
    return columns
  }

  /// The text cut to so many columns, with an ellipsis where something is missing.
  public static func fitted(_ text: String, columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    return prefix(text, columns: columns - 1) + "…"
  }

  /// The longest beginning that takes no more than so many columns; no character is cut apart.
  static func prefix(_ text: String, columns: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
      let next = width(String(character))
      if used + next > columns { break }
      result.append(character)
      used += next
    }
    return result
  }

  /// The text with spaces up to so many columns.
  public static func padded(_ text: String, columns: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, columns - width(text)))
    return right ? space + text : text + space
  }

  /// The text in lines of at most so many columns, broken at spaces, and inside a word only where it is longer.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    guard width(text) > columns else { return text.isEmpty ? [] : [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, width(line) + 1 + width(String(word)) <= columns {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while width(line) > columns {
        let head = prefix(line, columns: columns)
        // A character wider than the line is shown whole.
        let taken = head.isEmpty ? String(line.prefix(1)) : head
        lines.append(taken)
        line = String(line.dropFirst(taken.count))
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
