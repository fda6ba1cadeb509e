import LedgerDomain
import LedgerImport
import LedgerJournal
import ParallelWork

/// Decides what of the files is new, and what it is called and counted as.
///
/// A row is a duplicate (`DuplicateFinder`), or the report of a transaction added by hand (`HandRowMatcher`), or new. Files
/// are taken in order.
public struct ImportPlanner {
  private let view: LedgerView
  private let sources: [ImportSource]
  private let rules: [ImportRule]
  private var plan: ImportPlan
  private var names: ImportNames
  private var duplicates: DuplicateFinder
  private var handRows: HandRowMatcher
  /// Deleted transactions that are brought back, in the order of the rows that ask for it.
  private var restoring: [StandingRow] = []
  /// How many new rows got their category from what, by the cause's number: it is counted once a row.
  private var causeCounts = [Int](repeating: 0, count: 1 << UInt8.bitWidth)
  /// Of the present file: the parts of rows that have some, by row.
  private var splits: [Int: [ImportedSplit]] = [:]
  /// Rows that are duplicates of a row of this import which may turn out to be matched: where they and it lie.
  private var followers: [(file: Int, row: Int, ofFile: Int, ofRow: Int)] = []

  /// - Parameters:
  ///   - rules: in the order in which they are asked; a rule outranks the file's own category.
  ///   - map: what the files' words for categories mean.
  ///   - guesses: whether rows that nothing gives a category get one that the ledger's history makes likely.
  ///   - onRows: called now and then with how many rows are decided.
  public static func plan(
    _ sources: [ImportSource], view: LedgerView, restoresDeleted: Bool, rules: [ImportRule] = [],
    map: CategoryMap? = nil, guesses: Bool = false, onRows: ((Int) -> Void)? = nil
  ) throws -> ImportPlan {
    var planner = try ImportPlanner(sources, view: view, restoresDeleted: restoresDeleted, rules: rules, map: map)
    var rowCount = 0
    for index in sources.indices {
      try planner.add(file: index) { onRows?(rowCount + $0) }
      rowCount += sources[index].file.transactions.count
    }
    try planner.matchHandRows()
    try planner.linkTransfers()
    if guesses { try planner.guessCategories() }
    planner.plan.restored = try planner.restorations()
    for (number, count) in planner.causeCounts.enumerated() where count > 0 {
      if let cause = Cause(rawValue: UInt8(number)) { planner.plan.categoryCauses[cause] = count }
    }
    try planner.names.keepMappedWords()
    planner.plan.words = planner.names.words
    planner.plan.definitions = planner.names.definitions
    planner.plan.accountEvents = planner.names.accountEvents
    planner.plan.directory = planner.names.directory
    return planner.plan
  }

  private init(
    _ sources: [ImportSource], view: LedgerView, restoresDeleted: Bool, rules: [ImportRule], map: CategoryMap?
  ) throws {
    self.view = view
    self.sources = sources
    self.rules = rules
    plan = ImportPlan(directory: view.directory)
    names = try ImportNames(view: view, map: map)
    duplicates = DuplicateFinder(view: view, restoresDeleted: restoresDeleted)
    handRows = try HandRowMatcher(sources, view: view)
  }

