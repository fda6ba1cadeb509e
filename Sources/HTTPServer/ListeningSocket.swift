// Safety: an address is lent to the kernel for the call, with its true size.
import Glibc

/// A socket that listens on the loopback address, and nowhere else.
public struct ListeningSocket: ~Copyable {
  let descriptor: Int32
  public let port: UInt16

  /// Binds a port of 127.0.0.1.
  ///
  /// - Parameter port: 0 is any free one.
  public init(port: UInt16) throws(HTTPServerError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system(code: errno, doing: "making a socket") }
    do throws(HTTPServerError) {
      self.port = try ListeningSocket.bind(descriptor, port: port)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  /// Closes a socket that no server took over.
  public consuming func cancel() {
    close(descriptor)
  }

  private static func bind(_ descriptor: Int32, port: UInt16) throws(HTTPServerError) -> UInt16 {
    // A port whose old connections are still fading away may be used again.
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, 128) == 0 else {
      switch errno {
      case EADDRINUSE: throw .portTaken(port)
      case EACCES: throw .portNeedsPrivilege(port)
      default: throw .system(code: errno, doing: "listening on 127.0.0.1:\(port)")
      }
    }
    let isNamed = withUnsafeMutablePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
    }
    guard isNamed else { throw .system(code: errno, doing: "asking for the port") }
    return UInt16(bigEndian: address.sin_port)
  }
}
