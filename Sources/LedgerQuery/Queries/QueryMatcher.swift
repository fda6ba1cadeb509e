import LedgerDomain
import LedgerJournal
import LedgerProjection

/// A query with its names looked up, ready to be asked about rows.
struct QueryMatcher {
  private let view: LedgerView
  private let tests: [Test]
  /// The days that can match.
  let from: CalendarDay
  let to: CalendarDay

  private indirect enum Test {
    case days(CalendarDay, CalendarDay)
    case categories(Set<CategoryID>)
    case tag(String)
    /// The merchants whose name has the part, by any of the numbers that they have.
    case merchants(Set<MerchantID>, part: String)
    case account(AccountID)
    case amount(TransactionQuery.Comparison, [Money?], text: String)
    case text(TextTerm)
    case not(Test)
  }

  init(_ query: TransactionQuery, view: LedgerView) throws {
    self.view = view
    var first = CalendarDay.first
    var last = CalendarDay.last
    var tests: [Test] = []
    for term in query.terms {
      let test = try QueryMatcher.test(term, view: view)
      if case .days(let from, let to) = test {
        first = max(first, from)
        last = min(last, to)
      } else {
        tests.append(test)
      }
    }
    from = first
    to = last
    self.tests = tests
  }

  private static func test(_ term: TransactionQuery.Term, view: LedgerView) throws -> Test {
    switch term {
    case .month(let month): return .days(view.calendar.firstDay(of: month), view.calendar.lastDay(of: month))
    case .from(let day): return .days(day, .last)
    case .to(let day): return .days(.first, day)
    case .category(let name):
      do {
        return .categories(try CategorySelection.find(name, view: view))
      } catch Refusal.unknownCategory {
        // A removed category may still be that of deleted transactions.
        if let category = try view.category(named: name) { return .categories([category.id]) }
        if FoldedName(name) == FoldedName(Category.splitName) { return .categories([.split]) }
        throw NameError.unknown(
          kind: "category", name: name, nearest: NearestNames.of(name, among: NameHints.categories(view)))
      }
    case .tag(let name): return .tag(FoldedName(name).text)
    case .account(let name):
      guard let account = try view.account(named: name) else {
        throw NameError.unknown(
          kind: "account", name: name, nearest: NearestNames.of(name, among: NameHints.accounts(view)))
      }
      return .account(account.id)
    case .merchant(let part):
      let folded = FoldedName(part).text
      var merchants: Set<MerchantID> = []
      try view.forEachMerchant { merchant, name in
        if FoldedName(name).text.contains(folded) { merchants.insert(merchant) }
      }
      // What a merchant is called now counts, and every name that it ever had.
      let directory = view.directory
      for (index, name) in directory.merchantRenames where FoldedName(name).text.contains(folded) {
        merchants.insert(MerchantID(index))
      }
      if !directory.merchantAliases.isEmpty {
        merchants = Set(merchants.flatMap { directory.members(of: $0) })
      }
      return .merchants(merchants, part: folded)
    case .amount(let comparison, let text):
      return .amount(comparison, try amounts(text, view: view), text: text)
    case .text(let words): return .text(TextTerm(words, view: view))
    case .not(let inner): return .not(try test(inner, view: view))
    }
  }

  /// The amount in each account's minor units; nil where the currency does not have as many digits.
  private static func amounts(_ text: String, view: LedgerView) throws -> [Money?] {
    try view.directory.accounts.map { account in
      do {
        return try Money(
          parsing: text, minorUnitDigits: account.currency.minorUnitDigits, decimalMark: .point)
      } catch MoneyError.tooManyDecimals {
        return nil
      }
    }
  }

  func matches(_ row: StandingRow) throws -> Bool {
    try share(of: row) != nil
  }

  /// What of a row matches: the parts of a split that do, else all of it; nil where nothing does.
  func share(of row: StandingRow) throws -> CategorySetting? {
    guard row.setting.isSplit else { return try matchesWhole(row) ? row.setting : nil }
    return try row.setting.filtered(of: row.values.amount) { part in
      var alone = row
      alone.setting.parts = [part]
      return try matchesWhole(alone)
    }
  }

  private func matchesWhole(_ row: StandingRow) throws -> Bool {
    for test in tests where !(try matches(row, test)) { return false }
    return true
  }

