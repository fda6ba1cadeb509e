import LMDB
import LedgerDomain
import LedgerJournal

/// What can go wrong with the views.
public enum ProjectionError: Error, Sendable {
  /// The journal below failed or is damaged.
  case journal(JournalError)
  /// The store below failed.
  case store(LMDBError)
  /// A sum beyond 64 bits.
  case overflow(position: Position)
  /// A view's row that no writer of this version makes; a replay rebuilds the views.
  case damagedView(String)
}

extension ProjectionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .journal(let error): "\(error)"
    case .store(let error): "\(error)"
    case .overflow(let position): "a sum does not fit into 64 bits at position \(position)"
    case .damagedView(let reason): "a view is damaged (\(reason)); 'foldbook replay' rebuilds it"
    }
  }
}
