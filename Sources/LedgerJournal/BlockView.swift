// Safety: a view borrows the bytes of one LMDB value, which are valid until the transaction ends; the memberwise
// initialiser is private and `init` checks that every section lies inside the value, so that no later offset leaves it.
// Nothing writes to the bytes meanwhile, so that several threads may read them while the lending one waits.
// Loads are unaligned, since LMDB values are only 2-byte aligned in leaf pages.
import LMDB
import LedgerDomain

/// One block of the journal, read in place.
///
/// Valid only while the transaction that lent the bytes is open.
public struct BlockView: @unchecked Sendable {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let byteCount: Int
  /// How many rows the block has.
  public let rowCount: Int
  public let width: ColumnWidth
  public let firstPosition: Position
  // What follows is asked of every block of a journal, whose pages may have been given back by then.
  /// One bit a kind that occurs in the block; that of `transactionSplit` where any row has parts.
  public let kindMask: UInt64
  /// The earliest day of the block's transaction rows; `Int32.max` where it has none.
  public let minimumDay: Int32
  public let maximumDay: Int32

  /// Checks the header and the sizes; contents are checked by `verifyHot`, `verifySparse` and `verifyText`.
  public init(_ bytes: UnsafeRawBufferPointer) throws(JournalError) {
    guard let start = bytes.baseAddress, bytes.count >= BlockLayout.headerBytes else {
      throw .damaged(position: 0, reason: "a block is shorter than its header")
    }
    base = start
    byteCount = bytes.count
    firstPosition = start.loadUnaligned(fromByteOffset: BlockLayout.Field.firstPosition, as: UInt64.self)
    let position = firstPosition
    func damaged(_ reason: String) -> JournalError { .damaged(position: position, reason: reason) }
    guard start.loadUnaligned(as: UInt32.self) == BlockLayout.magic else { throw damaged("a block has a wrong mark") }
    let version = start.loadUnaligned(fromByteOffset: BlockLayout.Field.version, as: UInt16.self)
    guard version == BlockLayout.version else {
      // Every version begins with a header of this size and its checksum, so that damage is not taken for a new format.
      guard BlockView.isWhole(bytes) else { throw damaged("the columns of a block differ from their checksum") }
      throw .newerVersion(found: UInt32(version), known: UInt32(BlockLayout.version))
    }
    guard let known = ColumnWidth(rawValue: start.load(fromByteOffset: BlockLayout.Field.width, as: UInt8.self)) else {
      throw damaged("a block has unknown column widths")
    }
    width = known
    rowCount = Int(start.loadUnaligned(fromByteOffset: BlockLayout.Field.rowCount, as: UInt32.self))
    kindMask = start.loadUnaligned(fromByteOffset: BlockLayout.Field.kindMask, as: UInt64.self)
    minimumDay = start.loadUnaligned(fromByteOffset: BlockLayout.Field.minimumDay, as: Int32.self)
    maximumDay = start.loadUnaligned(fromByteOffset: BlockLayout.Field.maximumDay, as: Int32.self)
    guard rowCount >= 1, rowCount <= BlockLayout.maximumRows, hotBytes == rowCount * width.rowBytes else {
      throw damaged("a block has \(rowCount) rows in \(hotBytes) bytes")
    }
    guard BlockLayout.headerBytes + hotBytes + sparseBytes + textBytes == bytes.count else {
      throw damaged("a block's sections do not fill it")
    }
    guard firstPosition >= 1, firstPosition < UInt64.max - UInt64(rowCount), commitFirstPosition <= firstPosition,
      commitFirstPosition >= 1
    else { throw damaged("a block's positions are out of range") }
  }

