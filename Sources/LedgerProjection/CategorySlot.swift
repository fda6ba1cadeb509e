import LedgerDomain

/// The place of a category in the sums: Uncategorised has two, one for each direction of money.
///
/// 0 is Uncategorised out (and zero), 1 is Uncategorised in, any other category `c` is `c + 1`. That of splits, the last,
/// has no sums: it makes a day's count that of its transactions, since one that is split counts in each of its categories.
public struct CategorySlot: Hashable, Comparable, Sendable {
  public static let uncategorisedOut = CategorySlot(index: 0)
  public static let uncategorisedIn = CategorySlot(index: 1)
  public static let split = CategorySlot(index: Int(CategoryID.split.index) + 1)

  public let index: Int

  @inlinable
  public init(index: Int) {
    self.index = index
  }

  @inlinable
  public init(category: CategoryID, amount: Money) {
    index = Int(category.index) + (category.index != 0 || amount.minorUnits > 0 ? 1 : 0)
  }

  /// The category that the slot belongs to.
  public var category: CategoryID { CategoryID(UInt16(index == 0 ? 0 : index - 1)) }

  public static func < (left: CategorySlot, right: CategorySlot) -> Bool {
    left.index < right.index
  }
}

/// What a sum of a slot means for a month.
public enum MoneyClass: Sendable, Hashable {
  case moneyIn, moneyOut, transfer
}

extension LedgerDirectory {
  /// Whether money of the slot is in, out or between own accounts.
  public func moneyClass(of slot: CategorySlot) -> MoneyClass {
    if slot == .uncategorisedOut { return .moneyOut }
    if slot == .uncategorisedIn { return .moneyIn }
    switch category(slot.category)?.kind {
    case .income: return .moneyIn
    case .transfer: return .transfer
    case .expense, nil: return .moneyOut
    }
  }
}
