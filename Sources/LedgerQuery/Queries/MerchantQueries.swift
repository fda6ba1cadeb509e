import LedgerDomain
import LedgerJournal
import LedgerProjection

/// What did a merchant cost each month?
public struct MerchantHistoryQuery: Sendable {
  /// The exact name, else a unique part of one.
  public var name: String
  public var currency: Currency?
  public var from: CalendarDay?
  public var to: CalendarDay?

  public init(name: String, currency: Currency? = nil) {
    self.name = name
    self.currency = currency
  }

  /// - Throws: `NameError` with the candidates where the name is not one merchant's.
  /// - Complexity: O(years × accounts) for an exact name; a part of one reads every merchant's name.
  public func report(on view: LedgerView) throws -> MerchantHistoryReport {
    let directory = view.directory
    let merchant = try MerchantNames.find(name, view: view)
    var byCurrency: [Currency: [YearMonth: SumCell]] = [:]
    try view.forEachMonth(of: merchant) { account, month, cell in
      let currency = directory.accounts[Int(account.index)].currency
      let known = byCurrency[currency]?[month] ?? SumCell()
      byCurrency[currency, default: [:]][month] = try known.adding(cell)
    }
    let used = byCurrency.mapValues { $0.filter { $0.value.count > 0 } }.filter { !$0.value.isEmpty }
    guard let currency = currency ?? preferred(used, directory.baseCurrency), let months = used[currency],
      let first = months.keys.min(), let last = months.keys.max()
    else { throw NameError.unused(kind: "merchant", name: name) }
    let accounts = Set(directory.accounts.filter { $0.currency == currency }.map(\.id))
    guard let days = try view.dayRange(of: merchant, months: first...last, accounts: accounts) else {
      throw NameError.unused(kind: "merchant", name: name)
    }
    let total = try months.values.reduce(SumCell()) { try $0.adding($1) }
    return MerchantHistoryReport(
      merchant: try view.merchantName(merchant), aliases: try MerchantNames.aliases(merchant, view: view),
      currency: currency, firstDay: days.lowerBound,
      lastDay: days.upperBound, total: Money(minorUnits: total.sum), count: Int(total.count),
      average: MerchantHistoryQuery.average(total),
      months: (0...first.months(to: last)).map { offset in
        let month = first.advanced(by: offset)
        let cell = months[month] ?? SumCell()
        return MerchantHistoryReport.Month(month: month, sum: Money(minorUnits: cell.sum), count: Int(cell.count))
      })
  }

  private func preferred(_ used: [Currency: [YearMonth: SumCell]], _ base: Currency?) -> Currency? {
    if let base, used[base] != nil { return base }
    return used.keys.min()
  }

  /// The mean, rounded half away from zero.
  static func average(_ cell: SumCell) -> Money {
    guard cell.count > 0 else { return .zero }
    let (quotient, remainder) = cell.sum.quotientAndRemainder(dividingBy: cell.count)
    let roundsAway = remainder.magnitude >= (UInt64(cell.count) + 1) / 2
    return Money(minorUnits: quotient + (roundsAway ? remainder.signum() : 0))
  }
}

/// What did each merchant come to?
public struct MerchantsQuery: Sendable {
  public var filter: AggregateFilter

  public init(filter: AggregateFilter = AggregateFilter()) {
    self.filter = filter
  }

  /// - Complexity: O(merchants × years × accounts) for whole months; cut months and a category read their transactions.
  public func report(on view: LedgerView) throws -> MerchantsReport {
    let resolved = try ResolvedFilter(filter, view)
    struct Key: Hashable {
      var merchant: MerchantID
      var currency: Currency
    }
    var sums: [Key: SumCell] = [:]
    func add(_ merchant: MerchantID, _ account: AccountID, _ cell: SumCell) throws {
      guard resolved.accounts[Int(account.index)] else { return }
      let key = Key(merchant: merchant, currency: view.directory.accounts[Int(account.index)].currency)
      sums[key] = try (sums[key] ?? SumCell()).adding(cell)
    }
    let months = wholeMonths(resolved, view.calendar)
    if let months {
      try view.forEachMerchantMonth(from: months.lowerBound, to: months.upperBound) { merchant, account, _, cell in
        try add(merchant, account, cell)
      }
    } else {
      try view.forEachTransaction(from: resolved.from, to: resolved.to) { row in
        let share = row.setting.filtered(of: row.values.amount) { resolved.includes($0.category) }
        guard let share else { return }
        try add(
          view.directory.canonical(row.values.merchant), row.values.account,
          SumCell(sum: share.sum(of: row.values.amount).minorUnits, count: 1))
      }
    }
    let items = TransactionItems(view)
    var entries: [MerchantsReport.Entry] = []
    for (key, cell) in sums where cell.count > 0 {
      entries.append(
        MerchantsReport.Entry(
          merchant: try items.merchantName(key.merchant), currency: key.currency, sum: Money(minorUnits: cell.sum),
          count: Int(cell.count)))
    }
    // Amounts of different currencies have no order.
    entries.sort { ($0.currency, $0.sum, $0.merchant) < ($1.currency, $1.sum, $1.merchant) }
    return MerchantsReport(
      from: filter.from, to: filter.to, merchants: filter.limit.map { Array(entries.prefix($0)) } ?? entries)
  }

