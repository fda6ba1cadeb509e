// Safety: payload bytes are lent to the hasher and the block builder for the call, which copy what they keep.
import LedgerDomain

/// Appends one commit to the journal, event by event, inside one write transaction.
///
/// Blocks are written as they fill; the first, which holds the commit's header, when the commit is finished.
public struct CommitWriter {
  private let store: StoreWriter
  private let number: CommitNumber
  public let firstPosition: Position
  private let previousHash: CommitHash
  private var hasher: CanonicalHasher
  private var builder = BlockBuilder()
  /// The first block while later ones are being filled.
  private var firstBlock: BlockBuilder?
  private var blockFirstPosition: Position
  private var payload = PayloadWriter()
  /// The position of the next event.
  public private(set) var nextPosition: Position

  /// A writer of the commit after the journal's head.
  public init(store: StoreWriter) throws(JournalError) {
    let head = try JournalReader(store: store.reader).headCommit()
    self.store = store
    number = (head?.number ?? 0) + 1
    firstPosition = (head?.lastPosition ?? 0) + 1
    previousHash = head?.hash ?? .zero
    hasher = CanonicalHasher(previousHash: previousHash)
    blockFirstPosition = firstPosition
    nextPosition = firstPosition
  }

  /// Whether nothing was appended.
  public var isEmpty: Bool { nextPosition == firstPosition }

  /// Appends an event and returns its position.
  @discardableResult
  public mutating func append(_ event: Event) throws(JournalError) -> Position {
    payload.removeAll()
    let row = EventCoding.encode(event, at: nextPosition, payload: &payload)
    let bytes = payload.bytes
    var failure: JournalError?
    let position = nextPosition
    bytes.withUnsafeBytes { buffer in
      do throws(JournalError) {
        try append(row, payload: buffer, partsCount: payload.partsCount)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return position
  }

  /// Appends a row whose payload is encoded already, as an import does.
  ///
  /// - Parameter partsCount: how many of the payload's bytes are the parts of splits.
  public mutating func append(
    _ row: EventRow, payload: UnsafeRawBufferPointer, partsCount: Int = 0
  ) throws(JournalError) {
    if builder.isFull { try closeBlock() }
    hasher.add(row, payload: payload)
    builder.append(row, payload: payload, partsCount: partsCount)
    nextPosition += 1
  }

  /// Writes what is left and the commit's header; the commit is durable when the transaction commits.
  public mutating func finish(
    recordedAt: Instant, command: String, sources: [CommitSource]
  ) throws(JournalError) -> CommitHeader {
    precondition(!isEmpty, "a commit has at least one event")
    guard recordedAt.isInCalendar else { throw .limit("the clock is outside the years 1 to 9999") }
    var header = CommitHeader(
      number: number, firstPosition: firstPosition, eventCount: nextPosition - firstPosition, recordedAt: recordedAt,
      command: command, sources: sources, previousHash: previousHash, hash: .zero)
    header.hash = hasher.finish(header)
    let encoded = CommitHeaderCoding.encode(header)
    if let firstBlock {
      try closeBlock()
      try write(firstBlock, firstPosition: firstPosition, commitHeader: encoded, isLast: false)
    } else {
      try write(builder, firstPosition: firstPosition, commitHeader: encoded, isLast: true)
    }
    return header
  }

  private mutating func closeBlock() throws(JournalError) {
    if builder.isEmpty { return }
    if firstBlock == nil {
      firstBlock = builder
      builder = BlockBuilder()
    } else {
      try write(builder, firstPosition: blockFirstPosition, commitHeader: nil, isLast: true)
      builder.removeAll()
    }
    blockFirstPosition = nextPosition
  }

  private func write(
    _ block: BlockBuilder, firstPosition position: Position, commitHeader: [UInt8]?, isLast: Bool
  ) throws(JournalError) {
    let bytes = block.encode(
      firstPosition: position, commitNumber: number, commitFirstPosition: firstPosition, commitHeader: commitHeader)
    let key = JournalReader.key(position)
    if isLast {
      try store.append(key, bytes, in: .blocks)
    } else {
      try store.put(key, bytes, in: .blocks)
    }
  }
}

extension CommitWriter {
  /// Appends an added transaction that is not split and whose texts are encoded already.
  public mutating func append(
    added values: TransactionValues, setting: CategorySetting, cause: Cause, textPayload: [UInt8]
  ) throws(JournalError) {
    let row = EventRow(
      kind: .transactionAdded, target: nextPosition, values: values, setting: setting, previous: setting, gone: .live,
      cause: cause)
    var failure: JournalError?
    textPayload.withUnsafeBytes { bytes in
      do throws(JournalError) {
        try append(row, payload: bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
