/// The 1-based number of an event in the journal; positions are dense.
public typealias Position = UInt64

/// The 1-based number of a commit in the journal.
public typealias CommitNumber = UInt64

/// A transaction by the position of the event that added it.
public struct TransactionID: Hashable, Comparable, Sendable {
  public let position: Position

  @inlinable
  public init(_ position: Position) {
    self.position = position
  }

  @inlinable
  public static func < (left: TransactionID, right: TransactionID) -> Bool {
    left.position < right.position
  }
}

/// An account by its dense 0-based number in the ledger.
public struct AccountID: Hashable, Comparable, Sendable {
  public let index: UInt16

  @inlinable
  public init(_ index: UInt16) {
    self.index = index
  }

  @inlinable
  public static func < (left: AccountID, right: AccountID) -> Bool {
    left.index < right.index
  }
}

/// A merchant by its dense number in the ledger; 0 stands for a row without a payee.
public struct MerchantID: Hashable, Comparable, Sendable {
  /// The merchant of rows that name none; its name is empty and no event defines it.
  public static let none = MerchantID(0)

  public let index: UInt32

  @inlinable
  public init(_ index: UInt32) {
    self.index = index
  }

  @inlinable
  public static func < (left: MerchantID, right: MerchantID) -> Bool {
    left.index < right.index
  }
}

/// A category by its dense number in the ledger; 0 is Uncategorised.
public struct CategoryID: Hashable, Comparable, Sendable {
  public static let uncategorised = CategoryID(0)

  /// The code of a transaction whose parts have categories of their own.
  public static let split = CategoryID(0x3FFF)

  /// The most categories that a ledger can have.
  public static let limit = 0x3FFF

  public let index: UInt16

  @inlinable
  public init(_ index: UInt16) {
    self.index = index
  }

  @inlinable
  public static func < (left: CategoryID, right: CategoryID) -> Bool {
    left.index < right.index
  }
}
