import JSON
import LedgerDomain
import LedgerQuery

/// Reports as the JSON objects that scripts rely on; `Schemas/output/` has a schema for each.
public enum JSONRenderer {
  /// One object with its schema's name, indented, ending in a line feed.
  static func object(_ schema: String, _ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter(isIndented: true, capacityBytes: 1 << 16)
    writer.beginObject()
    writer.field("schema", "foldbook/\(schema)/v1")
    try body(&writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  public static func render(_ report: DashboardReport) -> [UInt8] {
    object("dashboard") { json in
      json.field("today", report.today.description)
      json.field("currency", report.currency.code)
      json.field("minorUnitDigits", report.currency.minorUnitDigits)
      json.field("position", report.position)
      json.field("balanceMinor", report.balance)
      json.array("accounts", report.accounts) { json, account in
        json.beginObject()
        json.field("name", account.name)
        json.field("currency", account.currency.code)
        json.field("balanceMinor", account.balance)
        json.endObject()
      }
      json.key("month")
      json.beginObject()
      json.field("month", report.month.month.description)
      json.field("moneyInMinor", report.month.moneyIn)
      json.field("moneyOutMinor", report.month.moneyOut)
      json.field("netMinor", report.month.net)
      json.field("transfersMinor", report.month.transfers)
      json.field("count", report.month.count)
      json.field("previousMoneyOutMinor", report.month.previousMoneyOut)
      json.endObject()
      json.array("incomeCategories", report.incomeCategories) { json, entry in
        json.beginObject()
        json.field("category", entry.category)
        json.field("receivedMinor", entry.received)
        json.field("count", entry.count)
        json.endObject()
      }
      json.key("budget")
      if let budget = report.budget {
        json.beginObject()
        json.field("amountMinor", budget.amount)
        json.field("spentMinor", budget.spent)
        json.field("evenPaceMinor", budget.evenPace)
        json.field("remainingMinor", budget.remaining)
        json.endObject()
      } else {
        json.null()
      }
      spending(report, &json)
      activity(report, &json)
    }
  }

  private static func spending(_ report: DashboardReport, _ json: inout JSONWriter) {
    json.array("dailySpending", report.dailySpending) { json, day in
      json.beginObject()
      json.field("date", day.day.description)
      json.field("spentMinor", day.spent)
      json.field("cumulativeMinor", day.cumulative)
      json.field("evenPaceMinor", day.evenPace)
      json.endObject()
    }
    json.array("categories", report.categories) { json, entry in
      json.beginObject()
      json.field("category", entry.category)
      json.field("kind", entry.kind.name)
      json.field("spentMinor", entry.spent)
      json.field("count", entry.count)
      json.field("previousSpentMinor", entry.previousSpent)
      json.field("budgetMinor", entry.budget)
      json.endObject()
    }
  }

  private static func activity(_ report: DashboardReport, _ json: inout JSONWriter) {
    json.array("activity", report.activity) { json, day in
      json.beginObject()
      json.field("date", day.day.description)
      json.field("netMinor", day.net)
      json.field("count", day.count)
      json.array("transactions", day.transactions) { json, item in JSONRenderer.item(item, &json) }
      json.endObject()
    }
    json.field("activityComplete", report.activityIsComplete)
  }

  /// One transaction as in a list.
  static func item(_ item: TransactionItem, _ json: inout JSONWriter) {
    json.beginObject()
    itemFields(item, &json)
    json.endObject()
  }

  /// What a transaction is: its id, day, amount and names.
  static func bookingFields(_ item: TransactionItem, _ json: inout JSONWriter) {
    json.field("id", item.id.position)
    json.field("date", item.day.description)
    json.field("amountMinor", item.amount)
    json.field("currency", item.currency.code)
    json.field("account", item.account)
    json.field("merchant", item.merchant)
    json.field("category", item.category)
    if let counted = item.counted { json.field("countedMinor", counted) }
    if !item.parts.isEmpty { parts(item.parts, as: "parts", &json) }
  }

  static func parts(_ parts: [TransactionItem.Part], as name: String, _ json: inout JSONWriter) {
    json.array(name, parts) { json, part in
      json.beginObject()
      json.field("category", part.category)
      json.field("amountMinor", part.amount)
      json.field("memo", part.memo)
      json.endObject()
    }
  }

  static func itemFields(_ item: TransactionItem, _ json: inout JSONWriter) {
    bookingFields(item, &json)
    json.field("note", item.note)
    json.field("memo", item.memo)
    json.field("rawText", item.rawText)
    json.field("bankReference", item.bankReference)
    json.field("deleted", item.isDeleted)
    json.field("recordedAt", item.recordedAt.description)
    json.field("position", item.id.position)
  }

  public static func render(_ report: ListReport) -> [UInt8] {
    object("list") { json in listFields(report, &json) }
  }

  /// A list with the place where its next page begins, or null at the end.
  public static func render(_ report: ListPageReport) -> [UInt8] {
    object("list") { json in
      listFields(report.list, &json)
      json.field("next", report.next?.description)
    }
  }

  private static func listFields(_ report: ListReport, _ json: inout JSONWriter) {
    json.field("currency", report.baseCurrency.code)
    json.field("count", report.count)
    json.field("totalMinor", report.total)
    totals(report.totals, &json)
    json.array("transactions", report.transactions) { json, item in JSONRenderer.item(item, &json) }
  }

  static func totals(_ totals: [CurrencyTotal], _ json: inout JSONWriter) {
    json.array("totals", totals) { json, total in
      json.beginObject()
      json.field("currency", total.currency.code)
      json.field("totalMinor", total.total)
      json.field("count", total.count)
      json.endObject()
    }
  }

  public static func render(_ report: TransactionReport) -> [UInt8] {
    object("show") { json in
      itemFields(report.transaction, &json)
      json.field("bankCategory", report.bankCategory)
      json.field("sourceFile", report.sourceFile)
      json.field("sourceLine", report.sourceLine)
      json.array("history", report.history) { json, change in JSONRenderer.change(change, &json) }
    }
  }
}

extension JSONWriter {
  /// An amount in minor units.
  mutating func field(_ name: String, _ amount: Money?) {
    field(name, amount?.minorUnits)
  }
}
