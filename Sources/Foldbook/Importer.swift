import LedgerDomain
import LedgerImport
import LedgerJournal
import LedgerProjection
import LedgerQuery
import ParallelWork

/// Takes bank files into a ledger: one parse and one plan serve preview and commit.
public struct Importer: Sendable {
  /// A file's bytes under the name it was given.
  public struct Input: Sendable {
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  public var options: ImportOptions
  public var skipsInvalid = false
  public var restoresDeleted = false
  /// What the files' words for categories mean.
  public var categoryMap: CategoryMap?
  /// Whether rows that nothing gives a category get one that the ledger's history makes likely.
  public var guessesCategories = false

  /// Whether the report of a commit has the files' rows and what became of each; without them an import of millions of rows
  /// takes a third less memory.
  public var reportsRows = true

  /// Called now and then with how far an import is.
  public var onProgress: (@Sendable (Progress) -> Void)?

  /// How far an import is.
  public enum Progress: Sendable, Hashable {
    case reading(path: String, bytes: Int)
    case comparing(rows: Int, of: Int)
    case writing(rows: Int, of: Int)
  }

  public init(options: ImportOptions) {
    self.options = options
  }

  /// Reads every file; the result says what was found and whether it may be taken in.
  public func read(_ inputs: [Input]) -> [ImportSource] {
    inputs.map { input in
      onProgress?(.reading(path: input.path, bytes: input.bytes.count))
      let (digest, file) = ParallelWork.beside {
        SHA256.hash(input.bytes)
      } _: {
        StatementReader.read(input.bytes, path: input.path, options: options)
      }
      return ImportSource(file: file, source: CommitSource(name: input.name, digest: digest))
    }
  }

  /// Whether the files may be taken in: no row is invalid, or those are to be left out and something remains.
  public func accepts(_ sources: [ImportSource]) -> Bool {
    sources.allSatisfy { source in
      if source.file.transactions.isEmpty { return false }
      return source.file.errors.isEmpty || (skipsInvalid && source.file.errors.allSatisfy { $0.line > 0 })
    }
  }

  /// What the import would do, or did not do because files were refused.
  public func report(_ sources: [ImportSource], plan: ImportPlan?, isDryRun: Bool) -> ImportReport {
    var report = ImportReport(isDryRun: isDryRun)
    report.skippedRows = sources.reduce(0) { $0 + $1.file.skipped.count }
    report.invalid = sources.reduce(0) { $0 + $1.file.errors.count }
    report.files = sources.enumerated().map { index, source in
      ImportReport.File(
        file: source.file, outcomes: plan?.outcomes[index] ?? [], accountNames: plan?.accountNames[index] ?? [:])
    }
    guard let plan else { return report }
    report.added = plan.count(of: .new)
    report.duplicates = plan.count(of: .duplicate)
    report.deletedRows = plan.count(of: .deleted)
    report.restored = plan.count(of: .restored)
    report.skippedRows += plan.count(of: .skipped)
    report.matched = plan.count(of: .matched)
    report.categoryNames = plan.directory.categories.map(\.name)
    report.notes = Importer.notes(plan) + Importer.wordNotes(plan, map: categoryMap) + Importer.rowNotes(plan, sources)
    for guess in plan.guesses { report.files[guess.file].guesses[guess.row] = guess.why }
    addCategoryDecisions(plan, to: &report)
    addTransfers(plan, sources, to: &report)
    return report
  }

  private func addCategoryDecisions(_ plan: ImportPlan, to report: inout ImportReport) {
    var parts = [
      (Cause.rule, "by a rule"), (.importedFile, "by the file"),
      (.merchantHistory, "by the merchant's last one set by hand"),
    ].compactMap { cause, words in plan.categoryCauses[cause].map { "\($0) \(words)" } }
    if !plan.guesses.isEmpty { parts.append("\(plan.guesses.count) by a guess") }
    if plan.transferRowCount > 0 { parts.append("\(plan.transferRowCount) as legs of transfers") }
    if plan.uncategorisedCount > 0 { parts.append("\(plan.uncategorisedCount) Uncategorised") }
    guard !parts.isEmpty else { return }
    for index in report.files.indices {
      report.files[index].file.decisions.append(
        ImportDecision(what: "categories", value: parts.joined(separator: ", "), why: "of the new rows of all files"))
    }
  }

