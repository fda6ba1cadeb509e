import Foldbook
import HTTPServer

/// One address of the API: what it takes and who answers.
struct Route: Sendable {
  /// What a request's body is.
  enum Body: Sendable, Hashable {
    case none
    case json
    case form
  }

  var method: HTTPMethod
  /// Below `/api/v1/`; `{id}` stands for any segment.
  var path: String
  var parameters: [String]
  var body: Body
  /// Whether it may change the ledger; such routes are refused where the ledger is served read-only.
  var changes: Bool
  var answer: @Sendable (Call) throws -> HTTPResponse

  static let jsonLimitBytes = 256 << 10
  static let formLimitBytes = 64 << 20

  static func get(
    _ path: String, _ parameters: [String] = [], _ answer: @escaping @Sendable (Call) throws -> HTTPResponse
  ) -> Route {
    Route(method: .get, path: path, parameters: parameters, body: .none, changes: false, answer: answer)
  }

  var bodyLimitBytes: Int {
    switch body {
    case .none: 0
    case .json: Route.jsonLimitBytes
    case .form: Route.formLimitBytes
    }
  }

  /// The values of the placeholders, or nil where the path is another.
  func match(_ segments: ArraySlice<String>) -> [String: String]? {
    let parts = path.split(separator: "/")
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      if part.hasPrefix("{") {
        values[String(part.dropFirst().dropLast())] = segment
      } else if part != segment[...] {
        return nil
      }
    }
    return values
  }
}

/// A request on its route, with what the server has at hand.
struct Call: Sendable {
  let server: LedgerHandler
  let request: HTTPRequest
  let parameters: Parameters
  let placeholders: [String: String]

  var today: CalendarDay {
    get throws { try parameters.day("today") ?? server.clock.today }
  }

  /// Lends a fresh view of the ledger, at the point that the request names.
  func read<Result>(_ body: (LedgerView) throws -> Result) throws -> Result {
    let ledger = try server.access.ledger()
    guard let text = parameters["at"] ?? parameters["asOf"] else {
      return try ledger.read { view in try NameHints.hinting(view) { try body(view) } }
    }
    if parameters["at"] != nil, parameters["asOf"] != nil {
      throw ServerError.badRequest("at and asOf exclude each other")
    }
    return try ledger.read { view in
      let earlier = try view.earlier(at: PointInTime(text).position(in: view))
      return try NameHints.hinting(earlier) { try body(earlier) }
    }
  }

  /// The transaction that the path names.
  var transactionID: TransactionID {
    get throws {
      guard let text = placeholders["id"], let position = Position(text), position >= 1 else {
        throw ServerError.notFound("'\(placeholders["id"] ?? "")' is not a transaction's id")
      }
      return TransactionID(position)
    }
  }
}
