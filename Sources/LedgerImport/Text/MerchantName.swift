import LedgerDomain

/// The name of a merchant within what a bank prints, so that one shop is one merchant.
///
/// Words go that differ from visit to visit: numbers of cards, terminals and references, dates, times, and the words that
/// say how was paid. What is left is the name; where nothing would be left, the payee itself is.
enum MerchantName {
  /// The cleaned name of a cleaned payee, at most as long as a name may be.
  static func clean(_ payee: [UInt8]) -> [UInt8] {
    guard payee.contains(where: { $0 < 0x41 && $0 != 0x20 }) || mayHavePrefix(payee) else { return limited(payee) }
    guard let text = String(validating: payee, as: UTF8.self) else { return limited(payee) }
    var words = withoutService(text).split(separator: " ").map { String($0) }
    words = words.map { withoutNumberTail($0) }
    let kept = words.enumerated().filter { index, word in !isNoise(word, isFirst: index == 0) }.map(\.element)
    var name = kept
    while name.count > 1, let last = name.last, isTrailingNoise(last) { name.removeLast() }
    let joined = name.joined(separator: " ")
    return joined.contains(where: { $0.isLetter }) ? limited(Array(joined.utf8)) : limited(payee)
  }

  private static func limited(_ name: [UInt8]) -> [UInt8] {
    guard name.count > TextLimit.nameBytes else { return name }
    var count = TextLimit.nameBytes
    while count > 0, name[count] & 0xC0 == 0x80 { count -= 1 }
    return Array(name.prefix(count))
  }

  /// Marks of payment services before the merchant's name, such as `SQ *` or `PAYPAL *`.
  private static let services: Set<String> = [
    "sq", "tst", "sumup", "paypal", "pp", "izettle", "zettle", "sp",
  ]

  /// The text without a payment service's mark or the word POS in front.
  private static func withoutService(_ text: String) -> String {
    if text.lowercased().hasPrefix("pos ") { return String(text.dropFirst(4)) }
    guard let mark = text.prefix(12).firstIndex(of: "*") else { return text }
    let service = text[..<mark].lowercased().filter { $0.isLetter }
    let rest = text[text.index(after: mark)...].trimmedOfWhiteSpace
    return services.contains(service) && !rest.isEmpty ? rest : text
  }

  private static func mayHavePrefix(_ payee: [UInt8]) -> Bool {
    payee.count > 4 && payee[3] == 0x20 && payee[0] | 0x20 == 0x70
  }

  /// A word without a number that follows a `#` or `*` in it, such as `STORE#0412`.
  private static func withoutNumberTail(_ word: String) -> String {
    guard let mark = word.lastIndex(where: { $0 == "#" || $0 == "*" }), mark > word.startIndex else { return word }
    let tail = word[word.index(after: mark)...]
    guard !tail.isEmpty, tail.allSatisfy({ $0.isNumber || $0.isUppercase && $0.isASCII }),
      tail.contains(where: { $0.isNumber })
    else { return word }
    return String(word[..<mark])
  }

  /// Whether a word says nothing of who was paid: a long number, a masked card, a date or a time.
  private static func isNoise(_ word: String, isFirst: Bool) -> Bool {
    let digits = word.count { $0.isNumber }
    if digits == 0 { return word.allSatisfy { "*#-/.:".contains($0) } || isMask(word, digits: digits) }
    let letters = word.count { $0.isLetter }
    if digits >= 5, letters * 2 <= digits { return true }
    if isMask(word, digits: digits) || isTime(word) || isDate(word) { return true }
    // A short number is part of a name where it begins it, as in `7 Eleven`.
    return !isFirst && letters == 0 && digits >= 4
  }

  private static func isMask(_ word: String, digits: Int) -> Bool {
    let masks = word.count { $0 == "*" || $0 == "x" || $0 == "X" }
    let others = word.count { $0.isLetter && $0 != "x" && $0 != "X" }
    return masks >= 2 && others == 0 && (digits >= 2 || masks >= 4)
  }

  private static func isTrailingNoise(_ word: String) -> Bool {
    let plain = word.drop { $0 == "#" || $0 == "*" }
    return !plain.isEmpty && plain.count >= 3 && plain.allSatisfy { $0.isNumber }
      || word.hasPrefix("#") && plain.allSatisfy { $0.isNumber }
  }

  private static func isTime(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    return (parts.count == 2 || parts.count == 3)
      && parts.allSatisfy { ($0.count == 1 || $0.count == 2) && $0.allSatisfy { $0.isNumber } }
  }

  private static func isDate(_ word: String) -> Bool {
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "." || $0 == "-" }
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) }) else { return false }
    let values = parts.compactMap { Int($0) }
    guard values.count == parts.count else { return false }
    if parts.count == 3 { return (values.min() ?? 0) >= 1 && values.count { $0 <= 31 } >= 2 }
    return word.contains("/") && values.allSatisfy { (1...31).contains($0) } && values.contains { $0 <= 12 }
  }
}