  private mutating func add(file fileIndex: Int, onRows: (Int) -> Void) throws {
    let file = sources[fileIndex].file
    let isLast = fileIndex == sources.count - 1
    var outcomes: [ImportOutcome] = []
    var rows: [ImportPlan.RowPlan] = []
    outcomes.reserveCapacity(file.transactions.count)
    rows.reserveCapacity(file.transactions.count)
    LargePages.ask(for: &outcomes)
    LargePages.ask(for: &rows)
    names.begin(file)
    try readDuplicates(file)
    let openings = Set(file.openingRows)
    plan.parts.append([:])
    splits = ImportPlanner.splits(of: file)
    for (index, transaction) in file.transactions.enumerated() {
      if index % ImportPlan.rowsBetweenReports == 0 { onRows(index) }
      if !openings.isEmpty, openings.contains(index) {
        outcomes.append(ImportOutcome(status: try names.open(transaction, file: file), category: .uncategorised))
        rows.append(
          ImportPlan.RowPlan(
            account: try names.account(transaction, file: file), merchant: .none, cause: .importedFile))
        continue
      }
      if let account = try names.knownAccount(transaction, file: file) {
        if let finding = duplicates.find(transaction, account: account, file: file, fileIndex: fileIndex) {
          outcomes.append(take(finding, file: fileIndex, row: index))
          rows.append(ImportPlan.RowPlan(account: account, merchant: .none, cause: .importedFile))
          continue
        }
        if handRows.add(transaction, account: account, file: file, fileIndex: fileIndex, row: index) != nil {
          // What it is shows when every row is known.
          outcomes.append(ImportOutcome(status: .new, category: .uncategorised))
          rows.append(ImportPlan.RowPlan(account: account, merchant: .none, cause: .importedFile))
          if !isLast {
            duplicates.add(
              transaction, account: account, category: .uncategorised, file: file, fileIndex: fileIndex, row: index)
          }
          continue
        }
      }
      let (outcome, row) = try new(transaction, file: file, at: (fileIndex, index))
      outcomes.append(outcome)
      rows.append(row)
      if !isLast {
        duplicates.add(
          transaction, account: row.account, category: outcome.category, file: file, fileIndex: fileIndex, row: index)
      }
    }
    try names.keepNumber(of: file)
    try names.keepAssertions(of: file)
    plan.accountNames.append(names.accountNames)
    plan.outcomes.append(outcomes)
    plan.rows.append(rows)
  }

  private static func splits(of file: ImportedFile) -> [Int: [ImportedSplit]] {
    Dictionary(grouping: file.splits) { Int($0.transaction) }
  }

  private mutating func readDuplicates(_ file: ImportedFile) throws {
    let counts = view.transactionCounts
    if counts.live + counts.gone > 0 {
      for transaction in file.transactions where try names.knownAccount(transaction, file: file) != nil {
        try duplicates.read(transaction.day)
      }
    }
    if duplicates.isEmpty { return }
    var names = names
    try duplicates.begin(file) { try names.knownAccount($0, file: file) }
  }

