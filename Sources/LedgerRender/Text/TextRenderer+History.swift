import LedgerDomain
import LedgerQuery

/// How commits are listed.
public enum LogForm: Sendable {
  case oneLine, full
}

extension TextRenderer {
  public func render(_ report: LogReport, form: LogForm = .oneLine) -> String {
    if report.commits.isEmpty { return text(paragraph("No commits.")) }
    switch form {
    case .full:
      let blocks = report.commits.map { full($0) }
      return text(Array(blocks.joined(separator: [""])))
    case .oneLine:
      guard report.commits.contains(where: { $0.effects != nil }) else { return text(table(report.commits)) }
      return text(
        report.commits.flatMap { entry in
          flow([StyledText("\(entry.header.number)", .strong), command(entry)], gap: 2) + effects(entry)
        })
    }
  }

  func table(_ commits: [LogReport.Entry]) -> TextTable {
    var table = TextTable([
      .number("Commit"), .code("Recorded", dropOrder: 3), .code("Hash", dropOrder: 1),
      .code("Transactions", dropOrder: 2), .text("Command", minimum: 24),
    ])
    for entry in commits {
      table.add([
        .plain(entry.header.number), .plain(entry.header.recordedAt), .plain(entry.header.hash.hexadecimal.prefix(8)),
        .plain(words(entry.counts)), .text(command(entry)),
      ])
    }
    return table
  }

  private func command(_ entry: LogReport.Entry) -> StyledText {
    let command = StyledText(entry.header.command)
    return entry.isUndone ? StyledText("(undone) ", .secondary) + command : command
  }

  private func full(_ entry: LogReport.Entry) -> [StyledText] {
    let header = entry.header
    var lines = [StyledText("commit \(header.number)", .strong), StyledText(header.hash.hexadecimal)]
    lines += facts([
      ("Recorded", header.recordedAt.description), ("Positions", "\(header.firstPosition)–\(header.lastPosition)"),
      ("Command", "foldbook " + header.command), ("State", entry.isUndone ? "undone" : nil),
      ("Changed", words(entry.counts).isEmpty ? nil : words(entry.counts)),
    ])
    for source in header.sources {
      lines += facts([("From", source.name)])
      lines.append(StyledText(source.digest.hexadecimal))
    }
    return lines + effects(entry)
  }

  /// Months and categories with their change, as `--stat` shows them.
  private func effects(_ entry: LogReport.Entry) -> [StyledText] {
    guard let effects = entry.effects, !effects.isEmpty else { return [] }
    var table = TextTable([.code(""), .code(""), .text(""), .number(""), .code(""), .number("", dropOrder: 1)])
    for effect in effects {
      let count = effect.count == 0 ? "" : effect.count > 0 ? "+\(effect.count)" : "−\(effect.count.magnitude)"
      table.add([
        "", .plain(effect.month), .plain(effect.category), .text(change(effect.change, effect.currency)),
        .plain(effect.currency), .plain(count),
      ])
    }
    return table.lines(style)
  }

  /// How many transactions were added, recategorised and so on.
  func words(_ counts: LogReport.Counts) -> String {
    [
      (counts.added, "added"), (counts.recategorised, "recategorised"), (counts.deleted, "deleted"),
      (counts.restored, "restored"), (counts.edited, "edited"),
    ]
    .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  public func render(_ report: DiffReport) -> String {
    let counts = words(report.counts)
    var lines = paragraph(
      "Position \(report.from) to \(report.to): \(TextRenderer.counted(report.commits.count, "commit"))"
        + (counts.isEmpty ? "" : ", " + counts))
    if !report.commits.isEmpty { lines += [""] + table(report.commits).lines(style) }
    guard !report.changes.isEmpty else { return text(lines + ["", StyledText("No month's sums differ.")]) }
    let code = commonCode(report.changes.map(\.currency))
    var table = TextTable([
      .code("Month"), .text("Category", minimum: 10), .number("Before", dropOrder: 2), .number("After", dropOrder: 1),
      .number("Change" + (code.map { " " + $0 } ?? "")), code == nil ? .code("") : nil,
    ])
    for entry in report.changes {
      table.add([
        .plain(entry.month), .plain(entry.category), .plain(signed(entry.before, entry.currency)),
        .plain(signed(entry.after, entry.currency)), .text(change(entry.change, entry.currency)),
        code == nil ? .plain(entry.currency) : nil,
      ])
    }
    return text(lines + [""] + table.lines(style))
  }

  public func render(_ report: ExplainReport) -> String {
    let currency = report.subject.currency
    var lines = [StyledText(title(report.subject, isBalance: report.opening != nil), .strong).fitted(style.columns)]
    if report.entries.isEmpty { lines += paragraph("No transactions.") }
    for entry in report.entries {
      let item = entry.transaction
      lines += spread(
        StyledText("\(item.day)  ") + merchantName(item.merchant),
        StyledText(signed(item.counted ?? item.amount, currency)))
      for change in entry.history { lines += explained(change, of: item) }
    }
    lines.append("")
    if let opening = report.opening {
      lines += spread(StyledText("Opening balance"), StyledText("\(signed(opening, currency)) \(currency)"))
    }
    let count = TextRenderer.counted(report.entries.count, "transaction")
    lines += spread(StyledText("Sum of \(count)"), StyledText("\(signed(report.sum, currency)) \(currency)"))
    if let opening = report.opening {
      lines += spread(
        StyledText("Balance", .strong), StyledText("\(signed(opening + report.sum, currency)) \(currency)", .strong))
    }
    return text(lines)
  }

  private func explained(_ change: TransactionReport.Change, of item: TransactionItem) -> [StyledText] {
    let edits = change.fields.map { "\($0.field) \($0.before ?? "(none)") → \($0.after ?? "(none)")" }
    let detail = edits.isEmpty ? "" : ": " + edits.joined(separator: ", ")
    let name = change.position == item.id.position ? "id \(item.id.position), " : ""
    let line = "\(name)commit \(change.commit), \(words(change, item.currency))\(detail): \(change.command)"
    return paragraph(line, indent: 2, tone: .secondary)
  }

  private func title(_ subject: ExplainReport.Subject, isBalance: Bool) -> String {
    var parts: [String] = []
    if isBalance { parts.append("Balance") }
    if let month = subject.month {
      parts.append("\(month)")
    } else if let from = subject.from, from == subject.to {
      parts.append("\(from)")
    } else {
      if let from = subject.from { parts.append("from \(from)") }
      if let to = subject.to { parts.append("to \(to)") }
    }
    parts += [subject.category, subject.merchant, subject.account].compactMap { $0 }
    switch subject.money {
    case .moneyIn: parts.append("money in")
    case .moneyOut: parts.append("money out")
    case .transfers: parts.append("transfers")
    case .net: parts.append("in and out")
    case .all: break
    }
    return parts.joined(separator: ", ")
  }
}
