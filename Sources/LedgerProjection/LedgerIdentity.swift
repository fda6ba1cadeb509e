import LedgerDomain
import LedgerJournal

/// What a file says it is: the format's version and the ledger's id, with a checksum.
///
/// Every version begins with the mark and the version and ends with the checksum of what is before, so that damage is not
/// taken for a newer format.
struct LedgerIdentity {
  /// The version of the file format; a newer one is refused.
  static let formatVersion: UInt32 = 1
  private static let key = Array("format".utf8)
  private static let mark = Array("foldbook".utf8)

  var ledgerID: CommitHash

  /// The identity; nil where the file is not a ledger.
  static func read(_ store: StoreReader) throws -> LedgerIdentity? {
    guard let bytes = try store.value(key, in: .meta), bytes.starts(with: mark), bytes.count >= mark.count + 4 else {
      return nil
    }
    let version = bytes[mark.count..<mark.count + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard bytes.count >= mark.count + 12, Array(bytes[(bytes.count - 8)...]) == checksum(Array(bytes.dropLast(8)))
    else {
      throw JournalError.damaged(position: 0, reason: "the format's version differs from its checksum")
    }
    guard version <= formatVersion else { throw JournalError.newerVersion(found: version, known: formatVersion) }
    guard version >= 1, bytes.count == mark.count + 44 else {
      throw JournalError.damaged(position: 0, reason: "the ledger has no format's version")
    }
    return LedgerIdentity(ledgerID: CommitHash(bytes: Array(bytes[(mark.count + 4)..<(mark.count + 36)])))
  }

  func write(_ store: StoreWriter) throws {
    let version = (0..<4).map { UInt8(truncatingIfNeeded: LedgerIdentity.formatVersion >> (8 * UInt32($0))) }
    let content = LedgerIdentity.mark + version + ledgerID.bytes
    try store.put(LedgerIdentity.key, content + LedgerIdentity.checksum(content), in: .meta)
  }

  private static func checksum(_ content: [UInt8]) -> [UInt8] {
    let checksum = Checksum.of(content)
    return (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt64($0))) }
  }
}
