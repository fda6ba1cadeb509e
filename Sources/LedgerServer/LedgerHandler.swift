import Foldbook
import HTTPServer
import LMDB

/// Answers every request: the gate first, then the page, its assets, or the API.
///
/// A class, since its requests share the ledger and the gate.
public final class LedgerHandler: HTTPHandler {
  public let options: ServerOptions
  let access: LedgerAccess
  let watch: LedgerWatch
  let clock: ServerClock
  private let gate: LocalAccess
  static let prefix = ["api", "v1"]
  static let routes = ReadRoutes.all + ChangeRoutes.all

  /// - Throws: where the ledger can't be opened.
  public init(options: ServerOptions, gate: LocalAccess) throws {
    self.options = options
    self.gate = gate
    access = LedgerAccess(path: options.path, isReadOnly: options.isReadOnly)
    watch = LedgerWatch(access: access)
    clock = ServerClock(fixed: options.now)
    _ = try access.ledger()
  }

  /// What the page repeats with every change.
  var proof: String { gate.proof }

  /// The API's addresses: method, path and the names of parameters.
  public static var addresses: [(method: HTTPMethod, path: String, parameters: [String])] {
    routes.map { ($0.method, "/" + (prefix + [$0.path]).joined(separator: "/"), $0.parameters) }
  }

  public func admission(of head: HTTPRequestHead) -> HTTPAdmission {
    switch gate.answer(to: head) {
    case .refused(let status, let reason):
      return .refuse(refusal(head.target, status, reason))
    case .welcome(let cookie):
      return .refuse(
        HTTPResponse(
          status: .seeOther, contentType: "text/plain; charset=utf-8",
          headers: HTTPHeaders([HTTPHeaders.Field("location", "/"), HTTPHeaders.Field("set-cookie", cookie)]),
          body: .bytes([])))
    case .admitted:
      break
    }
    guard isAPI(head.target) else {
      return head.method.isSafe
        ? .accept(bodyLimitBytes: 0) : .refuse(refusal(head.target, .methodNotAllowed, "the page is only read"))
    }
    do {
      let (route, _) = try route(head)
      if route.changes, options.isReadOnly { throw ServerError.readOnly }
      try LedgerHandler.check(head.contentType, route.body)
      return .accept(bodyLimitBytes: route.bodyLimitBytes)
    } catch {
      return .refuse(Failure(error).response)
    }
  }

  public func response(to request: HTTPRequest) -> HTTPResponse {
    guard isAPI(request.head.target) else {
      if request.head.target.segments.isEmpty { return document(request.head) }
      return PageAssets.response(request.head.target)
        ?? refusal(request.head.target, .notFound, "there is no such page")
    }
    do {
      let (route, placeholders) = try route(request.head)
      let parameters = try Parameters(request.head.target.query, allowed: route.parameters)
      return try route.answer(
        Call(server: self, request: request, parameters: parameters, placeholders: placeholders))
    } catch {
      return Failure(error).response
    }
  }

  public func response(to fault: RequestFault) -> HTTPResponse {
    .text(fault.status, fault.reason)
  }

  private func isAPI(_ target: RequestTarget) -> Bool { target.segments.first == "api" }

  private func refusal(_ target: RequestTarget, _ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    isAPI(target) ? Failure(status, "access", reason).response : .text(status, reason)
  }

  private func route(_ head: HTTPRequestHead) throws -> (Route, [String: String]) {
    let segments = head.target.segments
    guard segments.starts(with: LedgerHandler.prefix) else { throw ServerError.notFound("there is no such address") }
    let rest = segments.dropFirst(LedgerHandler.prefix.count)
    let found = LedgerHandler.routes.compactMap { route in route.match(rest).map { (route, $0) } }
    guard !found.isEmpty else { throw ServerError.notFound("there is no such address") }
    let method = head.method == .head ? .get : head.method
    guard let match = found.first(where: { $0.0.method == method }) else {
      throw ServerError.methodNotAllowed
    }
    return match
  }

  private static func check(_ contentType: String?, _ body: Route.Body) throws {
    switch body {
    case .none: return
    case .json:
      guard contentType == "application/json" else {
        throw ServerError.unsupportedMediaType(expected: "application/json")
      }
    case .form:
      guard contentType == "multipart/form-data" else {
        throw ServerError.unsupportedMediaType(expected: "multipart/form-data")
      }
    }
  }
}
