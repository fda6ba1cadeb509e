// Safety: utf8proc reads the bytes lent for the call and returns memory that it allocated, which is copied and freed here.
import CUTF8Proc
import Glibc
import LedgerDomain

/// A name as it is compared: without regard to case and Unicode form.
///
/// The bytes are NFC after Unicode case folding, by libutf8proc; white space at the ends is dropped and runs of it count
/// as one space.
public struct FoldedName: Hashable, Sendable, Comparable {
  public let bytes: [UInt8]

  public init(_ name: String) {
    bytes = FoldedName.fold(Array(name.utf8))
  }

  /// The folded form of UTF-8 bytes.
  public init(utf8 name: some Collection<UInt8>) {
    bytes = FoldedName.fold(Array(name))
  }

  public static func < (left: FoldedName, right: FoldedName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The key in the index of names: 16 bytes of SHA-256 over the kind of name and the folded bytes.
  ///
  /// LMDB keys end at 511 bytes and names at 1 KiB, so the index is keyed by a hash.
  func key(space: NameSpace) -> [UInt8] {
    Array(SHA256.hash([space.rawValue] + bytes).bytes.prefix(16))
  }

  public var text: String { String(validating: bytes, as: UTF8.self) ?? "" }

  private static func fold(_ name: [UInt8]) -> [UInt8] {
    if name.allSatisfy({ $0 < 0x80 }) { return collapsed(name.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }) }
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
    return collapsed(mapped(name, options) ?? name)
  }

  /// The text after a mapping of utf8proc; nil where it is not UTF-8.
  private static func mapped(_ text: [UInt8], _ options: utf8proc_option_t) -> [UInt8]? {
    var result: UnsafeMutablePointer<UInt8>?
    let count = text.withUnsafeBufferPointer { utf8proc_map($0.baseAddress, $0.count, &result, options) }
    defer { free(result) }
    guard count >= 0, let result else { return nil }
    return Array(UnsafeBufferPointer(start: result, count: count))
  }

  private static func collapsed(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var pendingSpace = false
    for byte in name {
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        pendingSpace = !result.isEmpty
      } else {
        if pendingSpace { result.append(0x20) }
        pendingSpace = false
        result.append(byte)
      }
    }
    return result
  }
}

/// What a name names; the same words may be an account and a category.
public enum NameSpace: UInt8, Sendable {
  case account = 1
  case category = 2
  case merchant = 3
}

extension FoldedName {
  /// The key of a merchant in the index of names.
  public var merchantKey: [UInt8] { key(space: .merchant) }
}

extension FoldedName {
  /// The words of a text for finding alike names: case, accents, width and punctuation dropped.
  public static func words(_ text: some Collection<UInt8>) -> [[UInt8]] {
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
        | UTF8PROC_STRIPMARK.rawValue)
    let source = Array(text)
    let plain = mapped(source, options) ?? source
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    for byte in plain where byte != 0x27 {
      let isLetter = byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
      if isLetter {
        word.append(byte)
      } else if !word.isEmpty {
        words.append(word)
        word = []
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
