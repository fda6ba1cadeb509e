import LedgerDomain

/// The parts of a block that have a checksum each.
public struct BlockSections: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The header and the columns.
  public static let columns = BlockSections(rawValue: 1)
  /// The commit's header and the payloads of definitions.
  public static let definitions = BlockSections(rawValue: 2)
  /// The payloads of transaction rows.
  public static let texts = BlockSections(rawValue: 4)
  public static let all: BlockSections = [.columns, .definitions, .texts]
}

/// Which blocks were checked already while a transaction lasts, so that each section is checked once however many of its
/// rows are looked up.
///
/// A class, since every copy of a reader shares what it knows. It belongs to the thread of the transaction.
final class CheckedBlocks {
  /// The blocks of which something was checked, by position: a sorted list, as a command that looks at four blocks would pay
  /// more for the first entry of a dictionary than for all its look-ups.
  private var blocks: [(position: Position, sections: BlockSections)] = []
  private var last: (position: Position, sections: BlockSections) = (0, [])

  /// Checks the sections that were not checked before.
  func check(_ block: BlockView, _ wanted: BlockSections) throws(JournalError) {
    if wanted.isEmpty { return }
    let position = block.firstPosition
    if last.position == position, last.sections.isSuperset(of: wanted) { return }
    let place = place(of: position)
    let isKnown = place < blocks.count && blocks[place].position == position
    let known = isKnown ? blocks[place].sections : []
    let missing = wanted.subtracting(known)
    if missing.contains(.columns) { try block.verifyHot() }
    if missing.contains(.definitions) { try block.verifySparse() }
    if missing.contains(.texts) { try block.verifyText() }
    last = (position, known.union(wanted))
    if isKnown { blocks[place] = last } else { blocks.insert(last, at: place) }
  }

  /// The index of the first block that does not begin before a position.
  private func place(of position: Position) -> Int {
    blocks.lowerBound { $0.position < position }
  }
}
