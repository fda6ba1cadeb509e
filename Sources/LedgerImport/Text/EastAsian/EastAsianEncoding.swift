/// An encoding of Japanese, Chinese or Korean that is read with tables of our own.
enum EastAsianEncoding: String, Sendable, CaseIterable {
  case shiftJIS = "CP932"
  case japaneseEUC = "EUC-JP"
  case japaneseEscapes = "ISO-2022-JP"
  case gb18030 = "GB18030"
  case big5 = "BIG5"
  case koreanEUC = "EUC-KR"

  /// An encoding from one of its names, in capitals without hyphens, underlines and spaces.
  init?(plainName: String) {
    let names: [EastAsianEncoding: [String]] = [
      .shiftJIS: ["CP932", "SHIFTJIS", "SJIS", "MS932", "MSKANJI", "WINDOWS31J", "WINDOWS932", "CSSHIFTJIS", "932"],
      .japaneseEUC: ["EUCJP", "UJIS", "EUCJPMS", "CP51932"],
      .japaneseEscapes: ["ISO2022JP", "CSISO2022JP", "JIS7"],
      .gb18030: ["GB18030", "GBK", "GB2312", "CP936", "MS936", "WINDOWS936", "EUCCN", "936"],
      .big5: ["BIG5", "BIGFIVE", "CP950", "MS950", "WINDOWS950", "950"],
      .koreanEUC: ["EUCKR", "CP949", "MS949", "UHC", "WINDOWS949", "KSC5601", "KSC56011987", "949"],
    ]
    guard let found = names.first(where: { $0.value.contains(plainName) })?.key else { return nil }
    self = found
  }

  /// The text in UTF-8, or the offset of the first byte that has no meaning.
  func text(of bytes: [UInt8]) -> Result<[UInt8], SystemConverter.Fault> {
    switch self {
    case .shiftJIS: return pairs(bytes, .shiftJIS) { $0 >= 0xA1 && $0 <= 0xDF ? UInt16($0) + 0xFEC0 : 0 }
    case .japaneseEUC:
      return pairs(bytes, .japaneseEUC) { _ in
        0
      } special: { lead, rest in
        guard lead == 0x8E, let trail = rest.first, trail >= 0xA1, trail <= 0xDF else { return nil }
        return (UInt32(trail) + 0xFEC0, 2)
      }
    case .japaneseEscapes: return escaped(bytes)
    case .gb18030:
      return pairs(bytes, .gb18030) {
        $0 == 0x80 ? 0x20AC : 0
      } special: {
        FourBytes.scalar($0, $1)
      }
    case .big5: return pairs(bytes, .big5) { _ in 0 }
    case .koreanEUC: return pairs(bytes, .koreanUHC) { _ in 0 }
    }
  }

  /// Decodes ASCII, single bytes, pairs of a table, and what is longer.
  ///
  /// - Parameters:
  ///   - single: the character of a byte that stands alone; 0 where it does not.
  ///   - special: a character that begins with a byte and goes on with others, and how many bytes it has.
  private func pairs(
    _ bytes: [UInt8], _ table: DoubleByteTable, single: (UInt8) -> UInt16,
    special: (UInt8, ArraySlice<UInt8>) -> (scalar: UInt32, count: Int)? = { _, _ in nil }
  ) -> Result<[UInt8], SystemConverter.Fault> {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        output.append(byte)
        index += 1
        continue
      }
      let unit = index + 1 < bytes.count ? table.unit(byte, bytes[index + 1]) : 0
      let alone = unit == 0 ? single(byte) : 0
      if unit != 0 {
        EastAsianEncoding.append(UInt32(unit), to: &output)
        index += 2
      } else if alone != 0 {
        EastAsianEncoding.append(UInt32(alone), to: &output)
        index += 1
      } else if let found = special(byte, bytes[(index + 1)...]) {
        EastAsianEncoding.append(found.scalar, to: &output)
        index += found.count
      } else {
        return .failure(SystemConverter.Fault(offset: index))
      }
    }
    return .success(output)
  }

  /// Decodes seven-bit text that changes between sets of characters by escapes.
  private func escaped(_ bytes: [UInt8]) -> Result<[UInt8], SystemConverter.Fault> {
    enum Characters { case ascii, kanji, katakana }
    let escapes: [(mark: [UInt8], characters: Characters)] = [
      (Array("(B".utf8), .ascii), (Array("(J".utf8), .ascii), (Array("$B".utf8), .kanji), (Array("$@".utf8), .kanji),
      (Array("(I".utf8), .katakana),
    ]
    var output: [UInt8] = []
    var characters = Characters.ascii
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x1B {
        guard let escape = escapes.first(where: { bytes[(index + 1)...].starts(with: $0.mark) }) else {
          return .failure(SystemConverter.Fault(offset: index))
        }
        characters = escape.characters
        index += 3
        continue
      }
      // A line's end begins in ASCII again, whatever came before.
      if byte == 0x0A || byte == 0x0D { characters = .ascii }
      var unit = byte < 0x80 ? UInt32(byte) : 0
      var count = 1
      switch characters {
      case .ascii: break
      case .katakana: unit = byte >= 0x21 && byte <= 0x5F ? UInt32(byte) + 0xFF40 : 0
      case .kanji:
        unit =
          byte < 0x80 && index + 1 < bytes.count && bytes[index + 1] < 0x80
          ? UInt32(DoubleByteTable.japaneseEUC.unit(byte | 0x80, bytes[index + 1] | 0x80)) : 0
        count = 2
      }
      guard unit != 0 || characters == .ascii && byte == 0 else {
        return .failure(SystemConverter.Fault(offset: index))
      }
      EastAsianEncoding.append(unit, to: &output)
      index += count
    }
    return .success(output)
  }

  @inline(__always)
  private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    if scalar < 0x80 {
      output.append(UInt8(scalar))
    } else if scalar < 0x800 {
      output.append(UInt8(0xC0 | scalar >> 6))
      output.append(UInt8(0x80 | scalar & 0x3F))
    } else {
      if scalar < 0x10000 {
        output.append(UInt8(0xE0 | scalar >> 12))
      } else {
        output.append(UInt8(0xF0 | scalar >> 18))
        output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      }
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
