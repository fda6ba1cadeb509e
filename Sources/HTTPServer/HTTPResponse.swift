/// An answer: status, header fields and a body that is there or comes bit by bit.
public struct HTTPResponse: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    case stream(any HTTPStream)
  }

  public var status: HTTPStatus
  public var contentType: String
  public var headers: HTTPHeaders
  public var body: Body
  /// SHA-256 in base64 of the one style sheet that the body holds itself; no other is allowed in it.
  public var stylesHash: String?

  public init(
    status: HTTPStatus = .ok, contentType: String, headers: HTTPHeaders = HTTPHeaders(), body: Body,
    stylesHash: String? = nil
  ) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
    self.stylesHash = stylesHash
  }

  /// A short text.
  public static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: .bytes(Array((text + "\n").utf8)))
  }

  /// What every answer says to a browser: nothing from elsewhere, nothing kept, nothing guessed.
  var protection: [HTTPHeaders.Field] {
    [HTTPHeaders.Field("content-security-policy", policy)] + HTTPResponse.unchangingProtection
  }

  private var policy: String {
    let styles = stylesHash.map { "'sha256-\($0)'" } ?? "'self'"
    return "default-src 'none'; script-src 'self'; style-src \(styles); img-src 'self'; font-src 'self'; "
      + "connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
      + "require-trusted-types-for 'script'; trusted-types 'none'"
  }

  private static let unchangingProtection: [HTTPHeaders.Field] = [
    HTTPHeaders.Field("x-content-type-options", "nosniff"),
    HTTPHeaders.Field("x-frame-options", "DENY"),
    HTTPHeaders.Field("cache-control", "no-store"),
    HTTPHeaders.Field("referrer-policy", "no-referrer"),
    HTTPHeaders.Field("cross-origin-opener-policy", "same-origin"),
    HTTPHeaders.Field("cross-origin-resource-policy", "same-origin"),
    HTTPHeaders.Field("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ]
}

/// A body that comes bit by bit for as long as the client stays.
///
/// A reference type, since it is asked again and again by the connection's thread.
public protocol HTTPStream: AnyObject, Sendable {
  /// The next bytes; empty where there is nothing to say yet, nil at the end.
  func next() -> [UInt8]?
}
