// Safety: blocks are views of LMDB values that stay in place until the transaction of the store ends; a reader is used
// inside the closure that lent the store and is not Sendable.
import LedgerDomain

/// Reads the journal at the state of one transaction.
///
/// What it lends has been checked against its checksums, unless the caller asks for less.
public struct JournalReader {
  public let store: StoreReader
  private let checked = CheckedBlocks()

  public init(store: StoreReader) {
    self.store = store
  }

  /// The last block; nil in a journal without commits.
  public func lastBlock() throws(JournalError) -> BlockView? {
    guard let entry = try store.last(in: .blocks) else { return nil }
    return try block(entry, checking: .columns)
  }

  /// The last position; 0 in a journal without commits.
  public func head() throws(JournalError) -> Position {
    try lastBlock()?.lastPosition ?? 0
  }

  /// The header of the last commit.
  public func headCommit() throws(JournalError) -> CommitHeader? {
    guard let last = try lastBlock() else { return nil }
    return try header(of: last)
  }

  /// The block that holds a position.
  ///
  /// - Parameter sections: which of its sections are checked against their checksums, if they were not before.
  public func block(
    at position: Position, checking sections: BlockSections = .columns
  ) throws(JournalError) -> BlockView {
    if position >= 1, let entry = try store.last(in: .blocks, atOrBefore: JournalReader.key(position)) {
      let found = try block(entry, checking: sections)
      if position <= found.lastPosition { return found }
    }
    if position >= 1, position <= (try head()) { throw .damaged(position: position, reason: "the journal has a gap") }
    throw .noSuchPoint("the journal has no position \(position)")
  }

  /// The row at a position.
  public func row(at position: Position) throws(JournalError) -> EventRow {
    let block = try block(at: position)
    return block.row(Int(position - block.firstPosition))
  }

  /// The header of the commit that a block belongs to.
  public func header(of block: BlockView) throws(JournalError) -> CommitHeader {
    let first = block.isFirstOfCommit ? block : try self.block(at: block.commitFirstPosition)
    try checked.check(first, [.columns, .definitions])
    guard let header = try first.commitHeader(), header.number == block.commitNumber else {
      throw .damaged(position: block.firstPosition, reason: "the block's commit has no header")
    }
    return header
  }

  /// The header of a commit by its number.
  ///
  /// - Complexity: O(log n) blocks are read.
  public func commit(_ number: CommitNumber) throws(JournalError) -> CommitHeader {
    guard let last = try lastBlock(), number >= 1, number <= last.commitNumber else {
      throw .noSuchPoint("there is no commit \(number); 'foldbook log' lists them")
    }
    var low: Position = 1
    var high = last.lastPosition
    while low <= high {
      let middle = low + (high - low) / 2
      let found = try block(at: middle)
      if found.commitNumber == number { return try header(of: found) }
      if found.commitNumber < number {
        low = found.lastPosition + 1
      } else {
        high = found.commitFirstPosition - 1
      }
    }
    throw .damaged(position: low, reason: "the commit \(number) is missing")
  }

  /// Calls back with every block that holds positions of the range, in order, until the body says false.
  ///
  /// - Parameter sections: which sections are checked against their checksums before a block is lent.
  public func forEachBlock(
    from first: Position, through last: Position, checking sections: BlockSections = .all,
    _ body: (BlockView) throws(JournalError) -> Bool
  ) throws(JournalError) {
    guard first <= last else { return }
    let begin = try block(at: first, checking: [])
    var expected = begin.firstPosition
    var isStopped = false
    try store.forEachEntry(in: .blocks, from: JournalReader.key(begin.firstPosition)) { entry throws(JournalError) in
      let next = try block(entry, checking: sections)
      guard next.firstPosition == expected else {
        throw .damaged(position: expected, reason: "the journal has a gap")
      }
      expected = next.lastPosition + 1
      isStopped = try !body(next)
      return !isStopped && next.lastPosition < last
    }
    if expected <= last, !isStopped { throw .damaged(position: expected, reason: "the journal ends too early") }
  }

  /// Calls back with every block as it lies in the table, unchecked, whether it follows from the one before or not.
  public func forEachBlock(_ body: (BlockView) throws(JournalError) -> Bool) throws(JournalError) {
    try store.forEachEntry(in: .blocks, from: []) { entry throws(JournalError) in
      try body(block(entry, checking: []))
    }
  }

  /// Calls back with the header of each commit, newest first, until the body says false.
  public func forEachCommitBackwards(
    from last: Position, _ body: (CommitHeader) throws(JournalError) -> Bool
  ) throws(JournalError) {
    var position = last
    while position >= 1 {
      let header = try header(of: block(at: position))
      guard try body(header) else { return }
      position = header.firstPosition - 1
    }
  }

  /// The events of a commit in order.
  public func events(of header: CommitHeader) throws(JournalError) -> [Event] {
    var events: [Event] = []
    try forEachBlock(from: header.firstPosition, through: header.lastPosition) { block throws(JournalError) in
      events += try block.events()
      return true
    }
    return events
  }

  /// The last position that was recorded at or before the instant; 0 where every commit is later.
  ///
  /// Clocks go backwards, so this is the end of the last commit whose time is not after the instant.
  public func position(asOf instant: Instant) throws(JournalError) -> Position {
    var result: Position = 0
    try forEachCommitBackwards(from: head()) { header throws(JournalError) in
      if header.recordedAt > instant { return true }
      result = header.lastPosition
      return false
    }
    return result
  }

  private func block(_ entry: StoreEntry, checking sections: BlockSections) throws(JournalError) -> BlockView {
    let block = try BlockView(entry.value)
    guard entry.key.count == 8, JournalReader.position(ofKey: entry.key) == block.firstPosition else {
      throw .damaged(position: block.firstPosition, reason: "a block lies under another position's key")
    }
    try checked.check(block, sections)
    return block
  }

  static func key(_ position: Position) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: position >> UInt64(56 - 8 * $0)) }
  }

  static func position(ofKey key: UnsafeRawBufferPointer) -> Position {
    key.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
