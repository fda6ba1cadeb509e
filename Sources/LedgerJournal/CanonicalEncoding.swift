// Safety: rows are written into a byte buffer whose size is reserved before, at offsets that are constants of the layout.
import LedgerDomain
import ParallelWork

/// The bytes that a commit's hash covers; independent of blocks, column widths and the version of the store.
///
/// The hash is SHA-256 over the previous commit's hash, each event, and the commit's header without its own hash. An
/// event is its row in 36 bytes (kind, flags, account, category, previous category, merchant, day, amount, target, length
/// of the payload; little-endian) and its payload. A large commit is hashed by a thread beside the one that adds events.
struct CanonicalHasher {
  private static let rowBytes = 36
  /// About 10,000 events; smaller commits are not worth a thread.
  private static let flushBytes = 1 << 20
  private var hasher = SHA256()
  /// The hasher at work on the bytes before the buffer's; it takes the place of `hasher`.
  private var beside: WorkBeside<SHA256>?
  private var buffer: [UInt8] = []

  init(previousHash: CommitHash) {
    buffer.append(contentsOf: previousHash.bytes)
  }

  mutating func add(_ row: EventRow, payload: UnsafeRawBufferPointer) {
    let fixed: (UInt64, UInt64, UInt64, UInt64, UInt32) = (
      UInt64(row.kind) | UInt64(row.flags.rawValue) << 8 | UInt64(row.account) << 16 | UInt64(row.category) << 32
        | UInt64(row.previousCategory) << 48,
      UInt64(row.merchant) | UInt64(UInt32(bitPattern: row.day)) << 32,
      UInt64(bitPattern: row.amount), row.target, UInt32(payload.count)
    )
    withUnsafeBytes(of: fixed) { bytes in
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[0..<CanonicalHasher.rowBytes]))
    }
    buffer.append(contentsOf: payload)
    if buffer.count >= CanonicalHasher.flushBytes { flush() }
  }

  mutating func add(_ row: EventRow, payload: [UInt8]) {
    payload.withUnsafeBytes { add(row, payload: $0) }
  }

  private mutating func flush() {
    let start = present
    let bytes = buffer
    beside = WorkBeside {
      var hasher = start
      hasher.update(bytes)
      return hasher
    }
    buffer = []
    buffer.reserveCapacity(CanonicalHasher.flushBytes + 4_096)
  }

  /// The hasher of everything before the buffer.
  private var present: SHA256 { beside?.value() ?? hasher }

  /// The commit's hash, given its header.
  func finish(_ header: CommitHeader) -> CommitHash {
    var last = present
    last.update(buffer)
    last.update(CommitHeaderCoding.encodeWithoutHash(header))
    return last.finish()
  }
}

/// Commit headers to bytes and back.
enum CommitHeaderCoding {
  static func encodeWithoutHash(_ header: CommitHeader) -> [UInt8] {
    var writer = PayloadWriter()
    writer.write(unsigned: header.number)
    writer.write(unsigned: header.firstPosition)
    writer.write(unsigned: header.eventCount)
    writer.write(signed: header.recordedAt.millisecondsSinceEpoch)
    writer.write(text: header.command)
    writer.write(unsigned: UInt64(header.sources.count))
    for source in header.sources {
      writer.write(text: source.name)
      writer.write(raw: source.digest.bytes)
    }
    writer.write(raw: header.previousHash.bytes)
    return writer.bytes
  }

  static func encode(_ header: CommitHeader) -> [UInt8] {
    encodeWithoutHash(header) + header.hash.bytes
  }

  static func decode(_ bytes: ArraySlice<UInt8>, position: Position) throws(JournalError) -> CommitHeader {
    var reader = PayloadReader(bytes, position: position)
    let number = try reader.unsigned()
    let firstPosition = try reader.unsigned()
    let eventCount = try reader.unsigned()
    let recordedAt = Instant(millisecondsSinceEpoch: try reader.signed())
    let command = try reader.text()
    var sources: [CommitSource] = []
    for _ in 0..<(try reader.unsigned()) {
      let name = try reader.text()
      sources.append(CommitSource(name: name, digest: CommitHash(bytes: try reader.raw(count: 32))))
    }
    let previousHash = CommitHash(bytes: try reader.raw(count: 32))
    let hash = CommitHash(bytes: try reader.raw(count: 32))
    try reader.finish()
    guard firstPosition == position, eventCount >= 1, number >= 1, eventCount < UInt64.max - firstPosition else {
      throw .damaged(position: position, reason: "a commit's header does not fit its place")
    }
    guard recordedAt.isInCalendar else {
      throw .damaged(position: position, reason: "a commit's time is outside the calendar")
    }
    return CommitHeader(
      number: number, firstPosition: firstPosition, eventCount: eventCount, recordedAt: recordedAt, command: command,
      sources: sources, previousHash: previousHash, hash: hash)
  }
}

/// Recomputes a commit's hash from its blocks.
public struct CommitHasher {
  private var canonical: CanonicalHasher

  public init(previousHash: CommitHash) {
    canonical = CanonicalHasher(previousHash: previousHash)
  }

  /// Takes in the events of the commit's next block.
  public mutating func add(_ block: BlockView) throws(JournalError) {
    var definitions: [Int: [UInt8]] = [:]
    try block.forEachDefinition { row, payload in definitions[row] = Array(payload) }
    for index in 0..<block.rowCount {
      let row = block.row(index)
      guard row.isTransactionRow else {
        (definitions[index] ?? []).withUnsafeBytes { canonical.add(row, payload: $0) }
        continue
      }
      let text = try block.textPayload(index)
      if let parts = definitions[index] {
        (parts + text).withUnsafeBytes { canonical.add(row, payload: $0) }
      } else {
        canonical.add(row, payload: text)
      }
    }
  }

  /// The hash of the commit, given its header.
  public func finish(_ header: CommitHeader) -> CommitHash {
    canonical.finish(header)
  }
}
