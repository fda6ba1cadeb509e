import LedgerDomain
import LedgerImport
import LedgerQuery

/// Reports as text for a terminal.
public struct TextRenderer: Sendable {
  public let style: TextStyle

  public init(style: TextStyle) {
    self.style = style
  }

  func amount(_ amount: Money, _ currency: Currency) -> String {
    style.numbers.text(amount, digits: currency.minorUnitDigits)
  }

  func signed(_ amount: Money, _ currency: Currency) -> String {
    style.numbers.signed(amount, digits: currency.minorUnitDigits)
  }

  /// A change with its glyph: `▲ +12.00`, `▼ −3.10`, `— 0.00`.
  func change(_ value: Money, _ currency: Currency) -> String {
    let text = signed(value, currency)
    if value > .zero { return style.gain("▲ " + text) }
    if value < .zero { return style.loss("▼ " + text) }
    return style.secondary("— " + text)
  }

  func joined(_ lines: [String]) -> String {
    lines.joined(separator: "\n") + "\n"
  }

  public func render(_ report: MonthsReport) -> String {
    if report.months.isEmpty { return TextRenderer.nothingYet }
    var table = TextTable([
      ("Month", .left), ("", .left), ("In", .right), ("Out", .right), ("Net", .right), ("Transfers", .right),
      ("Count", .right),
    ])
    for month in report.months {
      table.add([
        month.month.description, month.currency.code, amount(month.moneyIn, month.currency),
        amount(month.moneyOut, month.currency), signed(month.net, month.currency),
        signed(month.transfers, month.currency), String(month.count),
      ])
    }
    return joined(table.lines(style))
  }

  public func render(_ report: CategoriesReport) -> String {
    var table = TextTable([("Category", .left), ("Kind", .left), ("", .left), ("Sum", .right), ("Count", .right)])
    for entry in report.categories {
      table.add([
        entry.category, entry.kind.name, entry.currency.code, signed(entry.sum, entry.currency), String(entry.count),
      ])
    }
    return joined(table.lines(style))
  }

  public func render(_ report: MerchantsReport) -> String {
    if report.merchants.isEmpty { return TextRenderer.nothingYet }
    var table = TextTable([("Merchant", .left), ("", .left), ("Sum", .right), ("Count", .right)])
    for entry in report.merchants {
      let name = entry.merchant.isEmpty ? "(none)" : entry.merchant
      table.add([name, entry.currency.code, signed(entry.sum, entry.currency), String(entry.count)])
    }
    return joined(table.lines(style))
  }

  public func render(_ report: MerchantHistoryReport) -> String {
    let currency = report.currency
    var lines = [
      style.strong(Terminal.fitted(Terminal.safe(report.merchant), columns: style.columns)),
      "\(signed(report.total, currency)) \(currency) in \(report.count) "
        + (report.count == 1 ? "transaction" : "transactions") + ", \(signed(report.average, currency)) each",
      style.secondary("\(report.firstDay) to \(report.lastDay)"), "",
    ]
    let largest = report.months.map { $0.sum.minorUnits.magnitude }.max() ?? 0
    let width = report.months.map { signed($0.sum, currency).count }.max() ?? 0
    let barColumns = max(4, style.columns - width - 18)
    for month in report.months {
      let bar = Bars.bar(month.sum.minorUnits.magnitude, of: largest, columns: barColumns)
      lines.append(
        "\(month.month)  " + Terminal.padded(signed(month.sum, currency), columns: width, right: true)
          + Terminal.padded(String(month.count), columns: 5, right: true) + "  " + bar)
    }
    return joined(lines)
  }

  public func render(_ report: AccountsReport) -> String {
    if report.accounts.isEmpty {
      return "No accounts yet. Import a bank file with 'foldbook import FILE', or add one with "
        + "'foldbook accounts add NAME'.\n"
    }
    var table = TextTable([("Account", .left), ("", .left), ("Balance", .right), ("Count", .right)])
    for account in report.accounts {
      table.add([
        account.name + (account.isClosed ? " (closed)" : ""), account.currency.code,
        signed(account.balance, account.currency), String(account.count),
      ])
    }
    for total in report.totals {
      table.add(["Total", total.currency.code, signed(total.total, total.currency), String(total.count)])
    }
    return joined(table.lines(style))
  }

  public func render(_ report: DaysReport) -> String {
    if report.days.isEmpty { return TextRenderer.nothingYet }
    var table = TextTable([
      ("Day", .left), ("", .left), ("In", .right), ("Out", .right), ("Net", .right), ("Count", .right),
    ])
    for day in report.days {
      table.add([
        day.day.description, day.currency.code, amount(day.moneyIn, day.currency), amount(day.moneyOut, day.currency),
        signed(day.net, day.currency), String(day.count),
      ])
    }
    return joined(table.lines(style))
  }

  public func render(_ report: BudgetReport) -> String {
    if report.budgets.isEmpty {
      return "No budget is set for \(report.month). Set one with 'foldbook budget set 1500' or "
        + "'foldbook budget set Groceries 400'.\n"
    }
    let currency = report.currency
    var table = TextTable([
      ("Budget", .left), ("Amount", .right), ("Spent", .right), ("Even pace", .right), ("Left", .right),
      ("Since", .left),
    ])
    for entry in report.budgets {
      table.add([
        entry.category ?? "Everything", amount(entry.amount, currency), amount(entry.spent, currency),
        amount(entry.evenPace, currency), signed(entry.remaining, currency), entry.since.description,
      ])
    }
    return joined(["\(report.month), up to \(report.today), in \(currency)"] + table.lines(style))
  }

  public func render(_ report: SettingsReport) -> String {
    var table = TextTable([("Setting", .left), ("Value", .left), ("", .left)])
    for setting in report.settings {
      table.add([setting.key, setting.value, setting.isDefault ? "(default)" : ""])
    }
    return joined(table.lines(style))
  }

  static let nothingYet =
    "No transactions yet. Import a bank file with 'foldbook import FILE', or add one with "
    + "'foldbook add 12.50 \"Corner Shop\"'.\n"
}

/// Bars of block characters.
enum Bars {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar whose length is the share, in eighths of a column.
  static func bar(_ value: UInt64, of whole: UInt64, columns: Int) -> String {
    guard whole > 0, value > 0 else { return "" }
    let share = Double(min(value, whole)) / Double(whole)
    let units = max(1, Int(share * Double(columns * 8)))
    return String(repeating: "█", count: units / 8) + eighths[units % 8]
  }

  private static let levels = Array("▁▂▃▄▅▆▇█")

  /// One character a value; zero and below is a dot.
  static func columns(_ values: [Int64]) -> String {
    let largest = values.max() ?? 0
    return String(
      values.map { value in
        guard value > 0, largest > 0 else { return "·" }
        return levels[min(7, Int(Double(value) / Double(largest) * 8))]
      })
  }
}
