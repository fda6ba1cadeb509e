import LedgerDomain
import LedgerJournal
import ParallelWork

/// The digest of the views: SHA-256 over their sorted meaning.
///
/// It covers live transactions, sums that are not zero, settings and budgets; names stand for numbers, and nothing of
/// positions (but a transaction's id), times or unused rows is in it. It is equal after live appends, after a replay and
/// after an undo that was undone.
///
/// It is a hash over the hashes of pieces, so that threads work side by side: the header, each `positionsAPiece` positions'
/// transactions in order, the cells of days, the cells of merchants. Numbers are hashed as little-endian words.
enum ViewDigest {
  /// How many positions' transactions make a piece.
  static let positionsAPiece = 1 << 16

  static func of(_ view: LedgerView) throws -> CommitHash {
    try of(ViewContent(view), journal: view.journal)
  }

  /// The digest of contents that were read before.
  ///
  /// - Parameter journal: the journal that the contents are of.
  static func of(_ content: ViewContent, journal: JournalReader) throws -> CommitHash {
    // The fold that made a snapshot checked the blocks when it did; they may have changed since.
    try of(content, parts: BlockPart.all(of: journal, from: 1, through: content.position, checking: .columns))
  }

  /// As above with the blocks at hand; reads nothing of the store, so that any thread may do it.
  static func of(_ content: ViewContent, parts: [BlockPart]) throws(ProjectionError) -> CommitHash {
    let pieces = content.states.count / positionsAPiece + 1
    let ranges = ParallelWork.ranges(of: 0..<pieces, parts: ParallelWork.width)
    let hashes = try ParallelWork.map(count: ranges.count) { (index) throws(ProjectionError) -> [CommitHash] in
      var result: [CommitHash] = []
      for piece in ranges[index] {
        result.append(try hashTransactions(content, piece: piece, parts: parts))
        if piece % 8 == 7 { releaseMemory(ofPieces: piece - 7...piece, parts: parts) }
      }
      return result
    }
    var hasher = SHA256()
    hasher.update(content.header)
    for hash in hashes.joined() { hasher.update(hash.bytes) }
    hasher.update(content.dayCells.bytes)
    hasher.update(content.merchantMonths.bytes)
    return hasher.finish()
  }

  private static func releaseMemory(ofPieces pieces: ClosedRange<Int>, parts: [BlockPart]) {
    let first = BlockPart.index(of: Position(max(1, pieces.lowerBound * positionsAPiece)), in: parts)
    let last = BlockPart.index(of: Position((pieces.upperBound + 1) * positionsAPiece), in: parts)
    BlockView.releaseMemory(of: parts[first..<last].map(\.block))
  }

  /// The hash of the live transactions of one piece: for each its offset, day, amount, account, merchant and category.
  private static func hashTransactions(
    _ content: ViewContent, piece: Int, parts: [BlockPart]
  ) throws(ProjectionError) -> CommitHash {
    let positions = piece * positionsAPiece..<min((piece + 1) * positionsAPiece, content.states.count + 1)
    var hasher = SHA256()
    var words = [UInt64](repeating: 0, count: 3 * BlockPart.longest(parts))
    var index = BlockPart.index(of: Position(max(positions.lowerBound, 1)), in: parts)
    while index < parts.count, Int(parts[index].block.firstPosition) < positions.upperBound {
      let count: Int?
      switch parts[index].block.width {
      case .narrow:
        count = write(
          NarrowColumns(parts[index].block), of: parts[index], positions: positions, content: content, words: &words)
      case .wide:
        count = write(
          WideColumns(parts[index].block), of: parts[index], positions: positions, content: content, words: &words)
      }
      if let count {
        hasher.update(words: words[..<count])
      } else {
        try hashWithEdits(content, part: parts[index], parts: parts, positions: positions, into: &hasher)
      }
      index += 1
    }
    return hasher.finish()
  }

  /// Writes the words of a block's live transactions; nil where one of them was edited, so that its values lie elsewhere, or
  /// is split.
  private static func write(
    _ columns: some HotColumns, of part: BlockPart, positions: Range<Int>, content: ViewContent, words: inout [UInt64]
  ) -> Int? {
    let first = Int(part.block.firstPosition)
    let rows = max(0, positions.lowerBound - first)..<min(part.rowLimit, positions.upperBound - first)
    let hasEdits = !content.edits.isEmpty
    let hasSplits = !content.parts.isEmpty
    let states = content.states.span
    let accounts = content.ranks.accounts.span
    let merchants = content.ranks.merchants.span
    let categories = content.ranks.categories.span
    var words = words.mutableSpan
    var count = 0
    for row in rows {
      let code = states[first &+ row &- 1]
      // Gone, or no transaction: the highest bit is set in both.
      if code & 0x8000 != 0 { continue }
      if hasEdits, content.edits[Position(first &+ row)] != nil { return nil }
      if hasSplits, code & 0x3FFF == CategoryID.split.index { return nil }
      words[count] = UInt64(bitPattern: columns.amount(row))
      words[count &+ 1] =
        UInt64(UInt32(truncatingIfNeeded: columns.day(row))) << 32 | UInt64(merchants[columns.merchant(row)])
      words[count &+ 2] = identity(
        first &+ row, account: accounts[columns.account(row)], category: categories[Int(code & 0x3FFF)])
      count &+= 3
    }
    return count
  }

  /// What a split has in place of a category's rank, which is below.
  private static let splitRank: UInt32 = 0xFFFF

  @inline(__always)
  private static func identity(_ position: Int, account: UInt32, category: UInt32) -> UInt64 {
    UInt64(position % positionsAPiece) << 48 | UInt64(category) << 32 | UInt64(account)
  }

  private static func hashWithEdits(
    _ content: ViewContent, part: BlockPart, parts: [BlockPart], positions: Range<Int>, into hasher: inout SHA256
  ) throws(ProjectionError) {
    let first = Int(part.block.firstPosition)
    for index in max(0, positions.lowerBound - first)..<min(part.rowLimit, positions.upperBound - first) {
      let code = StateCode(rawValue: content.states[first + index - 1])
      guard code != .none, code.liveness == .live else { continue }
      let place = content.edits[Position(first + index)] ?? Position(first + index)
      let row = try BlockPart.row(at: place, in: parts)
      let category = code.setting.isSplit ? splitRank : content.ranks.categories[Int(code.setting.category.index)]
      hasher.update(words: [
        UInt64(bitPattern: row.amount),
        UInt64(UInt32(bitPattern: row.day)) << 32 | UInt64(content.ranks.merchants[Int(row.merchant)]),
        identity(first + index, account: content.ranks.accounts[Int(row.account)], category: category),
      ])
      guard code.setting.isSplit else { continue }
      let split = content.parts[Position(first + index)] ?? []
      hasher.update(words: [UInt64(split.count)])
      for part in split {
        hasher.update(words: [
          UInt64(content.ranks.categories[Int(part.category.index)]), UInt64(bitPattern: part.amount.minorUnits),
        ])
      }
    }
  }
}
