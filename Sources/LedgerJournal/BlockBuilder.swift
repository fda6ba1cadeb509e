// Safety: columns are written into an array of exactly the size that the header states, at offsets computed from the row
// count; every store is inside that array.
import LedgerDomain

/// Gathers rows and payloads and encodes them as one block.
struct BlockBuilder {
  private(set) var rows: [EventRow] = []
  /// Payloads of transaction rows, one after the other, and where each row's ends.
  private var textHeap: [UInt8] = []
  private var textEnds: [UInt32] = []
  /// Records of the sparse section.
  private var sparse: [UInt8] = []

  var isEmpty: Bool { rows.isEmpty }

  /// Whether the block has to be closed before another row.
  var isFull: Bool {
    rows.count >= BlockLayout.maximumRows || textHeap.count + sparse.count >= BlockLayout.payloadTargetBytes
  }

  /// - Parameter partsCount: how many of a transaction row's bytes, from the first, are the parts of splits.
  mutating func append(_ row: EventRow, payload: UnsafeRawBufferPointer, partsCount: Int) {
    let sparseCount = row.isTransactionRow ? partsCount : payload.count
    if !row.isTransactionRow || sparseCount > 0 {
      append(UInt32(rows.count), to: &sparse)
      append(UInt32(sparseCount), to: &sparse)
      sparse.append(contentsOf: payload.prefix(sparseCount))
    }
    if sparseCount < payload.count { textHeap.append(contentsOf: payload.dropFirst(sparseCount)) }
    textEnds.append(UInt32(textHeap.count))
    rows.append(row)
  }

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    textHeap.removeAll(keepingCapacity: true)
    textEnds.removeAll(keepingCapacity: true)
    sparse.removeAll(keepingCapacity: true)
  }

  private func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The block's bytes.
  ///
  /// - Parameters:
  ///   - commitHeader: the encoded header, in the commit's first block only.
  func encode(
    firstPosition: Position, commitNumber: CommitNumber, commitFirstPosition: Position, commitHeader: [UInt8]?
  ) -> [UInt8] {
    let ranges = BlockRanges(rows)
    let width = ranges.width(lastPosition: firstPosition + UInt64(rows.count) - 1)
    var sparseSection: [UInt8] = []
    if let commitHeader {
      append(UInt32(commitHeader.count), to: &sparseSection)
      sparseSection += commitHeader
    }
    sparseSection += sparse
    let textBytes = textHeap.isEmpty ? 0 : 4 * rows.count + textHeap.count
    let hotBytes = rows.count * width.rowBytes
    var block = [UInt8](repeating: 0, count: BlockLayout.headerBytes + hotBytes)
    block.reserveCapacity(block.count + sparseSection.count + textBytes)
    block.withUnsafeMutableBytes { bytes in
      let base = bytes.baseAddress!
      func store<T: FixedWidthInteger>(_ value: T, _ offset: Int) {
        base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
      }
      typealias Field = BlockLayout.Field
      store(BlockLayout.magic, Field.magic)
      store(BlockLayout.version, Field.version)
      store(width.rawValue, Field.width)
      store(UInt8(commitHeader == nil ? 0 : 1), Field.isFirst)
      store(firstPosition, Field.firstPosition)
      store(commitNumber, Field.commitNumber)
      store(commitFirstPosition, Field.commitFirstPosition)
      store(UInt32(rows.count), Field.rowCount)
      store(ranges.baseDay, Field.baseDay)
      store(ranges.minimumDay, Field.minimumDay)
      store(ranges.maximumDay, Field.maximumDay)
      store(ranges.kindMask, Field.kindMask)
      store(UInt32(hotBytes), Field.hotBytes)
      store(UInt32(sparseSection.count), Field.sparseBytes)
      store(UInt32(textBytes), Field.textBytes)
      store(ranges.maximumMerchant, Field.maximumMerchant)
      store(ranges.maximumAccount, Field.maximumAccount)
      store(ranges.maximumCategory, Field.maximumCategory)
      let columns = base + BlockLayout.headerBytes
      switch width {
      case .narrow: encodeNarrow(columns, baseDay: ranges.baseDay)
      case .wide: encodeWide(columns)
      }
    }
    block += sparseSection
    if textBytes > 0 {
      textEnds.withUnsafeBytes { block.append(contentsOf: $0) }
      block += textHeap
    }
    writeChecksums(&block, hotBytes: hotBytes, sparseBytes: sparseSection.count)
    return block
  }

  private func encodeNarrow(_ columns: UnsafeMutableRawPointer, baseDay: Int32) {
    let n = rows.count
    func narrowCategory(_ category: UInt16) -> UInt8 {
      category == CategoryID.split.index ? ColumnWidth.narrowSplit : UInt8(category)
    }
    for (index, row) in rows.enumerated() {
      columns.storeBytes(of: row.amount.littleEndian, toByteOffset: 8 * index, as: Int64.self)
      columns.storeBytes(of: UInt32(row.target).littleEndian, toByteOffset: 8 * n + 4 * index, as: UInt32.self)
      columns.storeBytes(of: UInt16(row.merchant).littleEndian, toByteOffset: 12 * n + 2 * index, as: UInt16.self)
      let day = row.isTransactionRow ? UInt16(row.day - baseDay) : 0
      columns.storeBytes(of: day.littleEndian, toByteOffset: 14 * n + 2 * index, as: UInt16.self)
      columns.storeBytes(of: narrowCategory(row.category), toByteOffset: 16 * n + index, as: UInt8.self)
      columns.storeBytes(of: narrowCategory(row.previousCategory), toByteOffset: 17 * n + index, as: UInt8.self)
      columns.storeBytes(of: UInt8(row.account), toByteOffset: 18 * n + index, as: UInt8.self)
      columns.storeBytes(of: row.kind, toByteOffset: 19 * n + index, as: UInt8.self)
      columns.storeBytes(of: row.flags.rawValue, toByteOffset: 20 * n + index, as: UInt8.self)
    }
  }

  private func encodeWide(_ columns: UnsafeMutableRawPointer) {
    let n = rows.count
    for (index, row) in rows.enumerated() {
      columns.storeBytes(of: row.amount.littleEndian, toByteOffset: 8 * index, as: Int64.self)
      columns.storeBytes(of: row.target.littleEndian, toByteOffset: 8 * n + 8 * index, as: UInt64.self)
      columns.storeBytes(of: row.merchant.littleEndian, toByteOffset: 16 * n + 4 * index, as: UInt32.self)
      columns.storeBytes(of: row.day.littleEndian, toByteOffset: 20 * n + 4 * index, as: Int32.self)
      columns.storeBytes(of: row.category.littleEndian, toByteOffset: 24 * n + 2 * index, as: UInt16.self)
      columns.storeBytes(of: row.previousCategory.littleEndian, toByteOffset: 26 * n + 2 * index, as: UInt16.self)
      columns.storeBytes(of: row.account.littleEndian, toByteOffset: 28 * n + 2 * index, as: UInt16.self)
      columns.storeBytes(of: row.kind, toByteOffset: 30 * n + index, as: UInt8.self)
      columns.storeBytes(of: row.flags.rawValue, toByteOffset: 31 * n + index, as: UInt8.self)
    }
  }

  private func writeChecksums(_ block: inout [UInt8], hotBytes: Int, sparseBytes: Int) {
    let hotEnd = BlockLayout.headerBytes + hotBytes
    let sparseEnd = hotEnd + sparseBytes
    block.withUnsafeMutableBytes { bytes in
      func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range])
      }
      func store(_ value: UInt64, _ offset: Int) {
        bytes.baseAddress!.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
      }
      store(Checksum.of(part(hotEnd..<sparseEnd)), BlockLayout.Field.sparseDigest)
      store(Checksum.of(part(sparseEnd..<bytes.count)), BlockLayout.Field.textDigest)
      let hot = Checksum.of(
        part(0..<BlockLayout.Field.hotDigest), part(BlockLayout.headerBytes..<hotEnd))
      store(hot, BlockLayout.Field.hotDigest)
    }
  }
}

