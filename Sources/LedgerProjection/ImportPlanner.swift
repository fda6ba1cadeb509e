import LedgerDomain
import LedgerImport
import LedgerJournal

/// Decides what of the files is new, and what it is called and counted as.
///
/// Duplicates are counted one to one: a row is a duplicate of a transaction in the same account, on the same day, with the
/// same amount and the same text, all as the bank printed them; a correction since does not make the row new. A file with
/// two equal rows needs two such transactions. A bank reference narrows it where both have one: other references, other
/// transactions. Files are taken in order, so a row of a later file may be a duplicate of an
/// earlier one's.
public struct ImportPlanner {
  private let view: LedgerView
  private let restoresDeleted: Bool
  private let rules: [ImportRule]
  private var plan: ImportPlan
  private var names: ImportNames
  /// Transactions that rows may be duplicates of, by key; read from the ledger a day at a time.
  private var candidates: [RowKey: [Candidate]] = [:]
  private var daysRead: Set<CalendarDay> = []

  struct RowKey: Hashable {
    var account: AccountID
    var day: CalendarDay
    var amount: Money
    var text: [UInt8]
  }

  private struct Candidate {
    /// Nil is a new row of an earlier file of this import.
    var id: TransactionID?
    var isDeleted: Bool
    var category: CategoryID
    /// The bank's reference, folded; nil where it gave none.
    var reference: [UInt8]?
    /// The last file that used it up; a candidate serves one row a file.
    var usedByFile: Int
  }

  /// - Parameter rules: in the order in which they are asked; a rule outranks the file's own category.
  public static func plan(
    _ sources: [ImportSource], view: LedgerView, restoresDeleted: Bool, rules: [ImportRule] = []
  ) throws -> ImportPlan {
    var planner = ImportPlanner(view: view, restoresDeleted: restoresDeleted, rules: rules)
    for (index, source) in sources.enumerated() {
      try planner.add(source.file, index: index, isLast: index == sources.count - 1)
    }
    planner.plan.restored = try planner.restorations()
    planner.plan.definitions = planner.names.definitions
    planner.plan.directory = planner.names.directory
    return planner.plan
  }

  private init(view: LedgerView, restoresDeleted: Bool, rules: [ImportRule]) {
    self.view = view
    self.restoresDeleted = restoresDeleted
    self.rules = rules
    plan = ImportPlan(directory: view.directory)
    names = ImportNames(view: view)
  }

  private mutating func add(_ file: ImportedFile, index fileIndex: Int, isLast: Bool) throws {
    var outcomes: [ImportOutcome] = []
    var rows: [ImportPlan.RowPlan] = []
    outcomes.reserveCapacity(file.transactions.count)
    rows.reserveCapacity(file.transactions.count)
    names.begin(file)
    for transaction in file.transactions {
      let known = try names.knownAccount(transaction, file: file)
      if let known { try readCandidates(transaction.day, account: known) }
      if let account = known, let outcome = match(transaction, account: account, file: file, fileIndex: fileIndex) {
        outcomes.append(outcome)
        rows.append(ImportPlan.RowPlan(account: account, merchant: .none, cause: .importedFile))
        continue
      }
      let account = try names.account(transaction, file: file)
      let merchant = try names.merchant(transaction, file: file)
      let ruled = try ruledCategory(transaction, account: account, merchant: merchant, file: file)
      var (category, cause) = (CategoryID.uncategorised, Cause.rule)
      if let ruled {
        category = ruled
      } else {
        (category, cause) = try names.category(transaction, merchant: merchant, file: file)
      }
      outcomes.append(ImportOutcome(status: .new, category: category))
      rows.append(ImportPlan.RowPlan(account: account, merchant: merchant, cause: cause))
      if cause == .importedFile, category == .uncategorised {
        plan.uncategorisedCount += 1
      } else {
        plan.categoryCauses[cause, default: 0] += 1
      }
      if !isLast {
        let key = RowKey(
          account: account, day: transaction.day, amount: transaction.amount,
          text: ImportPlanner.text(transaction, file))
        let candidate = Candidate(
          id: nil, isDeleted: false, category: category, reference: ImportPlanner.reference(transaction, file),
          usedByFile: fileIndex)
        candidates[key, default: []].append(candidate)
      }
    }
    plan.outcomes.append(outcomes)
    plan.rows.append(rows)
  }

