import Foldbook
import HTTPServer
import JSON
import LedgerRender

/// The questions: each is answered with the object that the command of the same name prints.
enum ReadRoutes {
  static let all: [Route] = [
    .get("session", ["today"], session), .get("dashboard", dashboardParameters, dashboard),
    .get("balance", ["range", "today", "currency", "account"] + ParameterNames.point, balance),
    .get("transactions", ParameterNames.terms + ["limit", "after", "deleted"] + ParameterNames.point, transactions),
    .get("transactions/{id}", ParameterNames.point) { call in
      let id = try call.transactionID
      return .json(try call.read { JSONRenderer.render(try TransactionHistoryQuery(id: id).report(on: $0)) })
    },
    .get("merchant", ["name", "currency"] + ParameterNames.point, merchant),
    .get("merchants", ParameterNames.aggregate + ParameterNames.point) { call in
      .json(
        try call.read { JSONRenderer.render(try MerchantsQuery(filter: call.parameters.filter($0)).report(on: $0)) })
    },
    .get("categories", ParameterNames.aggregate + ParameterNames.point) { call in
      .json(
        try call.read { JSONRenderer.render(try CategoriesQuery(filter: call.parameters.filter($0)).report(on: $0)) })
    },
    .get("accounts", ParameterNames.today + ParameterNames.point) { call in
      let today = try call.today
      return .json(try call.read { JSONRenderer.render(try AccountsQuery(today: today).report(on: $0)) })
    },
    .get("days", ParameterNames.aggregate + ParameterNames.point) { call in
      .json(try call.read { JSONRenderer.render(try DaysQuery(filter: call.parameters.filter($0)).report(on: $0)) })
    },
    .get("months", ParameterNames.aggregate + ParameterNames.point) { call in
      .json(try call.read { JSONRenderer.render(try MonthsQuery(filter: call.parameters.filter($0)).report(on: $0)) })
    },
    .get("budget", ParameterNames.today + ParameterNames.point) { call in
      let today = try call.today
      return .json(try call.read { JSONRenderer.render(try BudgetQuery(today: today).report(on: $0)) })
    },
    .get("log", ["limit"] + ParameterNames.point) { call in
      let limit = try call.parameters.count("limit", limit: 1_000) ?? 50
      return .json(try call.read { JSONRenderer.render(try LogQuery(limit: limit).report(on: $0)) })
    },
    .get("transfers", ["transaction", "days"] + ParameterNames.point) { call in
      let id = try call.parameters.parsed("transaction", expected: "a transaction's id") { text in
        Position(text).flatMap { $0 >= 1 ? TransactionID($0) : nil }
      }
      let query = TransfersQuery(days: try call.parameters.count("days", limit: 366) ?? 4, transaction: id)
      return .json(try call.read { JSONRenderer.render(try query.report(on: $0)) })
    },
    .get("profiles") { call in
      let profiles = call.server.options.profiles
      return .json(
        JSONRenderer.render(ProfilesReport(folder: profiles?.folder ?? "", own: try profiles?.entries() ?? [])))
    },
    .get("events") { call in
      HTTPResponse(
        contentType: "text/event-stream; charset=utf-8", body: .stream(EventStream(watch: call.server.watch)))
    },
  ]

  private static let dashboardParameters =
    ["today", "month", "currency", "activity", "category", "merchant", "text"] + ParameterNames.point

  /// What a page has to know first.
  private static func session(_ call: Call) throws -> HTTPResponse {
    let today = try call.today
    return try call.read { view in
      let base = view.directory.baseCurrency
      let days = try view.dayRange()
      var json = JSONWriter(isIndented: true)
      json.beginObject()
      json.field("schema", "foldbook/session/v1")
      json.field("version", call.server.options.version)
      json.field("ledger", call.server.options.path.split(separator: "/").last.map(String.init))
      json.field("csrf", call.server.proof)
      json.field("readOnly", call.server.options.isReadOnly)
      json.field("hideAmounts", call.server.options.hidesAmounts)
      json.field("today", today.description)
      json.field("month", view.calendar.month(of: today).description)
      json.field("currency", base?.code)
      json.field("minorUnitDigits", base.map { Int64($0.minorUnitDigits) })
      json.array("currencies", Set(view.directory.accounts.filter { !$0.isRemoved }.map(\.currency)).sorted()) {
        json, currency in
        json.beginObject()
        json.field("currency", currency.code)
        json.field("minorUnitDigits", Int64(currency.minorUnitDigits))
        json.endObject()
      }
      json.field("position", view.position)
      json.field("transactions", view.transactionCounts.live)
      json.field("firstDate", days?.lowerBound.description)
      json.field("lastDate", days?.upperBound.description)
      json.endObject()
      json.endLine()
      return .json(json.bytes)
    }
  }

  private static func dashboard(_ call: Call) throws -> HTTPResponse {
    let today = try call.today
    let parameters = call.parameters
    let month = try parameters.month("month")
    var query = DashboardQuery(today: today, currency: try parameters.currency("currency"))
    if parameters["activity"] == "all" {
      query.activityLimit = nil
    } else if let limit = try parameters.count("activity", limit: 100_000) {
      query.activityLimit = limit
    }
    query.filter = try parameters.query(["category", "merchant", "text"])
    let report = try call.read { view in
      if let month, month != view.calendar.month(of: today) { query.today = view.calendar.lastDay(of: month) }
      return try query.report(on: view)
    }
    return .json(JSONRenderer.render(report))
  }

  private static func balance(_ call: Call) throws -> HTTPResponse {
    let range =
      try call.parameters.parsed("range", expected: "1W, 1M, 1Y, 5Y or all") { BalanceRange(rawValue: $0) } ?? .month
    var query = BalanceQuery(
      range: range, today: try call.today, currency: try call.parameters.currency("currency"))
    query.account = call.parameters["account"]
    return .json(JSONRenderer.render(try call.read { try query.report(on: $0) }))
  }

  private static func transactions(_ call: Call) throws -> HTTPResponse {
    let parameters = call.parameters
    let list = ListQuery(
      query: try parameters.query(), limit: try parameters.count("limit", limit: 1_000) ?? 50,
      includesDeleted: try parameters.flag("deleted"))
    let after = try parameters.parsed("after", expected: "what 'next' said on the page before") { ListPlace($0) }
    let page = ListPageQuery(list: list, after: after)
    return .json(JSONRenderer.render(try call.read { try page.report(on: $0) }))
  }

  private static func merchant(_ call: Call) throws -> HTTPResponse {
    guard let name = call.parameters["name"] else { throw ServerError.badRequest("name: which merchant?") }
    let query = MerchantHistoryQuery(name: name, currency: try call.parameters.currency("currency"))
    return .json(JSONRenderer.render(try call.read { try query.report(on: $0) }))
  }
}
