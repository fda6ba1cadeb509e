import LedgerDomain
import LedgerImport
import LedgerJournal

/// Finds the rows of files that the ledger has already.
///
/// Duplicates are counted one to one: a row is a duplicate of a transaction in the same account, on the same day, with the
/// same amount and the same text, all as the bank printed them; a correction since does not make the row new. A file with
/// two equal rows needs two such transactions. A bank reference narrows it where both have one: other references, other
/// transactions. But where none of the account's references in a file is known, and the file has every row that the ledger
/// has of the day, the bank gave new references to the same rows. Files are taken in order, so a row of a later file may be
/// a duplicate of an earlier one's.
struct DuplicateFinder {
  struct RowKey: Hashable {
    var account: AccountID
    var day: CalendarDay
    var amount: Money
    var text: [UInt8]
  }

  private struct AccountDay: Hashable {
    var account: AccountID
    var day: CalendarDay
  }

  private struct Candidate {
    var origin: Origin
    var isDeleted: Bool
    var category: CategoryID
    /// The bank's reference, folded; nil where it gave none.
    var reference: [UInt8]?
    /// The last file that used it up; a candidate serves one row a file.
    var usedByFile: Int
  }

  /// Where a candidate comes from: the ledger, or a new row of an earlier file of this import.
  enum Origin {
    case ledger(StandingRow)
    case file(index: Int, row: Int)
  }

  /// What a row was found to be.
  enum Finding {
    case duplicate(of: Origin, category: CategoryID)
    case deleted(StandingRow)
    case restored(StandingRow)
  }

  private let view: LedgerView
  private let restoresDeleted: Bool
  private var candidates: [RowKey: [Candidate]] = [:]
  private var daysRead: Set<CalendarDay> = []
  private var hasReferences = false
  /// Of the present file: the accounts of which a reference is known, and the days of which it lacks rows.
  private var knownReferences: Set<AccountID> = []
  private var incompleteDays: Set<AccountDay> = []

  init(view: LedgerView, restoresDeleted: Bool) {
    self.view = view
    self.restoresDeleted = restoresDeleted
  }

  /// Whether no row can be a duplicate so far.
  var isEmpty: Bool { candidates.isEmpty }

  /// Reads the rows that banks printed for a day: live ones before deleted ones; those of an undone import don't count.
  mutating func read(_ day: CalendarDay) throws {
    guard daysRead.insert(day).inserted else { return }
    let known = try view.bankRows(on: day) { $0 != .undone }
    if known.isEmpty { return }
    for isDeleted in [false, true] {
      for bankRow in known.reversed() where (bankRow.row.liveness == .deleted) == isDeleted {
        let key = RowKey(
          account: bankRow.account, day: day, amount: bankRow.amount,
          text: DuplicateFinder.text(
            payee: (bankRow.texts.rawText ?? "").utf8, memo: (bankRow.texts.memo ?? "").utf8))
        let reference = bankRow.texts.bankReference.map { FoldedName($0).bytes }
        if reference != nil { hasReferences = true }
        candidates[key, default: []].append(
          Candidate(
            origin: .ledger(bankRow.row), isDeleted: isDeleted, category: bankRow.row.setting.category,
            reference: reference, usedByFile: -1))
      }
    }
  }

  /// Looks at a whole file for whether its references are those of the rows that are known.
  mutating func begin(_ file: ImportedFile, accounts: (ImportedTransaction) throws -> AccountID?) throws {
    knownReferences = []
    incompleteDays = []
    guard hasReferences, !candidates.isEmpty,
      file.transactions.contains(where: { $0.bankReference.index >= 0 })
    else { return }
    var counts: [RowKey: Int] = [:]
    for transaction in file.transactions {
      guard let account = try accounts(transaction) else { continue }
      let key = key(transaction, account: account, file: file)
      guard let found = candidates[key] else { continue }
      counts[key, default: 0] += 1
      if let reference = DuplicateFinder.reference(transaction, file),
        found.contains(where: { $0.reference == reference })
      {
        knownReferences.insert(account)
      }
    }
    for (key, found) in candidates where counts[key] ?? 0 < found.count {
      incompleteDays.insert(AccountDay(account: key.account, day: key.day))
    }
  }

  /// What the ledger or an earlier file has for the row; nil where it is new.
  mutating func find(
    _ transaction: ImportedTransaction, account: AccountID, file: ImportedFile, fileIndex: Int
  ) -> Finding? {
    if candidates.isEmpty { return nil }
    let key = key(transaction, account: account, file: file)
    guard var found = candidates[key] else { return nil }
    let reference = DuplicateFinder.reference(transaction, file)
    func first(where isWanted: (Candidate) -> Bool) -> Int? {
      found.firstIndex { $0.usedByFile != fileIndex && isWanted($0) }
    }
    let ignoresReferences =
      !knownReferences.contains(account)
      && !incompleteDays.contains(AccountDay(account: account, day: transaction.day))
    guard
      let place = first(where: { $0.reference == reference })
        ?? first(where: { $0.reference == nil || reference == nil })
        ?? (ignoresReferences ? first(where: { _ in true }) : nil)
    else { return nil }
    found[place].usedByFile = fileIndex
    defer { candidates[key] = found }
    let candidate = found[place]
    guard candidate.isDeleted, case .ledger(let row) = candidate.origin else {
      return .duplicate(of: candidate.origin, category: candidate.category)
    }
    guard restoresDeleted else { return .deleted(row) }
    found[place].isDeleted = false
    return .restored(row)
  }

  /// Lets later files find a new row of this one.
  mutating func add(
    _ transaction: ImportedTransaction, account: AccountID, category: CategoryID, file: ImportedFile, fileIndex: Int,
    row: Int
  ) {
    let reference = DuplicateFinder.reference(transaction, file)
    if reference != nil { hasReferences = true }
    candidates[key(transaction, account: account, file: file), default: []].append(
      Candidate(
        origin: .file(index: fileIndex, row: row), isDeleted: false, category: category, reference: reference,
        usedByFile: fileIndex))
  }

  private func key(_ transaction: ImportedTransaction, account: AccountID, file: ImportedFile) -> RowKey {
    RowKey(
      account: account, day: transaction.day, amount: transaction.amount,
      text: DuplicateFinder.text(
        payee: file.texts.bytes(of: transaction.payee), memo: file.texts.bytes(of: transaction.memo)))
  }

  /// The text that is compared: payee and memo, folded.
  private static func text(payee: some Collection<UInt8>, memo: some Collection<UInt8>) -> [UInt8] {
    FoldedName(utf8: payee).bytes + [0] + FoldedName(utf8: memo).bytes
  }

  private static func reference(_ transaction: ImportedTransaction, _ file: ImportedFile) -> [UInt8]? {
    guard transaction.bankReference.index >= 0 else { return nil }
    return FoldedName(utf8: file.texts.bytes(of: transaction.bankReference)).bytes
  }
}
