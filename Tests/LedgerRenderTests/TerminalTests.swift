import LedgerRender
import Testing

/// Text from outside on its way to a terminal.
struct TerminalTests {
  @Test(arguments: [
    ("Café 漢字", "Café 漢字"), ("👩‍👩‍👧 ❤️ 🇩🇪", "👩‍👩‍👧 ❤️ 🇩🇪"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("é", "é"),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E007F}"),
    ("1\u{A0}234\u{202F}567", "1\u{A0}234\u{202F}567"),
    ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}31m", "\\u{9B}31m"), ("a\u{0}b\u{7F}", "a\\u{0}b\\u{7F}"),
    ("a\r\nb\tc", "a\\u{D}\\u{A}b\\u{9}c"), ("\u{202E}txt\u{2066}\u{200F}", "\\u{202E}txt\\u{2066}\\u{200F}"),
    ("pay\u{200D}pal\u{200B}", "pay\\u{200D}pal\\u{200B}"), ("\u{2028}\u{2029}\u{FEFF}", "\\u{2028}\\u{2029}\\u{FEFF}"),
    ("a\u{E0041}b", "a\\u{E0041}b"), ("\u{AD}\u{E000}\u{FFFF}", "\\u{AD}\\u{E000}\\u{FFFF}"),
  ])
  func `what could steer a terminal or hide is written out, the rest stays`(text: String, shown: String) {
    #expect(Array(Terminal.safe(text).unicodeScalars) == Array(shown.unicodeScalars))
    #expect(Terminal.safe(shown) == shown)
  }

  @Test(arguments: [
    ("abc", 3), ("漢字", 4), ("é", 1), ("e\u{301}", 1), ("👍", 2), ("❤️", 2), ("🇩🇪", 2), ("▲ −1.00", 7), ("…│█·", 4),
    ("ﾊﾝ", 2),
  ])
  func `wide characters take two columns and combining marks none`(text: String, columns: Int) {
    #expect(Terminal.width(text) == columns)
  }

  @Test(arguments: ["abcdefghij", "漢字漢字漢字", "👩‍👩‍👧👩‍👩‍👧", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "", "x"])
  func `a fitted text takes no more than its columns, and a padded one all of them`(text: String) {
    for columns in 0...12 {
      let fitted = Terminal.fitted(text, columns: columns)
      #expect(Terminal.width(fitted) <= columns)
      #expect(Terminal.width(text) > columns || fitted == text)
      #expect(Terminal.width(Terminal.padded(fitted, columns: columns, right: true)) == columns)
    }
  }
}
