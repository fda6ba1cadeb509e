/// Text that is safe for a terminal, in runs that each have a meaning, and measured without the codes that show it.
///
/// Everything that is printed goes through this type, and its initializer makes every text safe.
struct StyledText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Green and red mean gain and loss and nothing else; a sign and a glyph always say the same.
  enum Tone: Sendable {
    case plain, gain, loss, secondary, strong

    /// The parameter of the escape sequence that shows it.
    var code: String? {
      switch self {
      case .plain: nil
      case .gain: "32"
      case .loss: "31"
      case .secondary: "2"
      case .strong: "1"
      }
    }
  }

  private struct Run: Sendable, Hashable {
    var text: String
    var tone: Tone
  }

  private var runs: [Run]

  init(_ text: String, _ tone: Tone = .plain) {
    runs = text.isEmpty ? [] : [Run(text: Terminal.safe(text), tone: tone)]
  }

  init(stringLiteral value: String) {
    self.init(value)
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.runs += right.runs
    return result
  }

  static func spaces(_ count: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(0, count)))
  }

  var isEmpty: Bool { runs.isEmpty }

  /// How many columns it takes.
  var columns: Int { runs.reduce(0) { $0 + Terminal.width($1.text) } }

  /// The text cut to so many columns, with an ellipsis where something is missing.
  func fitted(_ limit: Int) -> StyledText {
    guard columns > limit else { return self }
    var result = StyledText("")
    var left = limit
    for run in runs {
      let width = Terminal.width(run.text)
      if width < left {
        result.runs.append(run)
        left -= width
        continue
      }
      result.runs.append(
        Run(text: Terminal.prefix(run.text, columns: left - 1) + (left > 0 ? "…" : ""), tone: run.tone))
      break
    }
    return result
  }

  /// The text with spaces up to so many columns.
  func padded(_ count: Int, right: Bool = false) -> StyledText {
    let space = StyledText.spaces(count - columns)
    return right ? space + self : self + space
  }

  /// The bytes for the terminal, without spaces at the end.
  func rendered(_ style: TextStyle) -> String {
    var shown = runs
    while var last = shown.popLast() {
      while last.text.utf8.last == 0x20 { last.text.removeLast() }
      if !last.text.isEmpty {
        shown.append(last)
        break
      }
    }
    var result = ""
    for run in shown {
      let text = run.text
      if style.usesColor, let code = run.tone.code {
        result += "\u{1B}[\(code)m\(text)\u{1B}[0m"
      } else {
        result += text
      }
    }
    return result
  }
}
