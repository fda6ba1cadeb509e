/// A request's method; others are not served.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether the method asks for something without changing anything.
  public var isSafe: Bool { self == .get || self == .head }
}
