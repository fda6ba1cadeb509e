// Safety: values are views of LMDB's bytes, valid as those of the store are; the checksum is split off inside them.
import LedgerDomain
import LedgerJournal

/// The tables of the views, read with every row checked.
///
/// A row's value ends with eight bytes of checksum over its table, its key and the value. A key that was changed on the
/// disk leaves its row beside the place where it belongs, since keys are in order; so what is not found, and the ends of
/// what is gone through, are looked for among the neighbours.
struct ViewTables {
  private let store: StoreReader
  private let last = LastChecked()

  /// How many bytes a row's checksum takes.
  private static let checksumBytes = 8

  /// The value that was checked last, since rows of states and days are looked up again and again.
  ///
  /// A class, since looking up changes nothing else of a reader.
  private final class LastChecked {
    var address: UnsafeRawPointer?
  }

  init(_ store: StoreReader) {
    self.store = store
  }

  /// A value as it is written: with its checksum.
  static func sealed(_ value: [UInt8], key: [UInt8], in table: StoreTable) -> [UInt8] {
    let checksum = key.withUnsafeBytes { key in
      value.withUnsafeBytes { Checksum.of(key: key, value: $0, in: table) }
    }
    return value + (0..<UInt64(checksumBytes)).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
  }

  /// The value of a key; nil where there is none.
  func value(_ key: [UInt8], in table: StoreTable) throws -> UnsafeRawBufferPointer? {
    if let value = try store.value(key, in: table) {
      return try key.withUnsafeBytes { try checked(value, key: $0, in: table) }
    }
    if let next = try store.first(in: table, atOrAfter: key) { _ = try checked(next, in: table) }
    if let previous = try store.last(in: table, atOrBefore: key) { _ = try checked(previous, in: table) }
    return nil
  }

  /// Checks the row of a key, if there is one.
  func check(_ key: [UInt8], in table: StoreTable) throws {
    guard let value = try store.value(key, in: table) else { return }
    _ = try key.withUnsafeBytes { try checked(value, key: $0, in: table) }
  }

  func first(in table: StoreTable) throws -> StoreEntry? {
    try store.first(in: table).map { try checked($0, in: table) }
  }

  func last(in table: StoreTable) throws -> StoreEntry? {
    try store.last(in: table).map { try checked($0, in: table) }
  }

  func first(in table: StoreTable, atOrAfter key: [UInt8]) throws -> StoreEntry? {
    try checkBefore(key, in: table)
    return try store.first(in: table, atOrAfter: key).map { try checked($0, in: table) }
  }

  func last(in table: StoreTable, atOrBefore key: [UInt8]) throws -> StoreEntry? {
    if let next = try store.first(in: table, atOrAfter: key) { _ = try checked(next, in: table) }
    return try store.last(in: table, atOrBefore: key).map { try checked($0, in: table) }
  }

  /// Calls back with the entries from a key on, in order, until the body says false; an empty key is the beginning.
  func forEach(in table: StoreTable, from key: [UInt8], _ body: (StoreEntry) throws -> Bool) throws {
    if !key.isEmpty { try checkBefore(key, in: table) }
    try store.forEach(in: table, from: key) { try body(checked($0, in: table)) }
  }

  /// Checks the entry that a range begins after.
  private func checkBefore(_ key: [UInt8], in table: StoreTable) throws {
    guard let previous = try store.last(in: table, atOrBefore: key), !previous.key.elementsEqual(key) else { return }
    _ = try checked(previous, in: table)
  }

  private func checked(_ entry: StoreEntry, in table: StoreTable) throws -> StoreEntry {
    StoreEntry(key: entry.key, value: try checked(entry.value, key: entry.key, in: table))
  }

  private func checked(
    _ value: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, in table: StoreTable
  ) throws(ProjectionError) -> UnsafeRawBufferPointer {
    let count = value.count - ViewTables.checksumBytes
    guard count >= 0 else { throw .damagedView("a row of \(table.rawValue) is too short") }
    let content = UnsafeRawBufferPointer(rebasing: value[..<count])
    if let address = value.baseAddress, address == last.address { return content }
    let expected = UInt64(littleEndian: value.loadUnaligned(fromByteOffset: count, as: UInt64.self))
    guard Checksum.of(key: key, value: content, in: table) == expected else {
      throw .damagedView("a row of \(table.rawValue) differs from its checksum")
    }
    last.address = value.baseAddress
    return content
  }
}
