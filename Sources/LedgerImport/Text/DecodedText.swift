/// A file's text as UTF-8, with what was decided about its encoding.
struct DecodedText {
  /// Valid UTF-8 without a byte order mark.
  var bytes: [UInt8]
  var encoding: TextEncoding
  var why: String
  /// How many places had bytes without meaning; each byte became U+FFFD.
  var damagedCount = 0
}

/// Why bytes are not text of an encoding.
struct EncodingFault: Error {
  /// 1-based; 0 is the whole file.
  var line: Int
  var reason: String
}

extension DecodedText {
  /// Decodes a file: by its byte order mark, as asked for, by a pattern of zero bytes, as its XML declares, by validity, as
  /// its header declares, or by a guess from its letters.
  static func decode(
    _ file: [UInt8], asked: TextEncoding?, declared: DeclaredEncoding? = nil
  ) throws(EncodingFault) -> DecodedText {
    if let marked = try byMark(file, asked: asked) { return marked }
    if let asked {
      if case .utf8 = asked { return try utf8(file, why: "as asked for", isAsked: true) }
      return DecodedText(bytes: try bytes(of: file, as: asked), encoding: asked, why: "as asked for")
    }
    if let encoding = zeroPattern(file) {
      return DecodedText(
        bytes: try bytes(of: file, as: encoding), encoding: encoding, why: "the zero bytes lie as in \(encoding.name)")
    }
    if isEscaped(file), let encoding = TextEncoding(name: "ISO-2022-JP") {
      return DecodedText(
        bytes: try bytes(of: file, as: encoding), encoding: encoding,
        why: "it changes between ASCII and kanji by escapes")
    }
    if let declared, declared.isXML {
      if case .utf8 = declared.encoding {
      } else {
        return DecodedText(
          bytes: try bytes(of: file, as: declared.encoding), encoding: declared.encoding, why: "the file declares it")
      }
    }
    return try utf8(file, why: "the bytes are valid UTF-8", isAsked: false, declared: declared)
  }

