import LedgerDomain
import LedgerJournal

/// Where the categories of a merchant's transactions were chosen by hand.
///
/// A fold keeps no state, so it does not know whether a choice still stands. It notes the last choice and the last row that
/// may have taken one back: where the choice is the later of the two, it is the last that stands; else it is looked up.
struct ChoiceMarks: Sendable, Hashable {
  /// The first position that chose; 0 where there is none.
  var first: Position = 0
  var last: Position = 0
  /// The last position that took a choice back, brought one back, or moved a transaction with one; 0 where there is none.
  var lastDisturbance: Position = 0
  /// Whether the merchant may have a transaction whose category was chosen while it had another merchant.
  var hasMoves = false

  /// The kinds of rows that choose.
  static let kinds: [EventKind] = [.transactionAdded, .transactionRecategorised, .transactionSplit]

  var isEmpty: Bool { last == 0 && lastDisturbance == 0 }

  /// Whether a row whose category is by hand says so by a person's own choice; an undo only brings one back.
  @inline(__always)
  static func isChoice(flags: UInt8) -> Bool {
    flags & 1 != 0 && flags >> 4 & 7 != Cause.undo.rawValue
  }

  mutating func note(isChoice: Bool, isMove: Bool, position: Position) {
    if isChoice {
      if first == 0 || position < first { first = position }
      if position > last { last = position }
    } else {
      if position > lastDisturbance { lastDisturbance = position }
      if isMove { hasMoves = true }
    }
  }

  mutating func merge(_ other: ChoiceMarks) {
    if other.first != 0, first == 0 || other.first < first { first = other.first }
    last = max(last, other.last)
    lastDisturbance = max(lastDisturbance, other.lastDisturbance)
    hasMoves = hasMoves || other.hasMoves
  }
}

extension LedgerView {
  /// The category that a person chose last for a transaction of the merchant, of those whose choice still stands.
  ///
  /// - Complexity: O(1); where a choice was taken back after the last one made, the rows between the merchant's first choice
  ///   and the last are searched backwards.
  public func lastCategoryByHand(of merchant: MerchantID) throws -> CategoryID? {
    let members = directory.members(of: merchant)
    if members.count == 1 { return try lastChoice(of: members[0])?.category }
    // The newest of all that the merchant is.
    return try members.compactMap { try lastChoice(of: $0) }.max { $0.position < $1.position }?.category
  }

  /// The choice and where it was made, merges not followed.
  private func lastChoice(of merchant: MerchantID) throws -> (position: Position, category: CategoryID)? {
    var marks = try snapshot?.merchantFactsRow(ViewKey.merchant(merchant))?.choices ?? ChoiceMarks()
    let index = Int(merchant.index)
    let choices = try tailSums.tables().choices
    if index < choices.count { marks.merge(choices[index]) }
    if marks.isEmpty { return nil }
    if marks.last > marks.lastDisturbance {
      return (marks.last, CategoryID(try journal.row(at: marks.last).category))
    }
    return try standingChoice(of: merchant, marks: marks)
  }

  /// Searches backwards for the last choice that stands: its commit does, and the transaction is live, of the merchant and
  /// has the category by hand.
  private func standingChoice(
    of merchant: MerchantID, marks: ChoiceMarks
  ) throws -> (position: Position, category: CategoryID)? {
    let statuses = try commitStatuses()
    var next = marks.hasMoves ? position : marks.last
    let first = marks.hasMoves ? 1 : marks.first
    guard first >= 1 else { return nil }
    while next >= first {
      let block = try journal.block(at: next)
      let end = Int(next - block.firstPosition)
      next = block.firstPosition - 1
      guard ChoiceMarks.kinds.contains(where: { block.contains($0) }),
        !statuses.undone.contains(block.commitNumber)
      else { continue }
      for index in stride(from: end, through: 0, by: -1) {
        let (kind, flags) = block.kindAndFlags(index)
        guard ChoiceMarks.kinds.contains(where: { $0.rawValue == kind }),
          ChoiceMarks.isChoice(flags: flags.rawValue)
        else { continue }
        let row = block.row(index)
        if row.category == CategoryID.split.index { continue }
        if row.merchant != merchant.index, !marks.hasMoves { continue }
        if try stands(row, of: merchant) { return (block.firstPosition + UInt64(index), CategoryID(row.category)) }
      }
    }
    return nil
  }

  private func stands(_ choice: EventRow, of merchant: MerchantID) throws -> Bool {
    let id = TransactionID(choice.target)
    guard let code = try state(of: id), code.liveness == .live, code.setting == choice.setting else { return false }
    let place = try valuesPosition(of: id)
    return try journal.row(at: place).merchant == merchant.index
  }
}
