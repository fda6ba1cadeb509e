/// The encodings that a statement may have; each is read by a table of our own.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case latin1 = "ISO-8859-1"
  case windows1252 = "WINDOWS-1252"

  /// An encoding from an iconv name or one of Python's aliases, or nil.
  public init?(name: String) {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    switch plain {
    case "utf8", "utf8sig", "ascii", "usascii": self = .utf8
    case "utf16", "utf16le", "ucs2": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "latin1", "iso88591", "l1", "iso885915": self = .latin1
    case "cp1252", "windows1252", "1252", "ansi": self = .windows1252
    default: return nil
    }
  }
}

/// A file's text as UTF-8 with what was decided about its encoding.
struct DecodedText {
  var bytes: [UInt8]
  var encoding: TextEncoding
  var why: String
}

/// Why bytes are not text of an encoding.
struct EncodingFault: Error {
  /// 1-based.
  var line: Int
  var reason: String
}

extension DecodedText {
  /// Decodes a file: what was said, else a byte order mark, else a pattern of zero bytes, else valid UTF-8, else
  /// Windows-1252, which has Latin-1's letters too.
  static func decode(_ file: [UInt8], named encoding: TextEncoding?) throws(EncodingFault) -> DecodedText {
    if let encoding {
      return DecodedText(bytes: try decode(file, as: encoding), encoding: encoding, why: "as asked for")
    }
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      return DecodedText(bytes: try decode(file, as: .utf8), encoding: .utf8, why: "a byte order mark")
    }
    if file.starts(with: [0xFF, 0xFE]) {
      let bytes = try decode(file, as: .utf16LittleEndian)
      return DecodedText(bytes: bytes, encoding: .utf16LittleEndian, why: "a byte order mark")
    }
    if file.starts(with: [0xFE, 0xFF]) {
      let bytes = try decode(file, as: .utf16BigEndian)
      return DecodedText(bytes: bytes, encoding: .utf16BigEndian, why: "a byte order mark")
    }
    if let pattern = zeroPattern(file) {
      return DecodedText(bytes: try decode(file, as: pattern), encoding: pattern, why: "every other byte is zero")
    }
    if String(validating: file, as: UTF8.self) != nil {
      return DecodedText(bytes: file, encoding: .utf8, why: "the bytes are valid UTF-8")
    }
    let bytes = try decode(file, as: .windows1252)
    return DecodedText(
      bytes: bytes, encoding: .windows1252, why: "the bytes are not UTF-8, and none is unused in Windows-1252")
  }

  private static func zeroPattern(_ file: [UInt8]) -> TextEncoding? {
    guard file.count >= 4, file.count % 2 == 0 else { return nil }
    let sample = file.prefix(4_096)
    var zeros = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let half = sample.count / 2
    if zeros[1] * 10 > half * 7, zeros[0] * 10 < half { return .utf16LittleEndian }
    if zeros[0] * 10 > half * 7, zeros[1] * 10 < half { return .utf16BigEndian }
    return nil
  }

  private static func decode(_ file: [UInt8], as encoding: TextEncoding) throws(EncodingFault) -> [UInt8] {
    switch encoding {
    case .utf8:
      let body = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
      guard String(validating: body, as: UTF8.self) != nil else {
        throw EncodingFault(
          line: firstInvalidLine(body),
          reason: "the bytes are not UTF-8; say the encoding with --encoding, such as --encoding windows-1252")
      }
      return body
    case .utf16LittleEndian, .utf16BigEndian: return try decodeUTF16(file, isLittle: encoding == .utf16LittleEndian)
    case .latin1, .windows1252: return try decodeSingleByte(file, usesWindows: encoding == .windows1252)
    }
  }

  private static func firstInvalidLine(_ bytes: [UInt8]) -> Int {
    var line = 1
    for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }

  private static func decodeUTF16(_ file: [UInt8], isLittle: Bool) throws(EncodingFault) -> [UInt8] {
    guard file.count % 2 == 0 else { throw EncodingFault(line: 0, reason: "the file ends in half a UTF-16 character") }
    var units: [UInt16] = []
    units.reserveCapacity(file.count / 2)
    for index in stride(from: 0, to: file.count, by: 2) {
      let low = UInt16(file[isLittle ? index : index + 1])
      let high = UInt16(file[isLittle ? index + 1 : index])
      units.append(high << 8 | low)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw EncodingFault(line: 0, reason: "the text is not valid UTF-16")
    }
    return Array(text.utf8)
  }

  /// Windows-1252's characters for 0x80 to 0x9F; 0 is unused.
  private static let windowsHigh: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]

  private static func decodeSingleByte(_ file: [UInt8], usesWindows: Bool) throws(EncodingFault) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(file.count + file.count / 8)
    var line = 1
    for byte in file {
      if byte == 0x0A { line += 1 }
      var code = UInt16(byte)
      if usesWindows, byte >= 0x80, byte < 0xA0 {
        code = windowsHigh[Int(byte) - 0x80]
        if code == 0 {
          throw EncodingFault(
            line: line, reason: "the byte \(byte) has no meaning in Windows-1252; say the encoding with --encoding")
        }
      }
      if code < 0x80 {
        result.append(UInt8(code))
      } else if code < 0x800 {
        result.append(UInt8(0xC0 | code >> 6))
        result.append(UInt8(0x80 | code & 0x3F))
      } else {
        result.append(UInt8(0xE0 | code >> 12))
        result.append(UInt8(0x80 | code >> 6 & 0x3F))
        result.append(UInt8(0x80 | code & 0x3F))
      }
    }
    return result
  }
}
