import HTTPServer
import ProgramRunning
import Testing

/// A server that says back what it was sent.
final class EchoServer {
  // A class, since the server stops with the last reference.
  struct Handler: HTTPHandler {
    func admission(of head: HTTPRequestHead) -> HTTPAdmission {
      head.target.segments == ["refused"] ? .refuse(.text(.forbidden, "no")) : .accept(bodyLimitBytes: 100_000)
    }

    func response(to request: HTTPRequest) -> HTTPResponse {
      if request.head.target.segments == ["stream"] {
        return HTTPResponse(contentType: "text/event-stream", body: .stream(Ticks()))
      }
      let text = "\(request.head.method.rawValue) \(request.head.target.path) \(request.body.count)"
      return .text(.ok, request.head.target.segments == ["large"] ? String(repeating: "x", count: 20_000_000) : text)
    }

    func response(to fault: RequestFault) -> HTTPResponse { .text(fault.status, fault.reason) }
  }

  /// A stream that speaks once and then only waits.
  final class Ticks: HTTPStream {
    private let spoken = Flag()

    func next() -> [UInt8]? { spoken.raise() ? [] : Array("data: first\n\n".utf8) }
  }

  let port: UInt16
  private let server: HTTPServer

  init(limits: HTTPLimits = HTTPLimits()) throws {
    let socket = try ListeningSocket(port: 0)
    port = socket.port
    server = try HTTPServer.start(on: socket, handler: Handler(), limits: limits)
  }

  deinit { server.stop() }

  func stop() { server.stop() }
  func enforceDeadlines() { server.enforceDeadlines() }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Sends a request and reads its answer; nil where the connection ends without one.
  func answer(_ text: String) throws -> RawConnection.Answer? {
    let connection = try connect()
    connection.send(text)
    return try connection.answer(isHead: text.hasPrefix("HEAD"))
  }
}
