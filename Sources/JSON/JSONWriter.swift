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

  /// - Parameters:
  ///   - isIndented: whether each member stands on a line of its own, indented by two spaces.
  ///   - capacityBytes: how much room is made at once, so that a text of about that size is not moved as it grows.
  public init(isIndented: Bool = false, capacityBytes: Int = 0) {
    self.isIndented = isIndented
    bytes.reserveCapacity(capacityBytes)
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

  /// Ends the document with a line feed.
  public mutating func endLine() { bytes.append(0x0A) }

  public mutating func null() { literal("null") }
  public mutating func value(_ value: Bool) { literal(value ? "true" : "false") }
  public mutating func value(_ value: some BinaryInteger) { literal(String(value)) }

  public mutating func value(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(0x2D) }
    writeDigits(of: value.magnitude)
  }

  public mutating func value(_ value: UInt64) {
    separate()
    writeDigits(of: value)
  }

  private mutating func writeDigits(of value: UInt64) {
    let begin = bytes.count
    var rest = value
    repeat {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[begin...].reverse()
  }

  public mutating func value(_ value: Int) { self.value(Int64(value)) }

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

  public mutating func field(_ name: String, _ number: Int64?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  public mutating func field(_ name: String, _ number: UInt64?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  public mutating func field(_ name: String, _ number: Int?) {
    field(name, number.map { Int64($0) })
  }

  /// A named array with one call of the body an element.
  @inlinable
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
      // What needs no escape is copied in runs.
      var begin = 0
      var index = 0
      while index < utf8.count {
        guard let code = JSONWriter.code(toEscape: utf8, at: index) else {
          index += 1
          continue
        }
        bytes.append(contentsOf: utf8[begin..<index])
        writeEscaped(code)
        index += code < 0x80 ? 1 : code < 0x800 ? 2 : 3
        begin = index
      }
      bytes.append(contentsOf: utf8[begin...])
    }
    bytes.append(0x22)
  }

  /// The scalar that begins at an index where it has to be escaped, else nil.
  ///
  /// Beside what the grammar demands, these are the controls that a terminal may obey, the line separators, and the marks
  /// that turn the direction of writing, with which a text can look like another one.
  private static func code(toEscape utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16? {
    let byte = utf8[index]
    switch byte {
    case 0x00..<0x20, 0x22, 0x5C, 0x7F: return UInt16(byte)
    case 0xC2 where utf8[index + 1] < 0xA0: return UInt16(utf8[index + 1])
    case 0xD8 where utf8[index + 1] == 0x9C: return 0x061C
    case 0xE2 where utf8[index + 1] == 0x80 && isControl(0x2000 + UInt16(utf8[index + 2] & 0x3F)):
      return 0x2000 + UInt16(utf8[index + 2] & 0x3F)
    case 0xE2 where utf8[index + 1] == 0x81 && isControl(0x2040 + UInt16(utf8[index + 2] & 0x3F)):
      return 0x2040 + UInt16(utf8[index + 2] & 0x3F)
    default: return nil
    }
  }

  /// The marks of direction, embeddings, overrides and isolates, and the separators of lines and paragraphs.
  private static func isControl(_ code: UInt16) -> Bool {
    switch code {
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private mutating func writeEscaped(_ code: UInt16) {
    bytes.append(0x5C)
    switch code {
    case 0x22, 0x5C: bytes.append(UInt8(code))
    case 0x0A: bytes.append(0x6E)
    case 0x0D: bytes.append(0x72)
    case 0x09: bytes.append(0x74)
    default:
      bytes.append(0x75)
      for shift: UInt16 in [12, 8, 4, 0] {
        let digit = UInt8(code >> shift & 15)
        bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
  }
}
