/// The well-formed byte sequences of UTF-8, table 3-7 of the Unicode Standard.
enum UTF8Grammar {
  /// Measures the well-formed sequence at an offset, or answers nil when there is none.
  static func length(in bytes: ArraySlice<UInt8>, at offset: Int) -> Int? {
    let lead = bytes[offset]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard bytes.endIndex - offset >= length, second.contains(bytes[offset + 1]) else { return nil }
    for position in (offset + 2)..<(offset + max(length, 2)) where bytes[position] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }
}
