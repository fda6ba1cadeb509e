import Glibc

/// Why a file could not be written.
public struct OutputError: Error, CustomStringConvertible {
  public var path: String
  public var code: Int32

  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  public var description: String { "\(path): \(String(cString: strerror(code)))" }
}

/// A new file that is written from the front.
public struct OutputFile: ~Copyable {
  /// Standard error; it stays open.
  public static var messages: OutputFile { OutputFile(descriptor: STDERR_FILENO, path: "standard error") }

  private let descriptor: Int32
  private let path: String

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  public init(creating path: String) throws(OutputError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw OutputError(path: path, code: errno) }
  }

  deinit {
    if descriptor != STDERR_FILENO { close(descriptor) }
  }

  public func write(_ bytes: [UInt8]) throws(OutputError) {
    var written = 0
    while written < bytes.count {
      // Safety: the pointer is used inside the closure only, for the bytes that the buffer has left.
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(path: path, code: errno) }
      written += count
    }
  }
}
