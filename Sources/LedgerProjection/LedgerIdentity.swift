import LedgerDomain
import LedgerJournal

/// What a file says it is: the format's version and the ledger's id.
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
    guard version <= formatVersion else { throw JournalError.newerVersion(found: version, known: formatVersion) }
    guard bytes.count == mark.count + 36 else { return nil }
    return LedgerIdentity(ledgerID: CommitHash(bytes: Array(bytes[(mark.count + 4)...])))
  }

  func write(_ store: StoreWriter) throws {
    let version = (0..<4).map { UInt8(truncatingIfNeeded: LedgerIdentity.formatVersion >> (8 * UInt32($0))) }
    try store.put(LedgerIdentity.key, LedgerIdentity.mark + version + ledgerID.bytes, in: .meta)
  }
}
