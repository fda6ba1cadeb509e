extension RoleFinder {
  /// The columns that hold dates, amounts and balances, which are no texts.
  private var taken: Set<Int> {
    Set(roles.date + roles.otherDates + roles.amount.all + [roles.balance].compactMap { $0 })
  }

  mutating func findTexts() throws(ImportFault) {
    let taken = taken
    func best(_ role: ColumnRole) -> [Int] {
      candidates(role) { $0.isTextual }.map(\.column).filter { !taken.contains($0) }
    }
    var party = best(.party).first
    let descriptions = best(.description)
    if party == nil, descriptions.isEmpty {
      // Payees that are numbers, where the header is sure of them.
      party = candidates(.party) { $0.filled > 0 }.first { $0.score >= 90 && !taken.contains($0.column) }?.column
    }
    let memos = best(.memo).filter { $0 != party }
    if let numbered = numberedDescriptions(descriptions), party == nil {
      roles.payee = [numbered[1], numbered[0]]
      roles.memo = numbered.count > 2 ? numbered[2] : numbered[0]
    } else if let party {
      roles.memo = memos.first ?? descriptions.first { $0 != party }
      roles.payee = [party] + [roles.memo, descriptions.first { $0 != party }].compactMap { $0 }
    } else if let description = descriptions.first {
      roles.payee = [description]
      roles.memo = memos.first { $0 != description }
    } else {
      roles.memo = memos.first
      let free = columns.filter { !taken.contains($0) && $0 != roles.memo && statistics[$0].isTextual }
      if let column = free.max(by: { weight($0) < weight($1) }) { roles.payee = [column] }
      if roles.payee.isEmpty, let memo = roles.memo {
        roles.payee = [memo]
        roles.memo = nil
      }
    }
    try refuseOverflow()
    try takeProfileTexts()
  }

  /// How much a column without a known word looks like what a row is about: many different texts, long ones.
  private func weight(_ column: Int) -> Int {
    let statistics = statistics[column]
    let isDirection = statistics.outs + statistics.ins == statistics.filled
    return isDirection ? 0 : statistics.distinctCount * 1_000 + statistics.letters / max(1, statistics.filled)
  }

  /// Columns such as `Description 1`, `Description 2`, in their order.
  private func numberedDescriptions(_ descriptions: [Int]) -> [Int]? {
    var numbered: [Int] = []
    for number in 1...9 {
      guard let column = descriptions.first(where: { found.titles[$0].plain.hasSuffix(String(number)) }) else { break }
      numbered.append(column)
    }
    return numbered.count > 1 ? numbered : nil
  }

  /// A description that runs over columns without a name can't be told apart by evidence.
  private func refuseOverflow() throws(ImportFault) {
    guard found.hasHeader, profile?.payee == nil, roles.payee.count == 1, let payee = roles.payee.first,
      payee + 1 < found.titles.count
    else { return }
    let unnamed = (payee + 1..<found.titles.count).prefix { found.titles[$0].text.isEmpty }
    guard unnamed.contains(where: { statistics[$0].isTextual }) else { return }
    throw ImportFault(
      "\(found.name(payee)) goes on in \(unnamed.count) columns without a name; say with --profile which one is the payee"
    )
  }

  private mutating func takeProfileTexts() throws(ImportFault) {
    guard let profile else { return }
    switch profile.payee {
    case nil: break
    case .some(.none): roles.payee = []
    case .firstOf(let references)?:
      roles.payee = []
      for reference in references { roles.payee.append(try resolve(reference)) }
    case .byDirection(let debit, let credit)?:
      roles.payee = []
      roles.payeeByDirection = (try resolve(debit), try resolve(credit))
    }
    if profile.memo != .unsaid {
      roles.memo = try resolve(profile.memo)
    } else if profile.payee != nil, let memo = roles.memo, roles.payee == [memo] {
      roles.memo = nil
    }
  }

  /// The remaining columns: direction, status, category, account, currency, reference.
  mutating func findDetails() throws(ImportFault) {
    let texts = Set(roles.payee + [roles.memo].compactMap { $0 })
    findDirection(texts)
    let taken = taken
    roles.statuses = columns.filter { column in
      let statistics = statistics[column]
      if statistics.filled == 0 || taken.contains(column) { return false }
      return statistics.statuses == statistics.filled || statistics.unbooked > 0 && !texts.contains(column)
        || column < found.titles.count && ColumnWords.score(found.titles[column], .status) != nil
    }
    let free = { (column: Int) in !taken.contains(column) && !texts.contains(column) }
    roles.category =
      profile.map { $0.category != .unsaid } ?? false
      ? try resolve(profile?.category ?? .unsaid)
      : candidates(.category) { $0.filled > 0 && $0.isTextual }.map(\.column).first(where: free)
    try findAccount(free)
    roles.currency =
      profile.map { $0.rowCurrency != .unsaid } ?? false
      ? try resolve(profile?.rowCurrency ?? .unsaid) : currencyColumn()
    roles.reference =
      profile.map { $0.reference != .unsaid } ?? false
      ? try resolve(profile?.reference ?? .unsaid) : referenceColumn(free)
  }

  private mutating func findDirection(_ texts: Set<Int>) {
    let named = candidates(.direction) { $0.outs + $0.ins > 0 }
    let whole = columns.filter {
      let statistics = statistics[$0]
      return statistics.filled > 0 && statistics.outs + statistics.ins == statistics.filled && !taken.contains($0)
        && !texts.contains($0)
    }
    let full = whole.filter { statistics[$0].filled == rows }
    roles.direction =
      named.first { $0.score >= 100 }?.column ?? full.first
      ?? named.first { !taken.contains($0.column) && !texts.contains($0.column) }?.column
  }

  private mutating func findAccount(_ isFree: (Int) -> Bool) throws(ImportFault) {
    if let profile, profile.account != .unsaid {
      roles.account = try resolve(profile.account)
      return
    }
    roles.account =
      candidates(.account) { $0.filled > 0 && $0.filled >= rows }.first { candidate in
        guard isFree(candidate.column) else { return false }
        // A number may be the other side's: the own one is the same in every row.
        return candidate.score >= 100 || statistics[candidate.column].distinctCount == 1 && rows > 1
      }?.column
  }

  /// The column of the rows' currencies, the one beside the amount before others.
  private func currencyColumn() -> Int? {
    let options = candidates(.currency) { $0.filled > 0 && $0.currencies == $0.filled }
    if let amount = roles.amount.all.first, let beside = options.first(where: { $0.column == amount + 1 }) {
      return beside.column
    }
    return options.first?.column
  }

  /// A column of bank references: named so, and different in nearly every row where the name is not sure.
  private func referenceColumn(_ isFree: (Int) -> Bool) -> Int? {
    let named = candidates(.reference) { $0.filled > 0 }.filter {
      $0.score >= 100 || statistics[$0.column].distinctCount * 10 >= statistics[$0.column].filled * 8
    }
    if found.hasHeader { return named.map(\.column).first(where: isFree) }
    return columns.first { column in
      let statistics = statistics[column]
      return isFree(column) && statistics.filled == rows && rows > 1 && statistics.codes == rows
        && statistics.distinctCount == rows && statistics.texts == 0
    }
  }
}
