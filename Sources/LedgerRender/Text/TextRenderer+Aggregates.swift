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
      report.previous == nil ? nil : .number("Before", dropOrder: 4),
      report.previous == nil ? nil : .number("Change", dropOrder: 5), code == nil ? nil : .bar(dropOrder: 1),
    ])
    for entry in report.categories {
      table.add([
        .plain(entry.category), .plain(entry.kind.name), code == nil ? .plain(entry.currency) : nil,
        .plain(signed(entry.sum, entry.currency)), .plain(entry.count),
        entry.previous.map { .plain(signed($0.sum, entry.currency)) },
        entry.previous.map { .text(changed(entry.sum, since: $0.sum, entry.currency)) },
        code == nil ? nil : .bar(entry.sum.minorUnits.magnitude, of: largest),
      ])
    }
    return text(heading(report.previous) + table.lines(style))
  }

  public func render(_ report: MerchantsReport) -> String {
    if report.merchants.isEmpty { return text(paragraph(TextRenderer.nothingYet)) }
    let code = commonCode(report.merchants.map(\.currency))
    let largest = report.merchants.map { $0.sum.minorUnits.magnitude }.max() ?? 0
    var table = TextTable([
      .text("Merchant", minimum: 12), code == nil ? .code("") : nil, .number("Sum" + (code.map { " " + $0 } ?? "")),
      .number("Count", dropOrder: 2), report.previous == nil ? nil : .number("Before", dropOrder: 3),
      report.previous == nil ? nil : .number("Change", dropOrder: 4), code == nil ? nil : .bar(dropOrder: 1),
    ])
    for entry in report.merchants {
      table.add([
        .text(merchantName(entry.merchant)), code == nil ? .plain(entry.currency) : nil,
        .plain(signed(entry.sum, entry.currency)), .plain(entry.count),
        entry.previous.map { .plain(signed($0.sum, entry.currency)) },
        entry.previous.map { .text(changed(entry.sum, since: $0.sum, entry.currency)) },
        code == nil ? nil : .bar(entry.sum.minorUnits.magnitude, of: largest),
      ])
    }
    return text(heading(report.previous) + table.lines(style))
  }

  private func heading(_ previous: PreviousPeriod?) -> [StyledText] {
    previous.map { paragraph("Before is \($0.from) to \($0.to).", tone: .secondary) } ?? []
  }

  /// A change that fits, with its percentage where it has one.
  func changed(_ value: Money, since before: Money, _ currency: Currency) -> StyledText {
    let (difference, isOver) = value.minorUnits.subtractingReportingOverflow(before.minorUnits)
    if isOver { return StyledText("") }
    let shown = change(Money(minorUnits: difference), currency)
    guard difference != 0, let percent = style.numbers.percent(Money(minorUnits: difference), of: before) else {
      return shown
    }
    return shown + StyledText(" (\(percent))", difference < 0 ? .loss : .gain)
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
    let hasNumbers = report.accounts.contains { !$0.numbers.isEmpty }
    var columns: [TextTable.Column] = [
      .text("Account", minimum: 12), .code(""), .number("Balance"), .number("Count", dropOrder: 1),
    ]
    if hasNumbers { columns.append(.text("Numbers in files", dropOrder: 2)) }
    var table = TextTable(columns)
    for account in report.accounts {
      table.add(
        [
          .plain(account.name + (account.isClosed ? " (closed)" : "")), .plain(account.currency),
          .plain(amount(account.balance, account.currency)), .plain(account.count),
        ] + (hasNumbers ? [.plain(account.numbers.joined(separator: ", "))] : []))
    }
    for total in report.totals {
      table.add(
        [
          .text(StyledText("Total", .strong)), .plain(total.currency),
          .text(StyledText(amount(total.total, total.currency), .strong)), .plain(total.count),
        ] + (hasNumbers ? [.plain("")] : []))
    }
    return text(table)
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
