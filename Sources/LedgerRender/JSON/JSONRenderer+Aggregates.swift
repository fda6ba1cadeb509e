import JSON
import LedgerDomain
import LedgerQuery

extension JSONRenderer {
  public static func render(_ report: MonthsReport) -> [UInt8] {
    object("months") { json in
      json.array("months", report.months) { json, month in
        json.beginObject()
        json.field("month", month.month.description)
        json.field("currency", month.currency.code)
        json.field("moneyInMinor", month.moneyIn)
        json.field("moneyOutMinor", month.moneyOut)
        json.field("netMinor", month.net)
        json.field("transfersMinor", month.transfers)
        json.field("count", month.count)
        json.array("categories", month.categories) { json, entry in
          json.beginObject()
          json.field("category", entry.category)
          json.field("kind", entry.kind.name)
          json.field("sumMinor", entry.sum)
          json.field("count", entry.count)
          json.endObject()
        }
        json.endObject()
      }
    }
  }

  public static func render(_ report: CategoriesReport) -> [UInt8] {
    object("categories") { json in
      period(report.from, report.to, report.previous, &json)
      json.array("categories", report.categories) { json, entry in
        json.beginObject()
        json.field("category", entry.category)
        json.field("kind", entry.kind.name)
        json.field("currency", entry.currency.code)
        json.field("sumMinor", entry.sum)
        json.field("count", entry.count)
        json.field("previousSumMinor", entry.previous?.sum)
        json.field("previousCount", entry.previous?.count)
        json.endObject()
      }
    }
  }

  public static func render(_ report: MerchantsReport) -> [UInt8] {
    object("merchants") { json in
      period(report.from, report.to, report.previous, &json)
      json.array("merchants", report.merchants) { json, entry in
        json.beginObject()
        json.field("merchant", entry.merchant)
        json.field("currency", entry.currency.code)
        json.field("sumMinor", entry.sum)
        json.field("count", entry.count)
        json.field("previousSumMinor", entry.previous?.sum)
        json.field("previousCount", entry.previous?.count)
        json.endObject()
      }
    }
  }

  private static func period(
    _ from: CalendarDay?, _ to: CalendarDay?, _ previous: PreviousPeriod?, _ json: inout JSONWriter
  ) {
    json.field("from", from?.description)
    json.field("to", to?.description)
    json.field("previousFrom", previous?.from.description)
    json.field("previousTo", previous?.to.description)
  }

  public static func render(_ report: MerchantHistoryReport) -> [UInt8] {
    object("merchant") { json in
      json.field("merchant", report.merchant)
      json.array("aliases", report.aliases) { json, alias in json.value(alias) }
      json.field("currency", report.currency.code)
      json.field("firstDate", report.firstDay.description)
      json.field("lastDate", report.lastDay.description)
      json.field("totalMinor", report.total)
      json.field("count", report.count)
      json.field("averageMinor", report.average)
      json.array("months", report.months) { json, month in
        json.beginObject()
        json.field("month", month.month.description)
        json.field("sumMinor", month.sum)
        json.field("count", month.count)
        json.endObject()
      }
    }
  }

  public static func render(_ report: AccountsReport) -> [UInt8] {
    object("accounts") { json in
      json.array("accounts", report.accounts) { json, account in
        json.beginObject()
        json.field("name", account.name)
        json.field("currency", account.currency.code)
        json.field("balanceMinor", account.balance)
        json.field("openingMinor", account.opening)
        json.field("count", account.count)
        json.field("closed", account.isClosed)
        json.array("numbers", account.numbers) { json, number in json.value(number) }
        json.endObject()
      }
      totals(report.totals, &json)
    }
  }

  public static func render(_ report: DaysReport) -> [UInt8] {
    object("days") { json in
      json.array("days", report.days) { json, day in
        json.beginObject()
        json.field("date", day.day.description)
        json.field("currency", day.currency.code)
        json.field("moneyInMinor", day.moneyIn)
        json.field("moneyOutMinor", day.moneyOut)
        json.field("netMinor", day.net)
        json.field("transfersMinor", day.transfers)
        json.field("count", day.count)
        json.endObject()
      }
    }
  }

  public static func render(_ report: BudgetReport) -> [UInt8] {
    object("budget") { json in
      json.field("month", report.month.description)
      json.field("today", report.today.description)
      json.field("currency", report.currency.code)
      json.array("budgets", report.budgets) { json, entry in
        json.beginObject()
        json.field("category", entry.category)
        json.field("amountMinor", entry.amount)
        json.field("spentMinor", entry.spent)
        json.field("carriedMinor", entry.carried)
        json.field("evenPaceMinor", entry.evenPace)
        json.field("remainingMinor", entry.remaining)
        json.field("forecastMinor", entry.forecast)
        json.field("since", entry.since.description)
        json.endObject()
      }
    }
  }

  public static func render(_ report: BalanceReport) -> [UInt8] {
    object("balance") { json in
      json.field("range", report.range.rawValue)
      json.field("currency", report.currency.code)
      json.field("minorUnitDigits", report.currency.minorUnitDigits)
      json.field("from", report.points.first?.day.description)
      json.field("to", report.points.last?.day.description)
      json.field("changeMinor", report.change)
      json.array("points", report.points) { json, point in
        json.beginObject()
        json.field("date", point.day.description)
        json.field("balanceMinor", point.balance)
        json.endObject()
      }
    }
  }

  public static func render(_ report: SettingsReport) -> [UInt8] {
    object("settings") { json in
      json.array("settings", report.settings) { json, setting in
        json.beginObject()
        json.field("key", setting.key)
        json.field("value", setting.value)
        json.field("default", setting.isDefault)
        json.endObject()
      }
    }
  }
}
