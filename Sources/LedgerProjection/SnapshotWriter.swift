import LedgerDomain
import LedgerJournal

/// Writes a projection into the views: over what is there, or from nothing.
///
/// Rows are written in key order, each changed row once. From nothing the tables are cleared first and filled in append
/// mode.
struct SnapshotWriter {
  private let store: StoreWriter
  private let projection: Projection
  private let sums: SumTables
  /// What the views hold so far; nil writes them from nothing.
  private let previous: SnapshotReader?
  private var writer = PayloadWriter()

  /// - Parameter previous: the snapshot that ends right before the projection begins, or nil.
  init(store: StoreWriter, projection: Projection, previous: SnapshotReader?) throws {
    self.store = store
    self.projection = projection
    sums = try projection.sums.tables()
    self.previous = previous
  }

  mutating func write() throws {
    if previous == nil {
      for table in StoreTable.views { try store.clear(table) }
    }
    try writeMonths()
    try writeMerchantYears()
    try writeMerchantFacts()
    try writeNames()
    try writeStates()
    try writeEdits()
    try writeDays()
    try writeHeader()
  }

  private func put(_ key: [UInt8], _ value: [UInt8], in table: StoreTable) throws {
    let row = ViewTables.sealed(value, key: key, in: table)
    if previous == nil {
      try store.append(key, row, in: table)
    } else {
      try store.put(key, row, in: table)
    }
  }

  /// Writes a row, or takes it away where it became empty.
  private func replace(_ key: [UInt8], isEmpty: Bool, in table: StoreTable) throws {
    if !isEmpty {
      try put(key, writer.bytes, in: table)
    } else if previous != nil {
      try store.delete(key, in: table)
    }
  }

