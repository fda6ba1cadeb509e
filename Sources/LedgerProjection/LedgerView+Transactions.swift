import LedgerDomain
import LedgerJournal

/// A transaction's values and state without its texts.
public struct StandingRow: Sendable, Hashable {
  public var id: TransactionID
  public var values: TransactionValues
  public var setting: CategorySetting
  public var liveness: Liveness
  /// The position of the row that holds the values: the transaction's own, or its last edit's.
  public var valuesPosition: Position
  /// Where the bank's row lies that the transaction, added by hand, was matched with.
  public var matchPosition: Position?
}

/// What a bank's file said of a transaction.
struct BankRow {
  /// The transaction as it stands.
  var row: StandingRow
  var account: AccountID
  var amount: Money
  var texts: TransactionTexts
}

extension LedgerView {
  /// The state of a transaction; nil where no event up to the view's position added it.
  public func state(of id: TransactionID) throws -> StateCode? {
    guard id.position >= 1, id.position <= position else { return nil }
    guard let code = try tail.states.state(of: id) ?? snapshot?.state(of: id), code != .none else { return nil }
    return code
  }

  /// The position of the row that holds the transaction's present values.
  func valuesPosition(of id: TransactionID) throws -> Position {
    let row = try editRow(of: id) ?? EditRow()
    return row.values == 0 ? id.position : row.values
  }

  /// Nil for a transaction that was never edited, matched nor split.
  private func editRow(of id: TransactionID) throws -> EditRow? {
    let edit = tail.edits[id.position]
    let match = tail.matches[id.position]
    let parts = tail.splits.isEmpty ? nil : tail.splits[id.position]
    if let edit, let match, let parts { return EditRow(values: edit, match: match, parts: parts) }
    guard let known = try snapshot?.editRow(of: id) ?? (edit == nil && match == nil && parts == nil ? nil : EditRow())
    else { return nil }
    return EditRow(values: edit ?? known.values, match: match ?? known.match, parts: parts ?? known.parts)
  }

  /// The parts that a row of a split carries; those that hold after it, where it changes parts.
  func parts(at position: Position) throws -> [SplitPart] {
    let block = try journal.block(at: position, checking: [.columns, .definitions])
    guard position != 0, let setting = try block.splitSettings()[Int(position - block.firstPosition)]?.setting,
      setting.isSplit
    else { throw ProjectionError.damagedView("there are no parts of a split at position \(position)") }
    return setting.parts
  }

  /// The parts that a split had last; none where it never was one.
  func lastParts(of id: TransactionID) throws -> [SplitPart] {
    guard let place = try editRow(of: id)?.parts, place != 0 else { return [] }
    return try parts(at: place)
  }

  /// The bank's row that the transaction, added by hand, was matched with.
  public func match(of row: StandingRow) throws -> RowMatch? {
    try row.matchPosition.map(match(at:))
  }

  func match(at position: Position) throws -> RowMatch {
    let block = try journal.block(at: position, checking: [.columns, .definitions])
    var found: RowMatch?
    try block.forEachDefinition { index, payload throws(JournalError) in
      guard block.firstPosition + UInt64(index) == position,
        case .transactionMatched(let match) = try EventCoding.decode(block.row(index), payload: payload, at: position)
      else { return }
      found = match
    }
    guard let found else { throw ProjectionError.damagedView("there is no match at position \(position)") }
    return found
  }

  /// The values and the state of a transaction that is there.
  ///
  /// - Throws: where no event added it.
  public func standingRow(_ id: TransactionID) throws -> StandingRow {
    guard let code = try state(of: id) else {
      throw ProjectionError.damagedView("there is no transaction \(id.position)")
    }
    return try standingRow(id, code: code)
  }

  func standingRow(_ id: TransactionID, code: StateCode) throws -> StandingRow {
    let edit = try editRow(of: id) ?? EditRow()
    let place = edit.values == 0 ? id.position : edit.values
    let values = try journal.row(at: place).values(at: place)
    var setting = code.setting
    if setting.isSplit { setting.parts = try parts(at: edit.parts) }
    // A journal whose checksums fit may still name what nobody made; whoever gets the row looks both up by number.
    let hasCategories =
      setting.isSplit
      ? setting.parts.allSatisfy { directory.category($0.category) != nil }
      : directory.category(setting.category) != nil
    guard hasCategories, directory.account(values.account) != nil else {
      throw ProjectionError.damagedView("transaction \(id.position) has an account or a category that there is not")
    }
    return StandingRow(
      id: id, values: values, setting: setting, liveness: code.liveness,
      valuesPosition: place, matchPosition: edit.match == 0 ? nil : edit.match)
  }

  /// The texts of a transaction, with its present note.
  public func texts(of row: StandingRow) throws -> TransactionTexts {
    let block = try journal.block(at: row.id.position, checking: [.columns, .texts])
    var texts = try block.texts(Int(row.id.position - block.firstPosition))
    if row.valuesPosition != row.id.position {
      let edit = try journal.block(at: row.valuesPosition, checking: [.columns, .texts])
      let payload = try edit.textPayload(Int(row.valuesPosition - edit.firstPosition))
      var reader = PayloadReader(ArraySlice(payload), position: row.valuesPosition)
      texts.note = reader.isAtEnd ? nil : try reader.text()
    }
    if let match = try match(of: row) {
      let note = texts.note
      texts = match.texts
      texts.note = note
    }
    return texts
  }