  private func addTransfers(_ plan: ImportPlan, _ sources: [ImportSource], to report: inout ImportReport) {
    func leg(_ leg: ImportLeg) -> ImportReport.Transfer.Leg {
      var result = ImportReport.Transfer.Leg(
        day: leg.day, amount: leg.amount, currency: leg.currency,
        account: plan.directory.account(leg.account)?.name ?? "", merchant: leg.merchantName)
      switch leg.origin {
      case .ledger(let id): result.id = id
      case .row(let file, let row):
        result.path = sources[file].file.path
        result.line = Int(sources[file].file.transactions[row].line)
      }
      return result
    }
    report.transferSuggestions = plan.transferSuggestionCount
    report.transfers = plan.transfers.map {
      ImportReport.Transfer(outgoing: leg($0.outgoing), incoming: leg($0.incoming))
    }
    guard let category = plan.directory.transferCategory else { return }
    for leg in plan.transfers.flatMap(\.legs) where leg.previous != nil {
      guard case .row(let file, let row) = leg.origin else { continue }
      report.files[file].outcomes[row].category = category.id
    }
  }

  /// Gives the legs that are new rows the numbers that they were written with.
  private static func name(
    _ transfers: inout [ImportReport.Transfer], _ plan: ImportPlan, _ rows: [ImportLeg.Origin: TransactionID]
  ) {
    for (index, transfer) in plan.transfers.enumerated() {
      for (leg, path) in [
        (transfer.outgoing, \ImportReport.Transfer.outgoing), (transfer.incoming, \ImportReport.Transfer.incoming),
      ] {
        if case .row = leg.origin { transfers[index][keyPath: path].id = rows[leg.origin] }
      }
    }
  }

  private static func notes(_ plan: ImportPlan) -> [String] {
    var notes: [String] = []
    var merchants = 0
    for event in plan.definitions {
      switch event {
      case .accountOpened(let account): notes.append("new account '\(account.name)' in \(account.currency)")
      case .categoryDefined(_, let name, let kind): notes.append("new category '\(name)' (\(kind.name))")
      case .merchantNamed: merchants += 1
      default: break
      }
    }
    for case .accountNumberAdded(let id, let number) in plan.accountEvents {
      guard let account = plan.directory.account(id) else { continue }
      let shown = AccountNumber(number)?.label() ?? number
      if account.name != shown { notes.append("files of the account \(shown) go to '\(account.name)' from now on") }
    }
    if merchants > 0 { notes.append("\(merchants) new merchants") }
    return notes
  }

  /// What became of words for categories that are no category's name.
  private static func wordNotes(_ plan: ImportPlan, map: CategoryMap?) -> [String] {
    func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
    func name(_ id: CategoryID) -> String { plan.directory.category(id)?.name ?? "" }
    let used = plan.words.filter { $0.rows > 0 }
    var notes = used.filter { $0.origin == .alias }.map { word in
      word.isNone
        ? "'\(word.word)' is no category any more: \(rows(word.rows)) with it count as without a word; "
          + "'foldbook categories add' makes it one again"
        : "'\(word.word)' is the category '\(name(word.category))' now (\(rows(word.rows)))"
    }
    notes += used.filter { $0.origin == .account }.map { word in
      "'\(word.word)' stands for a transfer: \(rows(word.rows)) with it are in '\(name(word.category))'"
    }
    guard let map else { return notes }
    let mapped = used.filter { $0.origin == .map }
    let unnamed = used.filter { word in word.origin == .name && !map.entries.contains { $0.word == word.word } }
    if !mapped.isEmpty {
      notes.append("\(mapped.count) words for categories by \(map.path), \(rows(mapped.reduce(0) { $0 + $1.rows }))")
    }
    if !unnamed.isEmpty {
      let words = unnamed.prefix(10).map { "'\($0.word)'" }.joined(separator: ", ")
      let rest = unnamed.count > 10 ? " and \(unnamed.count - 10) more" : ""
      notes.append("\(map.path) does not name \(words)\(rest): taken as the file says")
    }
    let kept = plan.accountEvents.count { if case .categoryAliasSet = $0 { true } else { false } }
    if kept > 0 {
      notes.append("\(kept) of these words mean the same in later files; 'foldbook categories alias' lists them")
    }
    return notes
  }

