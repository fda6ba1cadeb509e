import LedgerDomain
import LedgerQuery

extension TextRenderer {
  public func render(_ report: ChangeReport) -> String {
    var lines = report.notes.flatMap { paragraph($0) }
    guard let commit = report.commit else {
      return text(lines.isEmpty ? [StyledText("Nothing changed.")] : lines)
    }
    let ids = report.ids.map { String($0.position) }
    let what =
      ids.isEmpty
      ? "" : ids.count <= 8 ? ": " + ids.joined(separator: ", ") : ": " + TextRenderer.counted(ids.count, "transaction")
    lines += paragraph("Commit \(commit)\(what). 'foldbook undo' takes it back.")
    return text(lines)
  }

  public func render(_ report: RecategorisePreview) -> String {
    if report.ids.isEmpty { return text([StyledText("Nothing would change.")]) }
    let code = commonCode(report.effects.map(\.currency))
    var table = TextTable([
      .code("Month"), .text("Category", minimum: 10), .number("Before"),
      .number("After" + (code.map { " " + $0 } ?? "")),
      code == nil ? .code("") : nil,
    ])
    for effect in report.effects {
      table.add([
        .plain(effect.month), .plain(effect.category), .plain(signed(effect.before, effect.currency)),
        .plain(signed(effect.after, effect.currency)), code == nil ? .plain(effect.currency) : nil,
      ])
    }
    let heading =
      "\(TextRenderer.counted(report.ids.count, "transaction")) would go to \(report.category). Nothing is written yet."
    return text(paragraph(heading) + table.lines(style))
  }

  public func render(_ report: ReplayReport) -> String {
    let rate = report.seconds > 0 ? JSONRenderer.decimal(Double(report.events) / report.seconds, places: 0) : "0"
    let seconds = JSONRenderer.decimal(report.seconds, places: 3)
    return text(
      paragraph("\(TextRenderer.counted(report.events, "event")) in \(seconds) s (\(rate) a second)")
        + [StyledText("View digest", .secondary), StyledText(report.viewDigest.hexadecimal)]
        + paragraph(
          report.matches
            ? "The live views equal the replay."
            : "The live views DIFFER from the replay. 'foldbook replay' rebuilds them from the journal."))
  }

  public func render(_ report: VerifyReport) -> String {
    var lines = paragraph(
      "\(TextRenderer.counted(report.commits, "commit")), \(TextRenderer.counted(report.events, "event"))")
    lines += [StyledText("Head", .secondary), StyledText(report.headHash.hexadecimal)]
    if report.isSound { return text(lines + paragraph("Every checksum, hash and event is right.")) }
    lines += paragraph("The ledger is damaged:")
    for problem in report.problems {
      let place = problem.position > 0 ? "position \(problem.position): " : ""
      lines += paragraph(place + problem.reason, indent: 2)
    }
    return text(lines)
  }

  public func render(_ report: StatsReport) -> String {
    let perEvent = report.events > 0 ? Double(report.fileBytes) / Double(report.events) : 0
    return text(
      facts([
        ("Events", String(report.events)), ("Commits", String(report.commits)),
        ("Transactions", String(report.transactions)), ("Deleted", String(report.deleted)),
        ("Merchants", String(report.merchants)), ("Accounts", String(report.accounts)),
        ("First day", report.firstDay?.description ?? "—"), ("Last day", report.lastDay?.description ?? "—"),
        ("File", "\(report.fileBytes) bytes"), ("Views", "\(report.viewBytes) bytes"),
        ("An event", JSONRenderer.decimal(perEvent, places: 1) + " bytes"),
      ]))
  }
}
