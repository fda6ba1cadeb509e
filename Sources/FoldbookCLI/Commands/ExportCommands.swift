import Foldbook
import LMDB
import LedgerRender

enum ExportCommand: Command {
  static let help = CommandHelp(
    name: "export", usage: ["export --format jsonl|csv|hledger"],
    summary: "Write the ledger out: the whole journal, a table, or another program's journal.",
    options: [OptionSpecification("format", "NAME", "jsonl (the whole journal), csv or hledger")],
    examples: [
      ("export --format jsonl > ledger.jsonl", "everything; import-journal restores it exactly"),
      ("export --format hledger > ledger.journal", "live transactions for hledger"),
    ])

  private enum Format {
    case jsonl, csv, hledger
  }

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("export")
    let formats: [String: Format] = ["jsonl": .jsonl, "csv": .csv, "hledger": .hledger]
    guard let format = try context.arguments.choice("format", formats) else {
      throw UsageError(reason: "which format? Say --format jsonl, csv or hledger", command: "export")
    }
    let ledger = try context.openForReading()
    try ledger.read { view in
      switch format {
      case .jsonl: try JournalText.write(view.journal) { try context.print($0) }
      case .csv: try context.print(CSVRenderer.render(ListQuery(query: TransactionQuery()).report(on: view)))
      case .hledger: try context.print(HledgerRenderer.render(ExportQuery().report(on: view)))
      }
    }
    return .done
  }
}

enum ImportJournalCommand: Command {
  static let help = CommandHelp(
    name: "import-journal", usage: ["import-journal FILE"],
    summary: "Make a new ledger from an exported journal, with the same hashes.",
    examples: [("import-journal ledger.jsonl --file copy.foldbook", "an exact copy, checked event by event")])

  static func run(_ context: Context) throws -> ExitCode {
    guard context.arguments.positional.count == 1 else {
      throw UsageError(reason: "one file is expected", command: "import-journal")
    }
    if context.ledgerExists { throw LMDBError.exists(path: context.path) }
    let path = context.arguments.positional[0]
    let commits: [JournalText.Commit]
    do {
      commits = try JournalText.read(FileAccess.read(path))
      try FileAccess.makeFolder(of: context.path)
      try Ledger.create(path: context.path, from: commits, ledgerID: SystemEnvironment.randomIdentifier())
    } catch JournalError.invalidText(let line, let reason) {
      throw CommandError(code: .badInput, reason: line > 0 ? "\(path):\(line): \(reason)" : "\(path): \(reason)")
    }
    let last = commits[commits.count - 1].header
    let report = ChangeReport(
      commit: last.number, firstPosition: 1, lastPosition: last.lastPosition, ids: [], notes: [])
    try context.print(
      json: JSONRenderer.render(report),
      text: "\(last.number) commits, \(last.lastPosition) events, head \(last.hash.hexadecimal)\n")
    return .done
  }
}
