// Safety: the bytes of a text are lent to the closure that copies them; every index is compared with their count.

/// Writes JSON into a byte buffer, value by value; commas and indentation come by themselves.
///
/// The caller keeps the order of calls valid: a key before each value of an object, an end for each begin.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private let isIndented: Bool
  /// For each open object or array: whether it has a member already.
  private var open: [Bool] = []
  private var followsKey = false

  /// - Parameter isIndented: whether each member stands on a line of its own, indented by two spaces.
  public init(isIndented: Bool = false) {
    self.isIndented = isIndented
  }

  /// Forgets everything written, ready for the next document.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    open.removeAll(keepingCapacity: keepingCapacity)
    followsKey = false
  }

  public mutating func beginObject() { begin(0x7B) }
  public mutating func endObject() { end(0x7D) }
  public mutating func beginArray() { begin(0x5B) }
  public mutating func endArray() { end(0x5D) }

  public mutating func key(_ name: String) {
    separate()
    writeQuoted(name)
    bytes.append(0x3A)
    if isIndented { bytes.append(0x20) }
    followsKey = true
  }

  public mutating func null() { literal("null") }
  public mutating func value(_ value: Bool) { literal(value ? "true" : "false") }
  public mutating func value(_ value: some BinaryInteger) { literal(String(value)) }

  /// A number as it is to stand there, such as `0.25`.
  public mutating func number(_ text: String) { literal(text) }

  public mutating func value(_ text: String) {
    separate()
    writeQuoted(text)
  }

  public mutating func value(_ text: String?) {
    if let text { value(text) } else { null() }
  }

  /// A text in quotes, or null.
  public mutating func value(optional text: String?) { value(text) }

  public mutating func field(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  public mutating func field(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  public mutating func field<Integer: BinaryInteger>(_ name: String, _ number: Integer?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  /// A named array with one call of the body an element.
  public mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    key(name)
    beginArray()
    for element in elements { try body(&self, element) }
    endArray()
  }

  private mutating func begin(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    open.append(false)
  }

  private mutating func end(_ byte: UInt8) {
    precondition(!followsKey, "a key has no value")
    if open.removeLast(), isIndented { newLine() }
    bytes.append(byte)
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let hasMember = open.last else { return }
    if hasMember { bytes.append(0x2C) }
    open[open.count - 1] = true
    if isIndented { newLine() }
  }

  private mutating func newLine() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * open.count))
  }

  private mutating func writeQuoted(_ text: String) {
    bytes.append(0x22)
    var copy = text
    copy.withUTF8 { utf8 in
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        let isLineSeparator =
          byte == 0xE2 && index + 2 < utf8.count && utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8
        if isLineSeparator {
          bytes.append(contentsOf: "\\u202".utf8)
          bytes.append(utf8[index + 2] == 0xA8 ? 0x38 : 0x39)
          index += 3
          continue
        }
        if byte == 0xC2, index + 1 < utf8.count, utf8[index + 1] < 0xA0 {
          // U+0080 to U+009F: a terminal may obey them.
          writeCode(utf8[index + 1])
          index += 2
          continue
        }
        writeEscaped(byte)
        index += 1
      }
    }
    bytes.append(0x22)
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
    case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
    case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
    case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
    case 0..<0x20, 0x7F: writeCode(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func writeCode(_ code: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: "\\u00".utf8)
    bytes.append(digits[Int(code >> 4)])
    bytes.append(digits[Int(code & 15)])
  }
}
