// Safety: the daemon's pointer is made by the library, used under a lock, and given back exactly once; the context that
// callbacks get is this object, which lives until the daemon has joined its threads.
import CMicroHTTPD
import Synchronization

/// A web server for this machine only: it listens on 127.0.0.1 and answers each connection in a thread of its own.
///
/// A class because the daemon's threads call back into it by identity. `stop` has to be called.
public final class HTTPServer: Sendable {
  let handler: any HTTPHandler
  let limits: HTTPLimits
  let deadlines = ConnectionDeadlines()
  private let stopping = Atomic<Bool>(false)
  private let daemon = Mutex<UInt>(0)

  private init(handler: any HTTPHandler, limits: HTTPLimits) {
    self.handler = handler
    self.limits = limits
  }

  /// Begins to serve the connections of a socket.
  public static func start(
    on socket: consuming ListeningSocket, handler: any HTTPHandler, limits: HTTPLimits = HTTPLimits()
  ) throws(HTTPServerError) -> HTTPServer {
    let server = HTTPServer(handler: handler, limits: limits)
    let calls = Exchange.callbacks(context: Unmanaged.passRetained(server).toOpaque())
    let bounds = http_limits(
      connection_count: UInt32(limits.connectionCount), idle_seconds: UInt32(limits.idleSeconds),
      header_bytes: limits.headerBytes, stack_bytes: 2 << 20)
    guard let daemon = http_start(socket.descriptor, calls, bounds) else {
      socket.cancel()
      Unmanaged.passUnretained(server).release()
      throw .cannotStart
    }
    server.daemon.withLock { $0 = UInt(bitPattern: daemon) }
    return server
  }

  /// Whether streams have to end.
  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Ends connections that are past their time; to be called about every second.
  public func enforceDeadlines() {
    deadlines.shutDownOverdue()
  }

  /// Takes no more connections, lets requests in work end, and returns when every thread has.
  public func stop() {
    stopping.store(true, ordering: .releasing)
    let pointer = daemon.withLock { value in
      defer { value = 0 }
      return OpaquePointer(bitPattern: value)
    }
    guard let pointer else { return }
    MHD_stop_daemon(pointer)
    Unmanaged.passUnretained(self).release()
  }
}
