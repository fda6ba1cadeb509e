import LedgerDomain
import LedgerJournal
import ParallelWork

/// Everything that the digest of a view covers, read out of the store: plain values that threads may share.
///
/// Two views with equal contents at one position have one digest, since the rows of the journal are the same.
struct ViewContent: Sendable, Equatable {
  let position: Position
  let ranks: NameRanks
  /// Names, settings, budgets and the bank's rows that rows added by hand were matched with, as bytes.
  let header: [UInt8]
  /// The state of every position from 1 to the view's.
  let states: [UInt16]
  /// For every edited transaction the position of the row that holds its values.
  let edits: [Position: Position]
  /// For every live transaction that is split its parts.
  let parts: [Position: [SplitPart]]
  /// The hashes of the cells of days and of merchants' months.
  let dayCells: CommitHash
  let merchantMonths: CommitHash

  /// - Complexity: O(transactions) memory: two bytes each, and the cells.
  init(_ view: LedgerView) throws {
    position = view.position
    let ranks = try NameRanks(view)
    self.ranks = ranks
    var writer = PayloadWriter()
    ranks.write(into: &writer)
    ViewContent.writeSettings(view.directory, ranks: ranks, into: &writer)
    states = try view.allStates()
    let edits = try view.allEdits()
    self.edits = edits.compactMapValues { $0.values == 0 ? nil : $0.values }
    parts = try ViewContent.parts(view, edits: edits, states: states)
    try ViewContent.writeMatches(view, edits: edits, states: states, ranks: ranks, into: &writer)
    header = writer.bytes
    dayCells = try ViewContent.dayCells(view, ranks: ranks)
    merchantMonths = try ViewContent.merchantMonths(view, ranks: ranks)
  }

  private static func writeSettings(_ directory: LedgerDirectory, ranks: NameRanks, into writer: inout PayloadWriter) {
    for key in SettingKey.allCases { writer.write(optional: directory.settings[key]) }
    let budgets = directory.budgets.lines.map { line in
      (line.category.map { UInt64(ranks.categories[Int($0.index)]) + 1 } ?? 0, line.entries)
    }
    for (rank, entries) in budgets.sorted(by: { $0.0 < $1.0 }) {
      writer.write(unsigned: rank)
      for entry in entries {
        writer.write(signed: Int64(entry.month.monthsSinceYearZero))
        writer.write(signed: entry.amount.minorUnits)
      }
    }
    for (alias, _) in directory.merchantAliases.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: UInt64(alias))
      writer.write(unsigned: UInt64(directory.canonical(MerchantID(alias)).index))
    }
    for (word, category) in directory.categoryAliases.sorted(by: { $0.key < $1.key }) {
      writer.write(text: word)
      writer.write(unsigned: UInt64(ranks.categories[Int(category.index)]))
    }
    for rule in directory.rulesInOrder {
      writer.write(text: rule.terms.query)
      writer.write(unsigned: UInt64(ranks.categories[Int(rule.terms.category.index)]))
      writer.write(signed: Int64(rule.terms.priority))
    }
    for (pair, state) in directory.transfers.sorted(by: { $0.key < $1.key }) {
      writer.write(unsigned: pair.outgoing.position)
      writer.write(unsigned: pair.incoming.position)
      writer.write(byte: state.rawValue)
    }
    for (account, days) in directory.assertions.sorted(by: { $0.key < $1.key }) {
      for (day, balance) in days.sorted(by: { $0.key < $1.key }) {
        writer.write(unsigned: UInt64(ranks.accounts[Int(account.index)]))
        writer.write(signed: Int64(day.daysSinceEpoch))
        writer.write(signed: balance.minorUnits)
      }
    }
  }

  private static func writeMatches(
    _ view: LedgerView, edits: [Position: EditRow], states: [UInt16], ranks: NameRanks, into writer: inout PayloadWriter
  ) throws {
    for (id, edit) in edits.filter({ $0.value.match != 0 }).sorted(by: { $0.key < $1.key })
    where StateCode(rawValue: states[Int(id) - 1]).liveness == .live {
      let match = try view.match(at: edit.match)
      writer.write(unsigned: id)
      writer.write(signed: Int64(match.day.daysSinceEpoch))
      writer.write(signed: match.amount.minorUnits)
      writer.write(unsigned: UInt64(ranks.accounts[Int(match.account.index)]))
      for text in [match.texts.rawText, match.texts.memo, match.texts.bankCategory, match.texts.bankReference] {
        writer.write(optional: text)
      }
    }
  }

  private static func parts(
    _ view: LedgerView, edits: [Position: EditRow], states: [UInt16]
  ) throws -> [Position: [SplitPart]] {
    var parts: [Position: [SplitPart]] = [:]
    for (id, edit) in edits where edit.parts != 0 {
      let code = StateCode(rawValue: states[Int(id) - 1])
      if code.liveness == .live, code.setting.isSplit { parts[id] = try view.parts(at: edit.parts) }
    }
    return parts
  }

  /// Above those of every category.
  private static let splitRank: UInt32 = 0x8000

  private static func dayCells(_ view: LedgerView, ranks: NameRanks) throws -> CommitHash {
    var cells: [DigestCell] = []
    try view.forEachCell(from: .first, to: .last) { account, day, slot, cell in
      let slotRank =
        slot == .split
        ? splitRank : ranks.categories[Int(slot.category.index)] << 1 | (slot == .uncategorisedIn ? 1 : 0)
      cells.append(DigestCell(ranks.accounts[Int(account.index)], day.daysSinceEpoch, slotRank, cell))
    }
    return try DigestCell.hash(cells)
  }

  private static func merchantMonths(_ view: LedgerView, ranks: NameRanks) throws -> CommitHash {
    var cells: [DigestCell] = []
    try view.forEachMerchantMonth(from: CalendarDay.first.yearMonth.previous, to: CalendarDay.last.yearMonth.next) {
      merchant, account, month, cell in
      cells.append(
        DigestCell(
          ranks.merchants[Int(merchant.index)], month.monthsSinceYearZero, ranks.accounts[Int(account.index)], cell))
    }
    return try DigestCell.hash(cells)
  }
}

