import LedgerDomain
import LedgerImport
import LedgerQuery

extension TextRenderer {
  /// How many rows of a file are shown of each sort.
  private static let rowLimit = 20

  public func render(_ report: ImportReport) -> String {
    var lines: [StyledText] = []
    for entry in report.files { lines += file(entry, in: report) }
    lines += report.notes.flatMap { paragraph($0) }
    lines += transfers(report)
    let counts = [
      (report.added, "new"), (report.duplicates, report.duplicates == 1 ? "duplicate" : "duplicates"),
      (report.matched, "added by hand before"), (report.deletedRows, "deleted before"),
      (report.restored, "brought back"), (report.skippedRows, "left out"), (report.invalid, "invalid"),
    ]
    let named = counts.filter { $0.0 > 0 || $0.1 == "new" }.map { "\($0.0) \($0.1)" }
    lines += paragraph(named.joined(separator: ", "))
    if report.isDryRun {
      lines += paragraph("Nothing was written (dry run).")
    } else if let commit = report.commit {
      lines += paragraph("Commit \(commit). 'foldbook undo' takes it back.")
    } else if report.invalid > 0 {
      lines += paragraph(
        "Nothing was written. Correct the file, or import the other rows with --skip-invalid; --dry-run shows what is read."
      )
    } else {
      lines += paragraph("Nothing was written: there is nothing new.")
    }
    return text(lines)
  }

  /// The transfers that are linked, and how many more there may be.
  private func transfers(_ report: ImportReport) -> [StyledText] {
    var lines: [StyledText] = []
    if !report.transfers.isEmpty {
      let limit = report.isDryRun ? TextRenderer.rowLimit : 5
      let code = commonCode(report.transfers.map(\.incoming.currency))
      var table = TextTable([
        .code("Day"), .text("From", minimum: 6), .text("To", minimum: 6),
        .number("Amount" + (code.map { " " + $0 } ?? "")), code == nil ? .code("") : nil,
      ])
      for transfer in report.transfers.prefix(limit) {
        let incoming = transfer.incoming
        table.add([
          .plain(transfer.outgoing.day), .plain(transfer.outgoing.account), .plain(incoming.account),
          .plain(amount(incoming.amount, incoming.currency)), code == nil ? .plain(incoming.currency) : nil,
        ])
      }
      let noun = TextRenderer.counted(report.transfers.count, "transfer")
      lines += paragraph("\(noun) between own accounts, linked; 'foldbook transfers unlink' parts what is none")
      lines += table.lines(style)
      let rest = report.transfers.count - limit
      if rest > 0 { lines += paragraph("… and \(rest) more") }
    }
    if report.transferSuggestions > 0 {
      let pairs = TextRenderer.counted(report.transferSuggestions, "pair")
      lines += paragraph("\(pairs) may be transfers too; 'foldbook transfers' shows what is open")
    }
    return lines
  }

  private func file(_ entry: ImportReport.File, in report: ImportReport) -> [StyledText] {
    let file = entry.file
    var lines = [StyledText(file.path, .strong).fitted(style.columns)]
    if report.isDryRun || !file.errors.isEmpty {
      lines += file.decisions.flatMap { decision in
        paragraph("\(decision.what): \(decision.value) (\(decision.why))", indent: 2, tone: .secondary)
      }
    }
    if report.isDryRun { lines += preview(entry) }
    lines += guesses(entry, report.categoryNames)
    lines += file.warnings.flatMap { paragraph("warning: " + $0, indent: 2) }
    lines += problems(file.skipped, verb: " left out")
    lines += problems(file.errors, verb: "")
    if let journal = file.journal {
      lines += balances(journal.balances, entry)
    } else if let proof = file.balanceProof {
      lines += paragraph(
        proof.ties ? "The file's balances prove its rows." : "The file's balances do not agree with its rows.",
        indent: 2)
    }
    return lines
  }

  /// What the accounts hold by the journal of another program, which the rows come to.
  private func balances(_ balances: [JournalFacts.Balance], _ entry: ImportReport.File) -> [StyledText] {
    if balances.isEmpty { return [] }
    var table = TextTable([.text("Account", minimum: 6), .number("Balance"), .code(""), .code("", dropOrder: 1)])
    for balance in balances {
      table.add([
        .plain(entry.accountName(balance.account) ?? ""), .plain(signed(balance.stated, balance.currency)),
        .plain(balance.currency), .plain(balance.ties ? "" : "differs"),
      ])
    }
    let tie = balances.allSatisfy(\.ties)
    return paragraph(
      tie
        ? "The balances are those of the journal to the last digit:"
        : "These are the balances of the journal; the rows do not come to them where it says 'differs':")
      + table.lines(style)
  }

  private func guesses(_ entry: ImportReport.File, _ names: [String]) -> [StyledText] {
    let rest = entry.guesses.count - TextRenderer.rowLimit
    let shown = entry.guesses.sorted { $0.key < $1.key }.prefix(TextRenderer.rowLimit)
    return shown.flatMap { index, why in
      let row = entry.file.transactions[index]
      let category = Int(entry.outcomes[index].category.index)
      let name = category < names.count ? names[category] : ""
      return paragraph(
        "line \(row.line): \(name) is a guess for '\(entry.file.texts.string(row.merchant) ?? "")' (\(why))", indent: 2)
    } + (rest > 0 ? paragraph("… and \(rest) more of these", indent: 2) : [])
  }

  private func problems(_ problems: [RowProblem], verb: String) -> [StyledText] {
    let rest = problems.count - TextRenderer.rowLimit
    return problems.prefix(TextRenderer.rowLimit).flatMap { problem in
      paragraph((problem.line > 0 ? "line \(problem.line)\(verb): " : "") + problem.reason, indent: 2)
    } + (rest > 0 ? paragraph("… and \(TextRenderer.counted(rest, "more row"))", indent: 2) : [])
  }

  private func preview(_ entry: ImportReport.File) -> [StyledText] {
    let file = entry.file
    guard !file.transactions.isEmpty else { return [] }
    let code = commonCode(file.transactions.map(\.currency))
    var table = TextTable([
      .code("Day"), .text("Payee"), .number("Amount" + (code.map { " " + $0 } ?? "")), code == nil ? .code("") : nil,
      .code("", dropOrder: 1),
    ])
    for (index, row) in file.transactions.prefix(TextRenderer.rowLimit).enumerated() {
      table.add([
        .plain(row.day), .plain(file.texts.string(row.payee) ?? ""), .plain(signed(row.amount, row.currency)),
        code == nil ? .plain(row.currency) : nil,
        .plain(index < entry.outcomes.count ? entry.outcomes[index].status.name : ""),
      ])
    }
    let rest = file.transactions.count - TextRenderer.rowLimit
    return table.lines(style) + (rest > 0 ? paragraph("… and \(TextRenderer.counted(rest, "more row"))") : [])
  }
}
