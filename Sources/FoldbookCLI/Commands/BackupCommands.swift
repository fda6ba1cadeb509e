import Foldbook
import LMDB
import LedgerRender

enum BackupCommand: Command {
  static let help = CommandHelp(
    name: "backup", usage: ["backup DEST [--to-jsonl]"],
    summary: "Copy the ledger as it stands into a new file, checked, while others may write.",
    options: [OptionSpecification("to-jsonl", nil, "the journal as lines of JSON in place of a ledger file")],
    examples: [
      ("backup backups/2026-10-20.foldbook", "a ledger of its own; an existing file is never overwritten (73)"),
      ("backup --to-jsonl ledger.jsonl", "text that outlives every program; its hashes are checked too"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let destination = try context.onlyArgument("a file to write", command: "backup")
    let ledger = try context.openForReading()
    let report =
      context.arguments.has("to-jsonl")
      ? CopyReport(try ledger.copyText(to: destination), form: .jsonl)
      : CopyReport(try ledger.copy(to: destination), form: .ledger)
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

enum RestoreCommand: Command {
  static let help = CommandHelp(
    name: "restore", usage: ["restore BACKUP"],
    summary: "Make the ledger from a backup, checked; refuses to overwrite one.",
    examples: [
      ("restore backups/2026-10-20.foldbook", "where there is no ledger; move a damaged one away first"),
      ("restore ledger.jsonl --file copy.foldbook", "from lines of JSON, into another file"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let source = try context.onlyArgument("a backup", command: "restore")
    if try context.ledgerExists {
      throw CommandError(
        code: .cannotCreate,
        reason: "\(context.path) exists already and is not overwritten; move it away, or choose another with --file")
    }
    let report = try isText(source) ? restoreText(source, context) : restoreLedger(source, context)
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }

  /// Whether the backup is lines of JSON: a data file begins with a page's number, which is zero.
  private static func isText(_ path: String) throws -> Bool {
    try path == "-" || FileAccess.read(path, limit: 1).first == UInt8(ascii: "{")
  }

  private static func restoreLedger(_ source: String, _ context: Context) throws -> CopyReport {
    do {
      // The backup's own anchor may be gone or be another's: the copy gets one of its own.
      let backup = try Ledger.open(path: source, isReadOnly: true, acceptsRollback: true)
      return CopyReport(try backup.copy(to: context.path), form: .ledger)
    } catch LMDBError.notFound {
      throw CommandError(code: .notFound, reason: "there is no file \(source)")
    }
  }

  private static func restoreText(_ source: String, _ context: Context) throws -> CopyReport {
    let head = try ImportJournalCommand.create(FileAccess.read(source), from: source, context)
    return CopyReport(
      path: context.path, form: .ledger, commits: head.number, events: head.lastPosition, headHash: head.hash,
      fileBytes: FileAccess.size(context.path))
  }
}

enum SalvageCommand: Command {
  static let help = CommandHelp(
    name: "salvage", usage: ["salvage DEST"],
    summary: "Save every commit of a damaged ledger up to the last good one, and say what is lost.",
    examples: [
      ("salvage saved.foldbook", "the damaged file stays as it is; DEST is a new, checked ledger"),
      ("salvage saved.foldbook --json | jq .lostEvents", "null where nobody knows how many there were"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let destination = try context.onlyArgument("a file to write", command: "salvage")
    let report = SalvageReport(
      try Ledger.salvage(
        path: context.path, to: destination, ledgerID: SystemEnvironment.randomIdentifier()))
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

extension Context {
  /// The one argument that a command takes.
  fileprivate func onlyArgument(_ what: String, command: String) throws -> String {
    guard arguments.positional.count == 1 else { throw UsageError(reason: "\(what) is expected", command: command) }
    return arguments.positional[0]
  }
}