/// A sum under a key of three numbers.
private struct DigestCell {
  /// The first number, then the time shifted so that it sorts as it counts.
  private let high: UInt64
  private let low: UInt32
  private var cell: SumCell

  init(_ first: UInt32, _ time: Int32, _ last: UInt32, _ cell: SumCell) {
    high = UInt64(first) << 32 | UInt64(UInt32(bitPattern: time) ^ 0x8000_0000)
    low = last
    self.cell = cell
  }

  /// The hash of the cells sorted by key, those of one key added up, those that are zero left out.
  static func hash(_ cells: [DigestCell]) throws(ProjectionError) -> CommitHash {
    let places = sortedPlaces(cells)
    var hasher = SHA256()
    var words: [UInt64] = []
    words.reserveCapacity(4_096)
    var index = 0
    while index < places.count {
      let place = places[index]
      var sum = cells[Int(place.index)]
      index += 1
      while index < places.count, places[index].high == place.high, places[index].low == place.low {
        sum.cell = try sum.cell.adding(cells[Int(places[index].index)].cell)
        index += 1
      }
      if sum.cell.isZero { continue }
      words.append(sum.high)
      words.append(UInt64(sum.low))
      words.append(UInt64(bitPattern: sum.cell.sum))
      words.append(UInt64(bitPattern: sum.cell.count))
      if words.count >= 4_096 {
        hasher.update(words: words)
        words.removeAll(keepingCapacity: true)
      }
    }
    hasher.update(words: words)
    return hasher.finish()
  }

  /// A cell's key and where the cell lies, which is less to move than the cell.
  private struct Place {
    var high: UInt64
    var low: UInt32
    var index: UInt32
  }

  /// The cells' places sorted by key: by each of its numbers in turn, the last one first, since all three have few values.
  private static func sortedPlaces(_ cells: [DigestCell]) -> [Place] {
    var places = cells.indices.map { Place(high: cells[$0].high, low: cells[$0].low, index: UInt32($0)) }
    sort(&places) { $0.low }
    sort(&places) { UInt32(truncatingIfNeeded: $0.high) }
    sort(&places) { UInt32($0.high >> 32) }
    return places
  }

  /// Sorts by counting, so that equal ones stay in their order; what is in order already costs one look.
  private static func sort(_ places: inout [Place], by number: (Place) -> UInt32) {
    guard var last = places.first.map(number) else { return }
    var (lowest, highest, isSorted) = (last, last, true)
    for place in places {
      let next = number(place)
      if next < last { isSorted = false }
      lowest = min(lowest, next)
      highest = max(highest, next)
      last = next
    }
    if isSorted { return }
    var starts = [UInt32](repeating: 0, count: Int(highest - lowest) + 2)
    for place in places { starts[Int(number(place) - lowest) + 1] += 1 }
    for value in starts.indices.dropFirst() { starts[value] += starts[value - 1] }
    var sorted = places
    for place in places {
      let value = Int(number(place) - lowest)
      sorted[Int(starts[value])] = place
      starts[value] += 1
    }
    places = sorted
  }
}

extension LedgerView {
  /// The state of every position from 1 to the view's.
  func allStates() throws -> [UInt16] {
    if snapshot == nil { return tail.states.own }
    var states: [UInt16] = []
    if let snapshot {
      states.reserveCapacity(Int(position) + 1)
      LargePages.ask(for: &states)
      try snapshot.store.forEach(in: .states, from: []) { entry in
        StateCode.append(entry.value, to: &states)
        return true
      }
    }
    // A table of states begins at position 0, which no event has.
    guard states.count == Int(tail.states.firstPosition) else {
      throw ProjectionError.damagedView("the states end at another position than the snapshot")
    }
    states.removeFirst()
    for (position, code) in tail.states.earlier { states[Int(position) - 1] = code }
    states += tail.states.own
    return states
  }

  /// For every edited or matched transaction where its values and its match lie.
  func allEdits() throws -> [Position: EditRow] {
    var edits: [Position: EditRow] = [:]
    if let snapshot {
      try snapshot.store.forEach(in: .edits, from: []) { entry in
        let id = try ViewKey.integer(ArraySlice(entry.key), from: 0, count: 8)
        edits[id] = try EditRow.decode(ArraySlice(entry.value))
        return true
      }
    }
    for (id, position) in tail.edits { edits[id, default: EditRow()].values = position }
    for (id, position) in tail.matches { edits[id, default: EditRow()].match = position }
    for (id, position) in tail.splits { edits[id, default: EditRow()].parts = position }
    return edits
  }
}
