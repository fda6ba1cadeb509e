// Safety: the bytes are lent from a local copy of the inline storage for the duration of a call.

/// A key of up to 24 bytes, built from numbers without allocating.
///
/// Numbers are appended big-endian, so that keys compare by bytes as their numbers do. Longer keys are arrays of bytes;
/// LMDB takes up to ``Key/maximumSizeBytes``.
public struct Key: Sendable, Hashable {
  /// The longest key that LMDB 0.9 takes.
  public static let maximumSizeBytes = 511

  @usableFromInline var words: (UInt64, UInt64, UInt64)
  @usableFromInline var storedByteCount: UInt8

  /// A key without bytes, to append to.
  @inlinable
  public init() {
    words = (0, 0, 0)
    storedByteCount = 0
  }

  /// A key of one number, big-endian.
  @inlinable
  public init<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    self.init()
    append(number)
  }

  /// How many bytes the key has.
  @inlinable public var byteCount: Int { Int(storedByteCount) }

  /// Appends a number, big-endian; the key must stay within 24 bytes.
  @inlinable
  public mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    let width = Number.bitWidth / 8
    let start = byteCount
    precondition(start + width <= 24, "an inline key has up to 24 bytes")
    withUnsafeMutableBytes(of: &words) { bytes in
      bytes.storeBytes(of: number.bigEndian, toByteOffset: start, as: Number.self)
    }
    storedByteCount += UInt8(truncatingIfNeeded: width)
  }

  /// The key with a number appended, big-endian.
  @inlinable
  public func appending<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> Key {
    var longer = self
    longer.append(number)
    return longer
  }

  @inlinable
  public static func == (left: Key, right: Key) -> Bool {
    left.words == right.words && left.storedByteCount == right.storedByteCount
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(storedByteCount)
  }
}

extension Key: RawBytes {
  @inlinable
  public func withRawBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes(of: words) { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(start: bytes.baseAddress, count: byteCount))
    }
  }
}
