// Safety: the pointer is LMDB's cursor, closed exactly once by deinit; entries are lent in place.
import CLMDB
import Glibc

/// A place in a table that moves in key order.
///
/// Each move returns the entry it arrives at, or nil at the end. Entries are valid until the transaction ends or, in a
/// write transaction, until the next write.
public struct Cursor: ~Copyable {
  @usableFromInline let pointer: OpaquePointer

  init(pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { mdb_cursor_close(pointer) }

  /// Moves to the lowest key.
  @inlinable public func first() throws(LMDBError) -> Entry? { try move(MDB_FIRST) }

  /// Moves to the highest key.
  @inlinable public func last() throws(LMDBError) -> Entry? { try move(MDB_LAST) }

  /// Moves to the next higher key; from the beginning on a new cursor.
  @inlinable public func next() throws(LMDBError) -> Entry? { try move(MDB_NEXT) }

  /// Moves to the next lower key; from the end on a new cursor.
  @inlinable public func previous() throws(LMDBError) -> Entry? { try move(MDB_PREV) }

  /// The entry that the cursor is at; nil before its first move.
  @inlinable
  public var current: Entry? {
    get throws(LMDBError) { try move(MDB_GET_CURRENT) }
  }

  /// Moves to the lowest key that is not below the given one.
  @inlinable
  public func seek<Bytes: RawBytes & ~Copyable & ~Escapable>(
    atOrAfter key: borrowing Bytes
  ) throws(LMDBError) -> Entry? {
    try key.withRawBytes { (bytes) throws(LMDBError) in try move(MDB_SET_RANGE, MDB_val(bytes)) }
  }

  /// Moves to the highest key that is below the given one.
  @inlinable
  public func seek<Bytes: RawBytes & ~Copyable & ~Escapable>(before key: borrowing Bytes) throws(LMDBError) -> Entry? {
    try seek(atOrAfter: key) == nil ? last() : previous()
  }

  /// Moves to the highest key that is not above the given one.
  @inlinable
  public func seek<Bytes: RawBytes & ~Copyable & ~Escapable>(
    atOrBefore key: borrowing Bytes
  ) throws(LMDBError) -> Entry? {
    guard let found = try seek(atOrAfter: key) else { return try last() }
    let isExact = key.withRawBytes { $0.elementsEqual(found.key) }
    return isExact ? found : try previous()
  }

  @inlinable
  func move(_ operation: MDB_cursor_op, _ key: MDB_val = MDB_val()) throws(LMDBError) -> Entry? {
    var foundKey = key
    var foundValue = MDB_val()
    let code = mdb_cursor_get(pointer, &foundKey, &foundValue, operation)
    if code == 0 { return Entry(key: foundKey.bytes, value: foundValue.bytes) }
    if code == MDB_NOTFOUND { return nil }
    return try failed(code, operation)
  }

  @usableFromInline
  func failed(_ code: Int32, _ operation: MDB_cursor_op) throws(LMDBError) -> Entry? {
    // LMDB's answer for a cursor that has not moved yet.
    if operation == MDB_GET_CURRENT, code == EINVAL { return nil }
    guard let transaction = mdb_cursor_txn(pointer) else { throw .make(code: code, doing: "moving a cursor") }
    throw TransactionFailure.make(code: code, doing: "moving a cursor", transaction: transaction)
  }
}
