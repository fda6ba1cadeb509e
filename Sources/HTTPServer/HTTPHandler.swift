/// Answers requests; called on many threads at once.
public protocol HTTPHandler: Sendable {
  /// Looks at a request before its body is read.
  func admission(of head: HTTPRequestHead) -> HTTPAdmission
  /// Answers a request that was admitted.
  func response(to request: HTTPRequest) -> HTTPResponse
  /// Answers a request that can't be read.
  func response(to fault: RequestFault) -> HTTPResponse
}

/// Whether a request's body is read.
public enum HTTPAdmission: Sendable {
  case accept(bodyLimitBytes: Int)
  case refuse(HTTPResponse)
}

/// What a server allows a client.
public struct HTTPLimits: Sendable, Hashable {
  public var connectionCount: Int
  /// A connection on which nothing moves for so long is closed.
  public var idleSeconds: Int
  /// From the end of one request to the end of the next, however slowly it comes.
  public var receiveSeconds: Int
  /// From the end of a request to the end of its answer; streams have no limit.
  public var sendSeconds: Int
  /// What a request's line and header fields may take.
  public var headerBytes: Int

  public init(
    connectionCount: Int = 128, idleSeconds: Int = 20, receiveSeconds: Int = 30, sendSeconds: Int = 120,
    headerBytes: Int = 32_768
  ) {
    self.connectionCount = connectionCount
    self.idleSeconds = idleSeconds
    self.receiveSeconds = receiveSeconds
    self.sendSeconds = sendSeconds
    self.headerBytes = headerBytes
  }
}
