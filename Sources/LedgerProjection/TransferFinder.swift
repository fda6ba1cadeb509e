import LedgerDomain

/// Finds pairs of transactions that may be one movement of money between own accounts.
///
/// A pair is of opposite amounts of one currency, in different accounts, within some days. It is sure where neither has
/// another counterpart. Pairs of which a person said that they are none are left out, and what is linked takes no part.
public struct TransferFinder<Leg: Hashable> {
  /// How many days may lie between the two unless said.
  public static var standardDays: Int { 4 }

  /// A pair, with what is known of it.
  public struct Pair {
    public var outgoing: Leg
    public var incoming: Leg
    /// Whether neither has another counterpart.
    public var isSure: Bool
  }

  /// Opposite amounts of one currency.
  struct Key: Hashable {
    var currency: Currency
    /// Above zero.
    var amount: Money
  }

  private struct Entry {
    var leg: Leg
    var day: CalendarDay
    var account: AccountID
    var isTransfer: Bool
  }

  private let days: Int
  private var legs: [Key: (outgoing: [Entry], incoming: [Entry])] = [:]

  public init(days: Int) {
    self.days = days
  }

  static func key(_ amount: Money, _ currency: Currency) -> Key {
    Key(currency: currency, amount: amount < .zero ? -amount : amount)
  }

  /// Takes a transaction in; one of nothing is no leg.
  ///
  /// - Parameter isTransfer: whether it counts as a transfer already; a pair of two such needs no decision.
  public mutating func add(
    _ leg: Leg, day: CalendarDay, amount: Money, currency: Currency, account: AccountID, isTransfer: Bool
  ) {
    if amount == .zero { return }
    let entry = Entry(leg: leg, day: day, account: account, isTransfer: isTransfer)
    let key = TransferFinder.key(amount, currency)
    if amount < .zero {
      legs[key, default: ([], [])].outgoing.append(entry)
    } else {
      legs[key, default: ([], [])].incoming.append(entry)
    }
  }

  /// The pairs that need a decision, in no order.
  ///
  /// - Parameters:
  ///   - includesTransfers: whether pairs of which both count as transfers already are wanted too.
  ///   - isRefused: whether a person said that the two are no transfer.
  /// - Complexity: O(legs), and for equal amounts O(those within the days).
  public func pairs(includesTransfers: Bool = false, isRefused: (_ outgoing: Leg, _ incoming: Leg) -> Bool) -> [Pair] {
    var pairs: [Pair] = []
    for (_, group) in legs where !group.outgoing.isEmpty && !group.incoming.isEmpty {
      let outgoing = group.outgoing.sorted { $0.day < $1.day }
      let incoming = group.incoming.sorted { $0.day < $1.day }
      var candidates: [(Int, Int)] = []
      var outgoingCounts = [Int](repeating: 0, count: outgoing.count)
      var incomingCounts = [Int](repeating: 0, count: incoming.count)
      var first = 0
      for (index, out) in outgoing.enumerated() {
        while first < incoming.count, incoming[first].day.days(to: out.day) > days { first += 1 }
        var other = first
        while other < incoming.count, out.day.days(to: incoming[other].day) <= days {
          if incoming[other].account != out.account, !isRefused(out.leg, incoming[other].leg) {
            candidates.append((index, other))
            outgoingCounts[index] += 1
            incomingCounts[other] += 1
          }
          other += 1
        }
      }
      for (index, other) in candidates
      where includesTransfers || !(outgoing[index].isTransfer && incoming[other].isTransfer) {
        pairs.append(
          Pair(
            outgoing: outgoing[index].leg, incoming: incoming[other].leg,
            isSure: outgoingCounts[index] == 1 && incomingCounts[other] == 1))
      }
    }
    return pairs
  }
}