  /// The months of the period where it cuts none and no category is asked for.
  private func wholeMonths(_ filter: ResolvedFilter, _ calendar: MonthCalendar) -> ClosedRange<YearMonth>? {
    let first = calendar.month(of: filter.from)
    let last = calendar.month(of: filter.to)
    guard filter.categories == nil, filter.from == .first || calendar.firstDay(of: first) == filter.from,
      filter.to == .last || calendar.lastDay(of: last) == filter.to
    else { return nil }
    return first...last
  }
}

/// A name that does not lead to one thing.
public enum NameError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknown(kind: String, name: String, nearest: [String])
  case ambiguous(kind: String, name: String, candidates: [String])
  case unused(kind: String, name: String)

  public var description: String {
    switch self {
    case .unknown(let kind, let name, let nearest):
      "there is no \(kind) '\(name)'" + (nearest.isEmpty ? "" : "; did you mean " + NameError.list(nearest) + "?")
    case .ambiguous(let kind, let name, let candidates):
      "'\(name)' is part of several \(kind) names: " + NameError.list(candidates)
    case .unused(let kind, let name): "the \(kind) '\(name)' has no transactions"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// A merchant as a person names it.
public enum MerchantSelection {
  /// The merchant of an exact name, any that it ever had, else of a unique part of one; merges followed.
  ///
  /// - Throws: `NameError` with the candidates.
  public static func find(_ name: String, view: LedgerView) throws -> MerchantID {
    try MerchantNames.find(name, view: view)
  }
}

/// Finds merchants by exact name, unique part, or nearness.
enum MerchantNames {
  static func find(_ name: String, view: LedgerView) throws -> MerchantID {
    let folded = FoldedName(name)
    let directory = view.directory
    if let exact = try view.merchant(named: folded), exact != .none { return directory.canonical(exact) }
    var parts: [(MerchantID, String)] = []
    var all: [String] = []
    func note(_ merchant: MerchantID, _ candidate: String) {
      all.append(candidate)
      guard !folded.bytes.isEmpty, FoldedName(candidate).text.contains(folded.text) else { return }
      let canonical = directory.canonical(merchant)
      if !parts.contains(where: { $0.0 == canonical }) { parts.append((canonical, candidate)) }
    }
    try view.forEachMerchant { merchant, candidate in note(merchant, candidate) }
    for (index, candidate) in directory.merchantRenames.sorted(by: { $0.key < $1.key }) {
      note(MerchantID(index), candidate)
    }
    if parts.count == 1 { return parts[0].0 }
    if parts.count > 1 {
      throw NameError.ambiguous(
        kind: "merchant", name: name, candidates: Array(parts.map(\.1).sorted().prefix(8)))
    }
    throw NameError.unknown(kind: "merchant", name: name, nearest: NearestNames.of(name, among: all))
  }
}

extension MerchantNames {
  /// The other names that mean the merchant: those it had, and those of merchants that were merged into it.
  static func aliases(_ merchant: MerchantID, view: LedgerView) throws -> [String] {
    let present = try view.merchantName(merchant)
    var names: Set<String> = []
    for member in view.directory.members(of: merchant) {
      names.insert(try view.firstName(of: member))
      if let renamed = view.directory.merchantRenames[member.index] { names.insert(renamed) }
    }
    return names.filter { $0 != present }.sorted()
  }
}

/// The names that a person may have meant.
public enum NearestNames {
  /// At most three names within a third of their length in edits, nearest first.
  public static func of(_ name: String, among candidates: [String]) -> [String] {
    let wanted = Array(FoldedName(name).text)
    let scored = candidates.map { ($0, distance(wanted, Array(FoldedName($0).text))) }
      .filter { $0.1 <= max(2, max(wanted.count, $0.0.count) / 3) }
    return scored.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
  }

  /// The fewest insertions, deletions and replacements that lead from one to the other.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let replaced = diagonal + (character == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
