import LedgerDomain
import LedgerQuery

extension TextRenderer {
  /// The screen in text: balance, in and out, pace, days, categories and the newest transactions.
  public func render(_ report: DashboardReport) -> String {
    var lines = balance(report)
    lines += inAndOut(report)
    lines += pace(report)
    lines += daily(report)
    lines += categories(report)
    lines += newest(report)
    return text(lines)
  }

  private func balance(_ report: DashboardReport) -> [StyledText] {
    let currency = report.currency
    let (sum, isOver) = report.month.net.minorUnits.addingReportingOverflow(report.month.transfers.minorUnits)
    var lines = spread(StyledText("Balance", .strong), StyledText("\(report.today)", .secondary))
    lines.append(StyledText("\(amount(report.balance, currency)) \(currency)", .strong))
    if !isOver { lines += flow(changeOfBalance(Money(minorUnits: sum), report)) }
    guard report.accounts.count > 1 else { return lines }
    var table = TextTable([.text(""), .number("")])
    for account in report.accounts {
      table.add([.plain(account.name), .plain(amount(account.balance, currency))])
    }
    return lines + [""] + table.lines(style)
  }

  /// `▲ +3,841.20 (+0.90 %) this month`.
  private func changeOfBalance(_ value: Money, _ report: DashboardReport) -> [StyledText] {
    let amount = change(value, report.currency)
    let (before, isOver) = report.balance.minorUnits.subtractingReportingOverflow(value.minorUnits)
    guard value != .zero, !isOver, let percent = style.numbers.percent(value, of: Money(minorUnits: before)) else {
      return [amount, "this month"]
    }
    return [amount, StyledText("(\(percent))", value < .zero ? .loss : .gain), "this month"]
  }

  private func inAndOut(_ report: DashboardReport) -> [StyledText] {
    let currency = report.currency
    let month = report.month
    var entries: [(name: String, amount: StyledText, remark: String)] = [
      ("In", change(month.moneyIn, currency), ""),
      (
        "Out", change(TextRenderer.opposite(month.moneyOut), currency),
        "\(amount(month.previousMoneyOut, currency)) by then last month"
      ),
    ]
    if month.transfers != .zero {
      entries.append(("Transfers", StyledText(signed(month.transfers, currency)), "neither in nor out"))
    }
    let names = entries.map { Terminal.width($0.name) }.max() ?? 0
    let amounts = entries.map { $0.amount.columns }.max() ?? 0
    var lines: [StyledText] = ["", StyledText("Month \(month.month)", .strong)]
    for entry in entries {
      let head = StyledText(entry.name).padded(names + 2) + entry.amount.padded(amounts, right: true)
      let remark = StyledText(entry.remark, .secondary)
      if head.columns + 3 + remark.columns <= style.columns {
        lines.append(remark.isEmpty ? head : head + "   " + remark)
      } else {
        lines += [head.fitted(style.columns), .spaces(names + 2) + remark.fitted(style.columns - names - 2)]
      }
    }
    return lines
  }

  private func pace(_ report: DashboardReport) -> [StyledText] {
    let currency = report.currency
    guard let budget = report.budget else {
      return [""] + paragraph("No budget yet. Set one with 'foldbook budget set 1500'.", tone: .secondary)
    }
    let isOver = budget.remaining < .zero
    let left = amount(isOver ? TextRenderer.opposite(budget.remaining) : budget.remaining, currency)
    let bar = BlockChart.bar(
      UInt64(max(0, budget.spent.minorUnits)), of: UInt64(max(0, budget.amount.minorUnits)),
      mark: UInt64(max(0, budget.evenPace.minorUnits)), columns: style.columns - 2)
    var lines: [StyledText] = [""]
    lines += spread(
      StyledText("Budget", .strong),
      StyledText("\(left) \(isOver ? "over the" : "left of") \(amount(budget.amount, currency))"))
    lines.append(StyledText("[" + bar + "]"))
    let (ahead, overflow) = budget.evenPace.minorUnits.subtractingReportingOverflow(budget.spent.minorUnits)
    guard !overflow else { return lines }
    let spare = Money(minorUnits: ahead)
    let verdict = spare < .zero ? "over an even pace" : spare > .zero ? "to spare at an even pace" : "at an even pace"
    return lines
      + flow([
        change(spare, currency), StyledText(verdict),
        StyledText("(\(amount(budget.evenPace, currency)) by today)", .secondary),
      ])
  }

