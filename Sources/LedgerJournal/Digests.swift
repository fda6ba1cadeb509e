// Safety: the C calls read the byte ranges that Swift lends them for the call and keep no pointer; the SHA-256 state is
// a plain C struct held by value and passed inout.
import CCrypto
import CXXHash
import LedgerDomain

/// SHA-256 of bytes that come in pieces.
public struct SHA256: Sendable {
  private var state = SHA256_CTX()

  public init() {
    SHA256_Init(&state)
  }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > 0 { SHA256_Update(&state, bytes.baseAddress, bytes.count) }
  }

  public mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes in the words' bytes, lowest first.
  public mutating func update(words: [UInt64]) { update(words: words[...]) }

  /// Takes in the words' bytes, lowest first.
  public mutating func update(words: ArraySlice<UInt64>) {
    words.withUnsafeBytes { update($0) }
  }

  /// The hash of everything so far; the value can't be used after it.
  public consuming func finish() -> CommitHash {
    var digest = [UInt8](repeating: 0, count: 32)
    SHA256_Final(&digest, &state)
    return CommitHash(bytes: digest)
  }

  /// The hash of some bytes at once.
  public static func hash(_ bytes: [UInt8]) -> CommitHash {
    var hasher = SHA256()
    hasher.update(bytes)
    return hasher.finish()
  }
}

/// The checksum of a block's section and of a view's row: XXH3 with 64 bits, about 10 GB/s.
public enum Checksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    XXH3_64bits(bytes.baseAddress, bytes.count)
  }

  /// The checksum of two ranges as if they were one.
  public static func of(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> UInt64 {
    XXH3_64bits_withSeed(second.baseAddress, second.count, XXH3_64bits(first.baseAddress, first.count))
  }

  /// The checksum of a row of a table, which its key is part of.
  public static func of(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, in table: StoreTable) -> UInt64 {
    let seed = XXH3_64bits_withSeed(key.baseAddress, key.count, UInt64(table.index))
    return XXH3_64bits_withSeed(value.baseAddress, value.count, seed)
  }

  public static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { of($0) }
  }
}
