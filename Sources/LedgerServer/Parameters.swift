import Foldbook
import HTTPServer

/// The query of a request: each name is known and stands there once.
struct Parameters {
  private var values: [String: String] = [:]

  init(_ items: [RequestTarget.Item], allowed: [String]) throws {
    for item in items {
      guard allowed.contains(item.name) else {
        throw ServerError.badRequest("'\(item.name)' is not a parameter of this address")
      }
      guard values.updateValue(item.value, forKey: item.name) == nil else {
        throw ServerError.badRequest("'\(item.name)' stands twice")
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  func has(_ names: [String]) -> Bool { names.contains { values[$0] != nil } }

  /// The value read in some way; an unreadable one is a bad request.
  func parsed<Value>(_ name: String, expected: String, _ read: (String) -> Value?) throws -> Value? {
    guard let text = values[name] else { return nil }
    guard let value = read(text) else { throw ServerError.badRequest("\(name): '\(text)' is not \(expected)") }
    return value
  }

  func day(_ name: String) throws -> CalendarDay? {
    try parsed(name, expected: "a day like 2026-10-20") { CalendarDay($0) }
  }

  func month(_ name: String) throws -> YearMonth? {
    try parsed(name, expected: "a month like 2026-10") { YearMonth($0) }
  }

  func currency(_ name: String) throws -> Currency? {
    try parsed(name, expected: "an ISO 4217 currency code like EUR") { Currency($0) }
  }

  func count(_ name: String, limit: Int) throws -> Int? {
    try parsed(name, expected: "a whole number up to \(limit)") { text in
      Int(text).flatMap { (0...limit).contains($0) ? $0 : nil }
    }
  }

  func flag(_ name: String) throws -> Bool {
    try parsed(name, expected: "true or false") { Bool($0) } ?? false
  }
}

/// The parameters that many routes share.
enum ParameterNames {
  /// The point in time that the ledger is shown as of.
  static let point = ["at", "asOf"]
  static let today = ["today"]
  /// Which transactions count.
  static let terms = ["category", "merchant", "account", "text", "from", "to", "month", "where"]
  static let aggregate = ["from", "to", "month", "category", "account", "currency", "limit"]
}

extension Parameters {
  /// The transactions that count: every term that is there has to hold.
  func query(_ names: [String] = ParameterNames.terms) throws -> TransactionQuery {
    var query = TransactionQuery()
    if names.contains("where"), let line = values["where"] {
      query.terms += try TransactionQuery(parsingLine: line).terms
    }
    for name in names where name != "where" {
      guard let value = values[name], !value.isEmpty else { continue }
      query.terms += try TransactionQuery(parsing: [name + ":" + value]).terms
    }
    return query
  }

  /// The filter of an aggregate.
  func filter(_ view: LedgerView) throws -> AggregateFilter {
    var filter = AggregateFilter()
    filter.from = try day("from")
    filter.to = try day("to")
    if let month = try month("month") {
      filter.from = max(filter.from ?? .first, view.calendar.firstDay(of: month))
      filter.to = min(filter.to ?? .last, view.calendar.lastDay(of: month))
    }
    filter.category = values["category"]
    filter.account = values["account"]
    filter.currency = try currency("currency")
    filter.limit = try count("limit", limit: 100_000)
    return filter
  }
}
