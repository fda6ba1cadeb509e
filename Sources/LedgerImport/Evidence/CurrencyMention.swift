import LedgerDomain

/// A currency as a bank writes it: a code, an old code, or a symbol that several currencies may share.
struct CurrencyMention: Sendable, Hashable {
  /// Longer texts are none, white space at their ends included.
  private static let limitBytes = 32

  /// The currencies that it can mean, the most common first.
  let candidates: [Currency]

  /// The currency of a text such as `EUR`, `RUR`, `€`, `US$` or `kr.`; nil where it is none.
  init?(_ text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.count <= CurrencyMention.limitBytes else { return nil }
    let plain = text.trimmedOfWhiteSpace
    if let currency = Currency(CurrencyMention.oldCodes[plain.uppercased()] ?? plain) {
      candidates = [currency]
      return
    }
    var folded = plain.lowercased()
    if folded.utf8.contains(where: { $0 == 0x2E || $0 == 0x20 }) { folded.removeAll { $0 == "." || $0 == " " } }
    guard let codes = CurrencyMention.symbols[folded] else { return nil }
    candidates = codes.split(separator: " ").compactMap { Currency($0) }
  }

  func allows(_ currency: Currency) -> Bool { candidates.contains(currency) }

  /// The currency, where the mention can't mean another one.
  var sole: Currency? { candidates.count == 1 ? candidates[0] : nil }

  private static let oldCodes = ["RUR": "RUB", "RMB": "CNY", "NIS": "ILS", "BYR": "BYN", "NTD": "TWD"]

  private static let symbols = [
    "€": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD CAD AUD NZD SGD HKD MXN ARS CLP COP", "us$": "USD",
    "$us": "USD",
    "c$": "CAD", "ca$": "CAD", "a$": "AUD", "au$": "AUD", "nz$": "NZD", "s$": "SGD", "hk$": "HKD", "mx$": "MXN",
    "nt$": "TWD", "r$": "BRL", "£": "GBP", "¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY TWD", "₩": "KRW",
    "₹": "INR", "rs": "INR PKR LKR NPR", "inrs": "INR PKR LKR NPR", "₽": "RUB", "руб": "RUB", "р": "RUB", "zł": "PLN",
    "zl": "PLN", "kč": "CZK", "ft": "HUF", "kr": "SEK NOK DKK ISK", "fr": "CHF", "sfr": "CHF", "franken": "CHF",
    "лв": "BGN", "lei": "RON", "₺": "TRY", "tl": "TRY", "₴": "UAH", "грн": "UAH", "₦": "NGN", "฿": "THB", "₫": "VND",
    "₪": "ILS", "rm": "MYR", "rp": "IDR", "kd": "KWD", "₱": "PHP", "₸": "KZT", "r": "ZAR",
  ]
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmedOfWhiteSpace: String {
    var slice = self[...]
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return String(slice)
  }
}

extension Character {
  /// Whether it is white space; ASCII needs no look at the tables of Unicode.
  fileprivate var isBlank: Bool {
    guard let byte = asciiValue else { return isWhitespace }
    return byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
