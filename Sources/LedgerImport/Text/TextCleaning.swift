/// Makes a cell's text comparable: white space collapsed, invisible edges dropped.
enum TextCleaning {
  /// The text without white space and zero-width characters at its ends, every run of white space one space.
  static func clean(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if isClean(bytes) { return Array(bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return Array(bytes) }
    var scalars = Array(text.unicodeScalars)[...]
    while let first = scalars.first, isEdge(first) { scalars.removeFirst() }
    while let last = scalars.last, isEdge(last) { scalars.removeLast() }
    var result = ""
    var pendingSpace = false
    for scalar in scalars {
      if scalar.properties.isWhitespace {
        pendingSpace = true
      } else {
        if pendingSpace { result.unicodeScalars.append(" ") }
        pendingSpace = false
        result.unicodeScalars.append(scalar)
      }
    }
    return Array(result.utf8)
  }

  /// Whether cleaning would change nothing; the common case, decided on bytes.
  static func isClean(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return true }
    if first == 0x20 || last == 0x20 { return false }
    var previous: UInt8 = 0
    for byte in bytes {
      if byte >= 0x80 || byte < 0x20 || (byte == 0x20 && previous == 0x20) { return false }
      previous = byte
    }
    return true
  }

  private static func isEdge(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x200B...0x200D).contains(scalar.value) || scalar.value == 0x2060
      || scalar.value == 0xFEFF
  }
}
