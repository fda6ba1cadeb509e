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
    let plain = withoutWayOfPaying(text)
    var words = withoutPlace(withoutService(plain)).split(separator: " ").map { String($0) }
    words = words.map { withoutNumberTail($0) }
    let noise = words.enumerated().map { index, word in isNoise(word, isFirst: index == 0 && plain == text) }
    var name = words.indices.filter { index in
      !noise[index] && !(index + 1 < words.count && noise[index + 1] && labels.contains(words[index].lowercased()))
    }.map { words[$0] }
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
    "sq", "tst", "sumup", "paypal", "pp", "izettle", "zettle", "sp", "ccv", "bck", "zlr", "lpg", "nyx",
  ]

  /// What stands in front of the merchant and says how was paid; longer ones first.
  private static let waysOfPaying = [
    "recurring payment authorized on ", "purchase authorized on ", "debit card purchase ", "recurring card purchase ",
    "pos debit card purchase ", "pos purchase ", "pos debit ", "pos withdrawal ", "checkcard purchase ", "checkcard ",
    "card payment to ", "card purchase ", "contactless payment ", "direct debit to ", "direct debit ", "ach debit ",
    "kartenzahlung ", "girocard ", "lastschrift ", "paiement par carte ", "paiement cb ", "achat cb ", "prlv sepa ",
    "betaalautomaat ", "bea, betaalpas ", "bea, apple pay ", "kortköp ", "kortkøb ", "korttiosto ", "visa-ostos ",
    "dankort-nota ",
    "compra tarj. ", "compra tarjeta ", "compra en ", "pagamento pos ", "pagamento carta ", "płatność kartą ", "pos ",
  ].sorted { $0.utf8.count > $1.utf8.count }

  private static let waysBegin = Set(waysOfPaying.compactMap { $0.utf8.first })

  /// The text without the words in front that say how was paid, unless nothing else is there.
  private static func withoutWayOfPaying(_ text: String) -> String {
    let lower = text.lowercased()
    guard let way = waysOfPaying.first(where: { lower.hasPrefix($0) }) else { return text }
    let rest = text.dropFirst(way.count).trimmedOfWhiteSpace
    return rest.contains { $0.isLetter } ? rest : text
  }

  /// The text without a place behind two strokes, as in `MARKT//BERLIN/DE`; those of an address stay.
  private static func withoutPlace(_ text: String) -> String {
    guard let strokes = text.byteRange(of: "//"), strokes.lowerBound > text.startIndex,
      text[text.index(before: strokes.lowerBound)] != ":"
    else { return text }
    let name = text[..<strokes.lowerBound]
    return name.contains { $0.isLetter } ? String(name) : text
  }

  /// Words that only name the number behind them.
  private static let labels: Set<String> = [
    "card", "conf#", "ref", "ref.", "ref:", "reference", "no.", "nr.", "pasnr.", "auth", "terminal", "term", "on",
    "tan1",
  ]

  /// The text without a payment service's mark in front.
  private static func withoutService(_ text: String) -> String {
    guard let mark = text.prefix(12).firstIndex(of: "*") else { return text }
    let service = text[..<mark].lowercased().filter { $0.isLetter }
    let rest = text[text.index(after: mark)...].trimmedOfWhiteSpace
    return services.contains(service) && !rest.isEmpty ? rest : text
  }

  private static func mayHavePrefix(_ payee: [UInt8]) -> Bool {
    payee.count > 4 && waysBegin.contains(payee[0] < 0x80 ? payee[0] | 0x20 : payee[0])
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
    if isReference(word, digits: digits) { return true }
    if isMask(word, digits: digits) || isTime(word) || isDate(word) { return true }
    // A short number is part of a name where it begins it, as in `7 Eleven`.
    return !isFirst && letters == 0 && digits >= 4
  }

  /// Capitals and digits that change places often, as in `P0A1B2C3D4`.
  private static func isReference(_ word: String, digits: Int) -> Bool {
    guard digits >= 4, word.utf8.count >= 8, word.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }) else {
      return false
    }
    return zip(word, word.dropFirst()).count { $0.isNumber != $1.isNumber } >= 3
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
    if word == "24/7" { return false }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "." || $0 == "-" }
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) }) else { return false }
    let values = parts.compactMap { Int($0) }
    guard values.count == parts.count else { return false }
    if parts.count == 3 { return (values.min() ?? 0) >= 1 && values.count { $0 <= 31 } >= 2 }
    return word.contains("/") && values.allSatisfy { (1...31).contains($0) } && values.contains { $0 <= 12 }
  }
}
