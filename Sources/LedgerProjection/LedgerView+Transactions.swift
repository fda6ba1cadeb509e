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
    try tail.edits[id.position] ?? snapshot?.editPosition(of: id) ?? id.position
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
    let place = try valuesPosition(of: id)
    let row = try journal.row(at: place)
    return StandingRow(
      id: id, values: try row.values(at: place), setting: code.setting, liveness: code.liveness,
      valuesPosition: place)
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
    return texts
  }

  /// The live transactions of a day, newest (highest id) first.
  ///
  /// - Complexity: O(transactions ever booked on the day).
  public func transactions(on day: CalendarDay) throws -> [TransactionID] {
    try transactions(on: day) { $0 == .live }
  }

  /// The transactions of a day whose liveness is wanted, newest (highest id) first.
  public func transactions(on day: CalendarDay, _ isWanted: (Liveness) -> Bool) throws -> [TransactionID] {
    try postings(on: day, isWanted).filter { id in
      let place = try valuesPosition(of: id)
      // Only an edit moves a transaction to another day.
      return try place == id.position || journal.row(at: place).day == day.daysSinceEpoch
    }
  }

  /// The transactions that were first booked on a day, whatever was corrected since, with the values that they had then;
  /// newest (highest id) first.
  func transactions(
    firstBookedOn day: CalendarDay, _ isWanted: (Liveness) -> Bool
  ) throws -> [(id: TransactionID, values: TransactionValues)] {
    try postings(on: day, isWanted).compactMap { id in
      let values = try journal.row(at: id.position).values(at: id.position)
      return values.day == day ? (id, values) : nil
    }
  }

  /// The transactions that were ever booked on a day and whose liveness is wanted, newest (highest id) first.
  private func postings(on day: CalendarDay, _ isWanted: (Liveness) -> Bool) throws -> [TransactionID] {
    let all = PostingsOrder.ascendingUnique((try snapshot?.postings(on: day) ?? []) + tail.postings(on: day))
    return try all.reversed().map { TransactionID($0) }.filter { id in
      try state(of: id).map { isWanted($0.liveness) } ?? false
    }
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
    let dimensions = tail.sums.dimensions
    for index in tail.postedDayIndices {
      if let day = CalendarDay(daysSinceEpoch: dimensions.firstDay + Int32(index)), day >= from, day <= to {
        days.insert(day)
      }
    }
    return days.sorted(by: >)
  }
}
