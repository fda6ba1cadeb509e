import CLMDB

/// A named table of an environment, as one transaction knows it.
///
/// It is valid in the transaction that gave it. Asking again in the next transaction is cheap; a table kept across a
/// transaction that failed is refused with a trap. Keys are unique and compare by bytes.
public struct Table: Sendable {
  @usableFromInline let number: MDB_dbi
  @usableFromInline let generation: UInt32

  @usableFromInline
  init(number: MDB_dbi, generation: UInt32) {
    self.number = number
    self.generation = generation
  }
}

/// How large a table is.
public struct TableStatistics: Sendable, Equatable {
  /// The number of entries.
  public let entries: Int
  /// The number of pages of all kinds.
  public let pages: Int
}
