import Foldbook
import LedgerRender

enum ExportCommand: Command {
  static let help = CommandHelp(
    name: "export", usage: ["export --format jsonl|csv|hledger|ledger|beancount"],
    summary: "Write the ledger out: the whole journal, a table, or another program's journal.",
    options: [
      OptionSpecification("format", "NAME", "jsonl (the whole journal), csv, hledger, ledger or beancount")
    ] + OptionSpecification.point,
    examples: [
      ("export --format jsonl > ledger.jsonl", "everything; import-journal restores it exactly"),
      ("export --format hledger > ledger.journal", "live transactions for hledger"),
      ("export --format beancount --as-of 2026-09-30", "what was known at the end of September, for Beancount"),
    ])

  private enum Format {
    case jsonl, csv, hledger, ledger, beancount
  }

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("export")
    let formats: [String: Format] = [
      "jsonl": .jsonl, "csv": .csv, "hledger": .hledger, "ledger": .ledger, "beancount": .beancount,
    ]
    guard let format = try context.arguments.choice("format", formats) else {
      throw UsageError(
        reason: "which format? Say --format jsonl, csv, hledger, ledger or beancount", command: "export")
    }
    // Nothing is printed inside a read: whoever takes the output slowly would keep the file's old pages from being used
    // again.
    switch format {
    case .jsonl: try printJournal(context)
    case .csv:
      try context.print(context.read { CSVRenderer.render(try ListQuery(query: TransactionQuery()).report(on: $0)) })
    case .hledger: try context.print(context.read { HledgerRenderer.render(try ExportQuery().report(on: $0)) })
    case .ledger:
      try context.print(context.read { HledgerRenderer.render(try ExportQuery().report(on: $0), dialect: .ledger) })
    case .beancount: try context.print(context.read { BeancountRenderer.render(try ExportQuery().report(on: $0)) })
    }
    return .done
  }

  /// Whole commits only: a part of one would not have its hash.
  private static func printJournal(_ context: Context) throws {
    let end = try context.read { view in
      let last = try view.lastCommit()
      let end = last.lastPosition > view.position ? last.firstPosition - 1 : view.position
      if end < view.position {
        try context.remark("the export ends before commit \(last.number), which the point divides")
      }
      return end
    }
    let ledger = try Ledger.open(path: context.path, isReadOnly: true)
    var next: Position = 1
    while next <= end {
      let piece = try ledger.read {
        try JournalText.piece(of: $0.journal, from: next, through: end, blockLimit: 256)
      }
      next = piece.next
      try context.print(piece.text)
    }
  }
}
