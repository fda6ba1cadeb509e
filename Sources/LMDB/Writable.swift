// Safety: the transaction's pointer is used inside the closure that lent it; keys and values are lent for one call.
import CLMDB

/// What a write transaction can do beyond reading.
public protocol Writable: Readable, ~Copyable {
  /// The transaction as a copyable value, for code that keeps it in a value of its own inside the closure.
  var writing: WriteAccess { get }
}

/// A copyable view of a transaction that writes; as with ``ReadAccess``, it must not leave the closure or the thread.
public struct WriteAccess: Writable {
  public let reading: ReadAccess

  init(reading: ReadAccess) {
    self.reading = reading
  }

  @inlinable public var writing: WriteAccess { self }

  @inlinable
  func put(
    _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ table: Table, _ flags: Int32
  ) throws(LMDBError) {
    var keyValue = MDB_val(key)
    var content = MDB_val(value)
    let code = mdb_put(reading.transaction, reading.number(of: table), &keyValue, &content, UInt32(flags))
    guard code == 0 else { throw putFailure(code) }
  }

  @inlinable
  func reserve(
    _ key: UnsafeRawBufferPointer, _ sizeBytes: Int, _ table: Table, _ flags: Int32
  ) throws(LMDBError) -> UnsafeMutableRawBufferPointer {
    var keyValue = MDB_val(key)
    var content = MDB_val(mv_size: sizeBytes, mv_data: nil)
    let number = reading.number(of: table)
    let code = mdb_put(reading.transaction, number, &keyValue, &content, UInt32(MDB_RESERVE | flags))
    guard code == 0 else { throw putFailure(code) }
    return UnsafeMutableRawBufferPointer(start: content.mv_data, count: sizeBytes)
  }

  @usableFromInline
  func putFailure(_ code: Int32) -> LMDBError {
    precondition(code != MDB_KEYEXIST, "an appended key is above every key of its table")
    return reading.failure(code, "writing an entry")
  }
}

extension Writable where Self: ~Copyable {
  /// The table of a name, made where the file has none.
  public func createTable(named name: String) throws(LMDBError) -> Table {
    if let table = try table(named: name) { return table }
    var number: MDB_dbi = 0
    let code = mdb_dbi_open(reading.transaction, name, UInt32(MDB_CREATE), &number)
    guard code == 0 else { throw reading.failure(code, "creating the table \(name)") }
    TransactionFailure.state(of: reading.transaction).pointee.hasCreatedTables = true
    return Table(number: number, generation: reading.generation)
  }

  /// Writes an entry, over the one that is there.
  @inlinable
  public func put<KeyBytes: RawBytes & ~Copyable & ~Escapable, ValueBytes: RawBytes & ~Copyable & ~Escapable>(
    key: borrowing KeyBytes, value: borrowing ValueBytes, in table: Table
  ) throws(LMDBError) {
    let access = writing
    try key.withRawBytes { (keyBytes) throws(LMDBError) in
      try value.withRawBytes { (valueBytes) throws(LMDBError) in
        try access.put(keyBytes, valueBytes, table, 0)
      }
    }
  }

  /// Writes an entry whose value the body fills in place, over the one that is there.
  ///
  /// The body writes every byte: what it leaves out is whatever the page held before.
  @inlinable
  public func put<KeyBytes: RawBytes & ~Copyable & ~Escapable>(
    key: borrowing KeyBytes, valueSizeBytes: Int, in table: Table, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(LMDBError) {
    let access = writing
    try key.withRawBytes { (keyBytes) throws(LMDBError) in
      fill(try access.reserve(keyBytes, valueSizeBytes, table, 0))
    }
  }

  /// Writes an entry whose key is above every key of the table; pages are filled to the end.
  @inlinable
  public func append<KeyBytes: RawBytes & ~Copyable & ~Escapable, ValueBytes: RawBytes & ~Copyable & ~Escapable>(
    key: borrowing KeyBytes, value: borrowing ValueBytes, in table: Table
  ) throws(LMDBError) {
    let access = writing
    try key.withRawBytes { (keyBytes) throws(LMDBError) in
      try value.withRawBytes { (valueBytes) throws(LMDBError) in
        try access.put(keyBytes, valueBytes, table, MDB_APPEND)
      }
    }
  }

  /// As ``append(key:value:in:)``, with a value that the body fills in place, every byte of it.
  @inlinable
  public func append<KeyBytes: RawBytes & ~Copyable & ~Escapable>(
    key: borrowing KeyBytes, valueSizeBytes: Int, in table: Table, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(LMDBError) {
    let access = writing
    try key.withRawBytes { (keyBytes) throws(LMDBError) in
      fill(try access.reserve(keyBytes, valueSizeBytes, table, MDB_APPEND))
    }
  }

  /// Takes an entry away; false where there was none.
  @inlinable @discardableResult
  public func delete<KeyBytes: RawBytes & ~Copyable & ~Escapable>(
    key: borrowing KeyBytes, in table: Table
  ) throws(LMDBError) -> Bool {
    let access = writing.reading
    let number = access.number(of: table)
    let code = key.withRawBytes { bytes in
      var keyValue = MDB_val(bytes)
      return mdb_del(access.transaction, number, &keyValue, nil)
    }
    if code == 0 { return true }
    if code == MDB_NOTFOUND { return false }
    throw access.failure(code, "deleting an entry")
  }

  /// Takes every entry of the table away; the table stays.
  public func clear(_ table: Table) throws(LMDBError) {
    let code = mdb_drop(reading.transaction, reading.number(of: table), 0)
    guard code == 0 else { throw reading.failure(code, "clearing a table") }
  }
}
