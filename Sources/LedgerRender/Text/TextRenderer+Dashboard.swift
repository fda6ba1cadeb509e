import LedgerDomain
import LedgerQuery

extension TextRenderer {
  /// The screen in text: balance, in and out, pace, days, categories and the newest transactions.
  public func render(_ report: DashboardReport) -> String {
    let currency = report.currency
    let month = report.month
    let monthChange = month.net + month.transfers
    var lines = [style.strong("Balance") + "  " + style.strong(amount(report.balance, currency) + " " + currency.code)]
    lines += flow([
      change(monthChange, currency) + percentOf(monthChange, report.balance), "in \(month.month)", "to \(report.today)",
    ])
    if report.accounts.count > 1 {
      let width = report.accounts.map { signed($0.balance, currency).count }.max() ?? 0
      for account in report.accounts {
        let name = Terminal.fitted(Terminal.safe(account.name), columns: style.columns - width - 4)
        lines.append(
          "  " + Terminal.padded(name, columns: style.columns - width - 4) + "  "
            + Terminal.padded(signed(account.balance, currency), columns: width, right: true))
      }
    }
    lines += ["", "In    " + style.gain("▲ " + signed(month.moneyIn, currency))]
    lines += flow(["Out   " + style.loss("▼ " + signed(-month.moneyOut, currency)), previous(report)])
    lines += pace(report)
    lines += daily(report)
    lines += categories(report)
    lines += newest(report)
    return joined(lines)
  }

  private func percentOf(_ change: Money, _ balance: Money) -> String {
    let before = balance - change
    guard before != .zero, before.minorUnits.magnitude < UInt64(Money.limit),
      change.minorUnits.magnitude < UInt64(Money.limit / 10)
    else { return "" }
    let hundredths = Double(change.minorUnits) * 10_000 / Double(before.minorUnits.magnitude)
    guard hundredths.magnitude < 1e9 else { return "" }
    return " (" + style.numbers.percent(Int64(hundredths.rounded())) + ")"
  }

  private func previous(_ report: DashboardReport) -> String {
    let before = amount(report.month.previousMoneyOut, report.currency)
    return style.secondary(" (\(before) by then last month)")
  }

  private func pace(_ report: DashboardReport) -> [String] {
    guard let budget = report.budget else { return [] }
    let currency = report.currency
    let columns = style.columns - 2
    let whole = UInt64(max(budget.amount.minorUnits, 1))
    var bar = Array(
      Terminal.padded(Bars.bar(UInt64(max(0, budget.spent.minorUnits)), of: whole, columns: columns), columns: columns))
    let mark = min(columns - 1, Int(Double(budget.evenPace.minorUnits) / Double(whole) * Double(columns)))
    if mark >= 0, mark < bar.count { bar[mark] = "│" }
    let ahead = budget.spent - budget.evenPace
    let verdict =
      ahead > .zero
      ? style.loss("▼ \(amount(ahead, currency)) over the even pace")
      : style.gain("▲ \(amount(-ahead, currency)) under the even pace")
    let spent = "Budget  \(amount(budget.spent, currency))"
    return [""]
      + flow([spent, "of \(amount(budget.amount, currency)),", "\(signed(budget.remaining, currency)) left"])
      + ["[" + String(bar) + "]", verdict]
  }

  private func daily(_ report: DashboardReport) -> [String] {
    guard let first = report.dailySpending.first, report.month.count > 0 else { return [] }
    let values = report.dailySpending.map(\.spent.minorUnits)
    let largest = report.dailySpending.max { $0.spent < $1.spent } ?? first
    let most = "most on \(largest.day): \(amount(largest.spent, report.currency))"
    return ["", "Spending by day", Bars.columns(values)]
      + flow(["\(first.day) to \(report.today),", most]).map(style.secondary)
  }

  private func categories(_ report: DashboardReport) -> [String] {
    let shown = report.categories.filter { $0.spent != .zero || $0.budget != nil }
    guard !shown.isEmpty else { return [] }
    let currency = report.currency
    let amountColumns = shown.map { amount($0.spent, currency).count }.max() ?? 0
    let nameColumns = min(shown.map { Terminal.width(Terminal.safe($0.category)) }.max() ?? 0, style.columns / 3)
    let barColumns = max(4, style.columns - nameColumns - amountColumns - 11)
    let largest = shown.map { $0.spent.minorUnits }.max() ?? 0
    let total = max(1, report.month.moneyOut.minorUnits)
    return ["", "Categories"]
      + shown.map { entry in
        let name = Terminal.fitted(Terminal.safe(entry.category), columns: nameColumns)
        let share = Int((Double(entry.spent.minorUnits) / Double(total) * 100).rounded())
        let bar = Bars.bar(
          UInt64(max(0, entry.spent.minorUnits)), of: UInt64(max(0, largest)), columns: barColumns)
        let text =
          Terminal.padded(name, columns: nameColumns) + "  "
          + Terminal.padded(amount(entry.spent, currency), columns: amountColumns, right: true)
          + Terminal.padded("\(share) %", columns: 7, right: true) + "  " + bar
        return Terminal.fitted(text, columns: style.columns)
      }
  }

  private func newest(_ report: DashboardReport) -> [String] {
    let items = report.activity.flatMap(\.transactions).prefix(6)
    guard !items.isEmpty else {
      return ["", "No transactions in \(report.month.month) yet. Import a bank file with 'foldbook import FILE'."]
    }
    let currency = report.currency
    let width = items.map { signed($0.amount, currency).count }.max() ?? 0
    let rest = style.columns - width - 14
    return ["", "Newest transactions"]
      + items.map { item in
        let name = Terminal.safe(item.merchant.isEmpty ? "(no merchant)" : item.merchant)
        let category = Terminal.safe(item.category)
        let both = rest >= 40 ? name + style.secondaryPart(category) : name
        return "\(item.day)  "
          + Terminal.padded(Terminal.fitted(both, columns: rest), columns: rest) + "  "
          + Terminal.padded(signed(item.amount, currency), columns: width, right: true)
      }
  }
}

extension TextRenderer {
  /// Puts parts on one line as far as they fit, each further one on the next.
  func flow(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts where !part.isEmpty {
      if let last = lines.last, Terminal.visibleWidth(last) + 1 + Terminal.visibleWidth(part) <= style.columns {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}

extension TextStyle {
  fileprivate func secondaryPart(_ text: String) -> String {
    text.isEmpty ? "" : " · " + text
  }
}
