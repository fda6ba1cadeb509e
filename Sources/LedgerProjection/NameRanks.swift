import LedgerDomain
import LedgerJournal

/// Numbers of names by their order, so that a digest does not depend on the order in which names were defined.
///
/// Only names that something uses count: accounts and categories that are not removed, merchants with live transactions.
struct NameRanks: Equatable {
  /// By number; 0 for an unused name.
  var accounts: [UInt32]
  var categories: [UInt32]
  var merchants: [UInt32]
  private var names: [FoldedName] = []
  private var details: [String] = []

  init(_ view: LedgerView) throws {
    let directory = view.directory
    accounts = [UInt32](repeating: 0, count: directory.accounts.count)
    categories = [UInt32](repeating: 0, count: directory.categories.count)
    merchants = [UInt32](repeating: 0, count: Int(directory.nextMerchantIndex))
    let usedAccounts = directory.accounts.filter { !$0.isRemoved }.sorted { FoldedName($0.name) < FoldedName($1.name) }
    for (rank, account) in usedAccounts.enumerated() {
      accounts[Int(account.id.index)] = UInt32(rank) + 1
      names.append(FoldedName(account.name))
      details.append(
        "\(account.currency) \(account.opening.minorUnits) \(account.openingDay?.description ?? "-") \(account.isClosed)"
          + account.numbers.map { " " + $0 }.joined())
    }
    let usedCategories = directory.categories.filter { !$0.isRemoved }
      .sorted { FoldedName($0.name) < FoldedName($1.name) }
    for (rank, category) in usedCategories.enumerated() {
      categories[Int(category.id.index)] = UInt32(rank) + 1
      names.append(FoldedName(category.name))
      details.append(category.kind.name)
    }
    var counts = [Int64](repeating: 0, count: merchants.count)
    try view.forEachMerchantMonth(from: CalendarDay.first.yearMonth.previous, to: CalendarDay.last.yearMonth.next) {
      merchant, _, _, cell in
      counts[Int(merchant.index)] += cell.count
    }
    var used: [(FoldedName, Int)] = []
    try view.forEachMerchant { merchant, name in
      guard counts[Int(merchant.index)] > 0 else { return }
      let present = directory.merchantRenames[merchant.index] ?? name
      used.append((FoldedName(present), Int(merchant.index)))
    }
    for (rank, entry) in used.sorted(by: { $0.0 < $1.0 }).enumerated() {
      merchants[entry.1] = UInt32(rank) + 1
      names.append(entry.0)
      details.append("")
    }
    for alias in directory.merchantAliases.keys {
      merchants[Int(alias)] = merchants[Int(directory.canonical(MerchantID(alias)).index)]
    }
  }

  func write(into writer: inout PayloadWriter) {
    for (name, detail) in zip(names, details) {
      writer.write(text: name.text)
      writer.write(text: detail)
    }
  }
}
