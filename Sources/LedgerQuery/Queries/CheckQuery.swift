import LedgerDomain
import LedgerJournal
import LedgerProjection

/// What does not look right?
public struct CheckQuery: Sendable {
  public var today: CalendarDay
  /// Nil is every check.
  public var kinds: Set<CheckReport.Kind>?

  public init(today: CalendarDay, kinds: Set<CheckReport.Kind>? = nil) {
    self.today = today
    self.kinds = kinds
  }

  /// - Complexity: O(transactions); assertions alone O(days × accounts × categories).
  public func report(on view: LedgerView) throws -> CheckReport {
    var findings: [CheckReport.Finding] = []
    func wants(_ kind: CheckReport.Kind) -> Bool { kinds?.contains(kind) ?? true }
    if wants(.assertions) { findings += try assertions(view) }
    if wants(.duplicates) { findings += try duplicates(view) }
    if wants(.gaps) { findings += try gaps(view) }
    if wants(.uncategorised) { findings += try uncategorised(view) }
    if wants(.future) { findings += try future(view) }
    if wants(.transfers) { findings += try transfers(view) }
    return CheckReport(findings: findings)
  }

  /// Accounts that held something else than their statement says.
  private func assertions(_ view: LedgerView) throws -> [CheckReport.Finding] {
    var findings: [CheckReport.Finding] = []
    for (id, days) in view.directory.assertions.sorted(by: { $0.key < $1.key }) {
      guard let account = view.directory.account(id), !account.isRemoved else { continue }
      for (day, expected) in days.sorted(by: { $0.key < $1.key }) {
        let held = try AccountBalances.on(day, view: view)
        let open = view.directory.accounts.filter { !$0.isRemoved }
        guard let place = open.firstIndex(where: { $0.id == id }) else { continue }
        let actual = held[place].balance
        if actual == expected { continue }
        let digits = account.currency.minorUnitDigits
        findings.append(
          CheckReport.Finding(
            kind: .assertions,
            message:
              "\(account.name) held \(actual.plainText(minorUnitDigits: digits)) \(account.currency) at the end of "
              + "\(day), not \(expected.plainText(minorUnitDigits: digits))",
            account: account.name, day: day, expected: expected, actual: actual))
      }
    }
    return findings
  }

  /// Transactions of different commits that are equal in account, day, amount and merchant.
  private func duplicates(_ view: LedgerView) throws -> [CheckReport.Finding] {
    var findings: [CheckReport.Finding] = []
    let items = TransactionItems(view)
    for day in try view.postedDays(from: .first, to: .last).reversed() {
      struct Key: Hashable {
        var account: AccountID
        var merchant: MerchantID
        var amount: Money
      }
      var groups: [Key: [TransactionID]] = [:]
      try view.forEachTransaction(from: day, to: day) { row in
        let values = row.values
        let key = Key(
          account: values.account, merchant: view.directory.canonical(values.merchant), amount: values.amount)
        groups[key, default: []].append(row.id)
      }
      let repeated = groups.filter { $0.value.count > 1 }.map { (key: $0.key, ids: Array($0.value.reversed())) }
      for (key, ids) in repeated.sorted(by: { $0.ids[0] < $1.ids[0] }) {
        let commits = Set(try ids.map { try items.commit(at: $0.position).number })
        guard commits.count > 1, let account = view.directory.account(key.account) else { continue }
        let merchant = try items.merchantName(key.merchant)
        let amount = key.amount.plainText(minorUnitDigits: account.currency.minorUnitDigits)
        findings.append(
          CheckReport.Finding(
            kind: .duplicates,
            message: "\(ids.map { "\($0.position)" }.joined(separator: ", ")) may be one transaction: \(day), "
              + "\(merchant), \(amount) \(account.currency), of different imports",
            account: account.name, day: day, ids: ids))
      }
    }
    return findings
  }

