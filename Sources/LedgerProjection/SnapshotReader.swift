import LedgerDomain
import LedgerJournal

/// Reads the rows of the snapshot that a transaction sees.
struct SnapshotReader {
  static let headerKey = Array("snapshot".utf8)
  static let directoryKey = Array("directory".utf8)
  /// How many positions a row of states covers: with its checksum it fills two pages of LMDB but for their header.
  static let statesPerRow = (2 * 4_096 - 16 - 8) / 2

  let store: ViewTables
  let header: SnapshotHeader

  /// The snapshot, or nil where there is none of this version.
  static func open(_ store: StoreReader) throws -> SnapshotReader? {
    guard let written = try store.value(headerKey, in: .meta), SnapshotHeader.isOfThisVersion(written)
    else { return nil }
    let tables = ViewTables(store)
    guard let bytes = try tables.value(headerKey, in: .meta) else { return nil }
    for table in StoreTable.views where !store.has(table) {
      throw ProjectionError.damagedView("the table \(table.rawValue) is missing")
    }
    return SnapshotReader(store: tables, header: try SnapshotHeader.decode(ArraySlice(bytes)))
  }

  func directory() throws -> LedgerDirectory {
    guard let bytes = try store.value(SnapshotReader.directoryKey, in: .meta) else {
      throw ProjectionError.damagedView("the directory is missing")
    }
    return try DirectoryCoding.decode(ArraySlice(bytes))
  }

  func monthRow(_ key: [UInt8]) throws -> MonthRow? {
    try store.value(key, in: .months).map { try MonthRow.decode(ArraySlice($0)) }
  }

  func merchantYearRow(_ key: [UInt8]) throws -> MerchantYearRow? {
    try store.value(key, in: .merchantYears).map { try MerchantYearRow.decode(ArraySlice($0)) }
  }

  func merchantFactsRow(_ key: [UInt8]) throws -> MerchantFactsRow? {
    try store.value(key, in: .merchantFacts).map { try MerchantFactsRow.decode(ArraySlice($0)) }
  }

  func merchantName(_ merchant: MerchantID) throws -> String? {
    guard let bytes = try store.value(ViewKey.merchant(merchant), in: .merchantNames) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  func merchant(named name: FoldedName) throws -> MerchantID? {
    guard let bytes = try store.value(name.merchantKey, in: .merchantIndex) else { return nil }
    return MerchantID(UInt32(try ViewKey.integer(ArraySlice(bytes), from: 0, count: 4)))
  }

  /// The states of a row's positions, which begin at `block * statesPerRow`; empty where there is no row.
  func stateRow(_ block: UInt64) throws -> [UInt16] {
    guard let bytes = try store.value(ViewKey.position(block), in: .states) else { return [] }
    return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  func state(of id: TransactionID) throws -> StateCode? {
    let perRow = UInt64(SnapshotReader.statesPerRow)
    guard let bytes = try store.value(ViewKey.position(id.position / perRow), in: .states) else { return nil }
    let offset = Int(id.position % perRow) * 2
    guard offset + 1 < bytes.count else { return nil }
    return StateCode(rawValue: UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8)
  }

  func editRow(of id: TransactionID) throws -> EditRow? {
    try store.value(ViewKey.position(id.position), in: .edits).map { try EditRow.decode(ArraySlice($0)) }
  }

  /// The ids that were ever booked on the day, ascending within a row of postings.
  func postings(on day: CalendarDay) throws -> [Position] {
    var ids: [Position] = []
    let prefix = ViewKey.dayStart(day)
    try store.forEach(in: .days, from: prefix) { entry in
      guard entry.key.starts(with: prefix) else { return false }
      ids += try PostingsRow.decode(ArraySlice(entry.value))
      return true
    }
    return ids
  }

  func postingKeys(of day: CalendarDay) throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    let prefix = ViewKey.dayStart(day)
    try store.forEach(in: .days, from: prefix) { entry in
      guard entry.key.starts(with: prefix) else { return false }
      keys.append(Array(entry.key))
      return true
    }
    return keys
  }

  /// The day's row of postings that could take in an id that is not below those it has.
  func lastPostings(of day: CalendarDay, beforeOrAt id: Position) throws -> (key: [UInt8], ids: [Position])? {
    guard let entry = try store.last(in: .days, atOrBefore: ViewKey.day(day, firstID: id)),
      entry.key.starts(with: ViewKey.dayStart(day))
    else { return nil }
    return (Array(entry.key), try PostingsRow.decode(ArraySlice(entry.value)))
  }
}