  /// Decodes a file that begins with a byte order mark, unless another encoding is asked for.
  private static func byMark(_ file: [UInt8], asked: TextEncoding?) throws(EncodingFault) -> DecodedText? {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      let rest = Array(file.dropFirst(3))
      if let asked, !asked.isUnicode {
        return DecodedText(bytes: try bytes(of: rest, as: asked), encoding: asked, why: "as asked for")
      }
      return try utf8(rest, why: "a byte order mark", isAsked: asked?.isUTF8 ?? false)
    }
    if let asked, !asked.isUnicode { return nil }
    for isLittleEndian in [true, false] {
      let mark: [UInt8] = isLittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
      let wideMark: [UInt8] = isLittleEndian ? mark + [0, 0] : [0, 0] + mark
      let encoding: TextEncoding
      if file.starts(with: wideMark), file.count % 4 == 0 {
        encoding = .utf32(isLittleEndian: isLittleEndian)
      } else if file.starts(with: mark) {
        encoding = .utf16(isLittleEndian: isLittleEndian)
      } else {
        continue
      }
      return DecodedText(bytes: try bytes(of: file, as: encoding), encoding: encoding, why: "a byte order mark")
    }
    return nil
  }

  /// Whether a text of ASCII bytes changes to kanji and back by escape sequences, as mail programs in Japan write it.
  private static func isEscaped(_ file: [UInt8]) -> Bool {
    let head = file.prefix(65_536)
    guard head.contains(0x1B), head.allSatisfy({ $0 < 0x80 }) else { return false }
    let begins = [[0x1B, 0x24, 0x42], [0x1B, 0x24, 0x40]] as [[UInt8]]
    let ends = [[0x1B, 0x28, 0x42], [0x1B, 0x28, 0x4A]] as [[UInt8]]
    func has(_ marks: [[UInt8]]) -> Bool {
      head.indices.contains { index in head[index] == 0x1B && marks.contains { head[index...].starts(with: $0) } }
    }
    return has(begins) && has(ends)
  }

  /// UTF-8 where it is valid or only damaged in places, else the guess of another encoding.
  private static func utf8(
    _ file: [UInt8], why: String, isAsked: Bool, declared: DeclaredEncoding? = nil
  ) throws(EncodingFault) -> DecodedText {
    let asciiCount = ByteScanning.asciiPrefixCount(file.span.bytes)
    if asciiCount == file.count || String(validating: file[asciiCount...], as: UTF8.self) != nil {
      return DecodedText(bytes: file, encoding: .utf8, why: why)
    }
    let damage = UTF8Damage(file)
    if isAsked || damage.isMostlyValid {
      return DecodedText(
        bytes: damage.repaired, encoding: .utf8,
        why: isAsked ? why : "\(damage.validCount) characters are valid UTF-8", damagedCount: damage.damagedCount)
    }
    if let declared, case .utf8 = declared.encoding {
    } else if let declared {
      return DecodedText(
        bytes: try bytes(of: file, as: declared.encoding), encoding: declared.encoding, why: "the file declares it")
    }
    let encoding = EncodingGuess.encoding(of: file)
    return DecodedText(bytes: try bytes(of: file, as: encoding), encoding: encoding, why: EncodingGuess.why(encoding))
  }

  /// The encoding whose Latin letters leave zero bytes where the file has them.
  private static func zeroPattern(_ file: [UInt8]) -> TextEncoding? {
    guard file.count >= 4 else { return nil }
    let sample = file.prefix(4_096 - 4_096 % 4)
    guard sample.contains(0) else { return nil }
    var zeros = [0, 0, 0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let quarter = max(1, sample.count / 4)
    let isMostly = zeros.map { $0 * 10 > quarter * 7 }
    let isRarely = zeros.map { $0 * 10 < quarter }
    if file.count % 4 == 0 {
      if isRarely[0], isMostly[1], isMostly[2], isMostly[3] { return .utf32(isLittleEndian: true) }
      if isMostly[0], isMostly[1], isMostly[2], isRarely[3] { return .utf32(isLittleEndian: false) }
    }
    guard file.count % 2 == 0 else { return nil }
    let half = sample.count / 2
    let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
    if odd * 10 > half * 7, even * 10 < half { return .utf16(isLittleEndian: true) }
    if even * 10 > half * 7, odd * 10 < half { return .utf16(isLittleEndian: false) }
    return nil
  }

  static func bytes(of file: [UInt8], as encoding: TextEncoding) throws(EncodingFault) -> [UInt8] {
    switch encoding {
    case .utf8: return try utf8(file, why: "", isAsked: true).bytes
    case .utf16(let isLittleEndian): return try utf16(file[...], isLittleEndian: isLittleEndian)
    case .utf32(let isLittleEndian): return try utf32(file, isLittleEndian: isLittleEndian)
    case .codePage(let page): return try bytes(of: file, page: page)
    case .eastAsian(let encoding): return try bytes(of: file, encoding)
    case .system(let name):
      switch SystemConverter.convert(file, from: name) {
      case .success(let bytes): return bytes
      case .failure(let fault): throw unknownByte(file, at: fault.offset, name: name)
      }
    }
  }

  /// By tables of our own; the system's converter, where there is one, may know rarer characters.
  private static func bytes(of file: [UInt8], _ encoding: EastAsianEncoding) throws(EncodingFault) -> [UInt8] {
    switch encoding.text(of: file) {
    case .success(let bytes): return bytes
    case .failure(let fault):
      if case .success(let bytes) = SystemConverter.convert(file, from: encoding.rawValue) { return bytes }
      throw unknownByte(file, at: fault.offset, name: encoding.rawValue)
    }
  }

  private static func unknownByte(_ file: [UInt8], at offset: Int, name: String) -> EncodingFault {
    let line = file.prefix(offset).count { $0 == 0x0A } + 1
    return EncodingFault(
      line: 0,
      reason: "line \(line) has a byte without meaning in \(name); say the right encoding with --encoding, such as "
        + "--encoding windows-1252")
  }

  private static func utf16(_ file: ArraySlice<UInt8>, isLittleEndian: Bool) throws(EncodingFault) -> [UInt8] {
    guard file.count % 2 == 0 else {
      throw EncodingFault(line: 0, reason: "the file ends in half a UTF-16 character; download it again")
    }
    var units: [UInt16] = []
    units.reserveCapacity(file.count / 2)
    for index in stride(from: file.startIndex, to: file.endIndex, by: 2) {
      let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    guard let text = String(validating: units, as: UTF16.self) else { throw brokenUTF16(units) }
    return Array(text.utf8)
  }

  /// Says in which line half a pair of UTF-16 stands alone.
  private static func brokenUTF16(_ units: [UInt16]) -> EncodingFault {
    var line = 1
    var index = 0
    while index < units.count {
      let unit = units[index]
      if unit == 0x0A { line += 1 }
      if UTF16.isTrailSurrogate(unit) { break }
      if UTF16.isLeadSurrogate(unit) {
        guard index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1]) else { break }
        index += 1
      }
      index += 1
    }
    return EncodingFault(
      line: line,
      reason: "line \(line) is not valid UTF-16; say the right encoding with --encoding, such as --encoding utf-8")
  }

  private static func utf32(_ file: [UInt8], isLittleEndian: Bool) throws(EncodingFault) -> [UInt8] {
    guard file.count % 4 == 0 else {
      throw EncodingFault(line: 0, reason: "the file ends in a part of a UTF-32 character; download it again")
    }
    var result: [UInt8] = []
    result.reserveCapacity(file.count / 4 + 64)
    var line = 1
    for index in stride(from: 0, to: file.count, by: 4) {
      var value: UInt32 = 0
      for offset in 0..<4 { value = value << 8 | UInt32(file[index + (isLittleEndian ? 3 - offset : offset)]) }
      guard let scalar = Unicode.Scalar(value) else {
        throw EncodingFault(
          line: line,
          reason: "line \(line) is not valid UTF-32; say the right encoding with --encoding, such as --encoding utf-8")
      }
      if value == 0x0A { line += 1 }
      if index == 0, value == 0xFEFF { continue }
      result.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
    return result
  }

  private static func bytes(of file: [UInt8], page: CodePage) throws(EncodingFault) -> [UInt8] {
    let utf8 = page.upperHalf.map { Array(String(Character($0)).utf8) }
    var result: [UInt8] = []
    result.reserveCapacity(file.count + file.count / 8)
    for (offset, byte) in file.enumerated() {
      if byte < 0x80 {
        result.append(byte)
      } else {
        if page.upperHalf[Int(byte) - 0x80] == "\u{FFFD}" { throw unknownByte(file, at: offset, name: page.name) }
        result += utf8[Int(byte) - 0x80]
      }
    }
    return result
  }
}

