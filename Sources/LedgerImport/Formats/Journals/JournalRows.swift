import LedgerDomain

/// Makes the rows of own accounts of a journal's transactions, currency by currency.
///
/// Amounts are never converted: what was exchanged, or paid for something that is no currency, is a category of its own that
/// is neither money in nor money out; a category's amount in a currency that no own account of the transaction has counts as
/// what it cost.
struct JournalRows {
  /// What was noticed, to be said once.
  struct Counts {
    var adjustments = 0
    var costs = 0
    var exchanges = 0
    var goods = 0
  }

  static let exchangeCategory = "Currency exchange"
  static let goodsCategory = "Investments"

  private let options: ImportOptions
  private(set) var names: JournalNames
  private(set) var counts = Counts()
  private(set) var commodities: [String: Currency] = [:]
  /// What the own accounts hold by the journal.
  private(set) var stated: [Holding: Int64] = [:]
  private var nextPair = 1

  struct Holding: Hashable {
    var account: String
    var currency: Currency
  }

  /// A row with its currency, and the comments of the postings that it is made of.
  struct Found {
    var row: JournalRow
    var currency: Currency
    var note: [String]
  }

  /// What a transaction came to.
  struct Outcome {
    var rows: [Found] = []
    /// Postings that were left out, with the reason.
    var skipped: [RowProblem] = []
    /// The last balance that the journal asserts of an account.
    var assertions: [(holding: Holding, balance: Int64)] = []
  }

  init(options: ImportOptions) {
    self.options = options
    names = JournalNames(roots: options.roots)
  }

  private struct Leg {
    var posting: PostedTransaction.Posting
    var role: AccountRoots.Role
    /// Nil where the commodity is no currency.
    var currency: Currency?
    var amount: Int64
  }

  /// The legs of one currency, or of something that is none.
  private struct Group {
    var currency: Currency?
    var commodity: String
    var legs: [Leg] = []

    var sum: Int64 { legs.reduce(0) { $0 + $1.amount } }
    var hasOwn: Bool { legs.contains { $0.role == .own } }
  }

  mutating func rows(of transaction: PostedTransaction) throws(RowFault) -> Outcome {
    var outcome = Outcome()
    try add(transaction.postings.filter { $0.form == .real }, to: &outcome)
    let virtual = transaction.postings.filter { $0.form != .real }
    if virtual.isEmpty { return outcome }
    if options.leavesVirtualOut {
      for posting in virtual { skip(posting, "it is virtual, as asked for with --real", in: &outcome) }
      return outcome
    }
    try addBalanced(virtual.filter { $0.form == .balanced }, to: &outcome)
    for posting in virtual where posting.form == .alone { try addAlone(posting, to: &outcome) }
    return outcome
  }

  private func skip(_ posting: PostedTransaction.Posting, _ reason: String, in outcome: inout Outcome) {
    outcome.skipped.append(RowProblem(line: posting.line, reason: "\(JournalRows.shown(posting)): \(reason)"))
  }

  private static func shown(_ posting: PostedTransaction.Posting) -> String {
    "\(posting.quantity.text) \(posting.commodity) in '\(posting.account)'"
  }

  /// Virtual postings in square brackets: a transaction of their own where every account is known.
  private mutating func addBalanced(
    _ postings: [PostedTransaction.Posting], to outcome: inout Outcome
  ) throws(RowFault) {
    guard postings.allSatisfy({ options.roots.role(of: $0.account) != nil }) else {
      for posting in postings { skip(posting, "a virtual posting beside accounts that are none here", in: &outcome) }
      return
    }
    try add(postings, to: &outcome)
  }

  /// A virtual posting in round brackets: of an own account it is an opening balance or an adjustment.
  private mutating func addAlone(_ posting: PostedTransaction.Posting, to outcome: inout Outcome) throws(RowFault) {
    guard options.roots.role(of: posting.account) == .own else {
      return skip(posting, "a virtual posting that has no other side", in: &outcome)
    }
    let leg = try leg(posting)
    guard let currency = leg.currency else { return skip(posting, "it is no currency", in: &outcome) }
    let account = names.name(of: posting, currency)
    state(account, currency, leg.amount)
    var legs = JournalLegs()
    legs.add(own: account, leg.amount)
    legs.add(
      JournalLegs.Other(
        category: names.word("Adjustments", .transfer), kind: .transfer, isOpening: true, amount: -leg.amount))
    append(legs, currency, [account: posting.note], to: &outcome)
  }

  // MARK: Real postings

  private mutating func add(_ postings: [PostedTransaction.Posting], to outcome: inout Outcome) throws(RowFault) {
    var groups: [Group] = []
    for posting in postings where !posting.quantity.isZero || posting.assertion != nil {
      let leg = try leg(posting)
      let place = groups.firstIndex {
        $0.currency == leg.currency && $0.commodity == (leg.currency?.code ?? posting.commodity)
      }
      if let place {
        groups[place].legs.append(leg)
      } else {
        groups.append(Group(currency: leg.currency, commodity: leg.currency?.code ?? posting.commodity, legs: [leg]))
      }
    }
    for leg in groups.filter({ $0.currency == nil }).flatMap(\.legs) where leg.role == .own {
      skip(leg.posting, "it is no currency; what was paid counts as \(JournalRows.goodsCategory)", in: &outcome)
      counts.goods += 1
    }
    let open = groups.filter { $0.sum != 0 }
    for group in groups {
      guard let currency = group.currency else { continue }
      let isPaidElsewhere = group.sum != 0 && !group.hasOwn
      if isPaidElsewhere {
        if open.contains(where: { $0.hasOwn && $0.currency != nil }) { continue }
        throw RowFault(
          "\(JournalRows.shown(group.legs[0].posting)) is balanced by no account of the journal's own; correct the journal, or "
            + "leave the transaction out with --skip-invalid")
      }
      try add(group, currency, open: open.filter { $0.commodity != group.commodity }, to: &outcome)
    }
  }

