import Foldbook
import JSON

/// The members of a request's JSON object: each name is known.
struct BodyFields {
  private let value: JSONValue

  init(_ body: [UInt8], allowed: [String]) throws {
    try self.init(JSONReader.parse(body[...], depthLimit: 8), of: "the body", allowed)
  }

  private init(_ value: JSONValue, of place: String, _ allowed: [String]) throws {
    self.value = value
    guard let members = value.members else { throw ServerError.badRequest("\(place) should be a JSON object") }
    for member in members where !allowed.contains(member.name) {
      throw ServerError.badRequest("'\(member.name)' is not a field of this request")
    }
  }

  private func read<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?) throws -> Value? {
    guard let member = value[name], !member.isNull else { return nil }
    guard let result = read(member) else { throw ServerError.badRequest("\(name) should be \(expected)") }
    return result
  }

  /// Whether the field is there, be it null.
  func has(_ name: String) -> Bool { value[name] != nil }

  func text(_ name: String) throws -> String? { try read(name, "a text") { $0.text } }

  func flag(_ name: String) throws -> Bool { try read(name, "true or false") { $0.flag } ?? false }

  func money(_ name: String) throws -> Money? {
    try read(name, "an amount in whole minor units") { $0.integer.map { Money(minorUnits: $0) } }
  }

  func number(_ name: String) throws -> UInt64? {
    try read(name, "a whole number above zero") { $0.integer.flatMap { $0 > 0 ? UInt64($0) : nil } }
  }

  func day(_ name: String) throws -> CalendarDay? {
    try read(name, "a day like 2026-10-20") { $0.text.flatMap { CalendarDay($0) } }
  }

  func month(_ name: String) throws -> YearMonth? {
    try read(name, "a month like 2026-10") { $0.text.flatMap { YearMonth($0) } }
  }

  func currency(_ name: String) throws -> Currency? {
    try read(name, "an ISO 4217 currency code like EUR") { $0.text.flatMap { Currency($0) } }
  }

  /// The objects of a list, each with names that are known; none where the list is not there.
  func objects(_ name: String, allowed: [String]) throws -> [BodyFields] {
    let elements = try read(name, "a list of objects") { $0.elements } ?? []
    return try elements.map { try BodyFields($0, of: "each of \(name)", allowed) }
  }

  /// A text that has to be there.
  func required(_ name: String) throws -> String {
    guard let text = try text(name) else { throw ServerError.badRequest("\(name) is missing") }
    return text
  }

  /// An amount in minor units, or as it is typed: then a plain one is money out, one with `+` money in.
  func amount(digits: Int) throws -> Money? {
    let minor = try money("amountMinor")
    guard let typed = try text("amount") else { return minor }
    guard minor == nil else { throw ServerError.badRequest("either amount or amountMinor") }
    let mark = try read("decimalMark", "',' or '.'") { mark in DecimalMark.allCases.first { $0.text == mark.text } }
    let amount = try Money(parsing: typed, minorUnitDigits: digits, decimalMark: mark ?? .point)
    return typed.hasPrefix("+") || amount < .zero ? amount : -amount
  }

  /// The transactions of `ids`, or those that `where` matches.
  func targets(_ view: LedgerView) throws -> [TransactionID] {
    let ids = try read("ids", "a list of transactions' ids") { value in
      value.elements.flatMap { elements -> [TransactionID]? in
        let ids = elements.compactMap { $0.integer.flatMap { $0 > 0 ? TransactionID(UInt64($0)) : nil } }
        return ids.count == elements.count ? ids : nil
      }
    }
    guard let line = try text("where") else {
      guard let ids, !ids.isEmpty else { throw ServerError.badRequest("ids or where is missing") }
      var seen: Set<TransactionID> = []
      return ids.filter { seen.insert($0).inserted }
    }
    guard ids == nil else { throw ServerError.badRequest("either ids or where") }
    let query = try TransactionQuery(parsingLine: line)
    guard !query.terms.isEmpty else { throw QueryError.emptyTerm }
    let found = try ListQuery(query: query).ids(on: view)
    guard !found.isEmpty else { throw ServerError.nothingMatches }
    return found
  }

  /// How the targets stand in a command line.
  func targetWords(_ ids: [TransactionID]) throws -> [String] {
    if let line = try text("where") { return ["--where", line] }
    return ids.map { String($0.position) }
  }
}
