import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Which merchants are one shop in different spellings?
public struct MerchantSuggestionsQuery: Sendable {
  /// Words that say nothing about which shop it is.
  private static let noise: Set<String> = [
    "gmbh", "mbh", "ag", "kg", "ohg", "ug", "ltd", "llc", "inc", "plc", "sa", "sarl", "srl", "bv", "nv", "oy", "ab",
    "the",
    "und", "and", "co", "www", "com", "de", "sagt", "danke", "payment", "purchase", "card",
  ]

  public init() {}

  /// - Complexity: O(merchants) but for names with one beginning, which are compared with each other.
  public func report(on view: LedgerView) throws -> MerchantSuggestionsReport {
    let totals = try MerchantsQuery().report(on: view).merchants
    var counts: [String: Int] = [:]
    for entry in totals where !entry.merchant.isEmpty { counts[entry.merchant, default: 0] += entry.count }
    let names = counts.keys.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    var entries: [MerchantSuggestionsReport.Entry] = []
    var byKey: [String: String] = [:]
    var byBeginning: [Substring: [(name: String, key: String)]] = [:]
    for name in names {
      let key = MerchantSuggestionsQuery.key(name)
      if key.count < 4 { continue }
      if let known = byKey[key] {
        entries.append(
          MerchantSuggestionsReport.Entry(merchant: name, into: known, why: "the same words: \(key)"))
        continue
      }
      byKey[key] = name
      let near = byBeginning[key.prefix(4)]?.first { MerchantSuggestionsQuery.isNear(key, $0.key) }
      if let near {
        entries.append(
          MerchantSuggestionsReport.Entry(merchant: name, into: near.name, why: "a spelling of \(near.key)"))
      } else {
        byBeginning[key.prefix(4), default: []].append((name, key))
      }
    }
    return MerchantSuggestionsReport(suggestions: entries)
  }

  /// The words of a name without numbers, signs and words that every shop has.
  private static func key(_ name: String) -> String {
    let words = FoldedName(name).text.split { !($0.isLetter || $0.isNumber) }
    let telling = words.filter { word in
      word.count > 1 && !word.contains(where: \.isNumber) && !noise.contains(String(word))
    }
    return telling.joined(separator: " ")
  }

  /// Whether one is the other with words behind it, or a long name has a letter or two that differ.
  private static func isNear(_ left: String, _ right: String) -> Bool {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    if short.count >= 6, long.hasPrefix(short + " ") { return true }
    return short.count >= 8 && NearestNames.distance(Array(left), Array(right)) <= (short.count >= 14 ? 2 : 1)
  }
}