  /// Whether bytes that are as long as a header have the checksum that the header says.
  private static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let hotBytes = Int(bytes.loadUnaligned(fromByteOffset: BlockLayout.Field.hotBytes, as: UInt32.self))
    guard hotBytes <= bytes.count - BlockLayout.headerBytes else { return false }
    let header = UnsafeRawBufferPointer(rebasing: bytes[..<BlockLayout.Field.hotDigest])
    let hot = UnsafeRawBufferPointer(rebasing: bytes[BlockLayout.headerBytes..<BlockLayout.headerBytes + hotBytes])
    return Checksum.of(header, hot)
      == bytes.loadUnaligned(fromByteOffset: BlockLayout.Field.hotDigest, as: UInt64.self)
  }

  @inlinable
  func field<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
    base.loadUnaligned(fromByteOffset: offset, as: type)
  }

  public var commitNumber: CommitNumber { field(BlockLayout.Field.commitNumber, as: UInt64.self) }
  public var commitFirstPosition: Position { field(BlockLayout.Field.commitFirstPosition, as: UInt64.self) }
  public var lastPosition: Position { firstPosition + UInt64(rowCount) - 1 }
  /// Whether the commit's header lies in this block.
  public var isFirstOfCommit: Bool { field(BlockLayout.Field.isFirst, as: UInt8.self) != 0 }
  /// How long the block is, all sections together.
  public var sizeBytes: Int { byteCount }
  /// The day that narrow day columns count from.
  @inlinable public var baseDay: Int32 { field(BlockLayout.Field.baseDay, as: Int32.self) }
  public var maximumMerchant: UInt32 { field(BlockLayout.Field.maximumMerchant, as: UInt32.self) }
  public var maximumAccount: UInt16 { field(BlockLayout.Field.maximumAccount, as: UInt16.self) }
  /// The highest category of the block's transaction rows, splits apart.
  public var maximumCategory: UInt16 { field(BlockLayout.Field.maximumCategory, as: UInt16.self) }

  var hotBytes: Int { Int(field(BlockLayout.Field.hotBytes, as: UInt32.self)) }
  var sparseBytes: Int { Int(field(BlockLayout.Field.sparseBytes, as: UInt32.self)) }
  var textBytes: Int { Int(field(BlockLayout.Field.textBytes, as: UInt32.self)) }

  var sparse: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + BlockLayout.headerBytes + hotBytes, count: sparseBytes)
  }

  var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + BlockLayout.headerBytes + hotBytes + sparseBytes, count: textBytes)
  }

  /// The first byte of the columns.
  @inlinable public var columns: UnsafeRawPointer { base + BlockLayout.headerBytes }

  /// Whether the block has a row of the kind.
  public func contains(_ kind: EventKind) -> Bool {
    kindMask & 1 << UInt64(kind.rawValue) != 0
  }

  /// Whether a row of the block is of a split, so that its parts lie in the sparse section.
  public var hasSplits: Bool { contains(.transactionSplit) }

  /// Checks header and columns against their checksum.
  public func verifyHot() throws(JournalError) {
    let header = UnsafeRawBufferPointer(start: base, count: BlockLayout.Field.hotDigest)
    let hot = UnsafeRawBufferPointer(start: columns, count: hotBytes)
    guard Checksum.of(header, hot) == field(BlockLayout.Field.hotDigest, as: UInt64.self) else {
      throw .damaged(position: firstPosition, reason: "the columns of a block differ from their checksum")
    }
    let unknown = kindMask & ~BlockView.knownKinds
    guard unknown == 0 else {
      throw .newerFormat(position: firstPosition, kind: UInt8(unknown.trailingZeroBitCount))
    }
  }

  /// Checks that no row has an amount beyond the limit of one, which no checksum says.
  ///
  /// - Throws: `damaged` with the first position that has one.
  public func verifyAmounts() throws(JournalError) {
    let limit = Money.limit
    var isBookable = true
    for index in 0..<rowCount {
      let amount = columns.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self)
      isBookable = isBookable && amount >= -limit && amount <= limit
    }
    if isBookable { return }
    for index in 0..<rowCount where !Money(minorUnits: row(index).amount).isBookable {
      throw .damaged(position: firstPosition + UInt64(index), reason: "an amount is beyond its limit")
    }
  }

  /// Checks the sparse section against its checksum.
  public func verifySparse() throws(JournalError) {
    guard Checksum.of(sparse) == field(BlockLayout.Field.sparseDigest, as: UInt64.self) else {
      throw .damaged(position: firstPosition, reason: "the definitions of a block differ from their checksum")
    }
  }

  /// Checks the text section against its checksum.
  public func verifyText() throws(JournalError) {
    guard Checksum.of(text) == field(BlockLayout.Field.textDigest, as: UInt64.self) else {
      throw .damaged(position: firstPosition, reason: "the texts of a block differ from their checksum")
    }
  }

  /// Lets the kernel take back the memory that maps these blocks' bytes and what lies between them; they stay readable.
  public static func releaseMemory(of blocks: some Collection<BlockView>) {
    guard let low = blocks.map(\.base).min(), let high = blocks.map({ $0.base + $0.byteCount }).max() else { return }
    MappedPages.release(UnsafeRawBufferPointer(start: low, count: high - low))
  }

  static let knownKinds: UInt64 = EventKind.allCases.reduce(0) { $0 | 1 << UInt64($1.rawValue) }

  /// The row at a 0-based index below `rowCount`.
  public func row(_ index: Int) -> EventRow {
    precondition(index >= 0 && index < rowCount, "the block has no row \(index)")
    return width == .narrow ? narrowRow(index) : wideRow(index)
  }

  /// The kind and the flags of the row at a 0-based index below `rowCount`, without its other columns.
  public func kindAndFlags(_ index: Int) -> (kind: UInt8, flags: EventFlags) {
    precondition(index >= 0 && index < rowCount, "the block has no row \(index)")
    let column = width == .narrow ? 19 : 30
    return (
      columns.load(fromByteOffset: column * rowCount + index, as: UInt8.self),
      EventFlags(rawValue: columns.load(fromByteOffset: (column + 1) * rowCount + index, as: UInt8.self))
    )
  }

  private func narrowRow(_ index: Int) -> EventRow {
    let n = rowCount
    func narrowCategory(_ code: UInt8) -> UInt16 {
      code == ColumnWidth.narrowSplit ? CategoryID.split.index : UInt16(code)
    }
    func byte(_ column: Int) -> UInt8 { columns.load(fromByteOffset: column * n + index, as: UInt8.self) }
    let kind = byte(19)
    let dayOffset = columns.loadUnaligned(fromByteOffset: 14 * n + 2 * index, as: UInt16.self)
    return EventRow(
      kind: kind, flags: byte(20), account: UInt16(byte(18)), category: narrowCategory(byte(16)),
      previousCategory: narrowCategory(byte(17)),
      merchant: UInt32(columns.loadUnaligned(fromByteOffset: 12 * n + 2 * index, as: UInt16.self)),
      day: kind < 16 ? baseDay &+ Int32(dayOffset) : 0,
      amount: columns.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self),
      target: UInt64(columns.loadUnaligned(fromByteOffset: 8 * n + 4 * index, as: UInt32.self)))
  }

  private func wideRow(_ index: Int) -> EventRow {
    let n = rowCount
    func word(_ column: Int) -> UInt16 {
      columns.loadUnaligned(fromByteOffset: column * n + 2 * index, as: UInt16.self)
    }
    func byte(_ column: Int) -> UInt8 { columns.load(fromByteOffset: column * n + index, as: UInt8.self) }
    return EventRow(
      kind: byte(30), flags: byte(31), account: word(28), category: word(24), previousCategory: word(26),
      merchant: columns.loadUnaligned(fromByteOffset: 16 * n + 4 * index, as: UInt32.self),
      day: columns.loadUnaligned(fromByteOffset: 20 * n + 4 * index, as: Int32.self),
      amount: columns.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self),
      target: columns.loadUnaligned(fromByteOffset: 8 * n + 8 * index, as: UInt64.self))
  }
}
