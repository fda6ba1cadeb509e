/// The tables of a ledger file; `Schemas/tables/` describes each.
public enum StoreTable: String, CaseIterable, Sendable {
  /// Format version, ledger id, and the snapshot's header and directory.
  case meta
  /// The journal: one value a block, keyed by its first position.
  case blocks
  /// Sums of an account's month by category and day.
  case months
  /// Sums of a merchant's year by month and account.
  case merchantYears
  /// A merchant's first and last day and its categories set by hand.
  case merchantFacts
  /// A merchant's name by its number.
  case merchantNames
  /// A merchant's number by a hash of its folded name.
  case merchantIndex
  /// Two bytes a position: the state of the transaction that it added.
  case states
  /// The row that holds an edited transaction's values.
  case edits
  /// The transactions that were ever booked on a day.
  case days

  /// The tables that a replay rebuilds.
  public static let views: [StoreTable] = [
    .months, .merchantYears, .merchantFacts, .merchantNames, .merchantIndex, .states, .edits, .days,
  ]
}

extension StoreTable {
  /// The place of the table's handle.
  var index: Int {
    switch self {
    case .meta: 0
    case .blocks: 1
    case .months: 2
    case .merchantYears: 3
    case .merchantFacts: 4
    case .merchantNames: 5
    case .merchantIndex: 6
    case .states: 7
    case .edits: 8
    case .days: 9
    }
  }
}