  /// The live transactions of a day, newest (highest id) first.
  ///
  /// - Complexity: O(transactions ever booked on the day).
  public func transactions(on day: CalendarDay) throws -> [TransactionID] {
    try postings(on: day, { $0 == .live }).filter { id in
      // Only an edit moves a transaction to another day; a match, also one taken back, posts it on the bank's day too.
      guard let row = try editRow(of: id) else { return true }
      return try journal.row(at: row.values == 0 ? id.position : row.values).day == day.daysSinceEpoch
    }
  }

  /// Calls back with the transactions of a day whose liveness is wanted, newest (highest id) first, until the body says
  /// false.
  ///
  /// - Complexity: O(transactions ever booked on the day) numbers, and what is called back with.
  /// - Returns: whether the body never said false.
  @discardableResult
  public func forEachTransaction(
    on day: CalendarDay, where isWanted: (Liveness) -> Bool = { $0 == .live }, _ body: (StandingRow) throws -> Bool
  ) throws -> Bool {
    for position in try postedIDs(on: day).reversed() {
      let id = TransactionID(position)
      guard let code = try state(of: id), isWanted(code.liveness) else { continue }
      let row = try standingRow(id, code: code)
      // An edit may have moved it to another day.
      guard row.values.day == day else { continue }
      guard try body(row) else { return false }
    }
    return true
  }

  /// Calls back with every live transaction of a range of days, the newest day and the highest id first.
  ///
  /// - Complexity: O(transactions ever booked on the days).
  public func forEachTransaction(
    from: CalendarDay, to: CalendarDay, _ body: (StandingRow) throws -> Void
  ) throws {
    for day in try postedDays(from: from, to: to) {
      try forEachTransaction(on: day) { row in
        try body(row)
        return true
      }
    }
  }

  /// The rows that banks printed for a day and that became a transaction or were matched with one, whatever was corrected
  /// since; newest (highest id) first.
  func bankRows(on day: CalendarDay, _ isWanted: (Liveness) -> Bool) throws -> [BankRow] {
    try postings(on: day, isWanted).compactMap { id in
      let row = try standingRow(id)
      if let match = try match(of: row) {
        guard match.day == day else { return nil }
        return BankRow(row: row, account: match.account, amount: match.amount, texts: match.texts)
      }
      let values = try journal.row(at: id.position).values(at: id.position)
      guard values.day == day else { return nil }
      let texts = try texts(of: row)
      guard texts.sourceLine != nil else { return nil }
      return BankRow(row: row, account: values.account, amount: values.amount, texts: texts)
    }
  }

  /// The transactions that were ever booked on a day and whose liveness is wanted, newest (highest id) first.
  private func postings(on day: CalendarDay, _ isWanted: (Liveness) -> Bool) throws -> [TransactionID] {
    try postings(on: day, where: { id in try state(of: id).map { isWanted($0.liveness) } ?? false })
  }

  /// The transactions that were ever booked on a day and are wanted, newest (highest id) first.
  func postings(on day: CalendarDay, where isWanted: (TransactionID) throws -> Bool) throws -> [TransactionID] {
    try postedIDs(on: day).reversed().map { TransactionID($0) }.filter(isWanted)
  }

  /// The positions of the transactions that were ever booked on a day, ascending.
  private func postedIDs(on day: CalendarDay) throws -> [Position] {
    PostingsOrder.ascendingUnique((try snapshot?.postings(on: day) ?? []) + tail.postings(on: day))
  }

  /// The categories that deleted transactions had, with whether they were by hand: a state does not keep that.
  ///
  /// - Complexity: O(blocks), and the rows of those with a deletion.
  func settingsAtDeletion(of ids: Set<TransactionID>) throws -> [TransactionID: CategorySetting] {
    var settings: [TransactionID: CategorySetting] = [:]
    guard let first = ids.min() else { return settings }
    try journal.forEachBlock(from: first.position, through: position, checking: .columns) {
      block throws(JournalError) in
      guard block.contains(.transactionDeleted) else { return true }
      for index in 0..<block.rowCount where block.firstPosition + UInt64(index) <= position {
        guard block.kindAndFlags(index).kind == EventKind.transactionDeleted.rawValue else { continue }
        let row = block.row(index)
        let id = TransactionID(row.target)
        if ids.contains(id) { settings[id] = row.setting }
      }
      return true
    }
    for (id, setting) in settings where setting.isSplit { settings[id]?.parts = try lastParts(of: id) }
    return settings
  }

  /// The days within the range that may have transactions, newest first.
  public func postedDays(from: CalendarDay, to: CalendarDay) throws -> [CalendarDay] {
    var days: Set<CalendarDay> = []
    if let snapshot {
      var next = from
      while next <= to {
        guard let entry = try snapshot.store.first(in: .days, atOrAfter: ViewKey.dayStart(next)) else { break }
        let day = try ViewKey.dayOfKey(ArraySlice(entry.key))
        if day > to { break }
        days.insert(day)
        if day == .last { break }
        next = day.advanced(byDays: 1)
      }
    }
    let dimensions = tailSums.dimensions
    for index in tail.postedDayIndices {
      if let day = CalendarDay(daysSinceEpoch: dimensions.firstDay + Int32(index)), day >= from, day <= to {
        days.insert(day)
      }
    }
    return days.sorted(by: >)
  }
}
