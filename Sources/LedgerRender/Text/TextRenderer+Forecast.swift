import LedgerDomain
import LedgerQuery

extension TextRenderer {
  public func render(_ report: BudgetReport) -> String {
    if report.budgets.isEmpty {
      return text(
        paragraph(
          "No budget is set for \(report.month). Set one with 'foldbook budget set 1500' or "
            + "'foldbook budget set Groceries 400'."))
    }
    let currency = report.currency
    let rollsOver = report.budgets.contains { $0.carried != .zero }
    var table = TextTable([
      .text("Budget", minimum: 10), .number("Amount"), rollsOver ? .number("Carried", dropOrder: 4) : nil,
      .number("Spent"), .number("Even pace", dropOrder: 2), .number("Left"), .number("Forecast", dropOrder: 3),
      .code("Since", dropOrder: 1),
    ])
    for entry in report.budgets {
      table.add([
        .plain(entry.category ?? "Everything"), .plain(amount(entry.amount, currency)),
        rollsOver ? .plain(signed(entry.carried, currency)) : nil, .plain(amount(entry.spent, currency)),
        .plain(amount(entry.evenPace, currency)), .plain(signed(entry.remaining, currency)),
        .plain("≈ " + amount(entry.forecast, currency)), .plain(entry.since),
      ])
    }
    let heading = StyledText("\(report.month) to \(report.today), in \(currency)", .secondary)
    return text([heading] + table.lines(style))
  }

  public func render(_ report: RecurringReport) -> String {
    if report.entries.isEmpty {
      return text(
        paragraph("Nothing comes back regularly: three transactions of a merchant in equal distances are needed."))
    }
    let code = commonCode(report.entries.map(\.currency))
    var table = TextTable([
      .code("Next"), .text("Merchant", minimum: 12), .code("Period", dropOrder: 3), .number("Times", dropOrder: 1),
      .number("Amount" + (code.map { " " + $0 } ?? "")), code == nil ? .code("") : nil, .number("Drift", dropOrder: 2),
    ])
    for entry in report.entries {
      let next = entry.isActive ? StyledText("\(entry.nextDay)") : StyledText("(ended)", .secondary)
      table.add([
        .text(next), .text(merchantName(entry.merchant)), .plain(entry.period.name), .plain(entry.count),
        .plain(signed(entry.amount, entry.currency)), code == nil ? .plain(entry.currency) : nil,
        .text(entry.drift == .zero ? StyledText("—", .secondary) : change(entry.drift, entry.currency)),
      ])
    }
    return text(table)
  }

  public func render(_ report: ForecastReport) -> String {
    let currency = report.currency
    var lines = spread(
      StyledText("Estimate for \(report.month)", .strong), StyledText("\(report.today) → \(report.lastDay)", .secondary)
    )
    var table = TextTable([.text("", minimum: 8), .number("So far"), .number("At the end \(currency)")])
    for (name, sums) in [
      ("In", (report.soFar.moneyIn, report.atEnd.moneyIn)), ("Out", (report.soFar.moneyOut, report.atEnd.moneyOut)),
      ("Balance", (report.soFar.balance, report.atEnd.balance)),
    ] {
      table.add([.plain(name), .plain(amount(sums.0, currency)), .plain("≈ " + amount(sums.1, currency))])
    }
    lines += table.lines(style)
    if !report.expected.isEmpty {
      lines += ["", StyledText("Still to come", .strong)]
      var expected = TextTable([.code(""), .text(""), .text("", dropOrder: 1), .number("")])
      for entry in report.expected {
        expected.add([
          .plain(entry.day), .text(merchantName(entry.merchant)), .plain(entry.category),
          .plain(signed(entry.amount, currency)),
        ])
      }
      lines += expected.lines(style)
    }
    lines.append("")
    lines += paragraph(
      "Everything else: \(amount(report.paceSpending, currency)) \(currency) out, at the pace of "
        + "\(TextRenderer.counted(report.daysMeasured, "day")). What is not booked yet is an estimate.")
    return text(lines)
  }

  /// The balance with its change and a drawn history.
  public func render(_ report: BalanceReport) -> String {
    guard let first = report.points.first, let last = report.points.last else { return text(["No balance."]) }
    let currency = report.currency
    var lines = spread(StyledText("Balance", .strong), StyledText("\(first.day) to \(last.day)", .secondary))
    lines.append(StyledText("\(amount(last.balance, currency)) \(currency)", .strong))
    lines += flow([changed(last.balance, since: first.balance, currency), StyledText("since \(first.day)")])
    let values = report.points.map(\.balance.minorUnits)
    guard let low = values.min(), let high = values.max(), low < high else { return text(lines) }
    let labels = [high, low].map { amount(Money(minorUnits: $0), currency) }
    let width = labels.map(Terminal.width).max() ?? 0
    let rows = BlockChart.area(values, height: 6, columns: style.columns - width - 2)
    lines.append("")
    for (index, row) in rows.enumerated() {
      let label = index == 0 ? labels[0] : index == rows.count - 1 ? labels[1] : ""
      lines.append(StyledText(label, .secondary).padded(width, right: true) + "  " + StyledText(row))
    }
    return text(lines)
  }

  /// Categories by months: the months as columns, the oldest left out where the width is short.
  public func renderWide(_ report: MonthsReport) -> String {
    if report.months.isEmpty { return text(paragraph(TextRenderer.nothingYet)) }
    var lines: [StyledText] = []
    for currency in Set(report.months.map(\.currency)).sorted() {
      let wide = WideMonths(report, currency: currency)
      if !lines.isEmpty { lines.append("") }
      lines.append(StyledText("\(currency)", .strong))
      let columns: [TextTable.Column?] = wide.months.enumerated().map { index, month in
        .number("\(month)", dropOrder: index == wide.months.count - 1 ? nil : index + 1)
      }
      var table = TextTable([.text("", minimum: 10)] + columns)
      for row in wide.rows {
        let cells: [TextTable.Cell?] = row.sums.map { sum in
          .plain(sum.map { signed($0, currency) } ?? "")
        }
        table.add([.text(StyledText(row.name, row.isTotal ? .strong : .plain))] + cells)
      }
      lines += table.lines(style)
    }
    return text(lines)
  }
}
