import Foldbook
import Glibc
import LMDB
import LedgerRender

enum ImportJournalCommand: Command {
  static let help = CommandHelp(
    name: "import-journal", usage: ["import-journal FILE", "import-journal FILE [--from PROGRAM] [OPTIONS]"],
    summary: "Take in a whole journal: foldbook's own into a new ledger, or that of hledger, Ledger or Beancount.",
    options: [
      OptionSpecification(
        "from", "PROGRAM", "hledger, ledger or beancount; else the file's name and content decide"),
      OptionSpecification("currency", "CODE", "what amounts without a currency are in, and what a shared symbol means"),
      OptionSpecification("roots", "NAME=KIND,…", "what accounts are: assets, liabilities, expenses, income or equity"),
      OptionSpecification("real", nil, "leave virtual postings out"),
      OptionSpecification(
        "map", "FILE", "which categories the journal's mean; with --dry-run a FILE that is not there is written"),
      OptionSpecification("dry-run", nil, "show what would happen and why; write nothing"),
      OptionSpecification("skip-invalid", nil, "leave out what can't be taken in instead of refusing the journal"),
      OptionSpecification("restore-deleted", nil, "bring rows back that were deleted before"),
    ],
    examples: [
      ("import-journal ledger.jsonl --file copy.foldbook", "an exact copy of a ledger, checked event by event"),
      ("import-journal 2026.journal --dry-run", "runs hledger on it and shows what would be added, with the balances"),
      ("import-journal main.dat --from ledger", "runs Ledger"),
      ("import-journal money.beancount", "runs bean-query"),
      ("import-journal printed.json", "what 'hledger print -O json' printed: no program is needed"),
      ("import-journal haushalt.journal --roots Besitz=assets,Kosten=expenses", "for accounts with other names"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    guard context.arguments.positional.count == 1 else {
      throw UsageError(reason: "one file is expected", command: "import-journal")
    }
    let path = context.arguments.positional[0]
    let asked = try context.arguments.choice(
      "from", Dictionary(uniqueKeysWithValues: JournalProgram.allCases.map { ($0.rawValue, $0) }))
    let bytes = try FileAccess.read(path)
    if asked == nil, isOwn(bytes) { return try restore(bytes, path, context) }
    let roots = try context.arguments["roots"].map { try AccountRoots(parsing: $0) }
    let (output, format) = try printed(bytes, path: path, asked: asked)
    var options = ImportOptions()
    options.format = format
    options.currency = try context.arguments.currency("currency")
    options.leavesVirtualOut = context.arguments.has("real")
    if let roots { options.roots = roots }
    return try ImportCommand.run(context, [Importer.Input(path: path, bytes: output)], options)
  }

  /// Whether the file is foldbook's own journal: lines of JSON.
  private static func isOwn(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
  }

  /// What a program prints of the journal, or the file itself where it is that already.
  private static func printed(
    _ bytes: [UInt8], path: String, asked: JournalProgram?
  ) throws -> ([UInt8], ImportFormat) {
    let found = JournalProgram.output(in: bytes)
    if let asked {
      if found == asked.format || asked.isTable(bytes) { return (bytes, asked.format) }
      return (try output(of: [asked], path: path), asked.format)
    }
    if let found { return (bytes, found) }
    if let program = JournalProgram.ofJournal(path: path, head: bytes) {
      return (try output(of: [program], path: path), program.format)
    }
    // hledger reads most of what Ledger reads, and the other way round.
    let programs: [JournalProgram] = [.hledger, .ledger]
    let program = programs.first { ProgramOutput.isInstalled($0.command) } ?? .hledger
    return (try output(of: [program], path: path), program.format)
  }

  private static func output(of programs: [JournalProgram], path: String) throws -> [UInt8] {
    let program = programs[0]
    guard path != "-" else {
      throw CommandError(
        code: .badInput,
        reason:
          "standard input is no journal that \(program.command) printed; name the journal's file, or pipe what it prints"
      )
    }
    let outcome = try ProgramOutput.run(program.command, program.arguments(path: path))
    switch outcome {
    case .missing:
      throw CommandError(
        code: .notFound,
        reason:
          "\(program.command) is not installed, and reads \(path) for foldbook: install \(program.package), or print the "
          + "journal on a machine that has it and name that file with --from \(program.rawValue)")
    case .failed(let message):
      throw CommandError(
        code: .badInput,
        reason: "\(program.command) can't read \(path): " + (message.isEmpty ? "it says nothing" : message))
    case .done(let bytes): return Array(program.outputTitles.utf8) + bytes
    }
  }

  private static func restore(_ bytes: [UInt8], _ path: String, _ context: Context) throws -> ExitCode {
    for option in ["currency", "roots", "map"] where context.arguments[option] != nil {
      throw UsageError(reason: "--\(option) is for journals of other programs", command: "import-journal")
    }
    for flag in ["dry-run", "skip-invalid", "restore-deleted", "real"] where context.arguments.has(flag) {
      throw UsageError(reason: "--\(flag) is for journals of other programs", command: "import-journal")
    }
    if try context.ledgerExists { throw LMDBError.exists(path: context.path) }
    let last = try create(bytes, from: path, context)
    let report = ChangeReport(
      commit: last.number, firstPosition: 1, lastPosition: last.lastPosition, ids: [], notes: [])
    try context.print(
      json: JSONRenderer.render(report),
      text: "\(last.number) commits, \(last.lastPosition) events, head \(last.hash.hexadecimal)\n")
    return .done
  }

  /// Makes the ledger from a file of text and says its last commit.
  static func create(_ bytes: [UInt8], from path: String, _ context: Context) throws -> CommitHeader {
    do {
      let commits = try JournalText.read(bytes)
      try Ledger.create(path: context.path, from: commits, ledgerID: SystemEnvironment.randomIdentifier())
      return commits[commits.count - 1].header
    } catch JournalError.invalidText(let line, let reason) {
      throw CommandError(code: .badInput, reason: line > 0 ? "\(path):\(line): \(reason)" : "\(path): \(reason)")
    }
  }
}
