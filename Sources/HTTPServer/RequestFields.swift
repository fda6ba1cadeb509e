// Safety: names and values are read inside the callback that lends them, within the sizes that it says.
import CMicroHTTPD

/// Reads header fields out of the library.
enum RequestFields {
  private final class Collector {
    // A class because a C callback fills it through a pointer.
    var fields: [HTTPHeaders.Field] = []
    var isText = true
  }

  static func headers(of connection: OpaquePointer) throws(RequestFault) -> HTTPHeaders {
    let collector = Collector()
    let pointer = Unmanaged.passUnretained(collector).toOpaque()
    MHD_get_connection_values_n(
      connection, .HEADER_KIND,
      { context, _, name, nameSize, value, valueSize in
        guard let context else { return .NO }
        let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
        guard let name = RequestFields.text(name, nameSize), let value = RequestFields.text(value, valueSize) else {
          collector.isText = false
          return .NO
        }
        collector.fields.append(HTTPHeaders.Field(name, value))
        return .YES
      }, pointer)
    return try withExtendedLifetime(collector) { () throws(RequestFault) in
      guard collector.isText else { throw .badHeader }
      return HTTPHeaders(collector.fields)
    }
  }

  /// The text of so many bytes; nil where it holds a control character or is not UTF-8.
  private static func text(_ pointer: UnsafePointer<CChar>?, _ size: Int) -> String? {
    guard let pointer else { return size == 0 ? "" : nil }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
    guard !bytes.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// How long a body is said to be.
enum BodyLength {
  /// The length, 0 where there is no body, nil where it comes in chunks.
  static func declared(_ headers: HTTPHeaders) throws(RequestFault) -> Int? {
    let lengths = headers.values("content-length")
    let codings = headers.values("transfer-encoding")
    guard lengths.count + codings.count <= 1 else { throw .ambiguousLength }
    if let coding = codings.first {
      guard coding.lowercased() == "chunked" else { throw .ambiguousLength }
      return nil
    }
    guard let text = lengths.first else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let length = Int(text) else {
      throw .ambiguousLength
    }
    return length
  }
}
