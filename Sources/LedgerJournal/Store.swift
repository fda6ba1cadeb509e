// Safety: what a read returns stays in place until the transaction ends, and a store is used only inside the closure that
// lent it.
import LMDB
import LedgerDomain

/// One entry of a table, valid until the transaction ends or, in a write transaction, until the next write.
public typealias StoreEntry = Entry

/// The tables of a ledger as one transaction sees them.
public struct StoreReader {
  private let access: ReadAccess
  let tables: StoreTables

  /// The tables that the transaction sees; one that the file does not have reads as empty.
  public init(access: ReadAccess) throws(JournalError) {
    self.access = access
    tables = try StoreTables.open(access)
  }

  init(access: ReadAccess, tables: StoreTables) {
    self.access = access
    self.tables = tables
  }

  /// Whether the file has the table.
  public func has(_ table: StoreTable) -> Bool { tables[table] != nil }

  /// The value of a key; nil where there is none.
  public func value(_ key: [UInt8], in table: StoreTable) throws(JournalError) -> UnsafeRawBufferPointer? {
    guard let handle = tables[table] else { return nil }
    return try wrap { () throws(LMDBError) in try access.value(for: key, in: handle) }
  }

  public func first(in table: StoreTable) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try cursor.first() }
  }

  public func last(in table: StoreTable) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try cursor.last() }
  }

  public func first(in table: StoreTable, atOrAfter key: [UInt8]) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try cursor.seek(atOrAfter: key) }
  }

  /// The entry with the highest key that is not above the given one.
  public func last(in table: StoreTable, atOrBefore key: [UInt8]) throws(JournalError) -> StoreEntry? {
    try entry(in: table) { (cursor) throws(LMDBError) in try cursor.seek(atOrBefore: key) }
  }

  /// Calls back with the entries from a key on, in order, until the body says false; an empty key is the beginning.
  public func forEach(in table: StoreTable, from key: [UInt8], _ body: (StoreEntry) throws -> Bool) throws {
    guard let handle = tables[table] else { return }
    let cursor = try wrap { () throws(LMDBError) in try access.cursor(in: handle) }
    var entry = try wrap { () throws(LMDBError) in
      key.isEmpty ? try cursor.first() : try cursor.seek(atOrAfter: key)
    }
    while let found = entry {
      guard try body(found) else { return }
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
    in table: StoreTable, _ find: (borrowing Cursor) throws(LMDBError) -> StoreEntry?
  ) throws(JournalError) -> StoreEntry? {
    guard let handle = tables[table] else { return nil }
    return try wrap { () throws(LMDBError) in
      let cursor = try access.cursor(in: handle)
      return try find(cursor)
    }
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
    let handle = handle(of: table)
    try wrap { () throws(LMDBError) in try access.put(key: key, value: value, in: handle) }
  }

  /// Writes a value whose key is above every key of the table.
  public func append(_ key: [UInt8], _ value: [UInt8], in table: StoreTable) throws(JournalError) {
    let handle = handle(of: table)
    try wrap { () throws(LMDBError) in try access.append(key: key, value: value, in: handle) }
  }

  /// Takes an entry away; nothing happens where there is none.
  public func delete(_ key: [UInt8], in table: StoreTable) throws(JournalError) {
    let handle = handle(of: table)
    _ = try wrap { () throws(LMDBError) in try access.delete(key: key, in: handle) }
  }

  /// Takes every entry of the table away.
  public func clear(_ table: StoreTable) throws(JournalError) {
    let handle = handle(of: table)
    try wrap { () throws(LMDBError) in try access.clear(handle) }
  }

  private func handle(of table: StoreTable) -> Table {
    guard let handle = reader.tables[table] else { preconditionFailure("a write transaction has every table") }
    return handle
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
