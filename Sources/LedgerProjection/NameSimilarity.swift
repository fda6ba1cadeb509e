import LedgerJournal

/// Whether two names may be of the same shop or person: what a person typed and what a bank printed.
///
/// Words are compared without regard to case and accents; legal forms and words of payment count for nothing. A word is
/// found again as itself, as a long beginning, with a typing error, abbreviated, or run together with its neighbours.
struct NameSimilarity {
  /// Those that say something of the shop: no numbers, legal forms or words of payment.
  let words: [[UInt8]]
  private let joined: [UInt8]

  init(_ texts: [some Collection<UInt8>]) {
    var found: [[UInt8]] = []
    for text in texts {
      for word in FoldedName.words(text) where !found.contains(word) { found.append(word) }
    }
    let telling = found.filter { word in
      !word.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && word.count > 1 && !NameSimilarity.commonWords.contains(word)
    }
    words = telling
    joined = telling.flatMap { $0 }
  }

  init(_ text: String) {
    self.init([Array(text.utf8)])
  }

  /// Whether most of one name stands in the other.
  func isSimilar(to other: NameSimilarity) -> Bool {
    isMostlyFound(in: other) || other.isMostlyFound(in: self)
  }

  private func isMostlyFound(in other: NameSimilarity) -> Bool {
    guard !joined.isEmpty, !other.joined.isEmpty else { return false }
    if NameSimilarity.isAbbreviation(joined, of: other.joined) { return true }
    let found = words.reduce(0) { $0 + (other.has($1) ? $1.count : 0) }
    return found * 5 >= joined.count * 3
  }

  private func has(_ word: [UInt8]) -> Bool {
    words.contains { NameSimilarity.areAlike(word, $0) }
      || word.count >= 5 && NameSimilarity.contains(joined, word)
  }

  private static func areAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    if short.count >= 4, long.starts(with: short) { return true }
    if short.count >= 6, short[0] >= 0x80, contains(long, short) { return true }
    if isAbbreviation(short, of: long) { return true }
    let allowed = short.count >= 8 ? 2 : short.count >= 5 ? 1 : 0
    return allowed > 0 && long.count - short.count <= allowed && distance(short, long) <= allowed
  }

  /// Whether the letters of a word stand in another in their order, from its first two on, and are at least half of it.
  private static func isAbbreviation(_ short: [UInt8], of long: [UInt8]) -> Bool {
    guard short.count >= 4, short.count < long.count, short.count * 2 >= long.count,
      short[..<2].elementsEqual(long[..<2])
    else { return false }
    var place = 0
    for byte in long where place < short.count && byte == short[place] { place += 1 }
    return place == short.count
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// How many letters have to be put in, taken out or changed.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var previous = Array(0...other.count)
    for (row, byte) in one.enumerated() {
      var current = [row + 1]
      for (column, candidate) in other.enumerated() {
        current.append(
          min(previous[column] + (byte == candidate ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[other.count]
  }

  private static let commonWords: Set<[UInt8]> = Set(
    """
    ag bv co corp gmbh inc kg limited llc ltd mbh nv oy plc pty sa sarl sas sl spa srl the and und et der die das von de la
    le el card karte carte tarjeta visa mastercard maestro girocard debit credit pos payment zahlung kartenzahlung paiement
    pago purchase kauf achat compra transfer uberweisung ueberweisung virement sepa lastschrift direct einkauf www com
    """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) })
}
