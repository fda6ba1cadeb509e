/// Why a server can't listen.
public enum HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
  case portTaken(UInt16)
  case portNeedsPrivilege(UInt16)
  case system(code: Int32, doing: String)
  case cannotStart

  public var description: String {
    switch self {
    case .portTaken(let port): "the port \(port) is taken; choose another, or leave --port out for a free one"
    case .portNeedsPrivilege(let port): "the port \(port) needs privileges; choose one above 1023"
    case .system(let code, let doing): "\(doing) failed with error \(code)"
    case .cannotStart: "the web server can't start"
    }
  }
}
