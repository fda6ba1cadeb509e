/// Makes a cell's text comparable: white space collapsed, invisible edges and control characters dropped.
///
/// Control characters and direction overrides never mean anything in a bank's text, and a terminal would obey them.
enum TextCleaning {
  /// The text without white space and zero-width characters at its ends, every run of white space one space.
  static func clean(_ bytes: [UInt8]) -> [UInt8] {
    if ByteScanning.isPlainText(bytes.span.bytes) { return bytes }
    guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    // What stands between two visible characters: a space, and invisible ones, which count only inside a word.
    var pending: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        if pending.first != 0x20 { pending.insert(0x20, at: 0) }
      } else if isInvisible(scalar) {
        pending.append(contentsOf: UTF8.encode(scalar) ?? .init())
      } else if !isDropped(scalar) {
        if !result.isEmpty, !pending.isEmpty { result += pending }
        if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
        result.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    return result
  }

  /// The text without white space and zero-width characters at its ends, every run of white space one space.
  static func clean(_ text: String) -> String {
    String(validating: clean(Array(text.utf8)), as: UTF8.self) ?? ""
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  /// Zero-width characters, which join letters inside a word and mean nothing at its edge.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B...0x200F, 0x2060...0x2064, 0xFEFF, 0xAD: true
    default: false
    }
  }

  /// Control characters and the marks that turn the direction of text.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
