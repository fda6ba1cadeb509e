import LedgerDomain
import LedgerQuery

extension TextRenderer {
  public func render(_ report: ListReport) -> String {
    if report.transactions.isEmpty, report.count == 0 {
      return text(paragraph("No transactions match. 'foldbook list' without terms shows every one."))
    }
    let code = commonCode(report.transactions.map(\.currency))
    var table = TextTable([
      .number("Id", dropOrder: 3), .code("Day"), .text("Merchant"), .text("Category", dropOrder: 2),
      .text("Account", dropOrder: 1), .number("Amount" + (code.map { " " + $0 } ?? "")), code == nil ? .code("") : nil,
    ])
    for item in report.transactions {
      table.add([
        .plain(item.id.position), .plain(item.day), merchant(item), .plain(item.category), .plain(item.account),
        .plain(signed(item.counted ?? item.amount, item.currency)), code == nil ? .plain(item.currency) : nil,
      ])
    }
    let shown = report.transactions.count < report.count ? "\(report.transactions.count) of " : ""
    let totals = report.totals.map { StyledText("\(signed($0.total, $0.currency)) \($0.currency)") }
    return text(
      table.lines(style) + [""]
        + flow([StyledText(shown + TextRenderer.counted(report.count, "transaction"))] + totals, gap: 2))
  }

  /// What a transaction is called, with a remark where it is deleted.
  func merchant(_ item: TransactionItem) -> TextTable.Cell {
    let name = merchantName(item.merchant)
    return .text(item.isDeleted ? StyledText("(deleted) ", .secondary) + name : name)
  }

  func merchantName(_ name: String) -> StyledText {
    name.isEmpty ? StyledText("(no merchant)", .secondary) : StyledText(name)
  }

  public func render(_ report: TransactionReport) -> String {
    let item = report.transaction
    let source = report.sourceFile.map { $0 + (report.sourceLine.map { ", line \($0)" } ?? "") }
    var lines = facts([
      ("Id", String(item.id.position)), ("Merchant", item.merchant.isEmpty ? "(no merchant)" : item.merchant),
      ("Amount", "\(signed(item.amount, item.currency)) \(item.currency)"), ("Day", item.day.description),
      ("Account", item.account), ("Category", item.category), ("Note", item.note), ("Bank's text", item.rawText),
      ("Memo", item.memo), ("Bank's category", report.bankCategory), ("Reference", item.bankReference),
      ("From", source), ("State", item.isDeleted ? "deleted" : nil),
    ])
    if !item.parts.isEmpty {
      lines += ["", StyledText("Parts", .strong)]
      var table = TextTable([.text(""), .number(""), .text("")])
      for part in item.parts {
        table.add([.plain(part.category), .plain(signed(part.amount, item.currency)), .plain(part.memo ?? "")])
      }
      lines += table.lines(style)
    }
    lines += ["", StyledText("History", .strong)]
    for change in report.history {
      lines += flow(
        [
          StyledText("\(change.recordedAt)", .secondary), StyledText("commit \(change.commit)"),
          StyledText(words(change, item.currency)),
        ],
        gap: 2)
      if !change.command.isEmpty { lines += paragraph("foldbook " + change.command, indent: 2, tone: .secondary) }
      for field in change.fields {
        lines += paragraph("\(field.field): \(field.before ?? "(none)") → \(field.after ?? "(none)")", indent: 2)
      }
    }
    return text(lines)
  }

  func words(_ change: TransactionReport.Change, _ currency: Currency) -> String {
    func named(_ category: String?, _ parts: [TransactionItem.Part]) -> String {
      if parts.isEmpty { return category ?? "(none)" }
      return parts.map { "\($0.category) \(signed($0.amount, currency))" }.joined(separator: ", ")
    }
    let category = named(change.category, change.parts)
    return switch change.kind {
    case "transactionAdded": "added in \(category) (\(change.cause))"
    case "transactionRecategorised", "transactionSplit":
      "\(named(change.previousCategory, change.previousParts)) → \(category) (\(change.cause))"
    case "transactionDeleted": "deleted (\(change.cause))"
    case "transactionRestored": "restored (\(change.cause))"
    case "transactionMatched": "reported by the bank (\(change.cause))"
    case "transactionUnmatched": "no longer reported by the bank (\(change.cause))"
    default: "edited (\(change.cause))"
    }
  }
}
