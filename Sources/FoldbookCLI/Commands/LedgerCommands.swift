import Foldbook
import Glibc
import LMDB
import LedgerRender

enum InitCommand: Command {
  static let help = CommandHelp(
    name: "init", usage: ["init [--currency EUR]"], summary: "Create a ledger; an existing one is left alone.",
    options: [OptionSpecification("currency", "CODE", "the base currency (ISO 4217)")],
    examples: [("init --currency EUR", "a new ledger in euros, with the usual categories")])

  static func run(_ context: Context) throws -> ExitCode {
    guard context.arguments.positional.isEmpty else {
      throw UsageError(reason: "init takes no argument", command: "init")
    }
    if try context.ledgerExists { throw LMDBError.exists(path: context.path) }
    guard let currency = try context.arguments.currency("currency") ?? SystemEnvironment.localeCurrency else {
      throw Refusal.currencyNeeded
    }
    let report = try LedgerCreation.create(context, currency: currency, command: context.commandLine) { transaction in
      let head = try transaction.view().position
      return ChangeReport(commit: 1, firstPosition: 1, lastPosition: head, ids: [], notes: [])
    }
    try context.print(
      json: JSONRenderer.render(report),
      text:
        "A new ledger in \(currency) at \(Terminal.safe(context.path)).\nNext: 'foldbook import FILE' or 'foldbook add 12.50 \"Corner Shop\"'.\n"
    )
    return .done
  }
}

/// Makes a ledger where there is none.
enum LedgerCreation {
  static func create<Result>(
    _ context: Context, currency: Currency, command: String, _ body: (LedgerTransaction) throws -> Result
  ) throws -> Result {
    return try Ledger.create(
      path: context.path, baseCurrency: currency, at: context.now, command: command,
      ledgerID: SystemEnvironment.randomIdentifier(), body)
  }
}

