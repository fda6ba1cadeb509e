import Synchronization

/// Who may ask a server on this machine: the browser that was given the one-time token, from its own pages only.
///
/// A class, since the token is spent once for every thread.
public final class LocalAccess: Sendable {
  /// What the gate says to a request.
  public enum Answer: Sendable, Hashable {
    case admitted
    /// The token was right: the browser gets its cookie and is sent to the page without it.
    case welcome(cookie: String)
    case refused(HTTPStatus, String)
  }

  public static let proofHeader = "x-foldbook-csrf"

  /// The one-time token in the first address.
  public let token: String
  /// What a changing request has to repeat in its header; the page asks for it with its cookie.
  public let proof: String
  private let session: String
  private let hosts: Set<String>
  private let cookieName: String
  private let isSpent = Atomic<Bool>(false)

  public init(port: UInt16) {
    var generator = SystemRandomNumberGenerator()
    token = LocalAccess.secret(&generator)
    proof = LocalAccess.secret(&generator)
    session = LocalAccess.secret(&generator)
    cookieName = "foldbook-\(port)"
    // A browser leaves the port out of the host only where it is the scheme's own.
    hosts = port == 80 ? ["127.0.0.1", "localhost"] : ["127.0.0.1:\(port)", "localhost:\(port)"]
  }

  /// Looks at a request's head.
  public func answer(to head: HTTPRequestHead) -> Answer {
    guard let host = head.headers.single("host"), hosts.contains(host) else {
      return .refused(.misdirected, "this server answers only to its own address")
    }
    let sites = head.headers.values("sec-fetch-site")
    guard sites.isEmpty || sites == ["same-origin"] || sites == ["none"] else {
      return .refused(.forbidden, "this request comes from another site")
    }
    if head.method.isSafe {
      if head.target.segments.isEmpty, let given = head.target.query.first(where: { $0.name == "token" }) {
        return exchange(given.value, method: head.method)
      }
    } else if head.headers.single("origin") != "http://" + host {
      return .refused(.forbidden, "this request comes from another origin")
    }
    guard let cookie = head.cookie(cookieName), LocalAccess.isEqual(cookie, session) else {
      return .refused(.unauthorized, "this browser has no session; open the address that 'foldbook serve' printed")
    }
    if !head.method.isSafe {
      guard let given = head.headers.single(LocalAccess.proofHeader), LocalAccess.isEqual(given, proof) else {
        return .refused(.forbidden, "the header \(LocalAccess.proofHeader) is missing or wrong")
      }
    }
    return .admitted
  }

  private func exchange(_ given: String, method: HTTPMethod) -> Answer {
    guard LocalAccess.isEqual(given, token) else { return .refused(.forbidden, "this address is not valid") }
    guard method == .get,
      isSpent.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    else { return .refused(.forbidden, "this address was used already; start 'foldbook serve' again for a new one") }
    return .welcome(cookie: "\(cookieName)=\(session); HttpOnly; SameSite=Strict; Path=/")
  }

  private static func secret(_ generator: inout SystemRandomNumberGenerator) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Compares without telling by its time how much is equal.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