  private mutating func add(
    _ group: Group, _ currency: Currency, open: [Group], to outcome: inout Outcome
  ) throws(RowFault) {
    var legs = JournalLegs()
    var notes: [String: [String]] = [:]
    for leg in group.legs {
      if leg.role == .own {
        let account = names.name(of: leg.posting, currency)
        legs.add(own: account, leg.amount)
        state(account, currency, leg.amount)
        notes[account, default: []] += leg.posting.note
        if let assertion = leg.posting.assertion, self.currency(assertion.commodity) == currency,
          let balance = assertion.quantity.minorUnits(digits: currency.minorUnitDigits)
        {
          outcome.assertions.append((Holding(account: account, currency: currency), balance))
        }
      } else {
        legs.add(other(leg, amount: leg.amount))
      }
    }
    let missing = -group.sum
    if missing != 0 { legs.add(try otherSide(of: group, missing, open: open)) }
    append(legs, currency, notes, to: &outcome)
  }

  /// Where the money of a group went that its own legs don't say.
  private mutating func otherSide(
    of group: Group, _ missing: Int64, open: [Group]
  ) throws(RowFault) -> JournalLegs.Other {
    if open.contains(where: { $0.hasOwn && $0.currency == nil }) {
      return JournalLegs.Other(
        category: names.word(JournalRows.goodsCategory, .transfer), kind: .transfer, amount: missing)
    }
    if open.contains(where: \.hasOwn) {
      counts.exchanges += 1
      return JournalLegs.Other(
        category: names.word(JournalRows.exchangeCategory, .transfer), kind: .transfer, amount: missing)
    }
    guard open.count == 1, open[0].legs.count == 1 else {
      throw RowFault(
        "the transaction has several amounts in other currencies than it was paid in, and nothing says what each cost; write the "
          + "costs into the journal, or leave the transaction out with --skip-invalid")
    }
    counts.costs += 1
    var other = other(open[0].legs[0], amount: missing)
    let posting = open[0].legs[0].posting
    other.memo = (["\(posting.quantity.text) \(posting.commodity)"] + posting.note).joined(separator: "; ")
    return other
  }

  private mutating func other(_ leg: Leg, amount: Int64) -> JournalLegs.Other {
    let (word, kind) = names.category(of: leg.posting, leg.role)
    return JournalLegs.Other(
      category: word, kind: kind, isOpening: leg.role == .equity && AccountRoots.isOpening(leg.posting.account),
      amount: amount, memo: leg.posting.note.joined(separator: " "))
  }

  private mutating func append(
    _ legs: JournalLegs, _ currency: Currency, _ notes: [String: [String]], to outcome: inout Outcome
  ) {
    for row in legs.rows(firstPair: &nextPair) {
      var found = Found(row: row, currency: currency, note: notes[row.account] ?? [])
      if row.account == JournalLegs.adjustments {
        counts.adjustments += 1
        var posting = PostedTransaction.Posting()
        posting.account = "assets:" + JournalRows.adjustmentsAccount
        found.row.account = names.name(of: posting, currency)
      }
      outcome.rows.append(found)
    }
  }

  static let adjustmentsAccount = "Journal adjustments"

  // MARK: Amounts

  private mutating func leg(_ posting: PostedTransaction.Posting) throws(RowFault) -> Leg {
    let role = try names.role(of: posting)
    guard let currency = currency(posting.commodity) else {
      if posting.commodity.isEmpty {
        throw RowFault(
          "the amount in '\(posting.account)' has no currency; say it with --currency, such as --currency EUR")
      }
      // The amount of what is no currency only says that the rest does not balance.
      return Leg(posting: posting, role: role, currency: nil, amount: posting.quantity.mantissa)
    }
    commodities[posting.commodity] = currency
    guard let amount = posting.quantity.minorUnits(digits: currency.minorUnitDigits) else {
      throw RowFault(
        "\(JournalRows.shown(posting)) has more than the \(currency.minorUnitDigits) decimals of \(currency.code), or is beyond "
          + "the limit; nothing is rounded: correct the journal, or leave the transaction out with --skip-invalid")
    }
    return Leg(posting: posting, role: role, currency: currency, amount: amount)
  }

  /// The currency that a commodity is: its code, or a symbol, which means the asked-for currency where it can.
  private func currency(_ commodity: String) -> Currency? {
    if let known = commodities[commodity] { return known }
    if commodity.isEmpty { return options.currency ?? options.fallbackCurrency }
    guard let mention = CurrencyMention(commodity) else { return nil }
    let preferred = [options.currency, options.fallbackCurrency].compactMap { $0 }.first { mention.allows($0) }
    return preferred ?? mention.candidates.first
  }

  private mutating func state(_ account: String, _ currency: Currency, _ amount: Int64) {
    stated[Holding(account: account, currency: currency), default: 0] += amount
  }
}
