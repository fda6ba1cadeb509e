// Safety: keys and values are lent to LMDB for the call; what a read returns stays in place until the transaction ends,
// and a store is used only inside the closure that lent it.
import LMDB
import LedgerDomain

/// One entry of a table, valid until the transaction ends or, in a write transaction, until the next write.
public struct StoreEntry {
  public let key: UnsafeRawBufferPointer
  public let value: UnsafeRawBufferPointer
}

/// The tables of a ledger as one transaction sees them.
public struct StoreReader {
  let access: ReadAccess
  let tables: StoreTables

  /// The tables that the transaction sees.
  public init(access: ReadAccess) throws(JournalError) {
    self.access = access
    tables = try StoreTables.open(access)
  }

  init(access: ReadAccess, tables: StoreTables) {
    self.access = access
    self.tables = tables
  }

  /// The value of a key; nil where there is none.
  public func value(_ key: [UInt8], in table: StoreTable) throws(JournalError) -> UnsafeRawBufferPointer? {
    guard let handle = tables[table] else { return nil }
    return try wrap { () throws(LMDBError) in
      var found: UnsafeRawBufferPointer?
      var failure: LMDBError?
      key.withUnsafeBytes { bytes in
        do throws(LMDBError) {
          found = try access.value(for: bytes, in: handle)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return found
    }
  }

  public func first(in table: StoreTable) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try cursor.first() }
  }

  public func last(in table: StoreTable) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try cursor.last() }
  }

  public func first(in table: StoreTable, atOrAfter key: [UInt8]) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try seek(cursor, key) }
  }

  /// The entry with the highest key that is not above the given one.
  public func last(in table: StoreTable, atOrBefore key: [UInt8]) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in
      guard let found = try seek(cursor, key) else { return try cursor.last() }
      return found.key.elementsEqual(key) ? found : try cursor.previous()
    }
  }

  /// Calls back with the entries from a key on, in order, until the body says false; an empty key is the beginning.
  public func forEach(in table: StoreTable, from key: [UInt8], _ body: (StoreEntry) throws -> Bool) throws {
    guard let handle = tables[table] else { return }
    let cursor = try wrap { () throws(LMDBError) in try access.cursor(in: handle) }
    var entry = try wrap { () throws(LMDBError) in key.isEmpty ? try cursor.first() : try seek(cursor, key) }
    while let found = entry {
      guard try body(StoreEntry(key: found.key, value: found.value)) else { return }
      entry = try wrap { () throws(LMDBError) in try cursor.next() }
    }
  }

  /// As `forEach`, for a body that throws journal errors only.
  func forEachEntry(
    in table: StoreTable, from key: [UInt8], _ body: (StoreEntry) throws(JournalError) -> Bool
  ) throws(JournalError) {
    do {
      try forEach(in: table, from: key, body)
    } catch let error as JournalError {
      throw error
    } catch {
      preconditionFailure("a store throws journal errors only: \(error)")
    }
  }

  /// How many pages the table takes; 0 where it does not exist.
  public func pageCount(of table: StoreTable) throws(JournalError) -> Int {
    guard let handle = tables[table] else { return 0 }
    return try wrap { () throws(LMDBError) in try access.statistics(of: handle).pages }
  }

  private func entry(
    in table: StoreTable,
    _ find: (borrowing Cursor) throws(LMDBError) -> Entry?
  ) throws(JournalError) -> StoreEntry? {
    guard let handle = tables[table] else { return nil }
    return try wrap { () throws(LMDBError) in
      let cursor = try access.cursor(in: handle)
      return try find(cursor).map { StoreEntry(key: $0.key, value: $0.value) }
    }
  }

  private func seek(
    _ cursor: borrowing Cursor, _ key: [UInt8]
  ) throws(LMDBError) -> Entry? {
    var found: Entry?
    var failure: LMDBError?
    key.withUnsafeBytes { bytes in
      do throws(LMDBError) {
        found = try cursor.seek(atOrAfter: bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return found
  }
}

/// The tables of a ledger in a write transaction.
public struct StoreWriter {
  public let reader: StoreReader
  private let access: WriteAccess

  /// The tables in a write transaction; tables that are missing are made, as in a new ledger.
  public init(access: WriteAccess) throws(JournalError) {
    self.access = access
    reader = StoreReader(access: access.reading, tables: try StoreTables.create(access))
  }

  /// Writes a value, over the one that is there.
  public func put(_ key: [UInt8], _ value: [UInt8], in table: StoreTable) throws(JournalError) {
    try write(key, value, in: table, append: false)
  }

  /// Writes a value whose key is above every key of the table.
  public func append(_ key: [UInt8], _ value: [UInt8], in table: StoreTable) throws(JournalError) {
    try write(key, value, in: table, append: true)
  }

  /// Takes an entry away; nothing happens where there is none.
  public func delete(_ key: [UInt8], in table: StoreTable) throws(JournalError) {
    guard let handle = reader.tables[table] else { return }
    try wrap { () throws(LMDBError) in
      try lend(key) { (bytes) throws(LMDBError) in try access.delete(key: bytes, in: handle) }
    }
  }

  /// Takes every entry of the table away.
  public func clear(_ table: StoreTable) throws(JournalError) {
    guard let handle = reader.tables[table] else { return }
    try wrap { () throws(LMDBError) in try access.clear(handle) }
  }

  private func write(_ key: [UInt8], _ value: [UInt8], in table: StoreTable, append: Bool) throws(JournalError) {
    guard let handle = reader.tables[table] else {
      preconditionFailure("a write transaction opens every table")
    }
    try wrap { () throws(LMDBError) in
      try lend(key) { (keyBytes) throws(LMDBError) in
        try lend(value) { (valueBytes) throws(LMDBError) in
          if append {
            try access.append(key: keyBytes, value: valueBytes, in: handle)
          } else {
            try access.put(key: keyBytes, value: valueBytes, in: handle)
          }
        }
      }
    }
  }

  private func lend(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var failure: LMDBError?
    bytes.withUnsafeBytes { buffer in
      do throws(LMDBError) {
        try body(buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// The handles of the tables; nil for one that the file does not have.
struct StoreTables {
  private var handles: [Table?] = []

  subscript(_ table: StoreTable) -> Table? { handles[table.index] }

  static func open(_ access: ReadAccess) throws(JournalError) -> StoreTables {
    var tables = StoreTables()
    for table in StoreTable.allCases {
      tables.handles.append(try wrap { () throws(LMDBError) in try access.table(named: table.rawValue) })
    }
    return tables
  }

  static func create(_ access: WriteAccess) throws(JournalError) -> StoreTables {
    var tables = StoreTables()
    for table in StoreTable.allCases {
      tables.handles.append(try wrap { () throws(LMDBError) in try access.createTable(named: table.rawValue) })
    }
    return tables
  }
}

/// Runs a call of the store and wraps its error.
func wrap<Result: ~Copyable>(_ body: () throws(LMDBError) -> Result) throws(JournalError) -> Result {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}
