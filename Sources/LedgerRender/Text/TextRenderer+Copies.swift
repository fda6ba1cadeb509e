import LedgerDomain
import LedgerQuery

extension TextRenderer {
  public func render(_ report: CopyReport) -> String { text(lines(of: report)) }

  public func render(_ report: SalvageReport) -> String {
    var lines = lines(of: report.copy)
    if report.problems.isEmpty { return text(lines + paragraph("The ledger is sound; nothing is lost.")) }
    lines += paragraph("What is wrong with the damaged ledger:")
    for problem in report.problems {
      let place = problem.position > 0 ? "position \(problem.position): " : ""
      lines += paragraph(place + problem.reason, indent: 2)
    }
    lines += paragraph(lost(report))
    if !report.unconnected.isEmpty {
      lines += paragraph("Later commits that can be read, but do not follow from what was saved:")
    }
    for commit in report.unconnected {
      lines += paragraph(
        "commit \(commit.commit), \(commit.recordedAt), positions \(commit.firstPosition) to \(commit.lastPosition): "
          + commit.command, indent: 2)
    }
    return text(lines)
  }

  private func lines(of report: CopyReport) -> [StyledText] {
    paragraph(
      "\(report.path): \(TextRenderer.counted(report.commits, "commit")), "
        + "\(TextRenderer.counted(report.events, "event")), \(report.fileBytes) bytes, checked")
      + [StyledText("Head", .secondary), StyledText(report.headHash.hexadecimal)]
  }

  private func lost(_ report: SalvageReport) -> String {
    guard let events = report.lostEvents else {
      return "How much came after commit \(report.copy.commits) is not known: neither the file nor its anchor says so."
    }
    if events == 0 { return "Nothing of the journal is lost." }
    let commits = report.lostCommits.map { TextRenderer.counted($0, "commit") + " and " } ?? ""
    return "Lost: \(commits)\(TextRenderer.counted(events, "event")), from position \(report.copy.events + 1) on."
  }
}
