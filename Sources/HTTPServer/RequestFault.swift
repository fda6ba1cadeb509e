/// What can be wrong with a request before anybody looks at what it asks.
public enum RequestFault: Error, Sendable, Hashable {
  case badTarget
  case targetTooLong
  case badHeader
  /// The body's length is not said exactly once, or in two ways.
  case ambiguousLength
  case methodNotAllowed
  case bodyTooLarge
  case expectationNotMet

  public var status: HTTPStatus {
    switch self {
    case .badTarget, .badHeader, .ambiguousLength: .badRequest
    case .targetTooLong: .targetTooLong
    case .methodNotAllowed: .methodNotAllowed
    case .bodyTooLarge: .contentTooLarge
    case .expectationNotMet: .expectationFailed
    }
  }

  public var reason: String {
    switch self {
    case .badTarget: "the address is not one that this server reads"
    case .targetTooLong: "the address is longer than \(RequestTarget.limitBytes) bytes"
    case .badHeader: "a header field is not text"
    case .ambiguousLength: "the length of the body is not said in exactly one way"
    case .methodNotAllowed: "this method is not served"
    case .bodyTooLarge: "the body is larger than what this address takes"
    case .expectationNotMet: "this expectation is not met"
    }
  }
}