  private func matches(_ row: StandingRow, _ test: Test) throws -> Bool {
    switch test {
    case .days(let from, let to): return row.values.day >= from && row.values.day <= to
    case .categories(let categories):
      return categories.contains(row.setting.category)
        || row.setting.parts.contains { categories.contains($0.category) }
    case .tag(let name): return try view.texts(of: row).note.map { NoteTags.folded(in: $0).contains(name) } ?? false
    case .account(let account): return row.values.account == account
    case .merchants(let merchants, _): return merchants.contains(row.values.merchant)
    case .amount(let comparison, let amounts, _):
      guard let limit = amounts[Int(row.values.account.index)] else { return false }
      return QueryMatcher.compare(row.values.amount, comparison, limit)
    case .text(let term): return try term.matches(row)
    case .not(let inner): return try !matches(row, inner)
    }
  }

  /// Whether a row that is not a transaction yet would match; what an account of its own import is called is not known.
  func matches(_ candidate: ImportCandidate) throws -> Bool {
    guard candidate.day >= from, candidate.day <= to else { return false }
    for test in tests where !(try matches(candidate, test)) { return false }
    return true
  }

  private func matches(_ candidate: ImportCandidate, _ test: Test) throws -> Bool {
    switch test {
    case .days(let from, let to): return candidate.day >= from && candidate.day <= to
    case .categories(let categories):
      guard let name = candidate.texts.bankCategory, let category = try view.category(meantBy: name) else {
        return false
      }
      return categories.contains(category.id)
    case .tag: return false
    case .account(let account): return candidate.account == account
    case .merchants(let merchants, let part):
      return merchants.contains(candidate.merchant) || FoldedName(candidate.merchantName).text.contains(part)
    case .amount(let comparison, _, let text):
      do {
        let limit = try Money(
          parsing: text, minorUnitDigits: candidate.currency.minorUnitDigits, decimalMark: .point)
        return QueryMatcher.compare(candidate.amount, comparison, limit)
      } catch MoneyError.tooManyDecimals {
        return false
      }
    case .text(let term):
      let texts = candidate.texts
      return term.isFound(
        in: [candidate.merchantName, texts.rawText, texts.memo, texts.bankReference, texts.bankCategory])
    case .not(let inner): return try !matches(candidate, inner)
    }
  }

  private static func compare(
    _ amount: Money, _ comparison: TransactionQuery.Comparison, _ limit: Money
  ) -> Bool {
    switch comparison {
    case .atMost: amount <= limit
    case .atLeast: amount >= limit
    case .below: amount < limit
    case .above: amount > limit
    case .equal: amount == limit
    }
  }
}

/// The tags of a note: words that begin with `#`.
enum NoteTags {
  /// The tags without their signs, folded.
  static func folded(in note: String) -> Set<String> {
    var tags: Set<String> = []
    var tag: String?
    for character in note + " " {
      if character == "#" || !(character.isLetter || character.isNumber || character == "-" || character == "_") {
        if let name = tag, !name.isEmpty { tags.insert(FoldedName(name).text) }
        tag = character == "#" ? "" : nil
      } else {
        tag?.append(character)
      }
    }
    return tags
  }
}

/// Which transactions match?
public struct ListQuery: Sendable {
  public var query: TransactionQuery
  public var limit: Int?
  /// Whether gone transactions are listed too.
  public var includesDeleted: Bool

  public init(query: TransactionQuery, limit: Int? = nil, includesDeleted: Bool = false) {
    self.query = query
    self.limit = limit
    self.includesDeleted = includesDeleted
  }

  /// - Complexity: that of a `ListPageQuery`, whose first page this is.
  public func report(on view: LedgerView) throws -> ListReport {
    try ListPageQuery(list: self).report(on: view).list
  }

  /// The ids that match, newest day first.
  public func ids(on view: LedgerView) throws -> [TransactionID] {
    var ids: [TransactionID] = []
    try forEachMatch(on: view) { row, _ in
      ids.append(row.id)
      return true
    }
    return ids
  }

  /// Calls back with what matches and which parts of it do, newest first, until the body answers false.
  ///
  /// - Parameter last: later days are left out.
  func forEachMatch(
    on view: LedgerView, through last: CalendarDay? = nil, _ body: (StandingRow, CategorySetting) throws -> Bool
  ) throws {
    let matcher = try QueryMatcher(query, view: view)
    for day in try view.postedDays(from: matcher.from, to: min(matcher.to, last ?? .last)) {
      let goesOn = try view.forEachTransaction(on: day, where: { includesDeleted || $0 == .live }) { row in
        guard let share = try matcher.share(of: row) else { return true }
        return try body(row, share)
      }
      if !goesOn { return }
    }
  }
}
