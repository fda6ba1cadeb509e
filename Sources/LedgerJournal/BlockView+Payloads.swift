// Safety: offsets come from the block itself and are checked against the section's size before a byte is read; the
// sections lie inside the value, as `BlockView.init` checked.
import LedgerDomain

/// The settings of a row with their parts: what held before, for a change of parts, and what holds after it.
public typealias RowSettings = (previous: CategorySetting, setting: CategorySetting)

extension BlockView {
  /// The bytes of the commit's header, which begin the sparse section of the commit's first block.
  func commitHeaderBytes() throws(JournalError) -> UnsafeRawBufferPointer {
    guard isFirstOfCommit else { return UnsafeRawBufferPointer(start: sparse.baseAddress, count: 0) }
    guard sparse.count >= 4 else { throw damaged("a commit's header is missing") }
    let count = Int(sparse.loadUnaligned(as: UInt32.self))
    guard count <= sparse.count - 4 else { throw damaged("a commit's header is longer than its section") }
    return UnsafeRawBufferPointer(rebasing: sparse[4..<4 + count])
  }

  /// Calls back with every row that has a payload in the sparse section, in order.
  public func forEachDefinition(
    _ body: (_ row: Int, _ payload: ArraySlice<UInt8>) throws(JournalError) -> Void
  ) throws(JournalError) {
    var offset = isFirstOfCommit ? 4 + (try commitHeaderBytes().count) : 0
    var previous = -1
    while offset < sparse.count {
      guard sparse.count - offset >= 8 else { throw damaged("a definition is cut off") }
      let row = Int(sparse.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let count = Int(sparse.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
      guard row > previous, row < rowCount, count <= sparse.count - offset - 8 else {
        throw damaged("a definition's row or length is out of range")
      }
      try body(row, ArraySlice(sparse[offset + 8..<offset + 8 + count]))
      previous = row
      offset += 8 + count
    }
  }

  /// The parts that rows of splits carry, by row; what changes parts has those before and those after.
  ///
  /// The caller has checked the sparse section.
  public func splitSettings() throws(JournalError) -> [Int: RowSettings] {
    var found: [Int: RowSettings] = [:]
    guard hasSplits else { return found }
    try forEachDefinition { index, payload throws(JournalError) in
      let row = row(index)
      guard row.isTransactionRow else { return }
      var reader = PayloadReader(payload, position: firstPosition + UInt64(index))
      found[index] = try EventCoding.decodeSettings(row, parts: &reader)
      try reader.finish()
    }
    return found
  }

  /// As `splitSettings`, the sparse section checked before it is read.
  public func checkedSplitSettings() throws(JournalError) -> [Int: RowSettings] {
    if hasSplits { try verifySparse() }
    return try splitSettings()
  }

  /// The event of a row, decoded.
  ///
  /// The caller has checked every section.
  public func event(_ index: Int) throws(JournalError) -> Event {
    let row = row(index)
    var payload: [UInt8] = []
    if !row.isTransactionRow || hasSplits {
      try forEachDefinition { other, bytes in
        if other == index { payload = Array(bytes) }
      }
    }
    if row.isTransactionRow { payload += try textPayload(index) }
    return try EventCoding.decode(row, payload: payload[...], at: firstPosition + UInt64(index))
  }

  /// The text of a transaction row, apart from the parts of a split; empty where it has none.
  public func textPayload(_ row: Int) throws(JournalError) -> UnsafeRawBufferPointer {
    precondition(row >= 0 && row < rowCount, "the block has no row \(row)")
    let section = text
    guard section.count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let heap = 4 * rowCount
    guard section.count >= heap else { throw damaged("the text section is shorter than its index") }
    let begin = row == 0 ? 0 : Int(section.loadUnaligned(fromByteOffset: 4 * (row - 1), as: UInt32.self))
    let end = Int(section.loadUnaligned(fromByteOffset: 4 * row, as: UInt32.self))
    guard begin <= end, end <= section.count - heap else { throw damaged("a text lies outside its section") }
    return UnsafeRawBufferPointer(rebasing: section[heap + begin..<heap + end])
  }

  /// The texts of an added transaction's row.
  public func texts(_ row: Int) throws(JournalError) -> TransactionTexts {
    let payload = try textPayload(row)
    guard payload.count > 0 else { return TransactionTexts() }
    var reader = PayloadReader(ArraySlice(payload), position: firstPosition + UInt64(row))
    let texts = try EventCoding.decodeTexts(&reader)
    try reader.finish()
    return texts
  }

  /// Every event of the block in order, decoded.
  public func events() throws(JournalError) -> [Event] {
    var definitions: [Int: ArraySlice<UInt8>] = [:]
    try forEachDefinition { row, payload in definitions[row] = payload }
    var events: [Event] = []
    events.reserveCapacity(rowCount)
    for index in 0..<rowCount {
      let row = row(index)
      var payload = definitions[index] ?? []
      if row.isTransactionRow { payload += ArraySlice(try textPayload(index)) }
      events.append(try EventCoding.decode(row, payload: payload, at: firstPosition + UInt64(index)))
    }
    return events
  }

  /// The commit's header; nil in a block that is not the commit's first.
  public func commitHeader() throws(JournalError) -> CommitHeader? {
    guard isFirstOfCommit else { return nil }
    return try CommitHeaderCoding.decode(ArraySlice(try commitHeaderBytes()), position: firstPosition)
  }

  func damaged(_ reason: String) -> JournalError {
    .damaged(position: firstPosition, reason: reason)
  }
}
