import LedgerDomain
import LedgerJournal

extension Projector {
  /// The sums alone of consecutive blocks, without states, names and days' transactions.
  ///
  /// - Parameters:
  ///   - directory: the names and settings at the end of the blocks; it sizes the tables.
  ///   - verifies: whether the blocks' columns are compared with their checksums first.
  /// - Complexity: O(rows).
  public static func sums(
    of parts: [BlockPart], directory: LedgerDirectory, verifies: Bool = true
  ) throws(ProjectionError) -> SumTables {
    var firstDay = Int32.max
    var lastDay = Int32.min
    for part in parts {
      firstDay = min(firstDay, part.block.minimumDay)
      lastDay = max(lastDay, part.block.maximumDay)
    }
    var sums = SumTables(
      FoldDimensions(
        firstDay: firstDay, lastDay: lastDay, accountCount: directory.accounts.count,
        categoryCount: directory.categories.count, merchantCount: Int(directory.nextMerchantIndex),
        calendar: directory.monthCalendar))
    for part in parts {
      if verifies {
        do {
          try part.block.verifyHot()
        } catch {
          throw .journal(error)
        }
      }
      try fold(part.block, rowLimit: part.rowLimit, into: &sums)
    }
    return sums
  }
}
