// Safety: loads are unaligned and lie inside the span: each one is made only after its offset plus its size was compared
// with the span's count. No pointer leaves a call.

/// Reads bytes eight at a time.
enum ByteScanning {
  /// A byte repeated eight times, to be compared with eight bytes at once.
  struct Pattern {
    let bits: UInt64
    let byte: UInt8

    init(_ byte: UInt8) {
      self.byte = byte
      bits = UInt64(byte) &* 0x0101_0101_0101_0101
    }
  }

  /// A mask whose lowest set bit lies in the first byte of the word that equals the pattern's.
  @inline(__always)
  private static func matches(_ word: UInt64, _ pattern: Pattern) -> UInt64 {
    let difference = word ^ pattern.bits
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  /// The first index from `start` whose byte is one of three; the count where there is none.
  @inline(__always)
  static func firstIndex(
    in bytes: RawSpan, from start: Int, of one: Pattern, _ other: Pattern, _ third: Pattern
  ) -> Int {
    var index = start
    while index &+ 8 <= bytes.byteCount {
      let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      let found = matches(word, one) | matches(word, other) | matches(word, third)
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.byteCount {
      let byte = bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
      if byte == one.byte || byte == other.byte || byte == third.byte { return index }
      index &+= 1
    }
    return index
  }

  /// A hash for tables in memory; not for storing.
  @inline(__always)
  static func hash(_ bytes: RawSpan) -> UInt64 {
    var value = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.byteCount)
    var index = 0
    while index &+ 8 <= bytes.byteCount {
      value = mixed(value ^ bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    return mixed(value ^ tail(bytes, from: index))
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  /// The last, at most seven, bytes as a number.
  @inline(__always)
  private static func tail(_ bytes: RawSpan, from start: Int) -> UInt64 {
    var value: UInt64 = 0
    var index = start
    while index < bytes.byteCount {
      value = value << 8 | UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self))
      index &+= 1
    }
    return value
  }

  @inline(__always)
  static func areEqual(_ one: RawSpan, _ other: RawSpan) -> Bool {
    guard one.byteCount == other.byteCount else { return false }
    var index = 0
    while index &+ 8 <= one.byteCount {
      if one.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        != other.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index &+= 8
    }
    return tail(one, from: index) == tail(other, from: index)
  }

  static func append(_ bytes: RawSpan, to array: inout [UInt8]) {
    bytes.withUnsafeBytes { array.append(contentsOf: $0) }
  }

  /// Whether bytes are ASCII without control characters, edge spaces and doubled spaces: cleaning changes nothing.
  @inline(__always)
  static func isPlainText(_ bytes: RawSpan) -> Bool {
    let count = bytes.byteCount
    if count == 0 { return true }
    var previous: UInt8 = 0x20
    var index = 0
    while index < count {
      let byte = bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
      if byte >= 0x7F || byte < 0x20 || (byte == 0x20 && previous == 0x20) { return false }
      previous = byte
      index &+= 1
    }
    return previous != 0x20
  }

  /// The longest start of the bytes that is ASCII without zero bytes.
  static func asciiPrefixCount(_ bytes: RawSpan) -> Int {
    var index = 0
    while index &+ 8 <= bytes.byteCount {
      let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 8
    }
    while index < bytes.byteCount, bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) < 0x80 {
      index &+= 1
    }
    return index
  }
}