  /// Months without a transaction between months that have some, of accounts whose rows come from statements.
  private func gaps(_ view: LedgerView) throws -> [CheckReport.Finding] {
    var months: [AccountID: Set<YearMonth>] = [:]
    try view.forEachTransaction(from: .first, to: .last) { row in
      let month = row.values.day.yearMonth
      if months[row.values.account]?.contains(month) == true { return }
      if try view.texts(of: row).sourceLine != nil { months[row.values.account, default: []].insert(month) }
    }
    var findings: [CheckReport.Finding] = []
    for (id, used) in months.sorted(by: { $0.key < $1.key }) {
      // An account that is used less than every other month has no statement missing.
      guard let first = used.min(), let last = used.max(), used.count * 2 > first.months(to: last) + 1,
        let account = view.directory.account(id)
      else { continue }
      let missing = (0...first.months(to: last)).map { first.advanced(by: $0) }.filter { !used.contains($0) }
      for month in missing {
        findings.append(
          CheckReport.Finding(
            kind: .gaps, message: "\(account.name) has nothing in \(month), between \(first) and \(last)",
            account: account.name, day: MonthCalendar.standard.firstDay(of: month)))
      }
    }
    return findings
  }

  private func uncategorised(_ view: LedgerView) throws -> [CheckReport.Finding] {
    var count: Int64 = 0
    try view.forEachMonthSum(from: CalendarDay.first.yearMonth, to: CalendarDay.last.yearMonth) { _, _, slot, cell in
      if slot.category == .uncategorised { count += cell.count }
    }
    if count == 0 { return [] }
    let noun = count == 1 ? "transaction is" : "transactions are"
    return [
      CheckReport.Finding(
        kind: .uncategorised,
        message: "\(count) \(noun) uncategorised; 'foldbook list category:Uncategorised' shows them")
    ]
  }

  private func future(_ view: LedgerView) throws -> [CheckReport.Finding] {
    guard today < .last else { return [] }
    var ids: [TransactionID] = []
    for day in try view.postedDays(from: today.advanced(byDays: 1), to: .last) { ids += try view.transactions(on: day) }
    if ids.isEmpty { return [] }
    let noun = ids.count == 1 ? "transaction is" : "transactions are"
    return [
      CheckReport.Finding(
        kind: .future, message: "\(ids.count) \(noun) dated after today (\(today))", ids: ids.sorted())
    ]
  }

  /// Linked pairs of which a leg is gone, counts as something else or has another amount by now.
  private func transfers(_ view: LedgerView) throws -> [CheckReport.Finding] {
    var findings: [CheckReport.Finding] = []
    for (pair, state) in view.directory.transfers.sorted(by: { $0.key < $1.key }) where state == .linked {
      let rows = try [pair.outgoing, pair.incoming].map { try view.standingRow($0) }
      let gone = rows.filter { $0.liveness != .live }
      let others = rows.filter { view.directory.category($0.setting.category)?.kind != .transfer }
      let currencies = rows.map { view.directory.account($0.values.account)?.currency }
      let reason: String
      if gone.count == 1 {
        reason = "\(gone[0].id.position) is deleted"
      } else if gone.isEmpty, let other = others.first {
        reason = "\(other.id.position) is \(view.directory.category(other.setting.category)?.name ?? "split")"
      } else if gone.isEmpty, currencies[0] == currencies[1], rows[0].values.amount != -rows[1].values.amount {
        reason = "their amounts are not opposite any more"
      } else {
        continue
      }
      let (outgoing, incoming) = (pair.outgoing.position, pair.incoming.position)
      findings.append(
        CheckReport.Finding(
          kind: .transfers,
          message: "\(outgoing) and \(incoming) are linked as a transfer, but \(reason); "
            + "'foldbook transfers unlink \(outgoing) \(incoming)' parts them",
          day: rows[0].values.day, ids: [pair.outgoing, pair.incoming]))
    }
    return findings
  }
}