  private mutating func writeMonths() throws {
    let calendar = projection.directory.monthCalendar
    // Cells come by account and then day, so that those of a row lie together.
    var changes: [(key: [UInt8], entries: [MonthRow.Entry])] = []
    var present: AccountID?
    var firstDay: Int32 = 0
    var lastDay = Int32.min
    sums.forEachCell(from: .first, to: .last) { account, day, slot, cell in
      if account != present || day.daysSinceEpoch > lastDay {
        let month = calendar.month(of: day)
        present = account
        firstDay = calendar.firstDay(of: month).daysSinceEpoch
        lastDay = calendar.lastDay(of: month).daysSinceEpoch
        changes.append((ViewKey.month(month, account), []))
      }
      changes[changes.count - 1].entries.append(
        MonthRow.Entry(day: Int(day.daysSinceEpoch - firstDay), slot: slot.index, cell: cell))
    }
    for (key, entries) in changes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      var row = try previous?.monthRow(key) ?? MonthRow()
      try row.merge(entries)
      writer.removeAll()
      row.encode(into: &writer)
      try replace(key, isEmpty: row.entries.isEmpty, in: .months)
    }
  }

  private mutating func writeMerchantYears() throws {
    for yearIndex in 0..<sums.yearCount {
      for merchant in sums.merchants(inYears: yearIndex..<yearIndex + 1) {
        var changes: [MerchantYearRow.Entry] = []
        sums.forEachMonth(of: merchant, yearIndex: yearIndex) { account, month, cell in
          changes.append(MerchantYearRow.Entry(month: month.month - 1, account: account.index, cell: cell))
        }
        if changes.isEmpty { continue }
        let key = ViewKey.merchantYear(sums.firstYear + yearIndex, MerchantID(UInt32(merchant)))
        var row = try previous?.merchantYearRow(key) ?? MerchantYearRow()
        try row.merge(changes)
        writer.removeAll()
        row.encode(into: &writer)
        try replace(key, isEmpty: row.entries.isEmpty, in: .merchantYears)
      }
    }
  }

  private mutating func writeMerchantFacts() throws {
    for merchant in 0..<sums.dimensions.merchantCount {
      let asserted = sums.assertedDays[merchant]
      let retracted = sums.retractedDays.isEmpty ? nil : sums.retractedDays[merchant]
      let choices = sums.choices.isEmpty ? ChoiceMarks() : sums.choices[merchant]
      guard asserted.first <= asserted.last || retracted.map({ $0.first <= $0.last }) == true || !choices.isEmpty else {
        continue
      }
      let key = ViewKey.merchant(MerchantID(UInt32(merchant)))
      var row = try previous?.merchantFactsRow(key) ?? MerchantFactsRow()
      row.merge(asserted: asserted, retracted: retracted, choices: choices)
      writer.removeAll()
      row.encode(into: &writer)
      try put(key, writer.bytes, in: .merchantFacts)
    }
  }

  private func writeNames() throws {
    for (index, name) in projection.merchantNames.sorted(by: { $0.key < $1.key }) {
      try put(ViewKey.merchant(MerchantID(index)), Array(name.utf8), in: .merchantNames)
    }
    let keys = projection.merchantIndex.entries.map { ($0.name.merchantKey, $0.merchant) }
    for (key, index) in keys.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      try put(key, ViewKey.merchant(MerchantID(index)), in: .merchantIndex)
    }
  }

  private mutating func writeStates() throws {
    let blockSize = UInt64(SnapshotReader.statesPerRow)
    let states = projection.states
    var changed: [UInt64: [(Int, UInt16)]] = [:]
    for (position, code) in states.earlier {
      changed[position / blockSize, default: []].append((Int(position % blockSize), code))
    }
    for block in changed.keys.sorted() where block * blockSize + blockSize <= states.firstPosition {
      try writeStates(block: block, changes: changed[block] ?? [], own: 0..<0)
    }
    var position = states.firstPosition
    let end = states.firstPosition + UInt64(states.own.count)
    while position < end {
      let block = position / blockSize
      let last = min(end, (block + 1) * blockSize)
      let first = Int(position - states.firstPosition)
      try writeStates(
        block: block, changes: changed[block] ?? [], own: first..<first + Int(last - position))
      position = last
    }
  }

  private mutating func writeStates(block: UInt64, changes: [(Int, UInt16)], own: Range<Int>) throws {
    let key = ViewKey.position(block)
    var codes = try previous?.stateRow(block) ?? []
    if codes.isEmpty, block == 0 { codes = [StateCode.none.rawValue] }
    for (index, code) in changes {
      guard index < codes.count else { throw ProjectionError.damagedView("a state is missing") }
      codes[index] = code
    }
    writer.removeAll()
    writer.write(words: codes[...])
    writer.write(words: projection.states.own[own])
    try put(key, writer.bytes, in: .states)
  }

  private mutating func writeEdits() throws {
    let ids = Set(projection.edits.keys).union(projection.matches.keys).union(projection.splits.keys)
    for id in ids.sorted() {
      var row = try previous?.editRow(of: TransactionID(id)) ?? EditRow()
      row.values = projection.edits[id] ?? row.values
      row.match = projection.matches[id] ?? row.match
      row.parts = projection.splits[id] ?? row.parts
      writer.removeAll()
      row.encode(into: &writer)
      try put(ViewKey.position(id), writer.bytes, in: .edits)
    }
  }

  private mutating func writeDays() throws {
    for index in projection.postedDayIndices {
      let ids = projection.postings(dayIndex: index)
      guard let day = CalendarDay(daysSinceEpoch: sums.dimensions.firstDay + Int32(index)) else { continue }
      var rest = PostingsOrder.ascendingUnique(ids)[...]
      if let previous { rest = try joined(rest, on: day, previous: previous)[...] }
      while !rest.isEmpty {
        let part = rest.prefix(PostingsRow.limit)
        writer.removeAll()
        PostingsRow.encode(part, into: &writer)
        try put(ViewKey.day(day, firstID: part[part.startIndex]), writer.bytes, in: .days)
        rest = rest.dropFirst(PostingsRow.limit)
      }
    }
  }

  /// The ids to write on a day that has rows already; rows that are written anew are taken away here.
  ///
  /// New transactions have higher ids than any before, so they join the last row or begin one. An edit brings an old id
  /// back, so its day is written anew.
  private func joined(
    _ ids: ArraySlice<Position>, on day: CalendarDay, previous: SnapshotReader
  ) throws -> [Position] {
    guard let first = ids.first else { return [] }
    if first < projection.firstPosition {
      let all = PostingsOrder.ascendingUnique(try previous.postings(on: day) + ids)
      for key in try previous.postingKeys(of: day) { try store.delete(key, in: .days) }
      return all
    }
    guard let last = try previous.lastPostings(of: day, beforeOrAt: first),
      last.ids.count + ids.count <= PostingsRow.limit
    else { return Array(ids) }
    try store.delete(last.key, in: .days)
    return last.ids + ids
  }

  private func writeHeader() throws {
    var totals = previous?.header.accountTotals ?? []
    while totals.count < projection.directory.accounts.count { totals.append(SumCell()) }
    var overflow: ProjectionError?
    sums.forEachCell(from: .first, to: .last) { account, _, _, cell in
      do throws(ProjectionError) {
        totals[Int(account.index)] = try totals[Int(account.index)].adding(cell)
      } catch {
        overflow = error
      }
    }
    if let overflow { throw overflow }
    let header = SnapshotHeader(
      position: projection.lastPosition, version: SnapshotHeader.projectionVersion,
      monthStartDay: UInt64(projection.directory.monthCalendar.startDay),
      liveCount: (previous?.header.liveCount ?? 0) + sums.counts.live,
      goneCount: (previous?.header.goneCount ?? 0) + sums.counts.gone, accountTotals: totals)
    try writeMeta(SnapshotReader.headerKey, header.encode())
    try writeMeta(SnapshotReader.directoryKey, DirectoryCoding.encode(projection.directory))
  }

  private func writeMeta(_ key: [UInt8], _ value: [UInt8]) throws {
    try store.put(key, ViewTables.sealed(value, key: key, in: .meta), in: .meta)
  }
}

/// Orders the ids of a day's postings.
enum PostingsOrder {
  static func ascendingUnique(_ ids: [Position]) -> [Position] {
    var isAscending = true
    for index in ids.indices.dropFirst() where ids[index] <= ids[index - 1] {
      isAscending = false
      break
    }
    if isAscending { return ids }
    var result: [Position] = []
    for id in ids.sorted() where result.last != id { result.append(id) }
    return result
  }
}
