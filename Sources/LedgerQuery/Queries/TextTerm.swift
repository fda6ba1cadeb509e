import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Words that one of a transaction's texts must hold, compared folded.
///
/// A class, since what the merchants' and categories' names say is kept from row to row.
final class TextTerm {
  private let view: LedgerView
  /// Folded; nothing else is in any text where they are empty.
  private let words: [UInt8]
  private let wordsAreASCII: Bool
  private var merchants: [MerchantID: Bool] = [:]
  private var categories: [CategoryID: Bool] = [:]

  init(_ words: String, view: LedgerView) {
    self.view = view
    self.words = FoldedName(words).bytes
    wordsAreASCII = self.words.allSatisfy { $0 < 0x80 }
  }

  /// Whether the words stand in the merchant's or the category's name, the bank's texts or the note.
  func matches(_ row: StandingRow) throws -> Bool {
    if words.isEmpty { return true }
    if try merchantMatches(row.values.merchant) || categoryMatches(row.setting.category) { return true }
    for part in row.setting.parts where categoryMatches(part.category) || isFound(in: [part.memo]) { return true }
    let texts = try view.texts(of: row)
    return isFound(in: [texts.rawText, texts.memo, texts.note, texts.bankReference])
  }

  /// Whether the words stand in one of the texts.
  func isFound(in texts: [String?]) -> Bool {
    words.isEmpty || texts.contains { text in text.map { isFound(in: $0) } ?? false }
  }

  private func merchantMatches(_ merchant: MerchantID) throws -> Bool {
    if let known = merchants[merchant] { return known }
    let found = isFound(in: try view.merchantName(merchant))
    merchants[merchant] = found
    return found
  }

  private func categoryMatches(_ category: CategoryID) -> Bool {
    if let known = categories[category] { return known }
    let found = view.directory.category(category).map { isFound(in: $0.name) } ?? false
    categories[category] = found
    return found
  }

  private func isFound(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return TextTerm.isPlain(bytes)
      ? wordsAreASCII && TextTerm.contains(bytes, words) : TextTerm.contains(FoldedName(utf8: bytes).bytes, words)
  }

  /// Whether folding changes nothing but the case of letters: ASCII without runs of white space.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0x20
    for byte in bytes {
      if byte >= 0x80 || byte < 0x20 || (byte == 0x20 && previous == 0x20) { return false }
      previous = byte
    }
    return true
  }

  /// Whether folded words stand in a text, whatever the case of its ASCII letters.
  private static func contains(_ text: [UInt8], _ words: [UInt8]) -> Bool {
    guard text.count >= words.count else { return false }
    for begin in 0...text.count - words.count where lower(text[begin]) == words[0] {
      var index = 1
      while index < words.count, lower(text[begin + index]) == words[index] { index += 1 }
      if index == words.count { return true }
    }
    return false
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