enum ImportCommand: Command {
  static let help = CommandHelp(
    name: "import", usage: ["import FILE... [OPTIONS]"],
    summary: "Take bank files into the ledger as one commit; the format is found by evidence.",
    options: [
      OptionSpecification("account", "NAME", "the account of every row"),
      OptionSpecification(
        "profile", "NAME|FILE", "what the evidence leaves open: a bundled profile, one of yours, or a file"),
      OptionSpecification("date-order", "ORDER", "dmy, mdy or ymd, where the dates leave it open"),
      OptionSpecification("decimal-mark", "MARK", ", or . where the amounts leave it open"),
      OptionSpecification("encoding", "NAME", "the file's encoding, such as windows-1252"),
      OptionSpecification("invert-sign", nil, "flip the sign that was decided"),
      OptionSpecification("currency", "CODE", "the currency of the files"),
      OptionSpecification(
        "map", "FILE", "which categories the files' words mean; with --dry-run a FILE that is not there is written"),
      OptionSpecification("guess", nil, "guess from what is in the ledger where nothing gives a row a category"),
      OptionSpecification("dry-run", nil, "show what would happen and why; write nothing"),
      OptionSpecification("save-profile", "NAME", "keep what was decided as a profile of yours; see 'profiles'"),
      OptionSpecification("skip-invalid", nil, "leave invalid rows out instead of refusing the import"),
      OptionSpecification("restore-deleted", nil, "bring rows back that were deleted before"),
    ],
    examples: [
      ("import statement.csv", "reads a bank's file; what is in the ledger already is not added again"),
      ("import *.csv --account Checking --dry-run", "shows rows, decisions and duplicates without writing"),
      ("import card.csv --invert-sign", "for a file whose purchases are positive"),
      ("import mint.csv --map mint.json --dry-run", "writes mint.json to correct; then the same without --dry-run"),
      ("import bank.csv --date-order dmy --dry-run --save-profile mybank", "then: import next.csv --profile mybank"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard !arguments.positional.isEmpty else { throw UsageError(reason: "which file?", command: "import") }
    var options = ImportOptions()
    options.account = arguments["account"]
    options.currency = try arguments.currency("currency")
    options.encoding = arguments["encoding"]
    options.profile = try arguments["profile"].map(ProfileArgument.profile)
    options.invertsSign = arguments.has("invert-sign")
    options.dateOrder = try arguments.choice(
      "date-order", Dictionary(uniqueKeysWithValues: DateOrder.allCases.map { ($0.rawValue, $0) }))
    options.decimalMark = try arguments.choice("decimal-mark", [",": DecimalMark.comma, ".": .point])
    if let name = options.account, name.trimmedOfSpaces.isEmpty || name.utf8.count > TextLimit.nameBytes {
      throw CommandError(code: .badInput, reason: "--account: a name of 1 to \(TextLimit.nameBytes) bytes is expected")
    }
    if let name = arguments["save-profile"] {
      try ProfileArgument.checkName(name)
      guard arguments.positional.count == 1 else {
        throw UsageError(reason: "--save-profile keeps what was decided about one file; name one", command: "import")
      }
    }
    return try run(
      context, arguments.positional.map { Importer.Input(path: $0, bytes: try FileAccess.read($0)) }, options)
  }

  /// Takes files in that are read already, and lets go of their bytes before anything is written.
  static func run(
    _ context: Context, _ inputs: consuming [Importer.Input], _ asked: ImportOptions
  ) throws -> ExitCode {
    let arguments = context.arguments
    var options = asked
    let exists = try context.ledgerExists
    let ledger = exists ? try (arguments.has("dry-run") ? context.openForReading() : context.openForWriting()) : nil
    options.fallbackCurrency =
      try ledger?.read { $0.directory.baseCurrency } ?? SystemEnvironment.localeCurrency
    var importer = Importer(options: options)
    importer.skipsInvalid = arguments.has("skip-invalid")
    importer.restoresDeleted = arguments.has("restore-deleted")
    importer.guessesCategories = arguments.has("guess")
    importer.categoryMap = try categoryMap(context)
    importer.reportsRows = context.printsJSON
    let byteCount = inputs.reduce(0) { $0 + $1.bytes.count }
    let progress = ProgressLine(context, bytes: byteCount)
    if let progress { importer.onProgress = progress.show }
    defer { progress?.clear() }
    let sources = importer.read(consume inputs)
    guard importer.accepts(sources) else {
      let isDryRun = arguments.has("dry-run")
      return try refuse(context, importer.report(sources, plan: nil, isDryRun: isDryRun))
    }
    let decided = sources.first?.file.decidedProfile
    let report = try perform(context, importer, consume sources, ledger: ledger)
    progress?.clear()
    try context.acknowledge(report.commit) {
      if let name = arguments["save-profile"], let decided { try saveProfile(context, decided, as: name) }
      try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    }
    return report.isDryRun && report.invalid > 0 && !importer.skipsInvalid ? .badInput : .done
  }

  private static func perform(
    _ context: Context, _ importer: Importer, _ sources: consuming [ImportSource], ledger: Ledger?
  ) throws -> ImportReport {
    var sources = consume sources
    func dryRun(_ view: LedgerView) throws -> ImportReport {
      var importer = importer
      var notes: [String] = []
      if let path = context.arguments["map"], importer.categoryMap == nil {
        let template = try CategoryMapTemplate.make(sources, view: view, path: path)
        try FileAccess.create(path, template.json())
        importer.categoryMap = template
        notes.append(
          "\(path) has the words for categories of the files (\(template.entries.count)), each with the category that may be "
            + "meant: correct it, then import with --map \(path)")
      }
      let plan = try NameHints.hinting(view) { try importer.plan(sources, on: view) }
      var report = importer.report(sources, plan: plan, isDryRun: true)
      report.notes += notes
      return report
    }
    func commit(_ transaction: LedgerTransaction) throws -> ImportReport {
      try NameHints.hinting(transaction.view()) {
        // Nobody else has the rows then, so that they can go once they are written.
        let taken = sources
        sources = []
        return try importer.commit(
          consume taken, in: transaction, recordedAt: context.now, command: context.commandLine)
      }
    }
    let isDryRun = context.arguments.has("dry-run")
    if let ledger { return try isDryRun ? ledger.read(dryRun) : ledger.write(as: context.writer, commit) }
    guard let currency = sources.lazy.compactMap({ $0.file.currency ?? $0.file.transactions.first?.currency }).first
    else {
      throw Refusal.currencyNeeded
    }
    if isDryRun {
      return try TemporaryLedger.lend(currency: currency, at: context.now) { try dryRun($0.view()) }
    }
    return try LedgerCreation.create(context, currency: currency, command: "init", commit)
  }

  /// The map that was asked for; nil where none was, or where a dry run is to write one.
  private static func categoryMap(_ context: Context) throws -> CategoryMap? {
    guard let path = context.arguments["map"] else { return nil }
    if access(path, F_OK) != 0, errno == ENOENT {
      if context.arguments.has("dry-run") { return nil }
      throw CommandError(
        code: .notFound, reason: "there is no file \(path); the same command with --dry-run writes one to correct")
    }
    return try CategoryMap(parsing: FileAccess.read(path), path: path)
  }

  private static func saveProfile(_ context: Context, _ profile: ImportProfile, as name: String) throws {
    let path = try ProfileArgument.own.keep(profile, as: name)
    try context.remark("kept as \(path); use it with --profile \(name)")
  }

  private static func refuse(_ context: Context, _ report: ImportReport) throws -> ExitCode {
    if context.printsJSON {
      try context.print(JSONRenderer.render(report))
    } else {
      for entry in report.files {
        for problem in entry.file.errors.prefix(20) {
          let place = problem.line > 0 ? "\(entry.file.path):\(problem.line)" : entry.file.path
          try context.report("\(place): \(problem.reason)")
        }
        let rest = entry.file.errors.count - 20
        if rest > 0 { try context.report("\(entry.file.path): and \(rest) more") }
      }
      let hint =
        report.files.contains { $0.file.errors.contains { $0.line == 0 } }
        ? "" : "; correct the file, or leave those rows out with --skip-invalid"
      try context.report("nothing was written" + hint)
    }
    return .badInput
  }
}

/// A ledger that is thrown away, for a preview where there is none yet.
enum TemporaryLedger {
  static func lend<Result>(
    currency: Currency, at instant: Instant, _ body: (LedgerTransaction) throws -> Result
  ) throws -> Result {
    let folder = SystemEnvironment.variable("TMPDIR") ?? "/tmp"
    let path = folder + "/foldbook-preview-" + SystemEnvironment.randomIdentifier().hexadecimal.prefix(16)
    defer {
      for suffix in ["", "-lock", "-anchor"] { unlink(path + suffix) }
    }
    return try Ledger.create(
      path: path, baseCurrency: currency, at: instant, command: "init",
      ledgerID: SystemEnvironment.randomIdentifier(), body)
  }
}

extension Context {
  /// A message of what went wrong, whatever --quiet says.
  func report(_ text: String) throws {
    try FileAccess.write(Array(("foldbook: " + Terminal.safe(text) + "\n").utf8), to: STDERR_FILENO)
  }
}

extension String {
  var trimmedOfSpaces: String { String(drop { $0.isWhitespace }) }
}
