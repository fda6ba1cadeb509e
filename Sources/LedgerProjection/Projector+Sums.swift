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
    let days = try dayRange(parts, firstPosition: parts.first?.block.firstPosition ?? 1)
    let dimensions = FoldDimensions(days, directory: directory)
    let ranges = ParallelWork.ranges(of: 0..<parts.count, parts: threadCount)
    var folded = try ParallelWork.map(count: ranges.count) { (index) throws(ProjectionError) in
      let rowCount = parts[ranges[index]].reduce(0) { $0 + $1.rowLimit }
      var sums = SumTables(dimensions, rowCount: rowCount)
      for part in parts[ranges[index]] {
        if verifies { try wrapped { () throws(JournalError) in try part.block.verifyHot() } }
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
