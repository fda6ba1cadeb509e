import LedgerDomain

/// Movements of money between own accounts: those that are linked, and those that may be.
public struct TransfersReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var outgoing: TransactionItem
    public var incoming: TransactionItem
    /// How many days the later is after the earlier.
    public var days: Int
    /// Whether neither could belong to another.
    public var isSure: Bool

    public init(outgoing: TransactionItem, incoming: TransactionItem, days: Int, isSure: Bool) {
      self.outgoing = outgoing
      self.incoming = incoming
      self.days = days
      self.isSure = isSure
    }

    public var pair: TransferPair { TransferPair(outgoing: outgoing.id, incoming: incoming.id) }
  }

  public var linked: [Entry]
  public var suggestions: [Entry]

  public init(linked: [Entry], suggestions: [Entry]) {
    self.linked = linked
    self.suggestions = suggestions
  }
}