  private mutating func new(
    _ transaction: ImportedTransaction, file: ImportedFile, at place: (file: Int, row: Int)
  ) throws -> (ImportOutcome, ImportPlan.RowPlan) {
    let account = try names.account(transaction, file: file)
    let merchant = try names.merchant(transaction, file: file)
    var (category, cause) = (CategoryID.uncategorised, Cause.rule)
    if let parts = splits[place.row], let split = try names.parts(parts, of: transaction, file: file) {
      // The file says more than a rule could: which money went where.
      (category, cause) = (split.category, .importedFile)
      if split.isSplit { plan.parts[place.file][place.row] = split.parts }
    } else if file.journal == nil || transaction.bankCategory == .none,
      let ruled = try ruledCategory(transaction, account: account, merchant: merchant, file: file)
    {
      category = ruled
    } else {
      (category, cause) = try names.category(transaction, merchant: merchant, file: file)
    }
    if cause == .importedFile, category == .uncategorised {
      plan.uncategorisedCount += 1
    } else {
      causeCounts[Int(cause.rawValue)] += 1
    }
    return (
      ImportOutcome(status: .new, category: category),
      ImportPlan.RowPlan(account: account, merchant: merchant, cause: cause)
    )
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
      texts: file.texts.texts(of: transaction))
    return try rules.first { try $0.matches(candidate) }?.category
  }

  private mutating func take(_ finding: DuplicateFinder.Finding, file: Int, row: Int) -> ImportOutcome {
    switch finding {
    case .duplicate(of: .ledger(let known), let category):
      plan.duplicated.insert(known.id)
      return ImportOutcome(status: .duplicate, category: category, transaction: known.id)
    case .duplicate(of: .file(let ofFile, let ofRow), let category):
      followers.append((file, row, ofFile, ofRow))
      return ImportOutcome(status: .duplicate, category: category)
    case .deleted(let known):
      return ImportOutcome(status: .deleted, category: known.setting.category, transaction: known.id)
    case .restored(let known):
      restoring.append(known)
      return ImportOutcome(status: .restored, category: known.setting.category, transaction: known.id)
    }
  }

  /// Pairs the rows that were held back with transactions added by hand; the others are new.
  private mutating func matchHandRows() throws {
    let (pairs, ambiguous) = handRows.pairs()
    var matched: Set<Int> = []
    for pair in pairs {
      let (bank, hand) = (handRows.bankRows[pair.bankRow], handRows.handRows[pair.handRow])
      matched.insert(pair.bankRow)
      plan.outcomes[bank.file][bank.row] = ImportOutcome(
        status: .matched, category: hand.row.setting.category, transaction: hand.row.id)
      plan.matches.append(
        ImportPlan.Match(
          file: bank.file, row: bank.row, target: hand.row.id, day: hand.row.values.day, merchant: hand.merchant))
    }
    for index in ambiguous {
      let bank = handRows.bankRows[index]
      plan.ambiguous.append(
        ImportPlan.Ambiguity(
          file: bank.file, row: bank.row, fitting: bank.fitting.map { handRows.handRows[$0].row.id }.sorted()))
    }
    var begun = -1
    for (index, bank) in handRows.bankRows.enumerated() where !matched.contains(index) {
      let file = sources[bank.file].file
      if begun != bank.file {
        names.begin(file)
        splits = ImportPlanner.splits(of: file)
      }
      begun = bank.file
      (plan.outcomes[bank.file][bank.row], plan.rows[bank.file][bank.row]) = try new(
        file.transactions[bank.row], file: file, at: (bank.file, bank.row))
    }
    for follower in followers {
      let found = plan.outcomes[follower.ofFile][follower.ofRow]
      plan.outcomes[follower.file][follower.row].category = found.category
      plan.outcomes[follower.file][follower.row].transaction = found.transaction
    }
  }

  private mutating func linkTransfers() throws {
    let found = try ImportTransfers(plan, sources: sources, view: view, directory: names.directory)
    plan.transfers = found.linked
    plan.transferSuggestionCount = found.suggestionCount
    plan.uncategorisedCount -= plan.transferRowCount
  }

  /// Guesses for the new rows that have no category and are no leg of a transfer.
  private mutating func guessCategories() throws {
    guard plan.uncategorisedCount > 0 else { return }
    let guesser = try CategoryGuesser(view)
    let linked = Set(plan.transfers.flatMap(\.legs).map(\.origin))
    for (fileIndex, source) in sources.enumerated() {
      for (row, outcome) in plan.outcomes[fileIndex].enumerated()
      where outcome.status == .new && outcome.category == .uncategorised
        && plan.rows[fileIndex][row].cause == .importedFile && !linked.contains(.row(file: fileIndex, row: row))
      {
        let transaction = source.file.transactions[row]
        let merchant = plan.rows[fileIndex][row].merchant
        let isKnown = merchant != .none && merchant.index < view.directory.nextMerchantIndex
        let name = try isKnown ? view.merchantName(merchant) : source.file.texts.string(transaction.merchant) ?? ""
        guard let guess = try guesser.guess(isKnown ? merchant : nil, name: name, amount: transaction.amount) else {
          continue
        }
        plan.outcomes[fileIndex][row].category = guess.category
        plan.rows[fileIndex][row].cause = .guess
        plan.guesses.append(ImportPlan.Guess(file: fileIndex, row: row, category: guess.category, why: guess.why))
      }
    }
    plan.uncategorisedCount -= plan.guesses.count
  }

  /// The events that bring deleted transactions back as they were, a category chosen by hand included.
  private func restorations() throws -> [Event] {
    let settings = try view.settingsAtDeletion(of: Set(restoring.map(\.id)))
    var events: [Event] = []
    for row in restoring {
      let setting = settings[row.id] ?? row.setting
      events.append(
        .transactionRestored(
          TransactionRemoval(
            target: row.id, values: row.values, setting: setting, gone: .deleted, cause: .importedFile)))
      let present = try withoutRemovedCategories(setting, amount: row.values.amount)
      if present == setting { continue }
      let change = TransactionRecategorised(
        target: row.id, values: row.values, previous: setting, setting: present, cause: .importedFile)
      events.append(setting.isSplit ? .transactionSplit(change) : .transactionRecategorised(change))
    }
    return events
  }

  /// A setting whose categories may have gone away meanwhile: each goes where a file's word for it would.
  private func withoutRemovedCategories(_ setting: CategorySetting, amount: Money) throws -> CategorySetting {
    var present = setting
    for category in setting.shares(of: amount).compactMap({ view.directory.category($0.category) })
    where category.isRemoved {
      present = present.replacing(category.id, with: try view.category(meantBy: category.name)?.id ?? .uncategorised)
    }
    if present != setting, present.category == .uncategorised { present.isByHand = false }
    return present
  }
}
