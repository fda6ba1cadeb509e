import LedgerDomain
import LedgerQuery

extension TextRenderer {
  public func render(_ report: RulesReport) -> String {
    if report.rules.isEmpty {
      return text(paragraph("No rules yet. Add one with 'foldbook rules add merchant:NAME --to CATEGORY'."))
    }
    var table = TextTable([
      .number("Rule"), .text("Query", minimum: 12), .text("Category"), .number("Priority", dropOrder: 1),
      .number("Version", dropOrder: 0),
    ])
    for rule in report.rules {
      let query = StyledText(rule.query)
      table.add([
        .plain(rule.number), .text(rule.isActive ? query : StyledText("(names what is gone) ", .secondary) + query),
        .plain(rule.category), .plain(rule.priority), .plain(rule.version),
      ])
    }
    return text(table)
  }

  public func render(_ report: RuleSuggestionsReport) -> String {
    if report.suggestions.isEmpty {
      return text(paragraph("Nothing to suggest: no merchant was given one category by hand three times."))
    }
    var table = TextTable([
      .text("Query", minimum: 12), .text("Category"), .number("By hand", dropOrder: 1), .number("Others", dropOrder: 0),
    ])
    for entry in report.suggestions {
      table.add([.plain(entry.query), .plain(entry.category), .plain(entry.byHand), .plain(entry.others)])
    }
    return text(table.lines(style) + [""] + paragraph("'foldbook rules add QUERY --to CATEGORY' takes one."))
  }

  public func render(_ report: MerchantSuggestionsReport) -> String {
    if report.suggestions.isEmpty { return text(paragraph("No merchants look like one in different spellings.")) }
    var table = TextTable([.text("Merchant", minimum: 10), .text("May be", minimum: 10), .text("Why", dropOrder: 0)])
    for entry in report.suggestions { table.add([.plain(entry.merchant), .plain(entry.into), .plain(entry.why)]) }
    return text(table.lines(style) + [""] + paragraph("'foldbook merchants merge A B' makes A one with B."))
  }

  public func render(_ report: CategoryAliasesReport) -> String {
    if report.aliases.isEmpty { return text(paragraph("No word of a file stands for a category of another name.")) }
    var table = TextTable([.text("A file's word", minimum: 10), .text("Category", minimum: 10)])
    for entry in report.aliases { table.add([.plain(entry.word), .plain(entry.category)]) }
    return text(table.lines(style))
  }

  public func render(_ report: TransfersReport) -> String {
    var lines: [StyledText] = []
    for (title, entries) in [("Linked", report.linked), ("May be transfers", report.suggestions)] where !entries.isEmpty
    {
      if !lines.isEmpty { lines.append("") }
      lines.append(StyledText(title, .strong))
      var table = TextTable([
        .number("Out"), .number("In"), .code("Day", dropOrder: 1), .text("From", minimum: 6), .text("To", minimum: 6),
        .number("Amount"), .code("", dropOrder: 2), .code("", dropOrder: 0),
      ])
      for entry in entries {
        table.add([
          .plain(entry.outgoing.id.position), .plain(entry.incoming.id.position), .plain(entry.outgoing.day),
          .plain(entry.outgoing.account), .plain(entry.incoming.account),
          .plain(amount(entry.incoming.amount, entry.incoming.currency)), .plain(entry.incoming.currency),
          .plain(entry.isSure ? "" : "one of several"),
        ])
      }
      lines += table.lines(style)
    }
    if lines.isEmpty { return text(paragraph("No transfers are linked, and none are to be suggested.")) }
    if !report.suggestions.isEmpty {
      lines += [""]
      lines += paragraph(
        "'foldbook transfers link OUT IN' links a pair, 'transfers link --sure' all that have no other counterpart, "
          + "'transfers unlink OUT IN' says that a pair is none.")
    }
    return text(lines)
  }

  /// Nothing where all is well.
  public func render(_ report: CheckReport) -> String {
    text(
      report.findings.flatMap { finding in
        paragraph("\(finding.kind.rawValue): \(finding.message)")
      })
  }
}
