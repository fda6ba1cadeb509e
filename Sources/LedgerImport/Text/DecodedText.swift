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
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      return try utf8(Array(file.dropFirst(3)), why: "a byte order mark", isAsked: asked?.isUTF8 ?? false)
    }
    for (mark, isLittleEndian) in [([0xFF, 0xFE] as [UInt8], true), ([0xFE, 0xFF], false)]
    where file.starts(with: mark) {
      return DecodedText(
        bytes: try utf16(file.dropFirst(2), isLittleEndian: isLittleEndian),
        encoding: .utf16(isLittleEndian: isLittleEndian), why: "a byte order mark")
    }
    if let asked {
      if case .utf8 = asked { return try utf8(file, why: "as asked for", isAsked: true) }
      return DecodedText(bytes: try bytes(of: file, as: asked), encoding: asked, why: "as asked for")
    }
    if let isLittleEndian = zeroPattern(file) {
      return DecodedText(
        bytes: try utf16(file[...], isLittleEndian: isLittleEndian),
        encoding: .utf16(isLittleEndian: isLittleEndian), why: "every other byte is zero")
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

  /// Whether the zero bytes lie as in UTF-16 text of Latin letters; true is little-endian.
  private static func zeroPattern(_ file: [UInt8]) -> Bool? {
    guard file.count >= 4, file.count % 2 == 0 else { return nil }
    let sample = file.prefix(4_096)
    var zeros = (even: 0, odd: 0)
    for (index, byte) in sample.enumerated() where byte == 0 {
      if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let half = sample.count / 2
    if zeros.odd * 10 > half * 7, zeros.even * 10 < half { return true }
    if zeros.even * 10 > half * 7, zeros.odd * 10 < half { return false }
    return nil
  }

  static func bytes(of file: [UInt8], as encoding: TextEncoding) throws(EncodingFault) -> [UInt8] {
    switch encoding {
    case .utf8: return try utf8(file, why: "", isAsked: true).bytes
    case .utf16(let isLittleEndian): return try utf16(file[...], isLittleEndian: isLittleEndian)
    case .codePage(let page): return try bytes(of: file, page: page)
    case .system(let name):
      switch SystemConverter.convert(file, from: name) {
      case .success(let bytes): return bytes
      case .failure(let fault): throw unknownByte(file, at: fault.offset, name: name)
      }
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
    guard let text = String(validating: units, as: UTF16.self) else {
      throw EncodingFault(line: 0, reason: "the text is not valid UTF-16; say the encoding with --encoding")
    }
    return Array(text.utf8)
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
      isXML = !head.contains("<?OFX")
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
