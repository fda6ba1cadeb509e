import LedgerDomain

/// A row of an own account that a journal's transaction becomes.
struct JournalRow {
  /// Where the money of a row went, or came from.
  struct Part: Hashable {
    /// The journal's account; nil for the other side of a transfer.
    var category: String
    var kind: CategoryKind
    /// Signed as the row is.
    var amount: Int64
    var memo: String

    static let uncategorised = ""
  }

  var account: String
  var amount: Int64
  var parts: [Part] = []
  /// Rows with the same number are the two legs of a transfer; 0 is none.
  var pair = 0
  var isOpening = false
}

/// What remains of a transaction in one currency: legs of own accounts, and where the money went.
struct JournalLegs {
  struct Own {
    var account: String
    var amount: Int64
  }

  struct Other {
    var category: String
    var kind: CategoryKind
    var isOpening = false
    var amount: Int64
    var memo = ""
  }

  /// Each account once, none of nothing.
  private(set) var own: [Own] = []
  /// Each category once, none of nothing.
  private(set) var others: [Other] = []

  mutating func add(own account: String, _ amount: Int64) {
    if let place = own.firstIndex(where: { $0.account == account }) {
      own[place].amount += amount
    } else {
      own.append(Own(account: account, amount: amount))
    }
  }

  mutating func add(_ other: Other) {
    guard let place = others.firstIndex(where: { $0.category == other.category && $0.kind == other.kind }) else {
      return others.append(other)
    }
    others[place].amount += other.amount
    if !other.memo.isEmpty {
      others[place].memo = [others[place].memo, other.memo].filter { !$0.isEmpty }.joined(separator: "; ")
    }
  }

  /// What the legs come to; zero where they balance.
  var sum: Int64 { own.reduce(0) { $0 + $1.amount } + others.reduce(0) { $0 + $1.amount } }

  /// The account of transactions that touch no own account.
  static let adjustments = "\u{0}adjustments"

  /// The rows, whose sums by account and by category are those of the legs. The legs come to nothing.
  ///
  /// With several own accounts one of them is taken for the payer: the others are paired with it by transfers, and the rest
  /// of what it moved goes where the money went.
  func rows(firstPair: inout Int) -> [JournalRow] {
    let own = own.filter { $0.amount != 0 }
    let others = others.filter { $0.amount != 0 }
    if others.isEmpty, own.isEmpty { return [] }
    if own.isEmpty {
      return others.map {
        JournalRow(account: JournalLegs.adjustments, amount: -$0.amount, parts: [part($0, -$0.amount)])
      }
    }
    if own.count == 1 { return paid(from: own[0].account, own[0].amount, others) }
    if let other = others.first, others.allSatisfy({ $0.isOpening }) || (others.count == 1 && isShared(own, other)) {
      return own.map { leg in
        JournalRow(
          account: leg.account, amount: leg.amount, parts: [part(other, leg.amount)],
          isOpening: others.allSatisfy { $0.isOpening })
      }
    }
    var payer = 0
    for (index, leg) in own.enumerated() where leg.amount.magnitude > own[payer].amount.magnitude { payer = index }
    var rows: [JournalRow] = []
    var rest = own[payer].amount
    for (index, leg) in own.enumerated() where index != payer {
      rows.append(JournalRow(account: own[payer].account, amount: -leg.amount, pair: firstPair))
      rows.append(JournalRow(account: leg.account, amount: leg.amount, pair: firstPair))
      firstPair += 1
      rest += leg.amount
    }
    return others.isEmpty ? rows : paid(from: own[payer].account, rest, others) + rows
  }

  /// Whether each account paid, or got, a share of the same thing.
  private func isShared(_ own: [Own], _ other: Other) -> Bool {
    other.kind == .transfer || own.allSatisfy { ($0.amount < 0) == (own[0].amount < 0) }
  }

  private func part(_ other: Other, _ amount: Int64) -> JournalRow.Part {
    JournalRow.Part(category: other.category, kind: other.kind, amount: amount, memo: other.memo)
  }

  private func paid(from account: String, _ amount: Int64, _ others: [Other]) -> [JournalRow] {
    let parts = others.map { part($0, -$0.amount) }
    if amount == 0 || parts.count > SplitPart.limit {
      return parts.map { JournalRow(account: account, amount: $0.amount, parts: [$0]) }
    }
    var row = JournalRow(account: account, amount: amount, parts: parts)
    row.isOpening = others.allSatisfy { $0.isOpening }
    return [row]
  }
}
