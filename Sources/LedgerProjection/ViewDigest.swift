import LedgerDomain
import LedgerJournal

/// The digest of the views: SHA-256 over their sorted meaning.
///
/// It covers live transactions, sums that are not zero, settings and budgets; names stand for numbers, and nothing of
/// positions (but a transaction's id), times or unused rows is in it. It is equal after live appends, after a replay and
/// after an undo that was undone.
enum ViewDigest {
  static func of(_ view: LedgerView) throws -> CommitHash {
    var hasher = SHA256()
    let ranks = try NameRanks(view)
    var writer = PayloadWriter()
    ranks.write(into: &writer)
    writeSettings(view.directory, ranks: ranks, into: &writer)
    hasher.update(writer.bytes)
    try hashTransactions(view, ranks: ranks, into: &hasher)
    try hashCells(view, ranks: ranks, into: &hasher)
    try hashMerchantMonths(view, ranks: ranks, into: &hasher)
    return hasher.finish()
  }

  private static func writeSettings(_ directory: LedgerDirectory, ranks: NameRanks, into writer: inout PayloadWriter) {
    for key in SettingKey.allCases { writer.write(optional: directory.settings[key]) }
    let budgets = directory.budgets.map { (key, entries) in
      (key.map { UInt64(ranks.categories[Int($0.index)]) + 1 } ?? 0, entries)
    }
    for (rank, entries) in budgets.sorted(by: { $0.0 < $1.0 }) {
      writer.write(unsigned: rank)
      for entry in entries {
        writer.write(signed: Int64(entry.month.monthsSinceYearZero))
        writer.write(signed: entry.amount.minorUnits)
      }
    }
  }

  private static func hashTransactions(_ view: LedgerView, ranks: NameRanks, into hasher: inout SHA256) throws {
    let states = try view.allStates()
    let edits = try view.allEdits()
    var buffer = PayloadWriter()
    try view.journal.forEachBlock(from: 1, through: view.position) { block throws(JournalError) in
      for index in 0..<block.rowCount {
        let position = block.firstPosition + UInt64(index)
        guard position <= view.position else { break }
        let code = StateCode(rawValue: states[Int(position)])
        guard code != .none, code.liveness == .live else { continue }
        let place = edits[position]
        let row = try place.map { (place) throws(JournalError) in try view.journal.row(at: place) } ?? block.row(index)
        buffer.write(unsigned: position)
        buffer.write(signed: Int64(row.day))
        buffer.write(signed: row.amount)
        buffer.write(unsigned: UInt64(ranks.accounts[Int(row.account)]))
        buffer.write(unsigned: UInt64(ranks.merchants[Int(row.merchant)]))
        buffer.write(unsigned: UInt64(ranks.categories[Int(code.setting.category.index)]))
      }
      if buffer.bytes.count > 1 << 16 {
        hasher.update(buffer.bytes)
        buffer.removeAll()
      }
      return true
    }
    hasher.update(buffer.bytes)
  }

  private struct CellKey: Hashable {
    var account: UInt32
    var day: Int32
    var slot: UInt32
  }

  private static func hashCells(_ view: LedgerView, ranks: NameRanks, into hasher: inout SHA256) throws {
    var cells: [CellKey: SumCell] = [:]
    try view.forEachCell(from: .first, to: .last) { account, day, slot, cell in
      let rank = ranks.categories[Int(slot.category.index)] << 1 | (slot == .uncategorisedIn ? 1 : 0)
      let key = CellKey(account: ranks.accounts[Int(account.index)], day: day.daysSinceEpoch, slot: rank)
      cells[key] = try (cells[key] ?? SumCell()).adding(cell)
    }
    var writer = PayloadWriter()
    let used = cells.filter { !$0.value.isZero }
    for (key, cell) in used.sorted(by: {
      ($0.key.account, $0.key.day, $0.key.slot) < ($1.key.account, $1.key.day, $1.key.slot)
    }) {
      writer.write(unsigned: UInt64(key.account))
      writer.write(signed: Int64(key.day))
      writer.write(unsigned: UInt64(key.slot))
      writer.write(cell)
    }
    hasher.update(writer.bytes)
  }

