// Safety: the slots are read and written through arrays of the stated size with `pread` and `pwrite`.
import Glibc
import LedgerDomain

/// What the ledger's head was when it was last written, kept beside the ledger so that a rollback shows.
///
/// Two slots of 128 bytes, each with a checksum, written in turn with `pwrite` under the writer's lock and not synced. A
/// reader takes the valid slot that was written last. It is never lowered but by accepting a rollback.
public struct Anchor: Sendable, Hashable {
  static let slotBytes = 128
  private static let magic: UInt32 = 0x3141_4246

  public var ledgerID: CommitHash
  public var position: Position
  public var hash: CommitHash
  /// Whether a write was begun and not yet seen to end.
  public var isDirty: Bool
  /// The process that wrote last.
  public var writerProcessID: Int32
  /// When that process began to write, by the clock of its command.
  public var writerStart: Instant
  /// The name of its command, 16 ASCII bytes at most.
  public var writerCommand: String

  public init(
    ledgerID: CommitHash, position: Position, hash: CommitHash, isDirty: Bool, writerProcessID: Int32,
    writerStart: Instant, writerCommand: String
  ) {
    self.ledgerID = ledgerID
    self.position = position
    self.hash = hash
    self.isDirty = isDirty
    self.writerProcessID = writerProcessID
    self.writerStart = writerStart
    self.writerCommand = writerCommand
  }

  /// Who wrote last, in words.
  public var writerDescription: String {
    "process \(writerProcessID)" + (writerCommand.isEmpty ? "" : ", '\(writerCommand)' since \(writerStart)")
  }

  /// The companion of a ledger's path.
  public static func path(ofLedger path: String) -> String { path + "-anchor" }

  /// The newest valid slot; nil where the file is absent, unreadable or damaged.
  public static func read(ledgerPath: String) -> Anchor? {
    let descriptor = open(path(ofLedger: ledgerPath), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return newest(descriptor)?.anchor
  }

  /// Writes the anchor into the slot that does not hold the newest one.
  ///
  /// - Returns: whether it could be written; a ledger without its anchor still works.
  @discardableResult
  public func write(ledgerPath: String) -> Bool {
    let descriptor = open(Anchor.path(ofLedger: ledgerPath), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let newest = Anchor.newest(descriptor)
    let slot = newest?.slot == 0 ? 1 : 0
    let bytes = encode(sequence: (newest?.sequence ?? 0) + 1)
    return pwrite(descriptor, bytes, bytes.count, off_t(slot * Anchor.slotBytes)) == bytes.count
  }

  /// The slot that was written last.
  private static func newest(_ descriptor: Int32) -> (slot: Int, sequence: UInt64, anchor: Anchor)? {
    (0..<2).compactMap { slot in readSlot(slot, descriptor).map { (slot, $0.sequence, $0.anchor) } }
      .max { $0.1 < $1.1 }
  }

  private func encode(sequence: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    func append<T: FixedWidthInteger>(_ value: T) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(Anchor.magic)
    append(UInt32(isDirty ? 1 : 0))
    append(position)
    bytes += ledgerID.bytes
    bytes += hash.bytes
    append(writerProcessID)
    append(UInt32(0))
    append(writerStart.millisecondsSinceEpoch)
    bytes += writerCommand.utf8.filter { $0 >= 0x20 && $0 < 0x7F }.prefix(16)
    bytes += [UInt8](repeating: 0, count: 112 - bytes.count)
    append(sequence)
    append(Checksum.of(bytes))
    return bytes
  }

  private static func readSlot(_ slot: Int, _ descriptor: Int32) -> (sequence: UInt64, anchor: Anchor)? {
    var bytes = [UInt8](repeating: 0, count: slotBytes)
    guard pread(descriptor, &bytes, slotBytes, off_t(slot * slotBytes)) == slotBytes else { return nil }
    func integer<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
      bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }
    guard integer(0, as: UInt32.self) == magic,
      integer(slotBytes - 8, as: UInt64.self) == Checksum.of(Array(bytes.prefix(slotBytes - 8)))
    else { return nil }
    let anchor = Anchor(
      ledgerID: CommitHash(bytes: bytes[16..<48]), position: integer(8, as: UInt64.self),
      hash: CommitHash(bytes: bytes[48..<80]), isDirty: integer(4, as: UInt32.self) != 0,
      writerProcessID: integer(80, as: Int32.self),
      writerStart: Instant(millisecondsSinceEpoch: integer(88, as: Int64.self)),
      writerCommand: String(validating: bytes[96..<112].prefix { $0 != 0 }, as: UTF8.self) ?? "")
    return (integer(112, as: UInt64.self), anchor)
  }
}