/// What a file says of its own encoding.
struct DeclaredEncoding {
  var encoding: TextEncoding
  /// Whether XML declares it, which binds; other headers are often wrong.
  var isXML: Bool

  /// The declaration in the head of an XML or OFX file.
  init?(_ file: [UInt8]) {
    let head = String(validating: file.prefix(1_024).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self) ?? ""
    if head.hasPrefix("<?xml"), let end = head.firstIndex(of: ">") {
      guard let name = DeclaredEncoding.value(after: "encoding=", in: String(head[..<end])),
        let encoding = TextEncoding(name: name)
      else { return nil }
      self.encoding = encoding
      isXML = !head.hasPart("<?OFX")
    } else if head.hasPrefix("OFXHEADER"), let name = DeclaredEncoding.value(after: "CHARSET:", in: head),
      let encoding = TextEncoding(name: name) ?? TextEncoding(name: "iso-" + name)
    {
      self.encoding = encoding
      isXML = false
    } else {
      return nil
    }
  }

  private static func value(after mark: String, in text: String) -> String? {
    let parts = text.split(separator: mark, maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let value = parts[1].drop { $0 == "\"" || $0 == "'" || $0 == " " }
    return String(value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
  }
}

extension TextEncoding {
  fileprivate var isUTF8: Bool {
    if case .utf8 = self { true } else { false }
  }

  /// Whether a byte order mark may say which of its forms a text has.
  fileprivate var isUnicode: Bool {
    switch self {
    case .utf8, .utf16, .utf32: true
    case .codePage, .eastAsian, .system: false
    }
  }
}

/// What is wrong with bytes that are nearly UTF-8.
struct UTF8Damage {
  /// Characters of more than one byte that are valid.
  private(set) var validCount = 0
  /// Runs of bytes without meaning.
  private(set) var damagedCount = 0
  /// The text, each byte without meaning replaced by U+FFFD.
  private(set) var repaired: [UInt8] = []

  init(_ bytes: [UInt8]) {
    repaired.reserveCapacity(bytes.count + 64)
    var index = 0
    var isInDamage = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        repaired.append(byte)
        index += 1
        isInDamage = false
        continue
      }
      let count = UTF8Damage.characterCount(bytes[index...])
      if count > 0 {
        repaired += bytes[index..<index + count]
        index += count
        validCount += 1
        isInDamage = false
      } else {
        repaired += [0xEF, 0xBF, 0xBD]
        index += 1
        if !isInDamage { damagedCount += 1 }
        isInDamage = true
      }
    }
  }

  /// Whether the valid characters outweigh the damage: another encoding hardly gives valid UTF-8 by chance.
  var isMostlyValid: Bool { validCount >= 2 && validCount >= damagedCount }

  /// The bytes of the valid character at the beginning, 2 to 4; 0 where there is none.
  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let lead = bytes.first else { return 0 }
    let count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0
    guard count > 0, bytes.count >= count else { return 0 }
    return String(validating: bytes.prefix(count), as: UTF8.self) == nil ? 0 : count
  }
}