/// The ranges of a block's values, which decide its column widths.
private struct BlockRanges {
  var kindMask: UInt64 = 0
  var minimumDay = Int32.max
  var maximumDay = Int32.min
  var maximumMerchant: UInt32 = 0
  var maximumAccount: UInt16 = 0
  var maximumCategory: UInt16 = 0
  var maximumTarget: UInt64 = 0

  init(_ rows: [EventRow]) {
    for row in rows {
      kindMask |= 1 << UInt64(row.kind)
      guard row.isTransactionRow else { continue }
      minimumDay = min(minimumDay, row.day)
      maximumDay = max(maximumDay, row.day)
      maximumMerchant = max(maximumMerchant, row.merchant)
      maximumAccount = max(maximumAccount, row.account)
      maximumTarget = max(maximumTarget, row.target)
      for category in [row.category, row.previousCategory] {
        if category == CategoryID.split.index {
          // Wherever a row has parts, so that a reader knows it before it looks at the sparse section.
          kindMask |= 1 << UInt64(EventKind.transactionSplit.rawValue)
        } else {
          maximumCategory = max(maximumCategory, category)
        }
      }
    }
  }

  var baseDay: Int32 { minimumDay == Int32.max ? 0 : minimumDay }

  func width(lastPosition: Position) -> ColumnWidth {
    let spanFits = minimumDay > maximumDay || Int(maximumDay) - Int(minimumDay) <= Int(UInt16.max)
    let fits =
      spanFits && maximumMerchant <= UInt16.max && maximumAccount <= UInt8.max && maximumTarget <= UInt32.max
      && maximumCategory < UInt16(ColumnWidth.narrowSplit)
    return fits ? .narrow : .wide
  }
}
