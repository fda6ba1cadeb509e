/// What a commit says about itself, its events apart.
public struct CommitHeader: Sendable, Hashable {
  public var number: CommitNumber
  public var firstPosition: Position
  public var eventCount: UInt64
  /// As the clock of the command said; clocks go backwards.
  public var recordedAt: Instant
  /// The command as a person would type it.
  public var command: String
  /// The files that an import read.
  public var sources: [CommitSource]
  public var previousHash: CommitHash
  public var hash: CommitHash

  public init(
    number: CommitNumber, firstPosition: Position, eventCount: UInt64, recordedAt: Instant, command: String,
    sources: [CommitSource], previousHash: CommitHash, hash: CommitHash
  ) {
    self.number = number
    self.firstPosition = firstPosition
    self.eventCount = eventCount
    self.recordedAt = recordedAt
    self.command = command
    self.sources = sources
    self.previousHash = previousHash
    self.hash = hash
  }

  public var lastPosition: Position { firstPosition + eventCount - 1 }
}

/// A file that an import read.
public struct CommitSource: Sendable, Hashable {
  /// The file's name without its folder.
  public var name: String
  /// SHA-256 of the file's bytes.
  public var digest: CommitHash

  public init(name: String, digest: CommitHash) {
    self.name = name
    self.digest = digest
  }
}

/// A SHA-256 value.
public struct CommitHash: Sendable, Hashable {
  /// What stands before the first commit: 32 zero bytes.
  public static let zero = CommitHash(words: (0, 0, 0, 0))

  /// The 32 bytes as four big-endian words, so that text and order agree.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  private init(words: (UInt64, UInt64, UInt64, UInt64)) {
    (first, second, third, fourth) = words
  }

  /// A hash from 32 bytes; any other count ends the program.
  public init(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

  /// A hash from 32 bytes; any other count ends the program.
  public init(bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == 32, "a SHA-256 value has 32 bytes")
    func word(_ place: Int) -> UInt64 {
      let start = bytes.startIndex + place * 8
      return bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(words: (word(0), word(1), word(2), word(3)))
  }

  /// A hash from 64 hexadecimal digits, or nil.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = CommitHash.digit(digits[index]), let low = CommitHash.digit(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.init(bytes: bytes)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in [first, second, third, fourth] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x57
    case 0x41...0x46: byte - 0x37
    default: nil
    }
  }
}

extension CommitHash: CustomStringConvertible {
  public var description: String { hexadecimal }
}
