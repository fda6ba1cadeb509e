// Safety: each request's object is retained when its target arrives and released when the library says that the request
// is over; pointers into the library's buffers are read inside the call that lends them.
import CMicroHTTPD

/// One request on its way through the library's callbacks.
///
/// A class because the library keeps a reference to it between calls.
final class Exchange {
  private enum State {
    case fresh
    case reading(HTTPRequestHead, limitBytes: Int)
    case refused(HTTPResponse)
    case answered
  }

  /// A refused body up to this size is read to its end, so that the answer reaches the client.
  private static let drainedBytes = 65_536

  private let target: Result<RequestTarget, RequestFault>
  private var state = State.fresh
  private var body: [UInt8] = []

  private init(target: String?) {
    do throws(RequestFault) {
      guard let target else { throw .badTarget }
      self.target = .success(try RequestTarget(parsing: target))
    } catch {
      self.target = .failure(error)
    }
  }

  static func callbacks(context: UnsafeMutableRawPointer) -> http_callbacks {
    http_callbacks(
      context: context,
      target: { _, text, _ in
        let target = text.flatMap { String(validatingCString: $0) }
        return Unmanaged.passRetained(Exchange(target: target)).toOpaque()
      },
      handle: { context, connection, _, method, _, data, size, request in
        guard let context, let connection, let size, let pointer = request?.pointee else { return .NO }
        let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
        size.pointee = 0
        let name = method.flatMap { String(validatingCString: $0) } ?? ""
        return exchange.advance(server, connection, method: name, data: bytes) ? .YES : .NO
      },
      completed: { context, connection, request, _ in
        guard let context, let request else { return }
        if let pointer = request.pointee { Unmanaged<Exchange>.fromOpaque(pointer).release() }
        request.pointee = nil
        guard let connection else { return }
        let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        server.deadlines.set(http_socket(connection), secondsFromNow: server.limits.receiveSeconds)
      },
      connection: { context, connection, _, change in
        guard let context, let connection else { return }
        let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        let socket = http_socket(connection)
        if change == .CONNECTION_NOTIFY_STARTED {
          server.deadlines.set(socket, secondsFromNow: server.limits.receiveSeconds)
        } else {
          server.deadlines.remove(socket)
        }
      })
  }

  /// Takes one call of the library: the head first, then pieces of the body, then the end; false ends the connection.
  private func advance(
    _ server: HTTPServer, _ connection: OpaquePointer, method: String, data: UnsafeRawBufferPointer
  ) -> Bool {
    switch state {
    case .fresh:
      return begin(server, connection, method: method)
    case .reading(let head, let limit):
      if data.isEmpty {
        state = .answered
        server.deadlines.set(http_socket(connection), secondsFromNow: server.limits.sendSeconds)
        let request = HTTPRequest(head: head, body: body)
        body = []
        return send(server.handler.response(to: request), server, connection)
      }
      guard body.count + data.count <= limit else { return false }
      body.append(contentsOf: data)
      return true
    case .refused(let response):
      if !data.isEmpty { return true }
      state = .answered
      return send(response, server, connection)
    case .answered:
      return false
    }
  }

  private func begin(_ server: HTTPServer, _ connection: OpaquePointer, method: String) -> Bool {
    var declared: Int?
    let refusal: HTTPResponse
    do throws(RequestFault) {
      let headers = try RequestFields.headers(of: connection)
      declared = try BodyLength.declared(headers)
      let target = try target.get()
      guard let method = HTTPMethod(rawValue: method) else { throw .methodNotAllowed }
      let head = HTTPRequestHead(method: method, target: target, headers: headers)
      switch server.handler.admission(of: head) {
      case .accept(let limit):
        if let declared, declared > limit { throw .bodyTooLarge }
        state = .reading(head, limitBytes: limit)
        return true
      case .refuse(let response): refusal = response
      }
    } catch {
      let response = server.handler.response(to: error)
      if error == .ambiguousLength {
        state = .answered
        return send(response, server, connection, closes: true)
      }
      refusal = response
    }
    if let declared, declared > 0, declared <= Exchange.drainedBytes {
      state = .refused(refusal)
      return true
    }
    state = .answered
    return send(refusal, server, connection, closes: declared != 0)
  }

  private func send(
    _ response: HTTPResponse, _ server: HTTPServer, _ connection: OpaquePointer, closes: Bool = false
  ) -> Bool {
    let socket = http_socket(connection)
    let made: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      server.deadlines.set(socket, secondsFromNow: server.limits.sendSeconds)
      made = bytes.withUnsafeBytes { buffer in
        MHD_create_response_from_buffer(
          buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      server.deadlines.lift(socket)
      made = StreamCursor.response(stream, server: server, socket: socket)
    }
    guard let made else { return false }
    defer { MHD_destroy_response(made) }
    MHD_add_response_header(made, "content-type", response.contentType)
    for field in response.protection + response.headers.fields {
      MHD_add_response_header(made, field.name, field.value)
    }
    if closes { MHD_add_response_header(made, "connection", "close") }
    return MHD_queue_response(connection, response.status.rawValue, made) == .YES
  }
}