  private func daily(_ report: DashboardReport) -> [StyledText] {
    guard report.dailySpending.contains(where: { $0.spent != .zero }) else { return [] }
    let days = report.dailySpending
    let largest = days.max { $0.spent < $1.spent } ?? days[0]
    let most = "most \(amount(largest.spent, report.currency)) on \(largest.day)"
    // A wide terminal has room for a gap after each day.
    let columnWidth = [3, 2, 1].first { days.count * $0 <= style.columns } ?? 1
    let shown = Array(days.suffix(style.columns))
    let rows = BlockChart.rows(shown.map(\.spent.minorUnits), height: 4, columnWidth: columnWidth)
    return [""] + spread(StyledText("Spending by day", .strong), StyledText(most, .secondary))
      + rows.map { StyledText($0) } + [StyledText(dayNumbers(shown.map(\.day), columnWidth: columnWidth), .secondary)]
  }

  /// The days of the month under the first column, every fifth and the last, where there is room.
  private func dayNumbers(_ days: [CalendarDay], columnWidth: Int) -> String {
    var line = ""
    for (index, day) in days.enumerated() {
      let number = day.components.day
      let begin = index * columnWidth
      let isNamed = index == 0 || number % 5 == 0 && number < 30 || index == days.count - 1
      guard isNamed, begin == 0 || begin > line.utf8.count else { continue }
      line += String(repeating: " ", count: begin - line.utf8.count) + String(number)
    }
    return String(line.prefix(style.columns))
  }

  private func categories(_ report: DashboardReport) -> [StyledText] {
    let shown = report.categories.filter { $0.spent != .zero || $0.budget != nil }
    guard !shown.isEmpty else { return [] }
    let currency = report.currency
    let hasBudgets = shown.contains { $0.budget != nil }
    let largest = UInt64(max(0, shown.map { $0.spent.minorUnits }.max() ?? 0))
    var table = TextTable([
      .text("Category", minimum: 10), .number("Spent"), .number("Share", dropOrder: 4), .bar(dropOrder: 3),
      hasBudgets ? .number("Budget left", dropOrder: 2) : nil, .number("Last month", dropOrder: 1),
    ])
    for entry in shown {
      let left = entry.budget.map { $0.minorUnits.subtractingReportingOverflow(entry.spent.minorUnits) }
      let remaining = left.map { $0.overflow ? "" : signed(Money(minorUnits: $0.partialValue), currency) } ?? ""
      table.add([
        .plain(entry.category), .plain(amount(entry.spent, currency)),
        .plain(style.numbers.share(entry.spent, of: report.month.moneyOut) ?? ""),
        .bar(UInt64(max(0, entry.spent.minorUnits)), of: largest), hasBudgets ? .plain(remaining) : nil,
        .plain(amount(entry.previousSpent, currency)),
      ])
    }
    return [""] + table.lines(style)
  }

  private func newest(_ report: DashboardReport) -> [StyledText] {
    let items = report.activity.flatMap(\.transactions).prefix(6)
    guard !items.isEmpty else {
      return [""]
        + paragraph(
          "No transactions in \(report.month.month) yet. Import a bank file with 'foldbook import FILE', "
            + "or add one with 'foldbook add 12.50 \"Corner Shop\"'.")
    }
    var table = TextTable([
      .code("Newest"), .text("", minimum: 16), .text("", dropOrder: 1), .number("\(report.currency)"),
    ])
    for item in items {
      table.add([.plain(item.day), merchant(item), .plain(item.category), .plain(signed(item.amount, item.currency))])
    }
    let more =
      report.month.count > items.count ? "All \(report.month.count): 'foldbook list month:\(report.month.month)'" : ""
    return [""] + table.lines(style) + paragraph(more, tone: .secondary)
  }
}
