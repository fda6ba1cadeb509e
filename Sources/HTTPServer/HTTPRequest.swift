/// A request before its body: method, target and header fields, all checked.
public struct HTTPRequestHead: Sendable, Hashable {
  public var method: HTTPMethod
  public var target: RequestTarget
  public var headers: HTTPHeaders

  public init(method: HTTPMethod, target: RequestTarget, headers: HTTPHeaders) {
    self.method = method
    self.target = target
    self.headers = headers
  }

  /// The value of a cookie that was sent exactly once.
  public func cookie(_ name: String) -> String? {
    var found: [String] = []
    for line in headers.values("cookie") {
      for pair in line.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name[...] else { continue }
        found.append(String(parts[1]))
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The media type of the body without parameters, in lower case.
  public var contentType: String? {
    headers.single("content-type")?.split(separator: ";").first.map { text in
      String(text.filter { $0 != " " }).lowercased()
    }
  }
}

/// A whole request.
public struct HTTPRequest: Sendable, Hashable {
  public var head: HTTPRequestHead
  public var body: [UInt8]

  public init(head: HTTPRequestHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
