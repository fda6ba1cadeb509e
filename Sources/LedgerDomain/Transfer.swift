/// Two transactions that may be one movement of money between own accounts.
public struct TransferPair: Hashable, Comparable, Sendable {
  /// The one that money left with.
  public var outgoing: TransactionID
  public var incoming: TransactionID

  public init(outgoing: TransactionID, incoming: TransactionID) {
    self.outgoing = outgoing
    self.incoming = incoming
  }

  public static func < (left: TransferPair, right: TransferPair) -> Bool {
    (left.outgoing, left.incoming) < (right.outgoing, right.incoming)
  }
}

/// What was decided about a pair.
public enum TransferState: UInt8, Sendable, Hashable, CaseIterable {
  case undecided = 0
  /// One movement of money.
  case linked = 1
  /// Two things that have nothing to do with each other; it is not suggested again.
  case separate = 2

  /// The name in journals as text.
  public var name: String {
    switch self {
    case .undecided: "undecided"
    case .linked: "linked"
    case .separate: "separate"
    }
  }

  public init?(name: String) {
    guard let state = TransferState.allCases.first(where: { $0.name == name }) else { return nil }
    self = state
  }
}

/// A decision about a pair.
public struct TransferDecided: Sendable, Hashable {
  public var pair: TransferPair
  public var state: TransferState
  public var previous: TransferState

  public init(pair: TransferPair, state: TransferState, previous: TransferState) {
    self.pair = pair
    self.state = state
    self.previous = previous
  }
}