  /// The category of the first rule that matches the row.
  private func ruledCategory(
    _ transaction: ImportedTransaction, account: AccountID, merchant: MerchantID, file: ImportedFile
  ) throws -> CategoryID? {
    if rules.isEmpty { return nil }
    let isKnown = merchant.index < view.directory.nextMerchantIndex
    let candidate = ImportCandidate(
      day: transaction.day, amount: transaction.amount, currency: transaction.currency, account: account,
      merchant: merchant,
      merchantName: try isKnown ? view.merchantName(merchant) : file.texts.string(transaction.merchant) ?? "",
      texts: TransactionTexts(
        rawText: file.texts.string(transaction.payee), memo: file.texts.string(transaction.memo),
        bankCategory: file.texts.string(transaction.bankCategory),
        bankReference: file.texts.string(transaction.bankReference)))
    return try rules.first { try $0.matches(candidate) }?.category
  }

  private mutating func match(
    _ transaction: ImportedTransaction, account: AccountID, file: ImportedFile, fileIndex: Int
  ) -> ImportOutcome? {
    if candidates.isEmpty { return nil }
    let key = RowKey(
      account: account, day: transaction.day, amount: transaction.amount, text: ImportPlanner.text(transaction, file))
    guard var found = candidates[key] else { return nil }
    let reference = ImportPlanner.reference(transaction, file)
    let equal = found.firstIndex { $0.usedByFile != fileIndex && $0.reference == reference }
    let compatible = found.firstIndex {
      $0.usedByFile != fileIndex && ($0.reference == nil || reference == nil)
    }
    guard let place = equal ?? compatible else { return nil }
    found[place].usedByFile = fileIndex
    let candidate = found[place]
    if candidate.isDeleted {
      if restoresDeleted, let id = candidate.id {
        found[place].isDeleted = false
        candidates[key] = found
        return restore(id)
      }
      candidates[key] = found
      return ImportOutcome(status: .deleted, category: candidate.category)
    }
    candidates[key] = found
    if let id = candidate.id { plan.matched.insert(id) }
    return ImportOutcome(status: .duplicate, category: candidate.category)
  }

  private mutating func restore(_ id: TransactionID) -> ImportOutcome? {
    guard let row = restorable[id] else { return nil }
    restoring.append(row)
    return ImportOutcome(status: .restored, category: row.setting.category)
  }

  /// The events that bring deleted transactions back as they were, a category chosen by hand included.
  private func restorations() throws -> [Event] {
    let settings = try view.settingsAtDeletion(of: Set(restoring.map(\.id)))
    return restoring.map { row in
      .transactionRestored(
        TransactionRemoval(
          target: row.id, values: row.values, setting: settings[row.id] ?? row.setting, gone: .deleted,
          cause: .importedFile))
    }
  }

  /// Deleted transactions that may be brought back.
  private var restorable: [TransactionID: StandingRow] = [:]
  /// Those that are brought back, in the order of the rows that ask for it.
  private var restoring: [StandingRow] = []

  /// Reads the ledger's transactions of a day, live ones before deleted ones; those of an undone import don't count.
  private mutating func readCandidates(_ day: CalendarDay, account: AccountID) throws {
    guard daysRead.insert(day).inserted else { return }
    let known = try view.transactions(firstBookedOn: day) { $0 != .undone }
    var deleted: [(RowKey, Candidate)] = []
    for (id, values) in known.reversed() {
      let row = try view.standingRow(id)
      let texts = try view.texts(of: row)
      guard texts.sourceLine != nil else { continue }
      let key = RowKey(
        account: values.account, day: day, amount: values.amount,
        text: ImportPlanner.text(payee: texts.rawText, memo: texts.memo))
      let isDeleted = row.liveness == .deleted
      let candidate = Candidate(
        id: id, isDeleted: isDeleted, category: row.setting.category,
        reference: texts.bankReference.map { FoldedName($0).bytes }, usedByFile: -1)
      if isDeleted {
        deleted.append((key, candidate))
        restorable[id] = row
      } else {
        candidates[key, default: []].append(candidate)
      }
    }
    for (key, candidate) in deleted { candidates[key, default: []].append(candidate) }
  }

  /// The text that is compared: payee and memo, folded.
  private static func text(_ transaction: ImportedTransaction, _ file: ImportedFile) -> [UInt8] {
    FoldedName(utf8: file.texts.bytes(of: transaction.payee)).bytes + [0]
      + FoldedName(utf8: file.texts.bytes(of: transaction.memo)).bytes
  }

  private static func reference(_ transaction: ImportedTransaction, _ file: ImportedFile) -> [UInt8]? {
    guard transaction.bankReference.index >= 0 else { return nil }
    return FoldedName(utf8: file.texts.bytes(of: transaction.bankReference)).bytes
  }

  private static func text(payee: String?, memo: String?) -> [UInt8] {
    FoldedName(payee ?? "").bytes + [0] + FoldedName(memo ?? "").bytes
  }
}
