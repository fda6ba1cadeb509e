import LedgerDomain
import LedgerJournal
import LedgerQuery

/// Readers of queries and of what a journal holds.
public enum JournalDecoders {
  public static let all: [Decoder] = [
    Decoder(name: "event", decode: event), Decoder(name: "journal-text", decode: journalText),
    Decoder(name: "query", decode: query),
  ]

  /// The first byte is the kind of an event, the others its payload; of a transaction's row three bytes of its columns come
  /// between them. What is read is written as the same bytes.
  private static func event(_ bytes: [UInt8]) -> Int {
    guard let first = bytes.first, let kind = EventKind(rawValue: first) else { return 0 }
    var row = EventRow(kind: kind)
    var payload = bytes[1...]
    if row.isTransactionRow {
      guard bytes.count >= 4 else { return 0 }
      row.day = 20_746
      row.target = kind == .transactionAdded ? 1_000 : 30
      // Whether it is split, whether it was, and a category.
      let other = UInt16(bytes[1] >> 2)
      row.category = bytes[1] & 1 != 0 ? CategoryID.split.index : other
      row.previousCategory = bytes[1] & 2 != 0 ? CategoryID.split.index : other
      row.amount = Int64(Int16(bitPattern: UInt16(bytes[2]) | UInt16(bytes[3]) << 8))
      payload = bytes[4...]
    }
    do {
      let event = try EventCoding.decode(row, payload: payload, at: 1_000)
      var written = PayloadWriter()
      let again = EventCoding.encode(event, at: 1_000, payload: &written)
      let same = try EventCoding.decode(again, payload: written.bytes[...], at: 1_000)
      precondition(same == event, "an event is written as another")
      return written.bytes.count
    } catch {
      return "\(error)".utf8.count
    }
  }

  private static func journalText(_ bytes: [UInt8]) -> Int {
    do {
      return try JournalText.read(bytes).reduce(0) { $0 + $1.events.count }
    } catch {
      return "\(error)".utf8.count
    }
  }

  private static func query(_ bytes: [UInt8]) -> Int {
    guard let line = String(validating: bytes, as: UTF8.self) else { return 0 }
    do {
      return try TransactionQuery(parsingLine: line).terms.count
    } catch {
      return error.description.utf8.count
    }
  }
}
