import JSON
import LedgerDomain
import LedgerQuery

extension JSONRenderer {
  public static func render(_ report: RecurringReport) -> [UInt8] {
    object("recurring") { json in
      json.field("today", report.today.description)
      json.array("recurring", report.entries) { json, entry in
        json.beginObject()
        json.field("merchant", entry.merchant)
        json.field("category", entry.category)
        json.field("currency", entry.currency.code)
        json.field("period", entry.period.name)
        switch entry.period {
        case .days(let count):
          json.field("everyDays", count)
          json.field("everyMonths", nil as Int?)
          json.field("dayOfMonth", nil as Int?)
        case .months(let count, let day):
          json.field("everyDays", nil as Int?)
          json.field("everyMonths", count)
          json.field("dayOfMonth", day)
        }
        json.field("count", entry.count)
        json.field("firstDate", entry.firstDay.description)
        json.field("lastDate", entry.lastDay.description)
        json.field("nextDate", entry.nextDay.description)
        json.field("amountMinor", entry.amount)
        json.field("medianMinor", entry.median)
        json.field("driftMinor", entry.drift)
        json.field("active", entry.isActive)
        json.endObject()
      }
    }
  }

  public static func render(_ report: ForecastReport) -> [UInt8] {
    object("forecast") { json in
      json.field("month", report.month.description)
      json.field("today", report.today.description)
      json.field("lastDate", report.lastDay.description)
      json.field("currency", report.currency.code)
      json.field("estimate", true)
      totals("soFar", report.soFar, &json)
      totals("atEnd", report.atEnd, &json)
      json.array("expected", report.expected) { json, entry in
        json.beginObject()
        json.field("date", entry.day.description)
        json.field("merchant", entry.merchant)
        json.field("category", entry.category)
        json.field("amountMinor", entry.amount)
        json.endObject()
      }
      json.field("paceSpentMinor", report.paceSpending)
      json.field("daysMeasured", report.daysMeasured)
    }
  }

  private static func totals(_ name: String, _ totals: ForecastReport.Totals, _ json: inout JSONWriter) {
    json.key(name)
    json.beginObject()
    json.field("moneyInMinor", totals.moneyIn)
    json.field("moneyOutMinor", totals.moneyOut)
    json.field("balanceMinor", totals.balance)
    json.endObject()
  }
}
