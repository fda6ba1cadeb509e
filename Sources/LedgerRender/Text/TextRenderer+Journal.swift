import LedgerDomain
import LedgerImport
import LedgerQuery

extension TextRenderer {
  public func render(_ report: ListReport) -> String {
    if report.transactions.isEmpty { return report.count == 0 ? "No transactions match.\n" : "" }
    var table = TextTable([
      ("Id", .right), ("Day", .left), ("Merchant", .left), ("Category", .left), ("Account", .left), ("Amount", .right),
      ("", .left),
    ])
    for item in report.transactions {
      table.add([
        String(item.id.position), item.day.description, item.merchant + (item.isDeleted ? " (deleted)" : ""),
        item.category, item.account, signed(item.amount, item.currency), item.currency.code,
      ])
    }
    let totals = report.totals.map { "\(signed($0.total, $0.currency)) \($0.currency)" }.joined(separator: ", ")
    return joined(table.lines(style) + ["", "\(report.count) transactions, \(totals.isEmpty ? "0" : totals)"])
  }

  public func render(_ report: TransactionReport) -> String {
    let item = report.transaction
    var facts: [(String, String?)] = [
      ("Id", String(item.id.position)), ("Merchant", item.merchant),
      ("Amount", "\(signed(item.amount, item.currency)) \(item.currency)"), ("Day", item.day.description),
      ("Account", item.account), ("Category", item.category), ("Note", item.note), ("Bank text", item.rawText),
      ("Memo", item.memo), ("Bank category", report.bankCategory), ("Reference", item.bankReference),
    ]
    if let file = report.sourceFile {
      facts.append(("From", file + (report.sourceLine.map { ", line \($0)" } ?? "")))
    }
    if item.isDeleted { facts.append(("State", "deleted")) }
    var lines = facts.compactMap { name, value in
      value.map { Terminal.padded(name, columns: 14) + Terminal.safe($0) }
    }
    lines += ["", "History"]
    for change in report.history {
      lines.append(
        "\(change.recordedAt)  commit \(change.commit)  \(words(change))  "
          + style.secondary(Terminal.safe(change.command)))
      for field in change.fields {
        lines.append(
          "    \(field.field): " + Terminal.safe(field.before ?? "(none)") + " → "
            + Terminal.safe(field.after ?? "(none)"))
      }
    }
    return joined(lines)
  }

  private func words(_ change: TransactionReport.Change) -> String {
    switch change.kind {
    case "transactionAdded": "added in \(Terminal.safe(change.category)) (\(change.cause))"
    case "transactionRecategorised":
      "\(Terminal.safe(change.previousCategory ?? "")) → \(Terminal.safe(change.category)) (\(change.cause))"
    case "transactionDeleted": "deleted (\(change.cause))"
    case "transactionRestored": "restored (\(change.cause))"
    default: "edited (\(change.cause))"
    }
  }

  public func render(_ report: LogReport) -> String {
    var table = TextTable([
      ("Commit", .right), ("Recorded", .left), ("Command", .left), ("Added", .right), ("Changed", .right),
      ("Deleted", .right), ("Hash", .left),
    ])
    for entry in report.commits {
      table.add([
        String(entry.header.number), entry.header.recordedAt.description,
        entry.header.command + (entry.isUndone ? " (undone)" : ""), String(entry.added), String(entry.recategorised),
        String(entry.deleted), String(entry.header.hash.hexadecimal.prefix(8)),
      ])
    }
    return joined(table.lines(style))
  }

  public func render(_ report: ChangeReport) -> String {
    let notes = report.notes.map(Terminal.safe)
    guard let commit = report.commit else { return joined(notes.isEmpty ? ["Nothing changed."] : notes) }
    let ids = report.ids.map { String($0.position) }
    let what = ids.isEmpty ? "" : ids.count <= 8 ? ": " + ids.joined(separator: ", ") : ": \(ids.count) transactions"
    return joined(notes + ["Commit \(commit)\(what). 'foldbook undo' takes it back."])
  }

