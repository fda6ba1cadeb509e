import LMDB
import LedgerDomain

/// What can go wrong with a journal.
public enum JournalError: Error, Sendable, Equatable {
  /// The store below failed: busy, full, no permission, not found.
  case store(LMDBError)
  /// Bytes that no writer of this format makes, or a checksum that differs.
  case damaged(position: Position, reason: String)
  /// The file is an LMDB file of another program.
  case notALedger(path: String)
  /// The file or an event in it was written by a newer program.
  case newerVersion(found: UInt32, known: UInt32)
  /// An event of a kind that this program does not know.
  case newerFormat(position: Position, kind: UInt8)
  /// The head lies below what the anchor has seen.
  case rolledBack(head: Position, anchor: Position)
  /// The ledger's head is the anchor's position, but its hash is another.
  case replaced(position: Position)
  /// Something of the ledger beyond its limits, such as a name over 1 KiB.
  case limit(String)
  /// A commit, position or instant that the journal does not have.
  case noSuchPoint(String)
  /// Text to be imported as a journal that is not one.
  case invalidText(line: Int, reason: String)
}

extension JournalError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .damaged(let position, let reason):
      "the ledger is damaged at position \(position): \(reason); run 'foldbook verify', then restore a backup, or save "
        + "what is whole with 'foldbook salvage DEST'"
    case .notALedger(let path): "\(path) is not a Foldbook ledger"
    case .newerVersion(let found, let known):
      "the ledger has format \(found), this program knows up to \(known); use a newer foldbook"
    case .newerFormat(let position, let kind):
      "the event at position \(position) is of kind \(kind), which a newer foldbook wrote; use that one"
    case .rolledBack(let head, let anchor):
      "the ledger ends at position \(head), but it was seen at \(anchor): an older copy took its place; bring the newer "
        + "file back, or accept the older one with 'foldbook verify --accept-rollback'"
    case .replaced(let position):
      "the ledger's hash at position \(position) is not the one that was seen: another file took its place; bring the "
        + "right file back, or accept this one with 'foldbook verify --accept-rollback'"
    case .limit(let reason): reason
    case .noSuchPoint(let reason): reason
    case .invalidText(let line, let reason): "line \(line): \(reason)"
    }
  }
}
