import LedgerDomain
import LedgerQuery

/// Reports as comma-separated tables (RFC 4180), amounts in major units with a point.
public enum CSVRenderer {
  /// One table; text cells that a spreadsheet could take for a formula are guarded by an apostrophe.
  struct Table {
    private(set) var bytes: [UInt8] = []

    init(_ titles: [String]) {
      add(titles.map(Cell.plain))
    }

    enum Cell {
      /// A number, date or code of ours.
      case plain(String)
      /// Text from outside.
      case text(String)
    }

    mutating func add(_ cells: [Cell]) {
      for (index, cell) in cells.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        switch cell {
        case .plain(let text): bytes.append(contentsOf: text.utf8)
        case .text(let text): write(text)
        }
      }
      bytes.append(contentsOf: [0x0D, 0x0A])
    }

    /// Looks at bytes: a mark that combines with a comma or a quote must not hide it.
    private mutating func write(_ text: String) {
      let utf8 = text.utf8
      let isFormula = utf8.first.map { Table.formulaStarts.contains($0) } ?? false
      guard utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0D || $0 == 0x0A }) else {
        if isFormula { bytes.append(0x27) }
        bytes.append(contentsOf: utf8)
        return
      }
      bytes.append(0x22)
      if isFormula { bytes.append(0x27) }
      for byte in utf8 {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }

    /// What a spreadsheet takes for the beginning of a formula: `=`, `+`, `-`, `@`, tab, carriage return and line feed.
    private static let formulaStarts: [UInt8] = [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D, 0x0A]
  }

  private static func money(_ amount: Money, _ currency: Currency) -> Table.Cell {
    .plain(amount.plainText(minorUnitDigits: currency.minorUnitDigits))
  }

  public static func render(_ report: ListReport) -> [UInt8] {
    var table = Table(transactionTitles)
    for item in report.transactions { add(item, to: &table) }
    return table.bytes
  }

  /// One line a transaction, and one for each part of a split, so that the lines of a category add up.
  private static func add(_ item: TransactionItem, to table: inout Table) {
    if item.parts.isEmpty { return table.add(cells(item)) }
    for part in item.countedParts.isEmpty ? item.parts : item.countedParts {
      var line = item
      (line.category, line.amount) = (part.category, part.amount)
      if let memo = part.memo { line.memo = memo }
      table.add(cells(line))
    }
  }

  private static let transactionTitles = [
    "id", "date", "amount", "currency", "account", "merchant", "category", "note", "memo", "rawText", "bankReference",
    "deleted",
  ]

  private static func cells(_ item: TransactionItem) -> [Table.Cell] {
    [
      .plain(String(item.id.position)), .plain(item.day.description), money(item.amount, item.currency),
      .plain(item.currency.code), .text(item.account), .text(item.merchant), .text(item.category),
      .text(item.note ?? ""), .text(item.memo ?? ""), .text(item.rawText ?? ""), .text(item.bankReference ?? ""),
      .plain(item.isDeleted ? "true" : "false"),
    ]
  }

  public static func render(_ report: MonthsReport) -> [UInt8] {
    var table = Table(["month", "currency", "moneyIn", "moneyOut", "net", "transfers", "count"])
    for month in report.months {
      table.add([
        .plain(month.month.description), .plain(month.currency.code), money(month.moneyIn, month.currency),
        money(month.moneyOut, month.currency), money(month.net, month.currency),
        money(month.transfers, month.currency), .plain(String(month.count)),
      ])
    }
    return table.bytes
  }

  /// A row a category and currency, a column a month of any currency.
  public static func renderWide(_ report: MonthsReport) -> [UInt8] {
    let months = Set(report.months.map(\.month)).sorted()
    var table = Table(["category", "kind", "currency"] + months.map(\.description))
    for currency in Set(report.months.map(\.currency)).sorted() {
      let wide = WideMonths(report, currency: currency)
      for row in wide.rows {
        let sums = Dictionary(uniqueKeysWithValues: zip(wide.months, row.sums))
        table.add(
          [.text(row.name), .plain(row.kind), .plain(currency.code)]
            + months.map { month in (sums[month] ?? nil).map { money($0, currency) } ?? .plain("") })
      }
    }
    return table.bytes
  }

  public static func render(_ report: BalanceReport) -> [UInt8] {
    var table = Table(["date", "balance", "currency"])
    for point in report.points {
      table.add([
        .plain(point.day.description), money(point.balance, report.currency), .plain(report.currency.code),
      ])
    }
    return table.bytes
  }

  public static func render(_ report: CategoriesReport) -> [UInt8] {
    let compares = report.previous != nil
    var table = Table(["category", "kind", "currency", "sum", "count"] + (compares ? ["previousSum"] : []))
    for entry in report.categories {
      table.add(
        [
          .text(entry.category), .plain(entry.kind.name), .plain(entry.currency.code),
          money(entry.sum, entry.currency), .plain(String(entry.count)),
        ] + (entry.previous.map { [money($0.sum, entry.currency)] } ?? []))
    }
    return table.bytes
  }

  public static func render(_ report: MerchantsReport) -> [UInt8] {
    let compares = report.previous != nil
    var table = Table(["merchant", "currency", "sum", "count"] + (compares ? ["previousSum"] : []))
    for entry in report.merchants {
      table.add(
        [
          .text(entry.merchant), .plain(entry.currency.code), money(entry.sum, entry.currency),
          .plain(String(entry.count)),
        ] + (entry.previous.map { [money($0.sum, entry.currency)] } ?? []))
    }
    return table.bytes
  }

  public static func render(_ report: MerchantHistoryReport) -> [UInt8] {
    var table = Table(["month", "currency", "sum", "count"])
    for month in report.months {
      table.add([
        .plain(month.month.description), .plain(report.currency.code), money(month.sum, report.currency),
        .plain(String(month.count)),
      ])
    }
    return table.bytes
  }

  public static func render(_ report: AccountsReport) -> [UInt8] {
    var table = Table(["account", "currency", "balance", "opening", "count", "numbers"])
    for account in report.accounts {
      table.add([
        .text(account.name), .plain(account.currency.code), money(account.balance, account.currency),
        money(account.opening, account.currency), .plain(String(account.count)),
        .text(account.numbers.joined(separator: " ")),
      ])
    }
    return table.bytes
  }

  public static func render(_ report: DaysReport) -> [UInt8] {
    var table = Table(["date", "currency", "moneyIn", "moneyOut", "net", "transfers", "count"])
    for day in report.days {
      table.add([
        .plain(day.day.description), .plain(day.currency.code), money(day.moneyIn, day.currency),
        money(day.moneyOut, day.currency), money(day.net, day.currency), money(day.transfers, day.currency),
        .plain(String(day.count)),
      ])
    }
    return table.bytes
  }

  public static func render(_ report: DiffReport) -> [UInt8] {
    var table = Table(["month", "category", "kind", "currency", "before", "after", "change"])
    for entry in report.changes {
      table.add([
        .plain(entry.month.description), .text(entry.category), .plain(entry.kind.name), .plain(entry.currency.code),
        money(entry.before, entry.currency), money(entry.after, entry.currency), money(entry.change, entry.currency),
      ])
    }
    return table.bytes
  }

  public static func render(_ report: LogReport) -> [UInt8] {
    var table = Table([
      "commit", "firstPosition", "lastPosition", "recordedAt", "command", "added", "recategorised", "deleted", "hash",
    ])
    for entry in report.commits {
      table.add([
        .plain(String(entry.header.number)), .plain(String(entry.header.firstPosition)),
        .plain(String(entry.header.lastPosition)), .plain(entry.header.recordedAt.description),
        .text(entry.header.command), .plain(String(entry.counts.added)), .plain(String(entry.counts.recategorised)),
        .plain(String(entry.counts.deleted)), .plain(entry.header.hash.hexadecimal),
      ])
    }
    return table.bytes
  }
}
