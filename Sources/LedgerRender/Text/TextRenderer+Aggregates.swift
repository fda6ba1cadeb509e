import LedgerDomain
import LedgerQuery

extension TextRenderer {
  public func render(_ report: MonthsReport) -> String {
    if report.months.isEmpty { return text(paragraph(TextRenderer.nothingYet)) }
    let code = commonCode(report.months.map(\.currency))
    var table = TextTable([
      .code("Month"), code == nil ? .code("") : nil, .number("In"), .number("Out"),
      .number("Net" + (code.map { " " + $0 } ?? "")),
      .number("Transfers", dropOrder: 2), .number("Count", dropOrder: 1),
    ])
    for month in report.months {
      table.add([
        .plain(month.month), code == nil ? .plain(month.currency) : nil, .plain(amount(month.moneyIn, month.currency)),
        .plain(amount(month.moneyOut, month.currency)), .text(change(month.net, month.currency)),
        .plain(signed(month.transfers, month.currency)), .plain(month.count),
      ])
    }
    return text(table)
  }

  public func render(_ report: DaysReport) -> String {
    if report.days.isEmpty { return text(paragraph(TextRenderer.nothingYet)) }
    let code = commonCode(report.days.map(\.currency))
    var table = TextTable([
      .code("Day"), code == nil ? .code("") : nil, .number("In"), .number("Out"),
      .number("Net" + (code.map { " " + $0 } ?? "")),
      .number("Transfers", dropOrder: 2), .number("Count", dropOrder: 1),
    ])
    for day in report.days {
      table.add([
        .plain(day.day), code == nil ? .plain(day.currency) : nil, .plain(amount(day.moneyIn, day.currency)),
        .plain(amount(day.moneyOut, day.currency)), .text(change(day.net, day.currency)),
        .plain(signed(day.transfers, day.currency)), .plain(day.count),
      ])
    }
    return text(table)
  }

  public func render(_ report: CategoriesReport) -> String {
    if report.categories.isEmpty { return text(paragraph(TextRenderer.nothingYet)) }
    let code = commonCode(report.categories.map(\.currency))
    let largest = report.categories.map { $0.sum.minorUnits.magnitude }.max() ?? 0
    var table = TextTable([
      .text("Category", minimum: 12), .code("Kind", dropOrder: 2), code == nil ? .code("") : nil,
      .number("Sum" + (code.map { " " + $0 } ?? "")), .number("Count", dropOrder: 3),
      code == nil ? nil : .bar(dropOrder: 1),
    ])
    for entry in report.categories {
      table.add([
        .plain(entry.category), .plain(entry.kind.name), code == nil ? .plain(entry.currency) : nil,
        .plain(signed(entry.sum, entry.currency)), .plain(entry.count),
        code == nil ? nil : .bar(entry.sum.minorUnits.magnitude, of: largest),
      ])
    }
    return text(table)
  }

  public func render(_ report: MerchantsReport) -> String {
    if report.merchants.isEmpty { return text(paragraph(TextRenderer.nothingYet)) }
    let code = commonCode(report.merchants.map(\.currency))
    let largest = report.merchants.map { $0.sum.minorUnits.magnitude }.max() ?? 0
    var table = TextTable([
      .text("Merchant", minimum: 12), code == nil ? .code("") : nil, .number("Sum" + (code.map { " " + $0 } ?? "")),
      .number("Count", dropOrder: 2), code == nil ? nil : .bar(dropOrder: 1),
    ])
    for entry in report.merchants {
      table.add([
        .text(merchantName(entry.merchant)), code == nil ? .plain(entry.currency) : nil,
        .plain(signed(entry.sum, entry.currency)), .plain(entry.count),
        code == nil ? nil : .bar(entry.sum.minorUnits.magnitude, of: largest),
      ])
    }
    return text(table)
  }

  public func render(_ report: MerchantHistoryReport) -> String {
    let currency = report.currency
    var lines = [StyledText(report.merchant, .strong).fitted(style.columns)]
    if !report.aliases.isEmpty {
      lines += paragraph("also " + report.aliases.joined(separator: ", "), tone: .secondary)
    }
    lines += flow([
      StyledText("\(signed(report.total, currency)) \(currency)"),
      StyledText("in \(TextRenderer.counted(report.count, "transaction")),"),
      StyledText("\(signed(report.average, currency)) on average"),
    ])
    lines += [StyledText("\(report.firstDay) to \(report.lastDay)", .secondary), ""]
    let largest = report.months.map { $0.sum.minorUnits.magnitude }.max() ?? 0
    var table = TextTable([
      .code("Month"), .number("Sum \(currency)"), .number("Count", dropOrder: 2), .bar(dropOrder: 1),
    ])
    for month in report.months {
      table.add([
        .plain(month.month), .plain(signed(month.sum, currency)), .plain(month.count),
        .bar(month.sum.minorUnits.magnitude, of: largest),
      ])
    }
    return text(lines + table.lines(style))
  }

  public func render(_ report: AccountsReport) -> String {
    if report.accounts.isEmpty {
      return text(
        paragraph(
          "No accounts yet. Import a bank file with 'foldbook import FILE', or add one with 'foldbook accounts add NAME'."
        ))
    }
    var table = TextTable([
      .text("Account", minimum: 12), .code(""), .number("Balance"), .number("Count", dropOrder: 1),
    ])
    for account in report.accounts {
      table.add([
        .plain(account.name + (account.isClosed ? " (closed)" : "")), .plain(account.currency),
        .plain(amount(account.balance, account.currency)), .plain(account.count),
      ])
    }
    for total in report.totals {
      table.add([
        .text(StyledText("Total", .strong)), .plain(total.currency),
        .text(StyledText(amount(total.total, total.currency), .strong)), .plain(total.count),
      ])
    }
    return text(table)
  }

  public func render(_ report: BudgetReport) -> String {
    if report.budgets.isEmpty {
      return text(
        paragraph(
          "No budget is set for \(report.month). Set one with 'foldbook budget set 1500' or "
            + "'foldbook budget set Groceries 400'."))
    }
    let currency = report.currency
    var table = TextTable([
      .text("Budget", minimum: 10), .number("Amount"), .number("Spent"), .number("Even pace", dropOrder: 2),
      .number("Left"),
      .code("Since", dropOrder: 1),
    ])
    for entry in report.budgets {
      table.add([
        .plain(entry.category ?? "Everything"), .plain(amount(entry.amount, currency)),
        .plain(amount(entry.spent, currency)), .plain(amount(entry.evenPace, currency)),
        .plain(signed(entry.remaining, currency)), .plain(entry.since),
      ])
    }
    let heading = StyledText("\(report.month) to \(report.today), in \(currency)", .secondary)
    return text([heading] + table.lines(style))
  }

  public func render(_ report: SettingsReport) -> String {
    var table = TextTable([.code("Setting"), .text("Value"), .code("", dropOrder: 1)])
    for setting in report.settings {
      table.add([
        .plain(setting.key), .plain(setting.value), .text(StyledText(setting.isDefault ? "(default)" : "", .secondary)),
      ])
    }
    return text(table)
  }
}
