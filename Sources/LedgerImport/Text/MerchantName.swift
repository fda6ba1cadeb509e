/// The name of a merchant within what a bank prints: card and reference numbers, dates and terminal marks go.
enum MerchantName {
  /// The cleaned name; the payee itself where nothing would be left.
  static func clean(_ payee: ArraySlice<UInt8>) -> [UInt8] {
    guard let text = String(validating: payee, as: UTF8.self) else { return Array(payee) }
    var words = text.split(separator: " ").map(String.init)
    words.removeAll { isNoise($0) }
    while words.count > 1, let last = words.last, isTrailingNoise(last) { words.removeLast() }
    while words.count > 1, let first = words.first, isLeadingNoise(first) { words.removeFirst() }
    let name = words.joined(separator: " ")
    return name.isEmpty ? Array(payee) : Array(name.utf8)
  }

  private static let leading: Set<String> = [
    "pos", "card", "kartenzahlung", "ec", "purchase", "debit", "visa", "sq", "sumup", "paypal",
  ]

  private static func isLeadingNoise(_ word: String) -> Bool {
    let plain = word.lowercased()
    return (plain.hasSuffix("*") || plain == "pos") && leading.contains(String(plain.filter { $0.isLetter }))
  }

  /// A word that is a number of five digits or more, a masked card number, or a date.
  private static func isNoise(_ word: String) -> Bool {
    let digits = word.count { $0.isNumber }
    let letters = word.count { $0.isLetter }
    if digits >= 5, letters * 2 <= digits { return true }
    let masks = word.count { $0 == "*" || $0 == "x" || $0 == "X" }
    if masks >= 2, digits >= 2, letters - word.count(where: { $0 == "x" || $0 == "X" }) == 0 { return true }
    return isDate(word)
  }

  private static func isTrailingNoise(_ word: String) -> Bool {
    let plain = word.drop { $0 == "#" }
    return !plain.isEmpty && plain.count >= 3 && plain.allSatisfy { $0.isNumber }
  }

  private static func isDate(_ word: String) -> Bool {
    let parts = word.split(whereSeparator: { $0 == "/" || $0 == "." || $0 == "-" }).map(String.init)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && Int($0) != nil }),
      word.contains(where: { $0 == "/" || $0 == "-" || $0 == "." })
    else { return false }
    let values = parts.compactMap { Int($0) }
    return parts.count == 3
      ? values.min() ?? 0 >= 1 && values.filter { $0 <= 31 }.count >= 2
      : word.contains("/") && values[0] <= 31 && values[1] <= 31 && values[0] >= 1 && values[1] >= 1
  }
}
