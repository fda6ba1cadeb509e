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
    report.notes = Importer.notes(plan) + Importer.rowNotes(plan, sources)
    addCategoryDecisions(plan, to: &report)
    return report
  }

  private func addCategoryDecisions(_ plan: ImportPlan, to report: inout ImportReport) {
    var parts = [
      (Cause.rule, "by a rule"), (.importedFile, "by the file"),
      (.merchantHistory, "by the merchant's last one set by hand"),
    ].compactMap { cause, words in plan.categoryCauses[cause].map { "\($0) \(words)" } }
    if plan.uncategorisedCount > 0 { parts.append("\(plan.uncategorisedCount) Uncategorised") }
    guard !parts.isEmpty else { return }
    for index in report.files.indices {
      report.files[index].file.decisions.append(
        ImportDecision(what: "categories", value: parts.joined(separator: ", "), why: "of the new rows of all files"))
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
      sources, view: view, restoresDeleted: restoresDeleted, rules: RuleMatching.importRules(view)
    ) { onProgress?(.comparing(rows: $0, of: count)) }
  }

  /// Plans the import on a transaction's view and appends it as one commit; nothing where nothing is new.
  public func commit(
    _ sources: [ImportSource], in transaction: LedgerTransaction, recordedAt: Instant, command: String
  ) throws -> ImportReport {
    let plan = try plan(sources, on: transaction.view())
    var report = report(sources, plan: plan, isDryRun: false)
    if plan.isEmpty { return report }
    let header = try transaction.commit(
      recordedAt: recordedAt, command: command, sources: sources.map(\.source)
    ) { writer in
      let count = plan.count(of: .new)
      try plan.append(sources, to: &writer) { onProgress?(.writing(rows: $0, of: count)) }
    }
    report.commit = header?.number
    return report
  }
}
