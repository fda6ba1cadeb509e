// Safety: the transaction's pointer is used inside the closure that lent it; values are lent in place and each accessor
// says for how long they are valid.
import CLMDB

/// What can be read in a read and in a write transaction alike.
///
/// Code that reads is written once, over `some Readable & ~Copyable`, or takes a ``ReadAccess``.
public protocol Readable: ~Copyable {
  /// The transaction as a copyable value, for code that keeps it in a value of its own inside the closure.
  var reading: ReadAccess { get }
}

/// A copyable view of a transaction that reads.
///
/// It must not leave the closure of the transaction: nothing checks that, which is why transactions themselves are
/// `~Copyable`. It belongs to the thread of the closure.
public struct ReadAccess: Readable {
  @usableFromInline let transaction: OpaquePointer
  @usableFromInline let generation: UInt32

  init(transaction: OpaquePointer, generation: UInt32) {
    self.transaction = transaction
    self.generation = generation
  }

  @inlinable public var reading: ReadAccess { self }

  @usableFromInline
  func failure(_ code: Int32, _ doing: String) -> LMDBError {
    TransactionFailure.make(code: code, doing: doing, transaction: transaction)
  }

  @inlinable
  func number(of table: Table) -> MDB_dbi {
    precondition(table.generation == generation, "a table is used in the transaction that gave it")
    return table.number
  }
}

extension Readable where Self: ~Copyable {
  /// The table of a name; nil where the file, as this transaction sees it, has none.
  public func table(named name: String) throws(LMDBError) -> Table? {
    var number: MDB_dbi = 0
    // The environment opened every table of the file before the transaction began, so this only looks the handle up.
    let code = mdb_dbi_open(reading.transaction, name, 0, &number)
    if code == MDB_NOTFOUND { return nil }
    guard code == 0 else { throw reading.failure(code, "opening the table \(name)") }
    return Table(number: number, generation: reading.generation)
  }

  /// The value of a key, in place; nil where there is none.
  ///
  /// Safety: valid until the transaction ends or, in a write transaction, until the next write. The bytes are aligned to
  /// 2 only, so load unaligned. ``withValue(for:in:_:)`` is the form that can't be misused.
  @inlinable
  public func value<Bytes: RawBytes & ~Copyable & ~Escapable>(
    for key: borrowing Bytes, in table: Table
  ) throws(LMDBError) -> UnsafeRawBufferPointer? {
    let access = reading
    let number = access.number(of: table)
    var found = MDB_val()
    let code = key.withRawBytes { bytes in
      var keyValue = MDB_val(bytes)
      return mdb_get(access.transaction, number, &keyValue, &found)
    }
    if code == 0 { return found.bytes }
    if code == MDB_NOTFOUND { return nil }
    throw access.failure(code, "looking a key up")
  }

  /// Lends the value of a key as a span; nil where there is none.
  @inlinable
  public func withValue<Bytes: RawBytes & ~Copyable & ~Escapable, Result: ~Copyable>(
    for key: borrowing Bytes, in table: Table, _ body: (RawSpan) throws -> Result
  ) throws -> Result? {
    guard let bytes = try value(for: key, in: table) else { return nil }
    return try body(bytes.bytes)
  }

  /// How many entries the table has; constant time.
  public func entryCount(in table: Table) throws(LMDBError) -> Int {
    try statistics(of: table).entries
  }

  /// How large the table is; constant time.
  public func statistics(of table: Table) throws(LMDBError) -> TableStatistics {
    var statistics = MDB_stat()
    let code = mdb_stat(reading.transaction, reading.number(of: table), &statistics)
    guard code == 0 else { throw reading.failure(code, "measuring a table") }
    return TableStatistics(
      entries: statistics.ms_entries,
      pages: statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages)
  }

  /// Lends a cursor over the table.
  public func withCursor<Result: ~Copyable>(
    in table: Table, _ body: (borrowing Cursor) throws -> Result
  ) throws -> Result {
    try body(cursor(in: table))
  }

  /// A cursor over the table.
  ///
  /// Safety: it must be gone before the transaction ends; ``withCursor(in:_:)`` is the form that can't be misused.
  public func cursor(in table: Table) throws(LMDBError) -> Cursor {
    var pointer: OpaquePointer?
    let code = mdb_cursor_open(reading.transaction, reading.number(of: table), &pointer)
    guard code == 0, let pointer else { throw reading.failure(code, "opening a cursor") }
    return Cursor(pointer: pointer)
  }

  /// The number of the last commit that the transaction sees or, in a write transaction, of the commit it will make.
  public var number: UInt64 { UInt64(mdb_txn_id(reading.transaction)) }
}
