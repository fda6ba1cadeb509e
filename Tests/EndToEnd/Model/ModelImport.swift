import Foldbook

/// What an import has to come to, by comparing every row with all of its day and amount.
struct ModelImport {
  /// Rows that become transactions, in file order.
  private(set) var new: [ModelFileRow] = []
  private(set) var duplicates = 0
  private(set) var deleted = 0
  private(set) var restored: [TransactionID] = []
  /// The transactions that rows were taken for duplicates of.
  private(set) var duplicateIDs: Set<TransactionID> = []
  /// Rows added by hand that the bank reports.
  private(set) var matches: [(id: TransactionID, row: ModelFileRow)] = []

  var isEmpty: Bool { new.isEmpty && restored.isEmpty && matches.isEmpty }

  static func plan(_ files: [[ModelFileRow]], state: ModelState, restoresDeleted: Bool) -> ModelImport {
    var plan = ModelImport()
    let past = state.rows.values.filter { $0.bankRow != nil }.sorted { $0.id < $1.id }
    plan.known = (past.filter { !$0.isDeleted } + past.filter(\.isDeleted)).compactMap { row in
      row.bankRow.map { Known(printed: $0, id: row.id, isDeleted: row.isDeleted) }
    }
    for file in files { plan.take(file, restoresDeleted: restoresDeleted) }
    plan.matchHandRows(state)
    return plan
  }

  // MARK: Duplicates

  /// A row that an import may find again.
  private struct Known {
    var printed: ModelFileRow
    /// Nil is a row of an earlier file of the same import.
    var id: TransactionID?
    var isDeleted: Bool
  }

  private var known: [Known] = []

  /// What alike rows have in common at least, so that only rows of one place are compared.
  private struct Place: Hashable {
    let account: String
    let day: CalendarDay
    let amount: Money

    init(_ row: ModelFileRow) {
      (account, day, amount) = (row.account, row.day, row.amount)
    }
  }

  private mutating func take(_ file: [ModelFileRow], restoresDeleted: Bool) {
    var free = Dictionary(grouping: known.indices) { Place(known[$0].printed) }
    let renumbering = Renumbering(file, known: known.map(\.printed))
    for row in file {
      let alike = free[Place(row), default: []].filter { ModelImport.areAlike(known[$0].printed, row) }
      let place =
        alike.first { known[$0].printed.reference == row.reference }
        ?? alike.first { known[$0].printed.reference == nil || row.reference == nil }
        ?? (!alike.isEmpty && renumbering.concerns(row) ? alike.first : nil)
      guard let place else {
        new.append(row)
        known.append(Known(printed: row, id: nil, isDeleted: false))
        continue
      }
      free[Place(row)]?.removeAll { $0 == place }
      guard known[place].isDeleted, let id = known[place].id else {
        duplicates += 1
        if let id = known[place].id { duplicateIDs.insert(id) }
        continue
      }
      if restoresDeleted {
        restored.append(id)
        known[place].isDeleted = false
      } else {
        deleted += 1
      }
    }
  }

  /// Whether the bank gave the rows of an account's day other references: it has every row that is known of that day, and
  /// no reference of the account in the whole file is known for its row.
  private struct Renumbering {
    private let ofFile: [Place: [ModelFileRow]]
    private let known: [ModelFileRow]
    /// The accounts of which a reference in the file is known for its row.
    private let accountsWithKnownReference: Set<String>

    init(_ file: [ModelFileRow], known: [ModelFileRow]) {
      ofFile = Dictionary(grouping: file) { Place($0) }
      self.known = known
      let ofKnown = Dictionary(grouping: known) { Place($0) }
      accountsWithKnownReference = Set(
        file.filter { row in
          row.reference != nil
            && ofKnown[Place(row), default: []].contains {
              ModelImport.areAlike($0, row) && $0.reference == row.reference
            }
        }.map(\.account))
    }

    func concerns(_ row: ModelFileRow) -> Bool {
      if accountsWithKnownReference.contains(row.account) { return false }
      let ofDay = known.filter { $0.account == row.account && $0.day == row.day }
      return ofDay.allSatisfy { printed in
        ofFile[Place(printed), default: []].count { ModelImport.areAlike($0, printed) }
          >= ofDay.count { ModelImport.areAlike($0, printed) }
      }
    }
  }

  /// What of a bank's row makes it the same: all but its category and reference, whatever was corrected since.
  private static func areAlike(_ one: ModelFileRow, _ other: ModelFileRow) -> Bool {
    one.account == other.account && one.day == other.day && one.amount == other.amount && one.memo == other.memo
      && one.payee.lowercased() == other.payee.lowercased()
  }

  // MARK: Rows added by hand

  private mutating func matchHandRows(_ state: ModelState) {
    let hands = state.liveRows.filter { $0.bankRow == nil }
    func fit(_ row: ModelFileRow, _ hand: ModelRow) -> Bool {
      hand.account == row.account && hand.amount == row.amount && abs(hand.day.days(to: row.day)) <= 5
        && state.shown(hand.merchant).lowercased() == row.payee.lowercased()
    }
    var matched: Set<Int> = []
    var seen: Set<Int> = []
    for index in new.indices where !seen.contains(index) {
      // Everything that hangs together with the row.
      var rows: Set<Int> = [index]
      var found: Set<Int> = []
      while true {
        let wider = found.union(hands.indices.filter { hand in rows.contains { fit(new[$0], hands[hand]) } })
        if wider.isEmpty { break }
        let more = rows.union(new.indices.filter { row in wider.contains { fit(new[row], hands[$0]) } })
        if wider == found, more == rows { break }
        (found, rows) = (wider, more)
      }
      seen.formUnion(rows)
      let banks = rows.sorted { (new[$0].day, $0) < (new[$1].day, $1) }
      let byDay = found.sorted { (hands[$0].day, hands[$0].id) < (hands[$1].day, hands[$1].id) }
      guard !found.isEmpty, banks.allSatisfy({ row in byDay.allSatisfy { fit(new[row], hands[$0]) } }) else { continue }
      let first = new[banks[0]]
      let sameBanks = banks.allSatisfy { ModelImport.areAlike(new[$0], first) }
      let sameHands = byDay.allSatisfy { ModelImport.areEqual(hands[$0], hands[byDay[0]]) }
      guard banks.count == byDay.count || (banks.count > byDay.count ? sameBanks : sameHands) else { continue }
      for (row, hand) in zip(banks, byDay) {
        matches.append((hands[hand].id, new[row]))
        matched.insert(row)
      }
    }
    new = new.indices.filter { !matched.contains($0) }.map { new[$0] }
  }

  private static func areEqual(_ one: ModelRow, _ other: ModelRow) -> Bool {
    one.day == other.day && one.category == other.category && one.isByHand == other.isByHand && one.note == other.note
  }
}
