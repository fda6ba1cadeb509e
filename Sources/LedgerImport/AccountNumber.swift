import LedgerDomain

/// An account's number as a bank's file prints it: an IBAN, or five digits and more.
///
/// It tells accounts apart and is never shown whole: its label is the file's text with all but the last digits masked.
public struct AccountNumber: Sendable, Hashable {
  /// Letters and digits without what separates them, in capitals.
  public let plain: String
  private let before: String
  private let after: String

  /// The number in a text, or nil where the text is a name or holds several numbers.
  public init?(_ text: String) {
    let compact = AccountNumber.compact(text)
    // A placeholder such as 000000000 tells nothing apart.
    if Set(compact.utf8).count < 2 { return nil }
    let isDigits = compact.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if AccountNumber.isSeparated(text), isDigits && compact.utf8.count >= 5 || AccountNumber.isIBAN(compact) {
      plain = compact
      before = ""
      after = ""
      return
    }
    let words = text.split(separator: " ")
    let numbers = words.indices.filter { index in
      let word = AccountNumber.compact(String(words[index]))
      return words[index].utf8.count { $0 >= 0x30 && $0 <= 0x39 } >= 5
        && AccountNumber.isSeparated(String(words[index]))
        && (word.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } || AccountNumber.isIBAN(word))
    }
    guard numbers.count == 1 else { return nil }
    plain = AccountNumber.compact(String(words[numbers[0]]))
    before = words[..<numbers[0]].map { $0 + " " }.joined()
    after = words[(numbers[0] + 1)...].map { " " + $0 }.joined()
  }

  /// How the account is shown: the text with so many of the number's last characters.
  public func label(showing count: Int = 4) -> String {
    before + "••" + String(plain.suffix(count)) + after
  }

  /// A text as it may be shown: masked where it holds a number.
  public static func masked(_ text: String) -> String {
    AccountNumber(text)?.label() ?? text
  }

  /// A number masked, with as many of its last characters as tell it apart from others.
  public static func masked(_ number: String, among others: [String]) -> String {
    let most = max(4, number.count - 2)
    let count = (4..<most).first { count in
      !others.contains { $0 != number && $0.hasSuffix(number.suffix(count)) }
    }
    return "••" + number.suffix(count ?? most)
  }

  private static func compact(_ text: String) -> String {
    String(text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  /// Whether there is nothing but letters, digits and what separates groups of them.
  private static func isSeparated(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || " -./".contains($0) }
  }

  private static func isIBAN(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    return bytes.count >= 15 && bytes.count <= 34 && isLetter(bytes[0]) && isLetter(bytes[1]) && isDigit(bytes[2])
      && isDigit(bytes[3]) && bytes.count(where: isDigit) >= 10
  }
}
