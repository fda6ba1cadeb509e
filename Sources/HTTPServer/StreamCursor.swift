// Safety: the cursor is retained by the library's response and released with it; bytes are copied into the buffer that
// the call lends, within its size.
import CMicroHTTPD
import Glibc

/// Hands a stream's bytes to the library for as long as the client stays.
///
/// A class because the library keeps a reference to it between calls.
final class StreamCursor {
  private static let checkMilliseconds: Int32 = 200

  private let stream: any HTTPStream
  private let server: HTTPServer
  private let socket: Int32
  private var pending: ArraySlice<UInt8> = []

  private init(_ stream: any HTTPStream, server: HTTPServer, socket: Int32) {
    self.stream = stream
    self.server = server
    self.socket = socket
  }

  static func response(_ stream: any HTTPStream, server: HTTPServer, socket: Int32) -> OpaquePointer? {
    let cursor = Unmanaged.passRetained(StreamCursor(stream, server: server, socket: socket))
    let made = MHD_create_response_from_callback(
      UInt64.max, 4_096,
      { context, _, buffer, size in
        guard let context, let buffer else { return -1 }
        let cursor = Unmanaged<StreamCursor>.fromOpaque(context).takeUnretainedValue()
        return cursor.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size))
      }, cursor.toOpaque(), { context in if let context { Unmanaged<StreamCursor>.fromOpaque(context).release() } })
    if made == nil { cursor.release() }
    return made
  }

  /// Waits for the stream's next bytes; -1 is its end.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while pending.isEmpty {
      guard !server.isStopping, let next = stream.next() else { return -1 }
      pending = next[...]
      if pending.isEmpty, hasLeft() { return -1 }
    }
    let count = min(pending.count, buffer.count)
    buffer.copyBytes(from: pending.prefix(count))
    pending = pending.dropFirst(count)
    return count
  }

  /// Waits a moment; true where the client went away meanwhile.
  private func hasLeft() -> Bool {
    let gone = Int16(Int32(http_poll_left) | POLLHUP | POLLERR)
    var place = pollfd(fd: socket, events: Int16(http_poll_left), revents: 0)
    return poll(&place, 1, StreamCursor.checkMilliseconds) > 0 && place.revents & gone != 0
  }
}
