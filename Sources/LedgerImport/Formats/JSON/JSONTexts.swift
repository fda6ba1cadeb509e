/// Tells, byte by byte, what of a JSON document lies in its texts.
struct JSONTexts {
  /// Whether the bytes so far end within a text.
  private(set) var isOpen = false
  private var isEscaped = false

  /// Takes the next byte, and says whether it is part of a text, quotes included.
  mutating func cover(_ byte: UInt8) -> Bool {
    if !isOpen {
      isOpen = byte == 0x22
      return isOpen
    }
    if isEscaped {
      isEscaped = false
    } else if byte == 0x5C {
      isEscaped = true
    } else if byte == 0x22 {
      isOpen = false
    }
    return true
  }
}
