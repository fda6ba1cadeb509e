import LedgerDomain
import LedgerImport
import LedgerJournal

/// A transaction that a person added and no bank has reported yet.
struct HandRow {
  var row: StandingRow
  var merchant: String
  var note: String?
  var name: NameSimilarity
}

/// Pairs rows of files with transactions that a person added before the bank reported them.
///
/// They fit where account and amount are the same, the days are at most five apart and the names are alike. A pair is made
/// only where it is the only one possible: where several fit, they must be equal in all that counts, or as many on both
/// sides with each fitting each; those are paired in the order of their days. Anything else stays as it is.
struct HandRowMatcher {
  /// How many days may lie between the person's day and the bank's.
  static let dayLimit = 5

  /// A row of a file that fits a transaction.
  struct BankRow {
    var file: Int
    var row: Int
    var day: CalendarDay
    var text: [UInt8]
    /// Indices of hand rows, ascending.
    var fitting: [Int]
  }

  struct Pair {
    var bankRow: Int
    var handRow: Int
  }

  private struct AmountKey: Hashable {
    var account: AccountID
    var amount: Money
  }

  private(set) var handRows: [HandRow] = []
  private(set) var bankRows: [BankRow] = []
  private var byAmount: [AmountKey: [Int]] = [:]

  /// Reads the rows added by hand around the days of the files.
  init(_ sources: [ImportSource], view: LedgerView) throws {
    guard view.transactionCounts.live > 0 else { return }
    var first = CalendarDay.last
    var last = CalendarDay.first
    for source in sources {
      for transaction in source.file.transactions {
        first = min(first, transaction.day)
        last = max(last, transaction.day)
      }
    }
    guard first <= last else { return }
    let days = try view.postedDays(
      from: first.advanced(byDays: -HandRowMatcher.dayLimit), to: last.advanced(byDays: HandRowMatcher.dayLimit))
    for day in days.reversed() {
      for (row, note) in try view.handRows(on: day) {
        let merchant = try view.merchantName(row.values.merchant)
        byAmount[AmountKey(account: row.values.account, amount: row.values.amount), default: []].append(handRows.count)
        handRows.append(HandRow(row: row, merchant: merchant, note: note, name: NameSimilarity(merchant)))
      }
    }
  }

  /// Takes a row in that is no duplicate; its number where it fits some transaction, else nil.
  mutating func add(
    _ transaction: ImportedTransaction, account: AccountID, file: ImportedFile, fileIndex: Int, row: Int
  ) -> Int? {
    if byAmount.isEmpty { return nil }
    guard let known = byAmount[AmountKey(account: account, amount: transaction.amount)] else { return nil }
    let near = known.filter { abs(handRows[$0].row.values.day.days(to: transaction.day)) <= HandRowMatcher.dayLimit }
    if near.isEmpty { return nil }
    let texts = file.texts
    let payee = texts.bytes(of: transaction.payee)
    let memo = texts.bytes(of: transaction.memo)
    let names = [
      NameSimilarity([payee, texts.bytes(of: transaction.merchant)]), NameSimilarity([payee, memo]),
    ]
    let fitting = near.filter { index in names.contains { handRows[index].name.isSimilar(to: $0) } }
    if fitting.isEmpty { return nil }
    let text = FoldedName(utf8: payee).bytes + [0] + FoldedName(utf8: memo).bytes
    bankRows.append(BankRow(file: fileIndex, row: row, day: transaction.day, text: text, fitting: fitting))
    return bankRows.count - 1
  }

  /// The pairs, and the rows of files for which more than one transaction or row fits.
  func pairs() -> (pairs: [Pair], ambiguous: [Int]) {
    var pairs: [Pair] = []
    var ambiguous: [Int] = []
    for group in groups() {
      if let found = pairing(of: group) {
        pairs += found
      } else {
        ambiguous += group.bankRows
      }
    }
    return (pairs.sorted { $0.bankRow < $1.bankRow }, ambiguous.sorted())
  }

  private struct Group {
    var bankRows: [Int]
    var handRows: Set<Int>
  }

  /// Rows that fit each other, directly or through others.
  private func groups() -> [Group] {
    var groups: [Group] = []
    for (index, row) in bankRows.enumerated() {
      var joined = Group(bankRows: [index], handRows: Set(row.fitting))
      groups.removeAll { group in
        guard !group.handRows.isDisjoint(with: joined.handRows) else { return false }
        joined.bankRows += group.bankRows
        joined.handRows.formUnion(group.handRows)
        return true
      }
      groups.append(joined)
    }
    return groups
  }

  private func pairing(of group: Group) -> [Pair]? {
    let banks = group.bankRows.sorted { (bankRows[$0].day, $0) < (bankRows[$1].day, $1) }
    let hands = group.handRows.sorted {
      (handRows[$0].row.values.day, handRows[$0].row.id) < (handRows[$1].row.values.day, handRows[$1].row.id)
    }
    guard banks.allSatisfy({ bankRows[$0].fitting.count == hands.count }) else { return nil }
    if banks.count > hands.count, !areEqual(banks: banks) { return nil }
    if hands.count > banks.count, !areEqual(hands: hands) { return nil }
    return zip(banks, hands).map { Pair(bankRow: $0, handRow: $1) }
  }

  private func areEqual(banks: [Int]) -> Bool {
    banks.allSatisfy { bankRows[$0].day == bankRows[banks[0]].day && bankRows[$0].text == bankRows[banks[0]].text }
  }

  private func areEqual(hands: [Int]) -> Bool {
    let first = handRows[hands[0]]
    return hands.allSatisfy { index in
      let other = handRows[index]
      return other.row.values == first.row.values && other.row.setting == first.row.setting && other.note == first.note
    }
  }
}

extension LedgerView {
  /// The live transactions of a day that a person added and that are not matched with a bank's row, with their notes;
  /// oldest (lowest id) first.
  func handRows(on day: CalendarDay) throws -> [(row: StandingRow, note: String?)] {
    var block: BlockView?
    return try postings(
      on: day,
      where: { id in
        if block.map({ id.position < $0.firstPosition || id.position > $0.lastPosition }) ?? true {
          block = try journal.block(at: id.position)
        }
        // Most rows are a bank's, and say so without their texts.
        guard let block else { return false }
        let cause = block.kindAndFlags(Int(id.position - block.firstPosition)).flags.cause
        return try cause != .importedFile && state(of: id)?.liveness == .live
      }
    )
    .reversed().compactMap { id in
      let row = try standingRow(id)
      guard row.matchPosition == nil, row.values.day == day else { return nil }
      let texts = try texts(of: row)
      return texts.sourceLine == nil ? (row, texts.note) : nil
    }
  }
}
