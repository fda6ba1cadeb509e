/// Digits of other scripts, such as `２０２６` and `١٢٣`, in cells that hold a date or an amount.
enum OtherDigits {
  /// A text whose cells of digits, marks and signs alone have ASCII digits; nil where few or no cells have others.
  ///
  /// A file writes its numbers in one script: a single cell in another one only looks like a number, and is left to be reported.
  /// A cell lies between separators, quotes and line ends. Marks that group digits go, so that none is taken for a separator.
  static func normalised(_ text: [UInt8]) -> [UInt8]? {
    guard mayHaveOthers(text) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var cellCount = 0
    var lineCount = 1
    var start = 0
    var isOther = false
    for index in 0...text.count {
      let byte = index < text.count ? text[index] : 0x0A
      if byte >= 0x80 { isOther = true }
      guard isBoundary(byte) else { continue }
      if isOther, let cell = cell(text[start..<index]) {
        result += cell
        cellCount += 1
      } else {
        result += text[start..<index]
      }
      if index < text.count { result.append(byte) }
      if byte == 0x0A || byte == 0x0D { lineCount += 1 }
      start = index + 1
      isOther = false
    }
    return cellCount * 3 >= lineCount ? result : nil
  }

  /// Whether a byte begins a character of the blocks in which other scripts have their digits.
  private static func mayHaveOthers(_ text: [UInt8]) -> Bool {
    let bytes = text.span.bytes
    let start = ByteScanning.asciiPrefixCount(bytes)
    if start == text.count { return false }
    for leads in [(0xEF, 0xD9, 0xDB), (0xE0, 0xE1, 0xEA)] as [(UInt8, UInt8, UInt8)] {
      let place = ByteScanning.firstIndex(
        in: bytes, from: start, of: ByteScanning.Pattern(leads.0), ByteScanning.Pattern(leads.1),
        ByteScanning.Pattern(leads.2))
      if place < text.count { return true }
    }
    return false
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, 0x22, 0x2C, 0x3B, 0x09, 0x7C: true
    default: false
    }
  }

  /// A cell with ASCII digits; nil where it has anything but digits, marks and signs, or no digit of another script.
  private static func cell(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count <= 96, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var result: [UInt8] = []
    var count = 0
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        guard "0123456789 -+.:/()$".unicodeScalars.contains(scalar) else { return nil }
        result.append(UInt8(scalar.value))
      } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        result.append(0x30 + UInt8(value))
        count += 1
      } else if let sign = signs[scalar] {
        result += Array(sign.utf8)
      } else if kept.contains(scalar) || scalar.properties.isWhitespace {
        result += Array(String(scalar).utf8)
      } else if !["\u{200E}", "\u{200F}", "\u{61C}"].contains(scalar) {
        return nil
      }
    }
    return count > 0 ? result : nil
  }

  /// What marks and signs mean; those that group digits mean nothing.
  private static let signs: [Unicode.Scalar: String] = [
    "\u{66B}": ".", "\u{66C}": "", "\u{60C}": "", "，": "", "．": ".", "／": "/", "－": "-", "＋": "+", "：": ":", "（": "(",
    "）": ")", "\u{2212}": "-",
  ]

  private static let kept = Set("年月日¥￥円元₩₹€£".unicodeScalars)
}
