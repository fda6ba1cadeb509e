import HTTPServer

/// What the API refuses by itself; errors of the ledger keep their own types.
enum ServerError: Error, Sendable, Hashable {
  case badRequest(String)
  case notFound(String)
  case readOnly
  case methodNotAllowed
  case nothingMatches
  case unsupportedMediaType(expected: String)
  /// Two things were asked for that exclude each other, or what was asked for is not allowed.
  case refused(String)

  var status: HTTPStatus {
    switch self {
    case .badRequest: .badRequest
    case .notFound: .notFound
    case .readOnly: .forbidden
    case .methodNotAllowed: .methodNotAllowed
    case .nothingMatches: .notFound
    case .unsupportedMediaType: .unsupportedMediaType
    case .refused: .unprocessable
    }
  }

  /// A word for programs.
  var code: String {
    switch self {
    case .badRequest: "request"
    case .notFound: "address"
    case .readOnly: "readOnly"
    case .methodNotAllowed: "method"
    case .nothingMatches: "nothing"
    case .unsupportedMediaType: "mediaType"
    case .refused: "refused"
    }
  }

  var reason: String {
    switch self {
    case .badRequest(let reason), .notFound(let reason), .refused(let reason): reason
    case .readOnly: "the ledger is served read-only"
    case .methodNotAllowed: "this address takes another method"
    case .nothingMatches: "no transaction matches"
    case .unsupportedMediaType(let expected): "the body should be \(expected)"
    }
  }
}
