// Safety: the bytes of a text or of words are lent to the closure that copies them; the machine is little-endian, as the
// file is.

import LedgerDomain

/// Writes the variable part of an event: LEB128 integers and length-prefixed UTF-8.
public struct PayloadWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  /// How many of the bytes, from the first, are the parts of splits.
  public private(set) var partsCount = 0

  public init() {}

  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    partsCount = 0
  }

  /// Says that what was written so far are the parts of splits.
  mutating func endParts() {
    partsCount = bytes.count
  }

  public mutating func write(byte: UInt8) {
    bytes.append(byte)
  }

  /// Seven bits a byte, lowest first.
  public mutating func write(unsigned value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Zigzag, so that small magnitudes are short.
  public mutating func write(signed value: Int64) {
    write(unsigned: UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  public mutating func write(text: String) {
    var copy = text
    copy.withUTF8 { buffer in
      write(unsigned: UInt64(buffer.count))
      bytes.append(contentsOf: buffer)
    }
  }

  /// 0 for none, else the length plus one, then the bytes.
  public mutating func write(optional text: String?) {
    guard let text else { return write(byte: 0) }
    var copy = text
    copy.withUTF8 { buffer in
      write(unsigned: UInt64(buffer.count) + 1)
      bytes.append(contentsOf: buffer)
    }
  }

  /// As `write(optional:)` for bytes that are known to be UTF-8.
  public mutating func write(optionalUTF8 slice: ArraySlice<UInt8>?) {
    guard let slice else { return write(byte: 0) }
    write(unsigned: UInt64(slice.count) + 1)
    bytes.append(contentsOf: slice)
  }

  /// Two bytes a word, the low one first.
  public mutating func write(words: ArraySlice<UInt16>) {
    words.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  public mutating func write(raw: [UInt8]) {
    bytes.append(contentsOf: raw)
  }
}

/// Reads what `PayloadWriter` wrote; every read is checked against the end.
///
/// Numbers are read inline: the rows of the views are read byte by byte by another target.
public struct PayloadReader {
  @usableFromInline let bytes: ArraySlice<UInt8>
  @usableFromInline var index: Int
  private let position: Position

  /// - Parameter position: the event's position, for errors.
  public init(_ bytes: ArraySlice<UInt8>, position: Position) {
    self.bytes = bytes
    self.position = position
    index = bytes.startIndex
  }

  @inlinable public var isAtEnd: Bool { index == bytes.endIndex }

  @usableFromInline
  func damaged(_ reason: String) -> JournalError {
    .damaged(position: position, reason: reason)
  }

  @inlinable
  public mutating func byte() throws(JournalError) -> UInt8 {
    guard index < bytes.endIndex else { throw damaged("a payload ends too early") }
    defer { index += 1 }
    return bytes[index]
  }

  @inlinable
  public mutating func unsigned() throws(JournalError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || (shift == 63 && next <= 1) else { throw damaged("an integer is too long") }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 {
        guard next != 0 || shift == 0 else { throw damaged("an integer is not in its shortest form") }
        return value
      }
      shift += 7
    }
  }

  @inlinable
  public mutating func signed() throws(JournalError) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  public mutating func text() throws(JournalError) -> String {
    try utf8(count: unsigned())
  }

  public mutating func optionalText() throws(JournalError) -> String? {
    let count = try unsigned()
    return count == 0 ? nil : try utf8(count: count - 1)
  }

  public mutating func raw(count: Int) throws(JournalError) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - index else { throw damaged("a payload ends too early") }
    defer { index += count }
    return bytes[index..<index + count]
  }

  private mutating func utf8(count: UInt64) throws(JournalError) -> String {
    guard count <= UInt64(bytes.endIndex - index) else { throw damaged("a text ends too early") }
    guard let text = String(validating: try raw(count: Int(count)), as: UTF8.self) else {
      throw damaged("a text is not UTF-8")
    }
    return text
  }

  /// An error where bytes are left over.
  public func finish() throws(JournalError) {
    guard isAtEnd else { throw damaged("a payload has bytes that its kind does not use") }
  }
}
