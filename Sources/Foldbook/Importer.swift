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

  public init(options: ImportOptions) {
    self.options = options
  }

  /// Reads every file; the result says what was found and whether it may be taken in.
  public func read(_ inputs: [Input]) -> [ImportSource] {
    inputs.map { input in
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
      ImportReport.File(file: source.file, outcomes: plan?.outcomes[index] ?? [])
    }
    guard let plan else { return report }
    report.added = plan.count(of: .new)
    report.duplicates = plan.count(of: .duplicate)
    report.deletedRows = plan.count(of: .deleted)
    report.restored = plan.count(of: .restored)
    report.categoryNames = plan.directory.categories.map(\.name)
    report.notes = Importer.notes(plan)
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
    if merchants > 0 { notes.append("\(merchants) new merchants") }
    return notes
  }

  /// What of the files is new, by the ledger's own rules.
  public func plan(_ sources: [ImportSource], on view: LedgerView) throws -> ImportPlan {
    try ImportPlanner.plan(
      sources, view: view, restoresDeleted: restoresDeleted, rules: RuleMatching.importRules(view))
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
      _ = try plan.append(sources, to: &writer)
    }
    report.commit = header?.number
    return report
  }
}
