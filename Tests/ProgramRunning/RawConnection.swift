import Foundation
import Glibc

/// A connection to a server on this machine that sends whatever bytes it is told to.
///
/// A class, since the socket goes with the last reference.
public final class RawConnection {
  /// What came back.
  public struct Answer: Sendable {
    public var status: Int
    /// Names are lower case.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  private let socket: Int32
  private var received: [UInt8] = []

  /// - Parameter timeoutSeconds: a read that gets nothing for so long fails.
  public init(port: UInt16, address: UInt32 = 0x7F00_0001, timeoutSeconds: Int = 20) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = address.bigEndian
    let isConnected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      let reason = String(cString: strerror(errno))
      close(socket)
      throw Failure(description: "no connection to port \(port): \(reason)")
    }
  }

  deinit { close(socket) }

  /// Sends bytes; false where the server closed its end.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      offset += count
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Waits for more bytes; false at the end of the connection.
  public func receive() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &chunk, chunk.count, 0)
    if count > 0 { received += chunk[..<count] }
    if count < 0, errno == EAGAIN { throw Failure(description: "the server said nothing in time") }
    return count > 0
  }

  /// Reads until what was received holds a text.
  public func wait(for text: String) throws {
    while !String(decoding: received, as: UTF8.self).contains(text) {
      guard try receive() else { throw Failure(description: "the connection ended before '\(text)'") }
    }
  }

  /// Whether the server closed its end, now or within a time.
  public func isEnded(withinMilliseconds milliseconds: Int32) -> Bool {
    // Linux's POLLRDHUP, which the C library names only under _GNU_SOURCE.
    let left: Int16 = 0x2000
    var place = pollfd(fd: socket, events: left, revents: 0)
    return poll(&place, 1, milliseconds) > 0
  }

  /// Reads to the end of the connection, whatever comes.
  public func readToEnd() throws -> [UInt8] {
    while try receive() {}
    return received
  }

  /// Reads one answer whose length is said; nil where the connection ends without one.
  public func answer(isHead: Bool = false) throws -> Answer? {
    let blank = Array("\r\n\r\n".utf8)
    var end = RawConnection.range(of: blank, in: received)
    while end == nil {
      guard try receive() else { return nil }
      end = RawConnection.range(of: blank, in: received)
    }
    let lines = String(decoding: received[..<end!], as: UTF8.self).components(separatedBy: "\r\n")
    let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    let headers = lines.dropFirst().map { line -> (name: String, value: String) in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    received.removeFirst(end! + blank.count)
    let length = isHead ? 0 : Int(headers.first { $0.name == "content-length" }?.value ?? "0") ?? 0
    while received.count < length {
      guard try receive() else { throw Failure(description: "the body was cut off") }
    }
    defer { received.removeFirst(length) }
    return Answer(status: status, headers: headers, body: Array(received[..<length]))
  }

  private static func range(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (0...bytes.count - pattern.count).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
  }
}