  private static func rowNotes(_ plan: ImportPlan, _ sources: [ImportSource]) -> [String] {
    func place(_ file: Int, _ row: Int) -> String {
      let found = sources[file].file
      return "line \(found.transactions[row].line)" + (sources.count > 1 ? " of \(found.path)" : "")
    }
    let hasOpenings = plan.count(of: .opening) + plan.count(of: .skipped) > 0
    let openings = (hasOpenings ? Array(plan.outcomes.indices) : []).flatMap { file in
      plan.outcomes[file].indices.compactMap { row -> String? in
        let found = sources[file].file.transactions[row]
        let account = plan.accountNames[file][found.account] ?? ""
        switch plan.outcomes[file][row].status {
        case .opening: return "\(place(file, row)) is the opening balance of '\(account)' on \(found.day)"
        case .skipped:
          return
            "\(place(file, row)) was left out: it is an opening balance, but '\(account)' has another one or older rows"
        default: return nil
        }
      }
    }
    return openings
      + plan.matches.map { match in
        "\(place(match.file, match.row)) is \(match.target.position), added by hand on \(match.day) as "
          + "'\(match.merchant)': it keeps its category and note and gains the bank's text"
      }
      + plan.ambiguous.map { open in
        "\(place(open.file, open.row)) was added as new: it may be one of the rows added by hand ("
          + open.fitting.map { "\($0.position)" }.joined(separator: ", ")
          + "), but more than one fits; delete the one that is too many"
      }
  }

  /// What of the files is new, by the ledger's own rules.
  public func plan(_ sources: [ImportSource], on view: LedgerView) throws -> ImportPlan {
    let count = sources.reduce(0) { $0 + $1.file.transactions.count }
    return try ImportPlanner.plan(
      sources, view: view, restoresDeleted: restoresDeleted, rules: RuleMatching.importRules(view),
      map: categoryMap, guesses: guessesCategories
    ) { onProgress?(.comparing(rows: $0, of: count)) }
  }

  /// Plans the import on a transaction's view and appends it as one commit; nothing where nothing is new.
  public func commit(
    _ sources: consuming [ImportSource], in transaction: LedgerTransaction, recordedAt: Instant, command: String
  ) throws -> ImportReport {
    var sources = sources
    var plan = try plan(sources, on: transaction.view())
    var report = report(sources, plan: plan, isDryRun: false)
    if plan.isEmpty { return report }
    let header = try transaction.commit(
      recordedAt: recordedAt, command: command, sources: sources.map(\.source)
    ) { writer in
      let count = plan.count(of: .new)
      let linkedRows = try plan.append(sources, to: &writer) { onProgress?(.writing(rows: $0, of: count)) }
      Importer.name(&report.transfers, plan, linkedRows)
      // The views are made next. A guess is shown with its row.
      if reportsRows || !plan.guesses.isEmpty { return }
      report.forgetRows()
      plan.forgetRows()
      sources = []
      if count >= Importer.rowsWorthGivingBack { FreedMemory.giveBack() }
    }
    report.commit = header?.number
    return report
  }

  /// From this many rows on their memory is given back to the system.
  private static let rowsWorthGivingBack = 2_000_000
}
