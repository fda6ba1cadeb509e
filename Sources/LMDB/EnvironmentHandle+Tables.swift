// Safety: LMDB's pointers are used inside the one transaction that this file begins and ends; pages begin at multiples of
// their size, so that the page of an address can be told from it.
import CLMDB

/// Opening the tables of a file before transactions need them.
///
/// LMDB hands out table handles inside transactions, in an array that all transactions of the process share, and breaks
/// when two open one at once. So handles are opened here, in a transaction of their own while no other begins, and
/// transactions only look them up.
extension EnvironmentHandle {
  /// LMDB's number of the table of tables, which every transaction has open.
  private static let tableOfTables: MDB_dbi = 1

  /// Opens every table that is not open yet, and notes where the file is mapped.
  mutating func openTables() throws(LMDBError) {
    var begun: OpaquePointer?
    let code = mdb_txn_begin(pointer, nil, UInt32(MDB_RDONLY), &begun)
    guard code == 0, let transaction = begun else { throw .make(code: code, doing: "opening the tables") }
    do throws(LMDBError) {
      try openTables(in: transaction)
    } catch {
      mdb_txn_abort(transaction)
      throw error
    }
    let count = Self.tableCount(in: transaction)
    let committed = mdb_txn_commit(transaction)
    guard committed == 0 else { throw .make(code: committed, doing: "opening the tables") }
    tableCount = count
  }

  /// How many tables the file has, as a transaction sees it.
  static func tableCount(in transaction: OpaquePointer) -> Int {
    var statistics = MDB_stat()
    mdb_stat(transaction, tableOfTables, &statistics)
    return statistics.ms_entries
  }

  private mutating func openTables(in transaction: OpaquePointer) throws(LMDBError) {
    var opened: OpaquePointer?
    let code = mdb_cursor_open(transaction, Self.tableOfTables, &opened)
    guard code == 0, let pointer = opened else { throw .make(code: code, doing: "opening the tables") }
    let cursor = Cursor(pointer: pointer)
    var next = try cursor.first()
    if let key = next?.key.baseAddress { noteMap(holding: key) }
    while let entry = next {
      let name = entry.key.map { CChar(bitPattern: $0) } + [0]
      var number: MDB_dbi = 0
      let code = mdb_dbi_open(transaction, name, 0, &number)
      guard code == 0 else { throw .corrupt(reason: "not a ledger file: it holds other data than tables") }
      var flags: UInt32 = 0
      mdb_dbi_flags(transaction, number, &flags)
      guard flags == 0 else { throw .corrupt(reason: "not a ledger file: a table has an order of its own") }
      next = try cursor.next()
    }
  }

  /// Notes where the map is, which LMDB does not say: an address in it is in a page, which begins with its number.
  private mutating func noteMap(holding address: UnsafeRawPointer) {
    let pageSize = UInt(pageSize)
    let offset = UInt(bitPattern: address) % pageSize
    let page = address - Int(offset)
    let number = PageHeader(UnsafeRawBufferPointer(start: page, count: PageHeader.sizeBytes)).number
    var information = MDB_envinfo()
    mdb_env_info(pointer, &information)
    guard number < UInt64(information.me_mapsize) / UInt64(pageSize) else { return }
    if let mapRegistration { MapFaults.remove(mapRegistration) }
    mapRegistration = MapFaults.register(start: page - Int(number) * Int(pageSize), sizeBytes: information.me_mapsize)
  }
}
