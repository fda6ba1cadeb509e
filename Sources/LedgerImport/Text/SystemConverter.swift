import Glibc

// Safety: iconv is handed the bounds of two arrays for the time of a call, and its descriptor is closed on every path.

/// Converts rare encodings to UTF-8 with the system's iconv.
///
/// A static binary may lack the converters, which are loaded from files of the same C library; then an encoding is not known,
/// and the message says what to do. What banks use has tables of our own.
enum SystemConverter {
  static func knows(_ name: String) -> Bool {
    guard let converter = open(name) else { return false }
    iconv_close(converter)
    return true
  }

  private static func open(_ name: String) -> iconv_t? {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }) else { return nil }
    let converter = iconv_open("UTF-8", name)
    return Int(bitPattern: converter) == -1 ? nil : converter
  }

  /// The text in UTF-8, or the offset of the first byte that has no meaning in the encoding.
  static func convert(_ bytes: [UInt8], from name: String) -> Result<[UInt8], Fault> {
    guard let converter = open(name) else { return .failure(Fault(offset: 0)) }
    defer { iconv_close(converter) }
    var input = bytes
    var output: [UInt8] = []
    var offset = 0
    while offset < input.count {
      let rest = input.count - offset
      var consumed = 0
      var status = 0
      let piece = [UInt8](unsafeUninitializedCapacity: max(64, min(rest, 1 << 20) * 4)) { buffer, count in
        input.withUnsafeMutableBytes { bytes in
          var source: UnsafeMutablePointer<CChar>? = bytes.baseAddress.map {
            ($0 + offset).assumingMemoryBound(to: CChar.self)
          }
          var sourceLeft = rest
          let capacity = buffer.count
          var targetLeft = capacity
          buffer.withMemoryRebound(to: CChar.self) { target in
            var target: UnsafeMutablePointer<CChar>? = target.baseAddress
            status = Int(iconv(converter, &source, &sourceLeft, &target, &targetLeft))
          }
          count = capacity - targetLeft
          consumed = rest - sourceLeft
        }
      }
      output += piece
      offset += consumed
      if status == -1, errno != E2BIG || consumed == 0 { return .failure(Fault(offset: offset)) }
    }
    return .success(output)
  }

  /// Where a conversion stopped.
  struct Fault: Error {
    var offset: Int
  }
}
