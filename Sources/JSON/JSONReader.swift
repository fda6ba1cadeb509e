/// A strict reader of RFC 8259 JSON in UTF-8.
///
/// Duplicate names, lone surrogates, invalid UTF-8, leading zeros and anything after the value are errors.
public struct JSONReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private let depthLimit: Int

  /// The deepest limit a caller may ask for, since each level takes a piece of the stack.
  public static let greatestDepthLimit = 512

  /// Reads one value from any bytes that hold nothing else, such as `text.utf8`.
  public static func parse(_ bytes: some Collection<UInt8>, depthLimit: Int = 64) throws(JSONError) -> JSONValue {
    try parse(Array(bytes)[...], depthLimit: depthLimit)
  }

  /// Reads one value from bytes that hold nothing else; at most `depthLimit` arrays and objects are open at once.
  public static func parse(_ bytes: ArraySlice<UInt8>, depthLimit: Int = 64) throws(JSONError) -> JSONValue {
    precondition((0...greatestDepthLimit).contains(depthLimit), "the depth limit is out of range")
    var reader = JSONReader(bytes: bytes, depthLimit: depthLimit)
    reader.skipSpace()
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.index < bytes.endIndex { throw reader.error("there is something after the value") }
    return value
  }

  private init(bytes: ArraySlice<UInt8>, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    index = bytes.startIndex
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private func error(_ reason: String, at place: Int? = nil) -> JSONError {
    let index = place ?? index
    let before = bytes[bytes.startIndex..<index]
    let line = before.count { $0 == 0x0A } + 1
    let column = index - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.startIndex) + 1
    return JSONError(offset: index - bytes.startIndex, line: line, column: column, reason: reason)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    if next == 0x7B || next == 0x5B, depth >= depthLimit { throw error("values are nested deeper than \(depthLimit)") }
    switch next {
    case 0x7B: return try object(depth: depth)
    case 0x5B: return try array(depth: depth)
    case 0x22: return .string(try string())
    case 0x74: return try literal("true", .bool(true))
    case 0x66: return try literal("false", .bool(false))
    case 0x6E: return try literal("null", .null)
    case nil: throw error("the text ends where a value is expected")
    case let byte? where byte == 0x2D || isDigit(byte): return .number(try number())
    default: throw error("a value is expected")
    }
  }

  private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[index...].starts(with: text.utf8) else { throw error("\(text) is expected") }
    index += text.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    index += 1
    var members: [JSONValue.Member] = []
    var names = NameSet()
    skipSpace()
    if next == 0x7D {
      index += 1
      return .object([])
    }
    while true {
      skipSpace()
      guard next == 0x22 else { throw error("a name in quotes is expected") }
      let begin = index
      let name = try string()
      guard names.insert(name) else {
        let quoted = String(decoding: JSONValue.string(name).encoded(), as: UTF8.self)
        throw error("the name \(quoted) stands twice in an object", at: begin)
      }
      skipSpace()
      guard next == 0x3A else { throw error("a colon is expected") }
      index += 1
      skipSpace()
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipSpace()
      if next == 0x2C {
        index += 1
        continue
      }
      guard next == 0x7D else { throw error("a comma or a closing brace is expected") }
      index += 1
      return .object(members)
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if next == 0x5D {
      index += 1
      return .array([])
    }
    while true {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if next == 0x2C {
        index += 1
        continue
      }
      guard next == 0x5D else { throw error("a comma or a closing bracket is expected") }
      index += 1
      return .array(elements)
    }
  }

  private mutating func number() throws(JSONError) -> String {
    let begin = index
    if next == 0x2D { index += 1 }
    if next == 0x30 {
      index += 1
      if let byte = next, isDigit(byte) { throw error("a number begins with a needless zero") }
    } else {
      try digits()
    }
    if next == 0x2E {
      index += 1
      try digits()
    }
    if next == 0x65 || next == 0x45 {
      index += 1
      if next == 0x2B || next == 0x2D { index += 1 }
      try digits()
    }
    return String(decoding: bytes[begin..<index], as: UTF8.self)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private mutating func digits() throws(JSONError) {
    guard let byte = next, isDigit(byte) else { throw error("a digit is expected") }
    while let byte = next, isDigit(byte) { index += 1 }
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    if let text = plainText() { return text }
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case 0x22:
        index += 1
        return String(decoding: content, as: UTF8.self)
      case 0x5C:
        index += 1
        try escape(into: &content)
      case 0..<0x20:
        throw error("a control character in a text is not escaped")
      default:
        guard let length = UTF8Grammar.length(in: bytes, at: index) else { throw error("a text is not UTF-8") }
        content += bytes[index..<index + length]
        index += length
      }
    }
    throw error("a text is not closed")
  }

  /// The text up to the closing quote where it is ASCII without escapes, as most are; else nil, and nothing is read.
  private mutating func plainText() -> String? {
    var end = index
    while end < bytes.endIndex {
      let byte = bytes[end]
      if byte == 0x22 {
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        index = end + 1
        return text
      }
      if byte < 0x20 || byte == 0x5C || byte >= 0x80 { return nil }
      end += 1
    }
    return nil
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw error("a text is not closed") }
    index += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: content.append(byte)
    case 0x62: content.append(0x08)
    case 0x66: content.append(0x0C)
    case 0x6E: content.append(0x0A)
    case 0x72: content.append(0x0D)
    case 0x74: content.append(0x09)
    case 0x75: try unicodeEscape(into: &content)
    default: throw error("an escape is not known", at: index - 2)
    }
  }

  private mutating func unicodeEscape(into content: inout [UInt8]) throws(JSONError) {
    let begin = index - 2
    var code = try hexadecimal()
    if code >= 0xD800, code < 0xDC00 {
      guard bytes[index...].starts(with: [0x5C, 0x75]) else { throw error("a surrogate stands alone", at: begin) }
      index += 2
      let low = try hexadecimal()
      guard low >= 0xDC00, low < 0xE000 else { throw error("a surrogate stands alone", at: begin) }
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("a surrogate stands alone", at: begin) }
    content.append(contentsOf: String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
