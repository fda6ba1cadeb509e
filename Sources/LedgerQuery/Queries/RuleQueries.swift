import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Rules ready to be asked.
public enum RuleMatching {
  /// The rules for an import, in order; those that name something that is gone are left out, as `rules` says.
  public static func importRules(_ view: LedgerView) throws -> [ImportRule] {
    try active(view).map { rule, matcher in
      ImportRule(category: rule.terms.category) { try matcher.matches($0) }
    }
  }

  /// The query of a rule that a person wants.
  ///
  /// - Throws: `QueryError` for one that can't be read, `NameError` for names that are not there,
  ///   `Refusal.ruleMatchesEverything` for one that says nothing but days.
  public static func check(_ query: String, on view: LedgerView) throws {
    let parsed = try TransactionQuery(parsingLine: query)
    guard parsed.terms.contains(where: isAbout) else { throw Refusal.ruleMatchesEverything(query) }
    _ = try QueryMatcher(parsed, view: view)
  }

  /// Whether a term is about the transaction and not about its day.
  private static func isAbout(_ term: TransactionQuery.Term) -> Bool {
    switch term {
    case .month, .from, .to, .not: false
    case .category, .merchant, .account, .amount, .text, .tag: true
    }
  }

  static func active(_ view: LedgerView) throws -> [(rule: Rule, matcher: QueryMatcher)] {
    try view.directory.rulesInOrder.compactMap { rule in
      try matcher(rule, view).map { (rule: rule, matcher: $0) }
    }
  }

  static func matcher(_ rule: Rule, _ view: LedgerView) throws -> QueryMatcher? {
    guard view.directory.category(rule.terms.category)?.isRemoved == false else { return nil }
    do {
      return try QueryMatcher(TransactionQuery(parsingLine: rule.terms.query), view: view)
    } catch is NameError {
      return nil
    } catch is Refusal {
      return nil
    }
  }
}

/// Which rules are there?
public struct RulesQuery: Sendable {
  public init() {}

  public func report(on view: LedgerView) throws -> RulesReport {
    RulesReport(
      rules: try view.directory.rulesInOrder.map { rule in
        RulesReport.Entry(
          number: rule.number, version: rule.version, query: rule.terms.query,
          category: view.directory.category(rule.terms.category)?.name ?? "", priority: rule.terms.priority,
          isActive: try RuleMatching.matcher(rule, view) != nil)
      })
  }
}

/// What would rules change?
public struct RuleChangesQuery: Sendable {
  /// One rule by number; nil is every rule, the first that matches a transaction counting.
  public var number: UInt32?
  /// A rule that is not set, instead.
  public var candidate: (query: String, category: String)?

  public init(number: UInt32? = nil, candidate: (query: String, category: String)? = nil) {
    self.number = number
    self.candidate = candidate
  }

  /// The transactions that would change, newest day first, with their new categories.
  ///
  /// Those chosen by hand and the legs of linked transfers never do.
  ///
  /// - Complexity: O(transactions × rules).
  public func changes(on view: LedgerView) throws -> [(id: TransactionID, category: CategoryID)] {
    let rules = try asked(view)
    if rules.isEmpty { return [] }
    let from = rules.map { $0.matcher.from }.min() ?? .first
    let to = rules.map { $0.matcher.to }.max() ?? .last
    var changes: [(id: TransactionID, category: CategoryID)] = []
    let linked = view.directory.linkedTransactions
    try view.forEachTransaction(from: from, to: to) { row in
      if row.setting.isByHand || row.setting.isSplit || linked.contains(row.id) { return }
      let rule = try rules.first { _, matcher in
        try row.values.day >= matcher.from && row.values.day <= matcher.to && matcher.matches(row)
      }
      if let rule, rule.category != row.setting.category { changes.append((row.id, rule.category)) }
    }
    return changes
  }

  private func asked(_ view: LedgerView) throws -> [(category: CategoryID, matcher: QueryMatcher)] {
    if let candidate {
      try RuleMatching.check(candidate.query, on: view)
      guard let category = try view.category(named: candidate.category), !category.isRemoved else {
        throw Refusal.unknownCategory(candidate.category)
      }
      return [(category.id, try QueryMatcher(TransactionQuery(parsingLine: candidate.query), view: view))]
    }
    if let number, view.directory.rules[number] == nil { throw Refusal.unknownRule(number) }
    return try RuleMatching.active(view).filter { number == nil || $0.rule.number == number }
      .map { (category: $0.rule.terms.category, matcher: $0.matcher) }
  }

  /// The effect by month, as a recategorisation's preview.
  public func preview(on view: LedgerView) throws -> RecategorisePreview {
    let events = try Decision.applyRules(changes(on: view), state: view)
    return try RecategorisePreviewQuery.preview(events, category: candidate?.category ?? "the rules' categories", view)
  }
}

/// Which rules would say what a person did by hand?
public struct RuleSuggestionsQuery: Sendable {
  /// How often a merchant's category must have been chosen alike.
  static let minimumCount = 3

  public init() {}

  /// - Complexity: O(transactions).
  public func report(on view: LedgerView) throws -> RuleSuggestionsReport {
    struct Choices {
      var byCategory: [CategoryID: Int] = [:]
      var other = 0
    }
    var merchants: [MerchantID: Choices] = [:]
    let rules = try RuleMatching.active(view)
    try view.forEachTransaction(from: .first, to: .last) { row in
      let merchant = view.directory.canonical(row.values.merchant)
      if merchant == .none || row.setting.isSplit { return }
      if try rules.contains(where: { try $0.matcher.matches(row) }) { return }
      if row.setting.isByHand {
        merchants[merchant, default: Choices()].byCategory[row.setting.category, default: 0] += 1
      } else {
        merchants[merchant, default: Choices()].other += 1
      }
    }
    var entries: [RuleSuggestionsReport.Entry] = []
    for (merchant, choices) in merchants {
      guard choices.byCategory.count == 1, let (category, count) = choices.byCategory.first,
        count >= RuleSuggestionsQuery.minimumCount
      else { continue }
      let name = try view.merchantName(merchant)
      entries.append(
        RuleSuggestionsReport.Entry(
          merchant: name, query: "merchant:" + RuleSuggestionsQuery.quoted(name),
          category: view.directory.category(category)?.name ?? "", byHand: count, others: choices.other))
    }
    return RuleSuggestionsReport(
      suggestions: entries.sorted { ($1.byHand, $0.merchant) < ($0.byHand, $1.merchant) })
  }

  private static func quoted(_ name: String) -> String {
    let plain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
    if plain { return name }
    return "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
