import LedgerDomain
import LedgerProjection

/// Events that do not follow from those before, and what a verifier says of them.
struct ForgedFault: Sendable, CustomStringConvertible {
  var reason: String
  var name: String
  /// Given a live transaction of the ledger.
  var events: @Sendable (StandingRow) -> [Event]

  var description: String { name }

  private init(_ reason: String, _ name: String = "", _ events: @escaping @Sendable (StandingRow) -> [Event]) {
    self.reason = reason
    self.name = reason + (name.isEmpty ? "" : " (\(name))")
    self.events = events
  }

  private static let far = TransactionID(99_999)

  private static func added(_ row: StandingRow, _ change: (inout TransactionAdded) -> Void) -> Event {
    var added = TransactionAdded(
      values: row.values, setting: row.setting, cause: .byHand, texts: TransactionTexts())
    change(&added)
    return .transactionAdded(added)
  }

  private static func half(_ row: StandingRow) -> TransactionEditHalf {
    TransactionEditHalf(target: row.id, values: row.values, setting: row.setting, note: nil, cause: .byHand)
  }

  private static func removal(_ row: StandingRow, _ change: (inout TransactionRemoval) -> Void = { _ in }) -> Event {
    var removal = TransactionRemoval(
      target: row.id, values: row.values, setting: row.setting, gone: .deleted, cause: .byHand)
    change(&removal)
    return .transactionDeleted(removal)
  }

  private static func match(_ row: StandingRow, _ change: (inout RowMatch) -> Void = { _ in }) -> RowMatch {
    var match = RowMatch(
      target: row.id, day: row.values.day, amount: row.values.amount, account: row.values.account,
      texts: TransactionTexts(rawText: "SHOP"), cause: .importedFile)
    change(&match)
    return match
  }

  static let all: [ForgedFault] = transactions + matches + definitions

  private static let transactions: [ForgedFault] = [
    ForgedFault("the event changes a transaction that is not there") { row in
      [removal(row) { $0.target = TransactionID(1) }]
    },
    ForgedFault("the event takes the transaction for live, it is deleted") { row in [removal(row), removal(row)] },
    ForgedFault("the event replaces a category that the transaction did not have") { row in
      let other = CategorySetting(CategoryID(row.setting.category.index + 1), isByHand: true)
      return [
        .transactionRecategorised(
          TransactionRecategorised(
            target: row.id, values: row.values, previous: other, setting: other, cause: .byHand))
      ]
    },
    ForgedFault("the event carries other values than the transaction has") { row in
      [removal(row) { $0.values.amount = Money(minorUnits: -77) }]
    },
    ForgedFault("the event names an account that is not there") { row in
      [added(row) { $0.values.account = AccountID(77) }]
    },
    ForgedFault("the event names a category that is not there") { row in
      [added(row) { $0.setting.category = CategoryID(777) }]
    },
    ForgedFault("the event names a merchant that is not there") { row in
      [added(row) { $0.values.merchant = MerchantID(777) }]
    },
    ForgedFault("an edit has only its first half", "another event follows") { row in
      [.transactionEditRetracted(half(row)), .rowsMatched([row.id])]
    },
    ForgedFault("an edit has only its first half", "the other half is another's") { row in
      var other = half(row)
      other.target = TransactionID(row.id.position - 1)
      return [.transactionEditRetracted(half(row)), .transactionEditAsserted(other)]
    },
    ForgedFault("an edit has only its second half") { row in [.transactionEditAsserted(half(row))] },
  ]

  private static let matches: [ForgedFault] = [
    ForgedFault("an import matched a row that is not there") { _ in [.rowsMatched([far])] },
    ForgedFault("a transfer names a transaction that is not there", "incoming") { row in
      let pair = TransferPair(outgoing: row.id, incoming: far)
      return [.transferDecided(TransferDecided(pair: pair, state: .linked, previous: .undecided))]
    },
    ForgedFault("a transfer names a transaction that is not there", "outgoing") { row in
      let pair = TransferPair(outgoing: far, incoming: row.id)
      return [.transferDecided(TransferDecided(pair: pair, state: .linked, previous: .undecided))]
    },
    ForgedFault("a row of the bank is matched with a transaction that is not there") { row in
      [.transactionMatched(match(row) { $0.target = TransactionID(1) })]
    },
    ForgedFault("a row of the bank is matched with a transaction that is not there", "deleted") { row in
      [removal(row), .transactionMatched(match(row))]
    },
    ForgedFault("a match names an account that is not there") { row in
      [.transactionMatched(match(row) { $0.account = AccountID(77) })]
    },
    ForgedFault("the transaction is matched with a row of the bank already") { row in
      [.transactionMatched(match(row)), .transactionMatched(match(row))]
    },
    ForgedFault("the event takes back a match that the transaction did not have", "none") { row in
      [.transactionUnmatched(match(row))]
    },
    ForgedFault("the event takes back a match that the transaction did not have", "another") { row in
      [.transactionMatched(match(row)), .transactionUnmatched(match(row) { $0.amount = Money(minorUnits: -77) })]
    },
    ForgedFault("an undo names a commit that is not there", "0") { _ in [.commitsUndone([0])] },
    ForgedFault("an undo names a commit that is not there", "too far") { _ in [.commitsUndone([2, 999])] },
    ForgedFault("an undo names a commit that is not there", "itself") { _ in [.commitsUndone([7])] },
  ]

  private static let definitions: [ForgedFault] = [
    ForgedFault("a definition's number is not the next one") { _ in
      [.categoryDefined(CategoryID(999), name: "Far away", kind: .expense)]
    },
    ForgedFault("the event replaces an opening balance that the account did not have", "amount") { row in
      [
        .accountOpeningChanged(
          AccountOpeningChange(
            id: row.values.account, opening: .zero, day: nil, previous: Money(minorUnits: 77), previousDay: nil))
      ]
    },
    ForgedFault("the event replaces an opening balance that the account did not have", "day") { row in
      [
        .accountOpeningChanged(
          AccountOpeningChange(
            id: row.values.account, opening: .zero, day: nil, previous: .zero, previousDay: row.values.day))
      ]
    },
    ForgedFault("the event changes a number that the account does not have, or has already", "has") { row in
      [.accountNumberAdded(row.values.account, number: "1"), .accountNumberAdded(row.values.account, number: "1")]
    },
    ForgedFault("the event changes a number that the account does not have, or has already", "has not") { row in
      [.accountNumberRemoved(row.values.account, number: "1")]
    },
  ]
}
