import LedgerDomain

/// Guesses the category of a new row from what is in the ledger.
///
/// A merchant's own transactions count first, where at least three have a category and four in five of them the same; else
/// the telling words of its name, where the transactions of all merchants with the word agree as much. Money in and money
/// out are apart. Transactions that were guessed themselves, and transfers, teach nothing.
struct CategoryGuesser {
  /// A category with the reason in words.
  struct Guess {
    var category: CategoryID
    var why: String
  }

  private struct Merchant: Hashable {
    var id: MerchantID
    var isIncoming: Bool
  }

  private struct Word: Hashable {
    var text: [UInt8]
    var isIncoming: Bool
  }

  private let view: LedgerView
  private var merchants: [Merchant: [CategoryID: Int]] = [:]
  private var words: [Word: [CategoryID: Int]] = [:]

  /// - Complexity: O(transactions).
  init(_ view: LedgerView) throws {
    self.view = view
    try view.forEachTransaction(from: .first, to: .last) { row in
      guard let category = view.directory.category(row.setting.category), category.id != .uncategorised,
        category.kind != .transfer, row.values.merchant != .none, try row.setting.isByHand || !wasGuessed(row.id)
      else { return }
      let merchant = Merchant(
        id: view.directory.canonical(row.values.merchant), isIncoming: row.values.amount > .zero)
      merchants[merchant, default: [:]][category.id, default: 0] += 1
    }
    for (merchant, counts) in merchants {
      for word in NameSimilarity(try view.merchantName(merchant.id)).words where word.count >= 4 {
        let key = Word(text: word, isIncoming: merchant.isIncoming)
        for (category, count) in counts { words[key, default: [:]][category, default: 0] += count }
      }
    }
  }

  private func wasGuessed(_ id: TransactionID) throws -> Bool {
    let block = try view.journal.block(at: id.position)
    return block.kindAndFlags(Int(id.position - block.firstPosition)).flags.cause == .guess
  }

  /// - Parameter merchant: nil for one that the ledger does not have.
  func guess(_ merchant: MerchantID?, name: String, amount: Money) throws -> Guess? {
    let isIncoming = amount > .zero
    if let merchant {
      let known = Merchant(id: view.directory.canonical(merchant), isIncoming: isIncoming)
      if let found = CategoryGuesser.agreed(merchants[known]) {
        return Guess(category: found.category, why: "\(found.count) of \(found.total) of '\(name)' are")
      }
    }
    var best: (category: CategoryID, count: Int, total: Int, word: [UInt8])?
    for word in NameSimilarity(name).words.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let found = CategoryGuesser.agreed(words[Word(text: word, isIncoming: isIncoming)]) else { continue }
      // Words that say different things say nothing.
      if let best, best.category != found.category { return nil }
      if found.total > best?.total ?? 0 { best = (found.category, found.count, found.total, word) }
    }
    guard let best else { return nil }
    return Guess(
      category: best.category,
      why: "\(best.count) of \(best.total) with '\(String(decoding: best.word, as: UTF8.self))' are")
  }

  private static func agreed(_ counts: [CategoryID: Int]?) -> (category: CategoryID, count: Int, total: Int)? {
    guard let counts, let (category, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      return nil
    }
    let total = counts.values.reduce(0, +)
    return total >= 3 && count * 5 >= total * 4 ? (category, count, total) : nil
  }
}