  private static func hashMerchantMonths(_ view: LedgerView, ranks: NameRanks, into hasher: inout SHA256) throws {
    var cells: [CellKey: SumCell] = [:]
    try view.forEachMerchantMonth(from: CalendarDay.first.yearMonth.previous, to: CalendarDay.last.yearMonth.next) {
      merchant, account, month, cell in
      let key = CellKey(
        account: ranks.accounts[Int(account.index)], day: month.monthsSinceYearZero,
        slot: ranks.merchants[Int(merchant.index)])
      cells[key] = try (cells[key] ?? SumCell()).adding(cell)
    }
    var writer = PayloadWriter()
    let used = cells.filter { !$0.value.isZero }
    for (key, cell) in used.sorted(by: {
      ($0.key.slot, $0.key.day, $0.key.account) < ($1.key.slot, $1.key.day, $1.key.account)
    }) {
      writer.write(unsigned: UInt64(key.slot))
      writer.write(signed: Int64(key.day))
      writer.write(unsigned: UInt64(key.account))
      writer.write(cell)
    }
    hasher.update(writer.bytes)
  }
}

/// Numbers of names by their order, so that a digest does not depend on the order in which names were defined.
///
/// Only names that something uses count: accounts and categories that are not removed, merchants with live transactions.
private struct NameRanks {
  /// By number; 0 for an unused name.
  var accounts: [UInt32]
  var categories: [UInt32]
  var merchants: [UInt32]
  private var names: [FoldedName] = []
  private var details: [String] = []

  init(_ view: LedgerView) throws {
    let directory = view.directory
    accounts = [UInt32](repeating: 0, count: directory.accounts.count)
    categories = [UInt32](repeating: 0, count: directory.categories.count)
    merchants = [UInt32](repeating: 0, count: Int(directory.nextMerchantIndex))
    let usedAccounts = directory.accounts.filter { !$0.isRemoved }.sorted { FoldedName($0.name) < FoldedName($1.name) }
    for (rank, account) in usedAccounts.enumerated() {
      accounts[Int(account.id.index)] = UInt32(rank) + 1
      names.append(FoldedName(account.name))
      details.append(
        "\(account.currency) \(account.opening.minorUnits) \(account.openingDay?.description ?? "-") \(account.isClosed)"
      )
    }
    let usedCategories = directory.categories.filter { !$0.isRemoved }
      .sorted { FoldedName($0.name) < FoldedName($1.name) }
    for (rank, category) in usedCategories.enumerated() {
      categories[Int(category.id.index)] = UInt32(rank) + 1
      names.append(FoldedName(category.name))
      details.append(category.kind.name)
    }
    var counts = [Int64](repeating: 0, count: merchants.count)
    try view.forEachMerchantMonth(from: CalendarDay.first.yearMonth.previous, to: CalendarDay.last.yearMonth.next) {
      merchant, _, _, cell in
      counts[Int(merchant.index)] += cell.count
    }
    var used: [(FoldedName, Int)] = []
    try view.forEachMerchant { merchant, name in
      if counts[Int(merchant.index)] > 0 { used.append((FoldedName(name), Int(merchant.index))) }
    }
    for (rank, entry) in used.sorted(by: { $0.0 < $1.0 }).enumerated() {
      merchants[entry.1] = UInt32(rank) + 1
      names.append(entry.0)
      details.append("")
    }
  }

  func write(into writer: inout PayloadWriter) {
    for (name, detail) in zip(names, details) {
      writer.write(text: name.text)
      writer.write(text: detail)
    }
  }
}

extension LedgerView {
  /// The state of every position, from 0 (which is none) to the view's.
  func allStates() throws -> [UInt16] {
    var states: [UInt16] = []
    if let snapshot {
      states.reserveCapacity(Int(position) + 1)
      try snapshot.store.forEach(in: .states, from: []) { entry in
        let bytes = entry.value
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
          states.append(UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
        }
        return true
      }
    }
    if states.isEmpty { states = [StateCode.none.rawValue] }
    guard states.count == Int(tail.states.firstPosition) else {
      throw ProjectionError.damagedView("the states end at another position than the snapshot")
    }
    for (position, code) in tail.states.earlier { states[Int(position)] = code }
    states += tail.states.own
    return states
  }

  /// For every edited transaction the position of the row that holds its values.
  func allEdits() throws -> [Position: Position] {
    var edits: [Position: Position] = [:]
    if let snapshot {
      try snapshot.store.forEach(in: .edits, from: []) { entry in
        let id = try ViewKey.integer(ArraySlice(entry.key), from: 0, count: 8)
        var reader = PayloadReader(ArraySlice(entry.value), position: id)
        edits[id] = try reader.unsigned()
        return true
      }
    }
    return edits.merging(tail.edits) { $1 }
  }
}