  public func render(_ report: RecategorisePreview) -> String {
    if report.ids.isEmpty { return "Nothing would change.\n" }
    var table = TextTable([("Month", .left), ("Category", .left), ("Before", .right), ("After", .right), ("", .left)])
    for effect in report.effects {
      table.add([
        effect.month.description, effect.category, signed(effect.before, effect.currency),
        signed(effect.after, effect.currency), effect.currency.code,
      ])
    }
    return joined(
      ["\(report.ids.count) transactions would go to \(Terminal.safe(report.category)):"] + table.lines(style))
  }

  public func render(_ report: ReplayReport) -> String {
    let rate = report.seconds > 0 ? JSONRenderer.decimal(Double(report.events) / report.seconds, places: 0) : "0"
    return joined([
      "\(report.events) events in \(JSONRenderer.decimal(report.seconds, places: 3)) s (\(rate) a second)",
      "view digest \(report.viewDigest.hexadecimal)",
      report.matches ? "the live views equal the replay" : "the live views DIFFER from the replay",
    ])
  }

  public func render(_ report: VerifyReport) -> String {
    let head = "\(report.commits) commits, \(report.events) events, head \(report.headHash.hexadecimal)"
    if report.isSound { return joined([head, "every checksum, hash and event is right"]) }
    return joined(
      [head] + report.problems.map { style.loss("position \($0.position): ") + Terminal.safe($0.reason) })
  }

  public func render(_ report: StatsReport) -> String {
    let perEvent = report.events > 0 ? Double(report.fileBytes) / Double(report.events) : 0
    let facts: [(String, String)] = [
      ("Events", String(report.events)), ("Commits", String(report.commits)),
      ("Transactions", String(report.transactions)), ("Deleted", String(report.deleted)),
      ("Merchants", String(report.merchants)), ("Accounts", String(report.accounts)),
      ("First day", report.firstDay?.description ?? "—"), ("Last day", report.lastDay?.description ?? "—"),
      ("File", "\(report.fileBytes) bytes"), ("Views", "\(report.viewBytes) bytes"),
      ("An event", JSONRenderer.decimal(perEvent, places: 1) + " bytes"),
    ]
    return joined(facts.map { Terminal.padded($0, columns: 14) + $1 })
  }

  public func render(_ report: ImportReport) -> String {
    var lines: [String] = []
    for entry in report.files {
      let file = entry.file
      lines.append(style.strong(Terminal.safe(file.path)))
      if report.isDryRun || !file.errors.isEmpty {
        for decision in file.decisions {
          lines.append(
            "  " + Terminal.padded(decision.what, columns: 14) + Terminal.safe(decision.value)
              + style.secondary("  (" + Terminal.safe(decision.why) + ")"))
        }
      }
      if report.isDryRun { lines += preview(entry) }
      lines += file.warnings.map { "  warning: " + Terminal.safe($0) }
      lines += file.skipped.prefix(20).map { "  line \($0.line) left out: " + Terminal.safe($0.reason) }
      lines += file.errors.prefix(20).map { "  line \($0.line): " + Terminal.safe($0.reason) }
      if file.errors.count > 20 { lines.append("  … and \(file.errors.count - 20) more rows that can't be read") }
      if let proof = file.balanceProof {
        lines.append(proof.ties ? "  the balances prove the rows" : "  the file's balances do not agree with its rows")
      }
    }
    lines += report.notes.map(Terminal.safe)
    let counts =
      "\(report.added) new, \(report.duplicates) duplicates, \(report.deletedRows) deleted before, "
      + "\(report.skippedRows) left out, \(report.invalid) invalid"
    lines.append(counts)
    if report.isDryRun {
      lines.append("Nothing was written (dry run).")
    } else if let commit = report.commit {
      lines.append("Commit \(commit). 'foldbook undo' takes it back.")
    } else {
      lines.append("Nothing was written.")
    }
    return joined(lines)
  }

  private func preview(_ entry: ImportReport.File) -> [String] {
    var table = TextTable([("Day", .left), ("Payee", .left), ("Amount", .right), ("", .left)])
    for (index, row) in entry.file.transactions.prefix(10).enumerated() {
      let status = index < entry.outcomes.count ? entry.outcomes[index].status.name : ""
      table.add([
        row.day.description, entry.file.texts.string(row.payee) ?? "", signed(row.amount, row.currency), status,
      ])
    }
    let rest = entry.file.transactions.count - 10
    return table.lines(style) + (rest > 0 ? ["… and \(rest) more rows"] : [])
  }
}
