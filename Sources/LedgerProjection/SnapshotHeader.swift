// Safety: the bytes of a row are looked at while they are lent.
import LedgerDomain
import LedgerJournal

/// What a snapshot says about itself.
struct SnapshotHeader: Sendable, Hashable {
  /// Raised with every change of a view's meaning or layout; another version rebuilds the snapshot on open.
  static let projectionVersion: UInt64 = 9

  /// The last position that the snapshot holds.
  var position: Position
  var version: UInt64
  /// The month start day that the months were cut by.
  var monthStartDay: UInt64
  var liveCount: Int64
  var goneCount: Int64
  /// By account number: the sum of everything, whatever the day.
  var accountTotals: [SumCell]

  func encode() -> [UInt8] {
    var writer = PayloadWriter()
    writer.write(unsigned: version)
    writer.write(unsigned: position)
    writer.write(unsigned: monthStartDay)
    writer.write(signed: liveCount)
    writer.write(signed: goneCount)
    for cell in accountTotals { writer.write(cell) }
    return writer.bytes
  }

  /// Whether a header, which begins with its version in one byte, is one that this program reads.
  static func isOfThisVersion(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.first == UInt8(projectionVersion)
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> SnapshotHeader {
    var reader = PayloadReader(bytes, position: 0)
    let version = try reader.unsigned()
    var header = SnapshotHeader(
      position: try reader.unsigned(), version: version, monthStartDay: try reader.unsigned(),
      liveCount: try reader.signed(), goneCount: try reader.signed(), accountTotals: [])
    while !reader.isAtEnd { header.accountTotals.append(try reader.cell()) }
    return header
  }
}

/// The directory as one value of a snapshot.
enum DirectoryCoding {
  static func encode(_ directory: LedgerDirectory) -> [UInt8] {
    var writer = PayloadWriter()
    writer.write(unsigned: UInt64(directory.nextMerchantIndex))
    writer.write(unsigned: UInt64(directory.accounts.count))
    for account in directory.accounts {
      writer.write(text: account.name)
      writer.write(unsigned: UInt64(account.currency.packedCode))
      writer.write(signed: account.opening.minorUnits)
      writer.write(signed: account.openingDay.map { Int64($0.daysSinceEpoch) } ?? Int64(Int32.max))
      writer.write(byte: (account.isClosed ? 1 : 0) | (account.isRemoved ? 2 : 0))
      writer.write(unsigned: UInt64(account.numbers.count))
      for number in account.numbers { writer.write(text: number) }
    }
    writer.write(unsigned: UInt64(directory.categories.count))
    for category in directory.categories {
      writer.write(text: category.name)
      writer.write(byte: category.kind.rawValue | (category.isRemoved ? 0x80 : 0))
    }
    writer.write(unsigned: UInt64(directory.budgets.lines.count))
    for line in directory.budgets.lines {
      writer.write(unsigned: line.category.map { UInt64($0.index) + 1 } ?? 0)
      writer.write(unsigned: UInt64(line.entries.count))
      for entry in line.entries {
        writer.write(signed: Int64(entry.month.monthsSinceYearZero))
        writer.write(signed: entry.amount.minorUnits)
      }
    }
    for key in SettingKey.allCases { writer.write(optional: directory.settings[key]) }
    UpkeepCoding.encode(directory, into: &writer)
    return writer.bytes
  }

  static func decode(_ bytes: ArraySlice<UInt8>) throws -> LedgerDirectory {
    var reader = PayloadReader(bytes, position: 0)
    let nextMerchant = UInt32(truncatingIfNeeded: try reader.unsigned())
    var accounts: [Account] = []
    for index in 0..<(try reader.unsigned()) {
      let name = try reader.text()
      guard let currency = Currency(packedCode: UInt32(truncatingIfNeeded: try reader.unsigned())) else {
        throw ProjectionError.damagedView("an account has an unknown currency")
      }
      let opening = Money(minorUnits: try reader.signed())
      let day = CalendarDay(daysSinceEpoch: Int32(truncatingIfNeeded: try reader.signed()))
      let flags = try reader.byte()
      var numbers: [String] = []
      for _ in 0..<(try reader.unsigned()) { numbers.append(try reader.text()) }
      accounts.append(
        Account(
          id: AccountID(UInt16(truncatingIfNeeded: index)), name: name, currency: currency, opening: opening,
          openingDay: day, numbers: numbers, isClosed: flags & 1 != 0, isRemoved: flags & 2 != 0))
    }
    var categories: [Category] = []
    for index in 0..<(try reader.unsigned()) {
      let name = try reader.text()
      let flags = try reader.byte()
      guard let kind = CategoryKind(rawValue: flags & 0x7F) else {
        throw ProjectionError.damagedView("a category has an unknown kind")
      }
      categories.append(
        Category(
          id: CategoryID(UInt16(truncatingIfNeeded: index)), name: name, kind: kind, isRemoved: flags & 0x80 != 0))
    }
    let budgets = try decodeBudgets(&reader)
    var settings = SettingValues()
    for key in SettingKey.allCases { settings[key] = try reader.optionalText() }
    let upkeep = try UpkeepCoding.decode(&reader)
    return LedgerDirectory(
      accounts: accounts, categories: categories, nextMerchantIndex: nextMerchant, budgets: budgets,
      settings: settings, upkeep: upkeep)
  }

  private static func decodeBudgets(_ reader: inout PayloadReader) throws -> BudgetTable {
    var budgets = BudgetTable()
    for _ in 0..<(try reader.unsigned()) {
      let code = try reader.unsigned()
      var entries: [BudgetEntry] = []
      for _ in 0..<(try reader.unsigned()) {
        let month = YearMonth(monthsSinceYearZero: Int32(truncatingIfNeeded: try reader.signed()))
        entries.append(BudgetEntry(month: month, amount: Money(minorUnits: try reader.signed())))
      }
      budgets[code == 0 ? nil : CategoryID(UInt16(truncatingIfNeeded: code - 1))] = entries
    }
    return budgets
  }
}
