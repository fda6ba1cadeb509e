import LedgerDomain
import LedgerJournal
import ParallelWork

extension Projector {
  /// The sums alone of consecutive blocks, without states, names and days' transactions.
  ///
  /// - Parameters:
  ///   - directory: the names and settings at the end of the blocks; it sizes the tables.
  ///   - verifies: whether the blocks' columns are compared with their checksums first.
  ///   - threadCount: how many ranges of the blocks are folded at the same time.
  /// - Complexity: O(rows).
  public static func sums(
    of parts: [BlockPart], directory: LedgerDirectory, verifies: Bool = true, threadCount: Int = 1
  ) throws(ProjectionError) -> SumTables {
    var firstDay = Int32.max
    var lastDay = Int32.min
    for part in parts {
      firstDay = min(firstDay, part.block.minimumDay)
      lastDay = max(lastDay, part.block.maximumDay)
    }
    let dimensions = FoldDimensions(
      firstDay: firstDay, lastDay: lastDay, accountCount: directory.accounts.count,
      categoryCount: directory.categories.count, merchantCount: Int(directory.nextMerchantIndex),
      calendar: directory.monthCalendar)
    let ranges = ParallelWork.ranges(of: 0..<parts.count, parts: threadCount)
    var folded = try ParallelWork.map(count: ranges.count) { (index) throws(ProjectionError) in
      var sums = SumTables(dimensions)
      for part in parts[ranges[index]] {
        if verifies {
          do throws(JournalError) {
            try part.block.verifyHot()
          } catch {
            throw .journal(error)
          }
        }
        try fold(part.block, rowLimit: part.rowLimit, into: &sums)
      }
      return sums
    }
    if folded.isEmpty { return SumTables(dimensions) }
    var whole = folded.removeFirst()
    for next in folded { try whole.merge(next) }
    return whole
  }
}
