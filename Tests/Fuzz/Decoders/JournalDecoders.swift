import LedgerDomain
import LedgerJournal
import LedgerQuery

/// Readers of queries and of what a journal holds.
public enum JournalDecoders {
  public static let all: [Decoder] = [
    Decoder(name: "event", decode: event), Decoder(name: "journal-text", decode: journalText),
    Decoder(name: "query", decode: query),
  ]

  /// The first byte is the kind of an event, the others its payload; what is read is written as the same bytes.
  private static func event(_ bytes: [UInt8]) -> Int {
    guard let first = bytes.first, let kind = EventKind(rawValue: first), kind.rawValue >= 16 else { return 0 }
    do {
      let event = try EventCoding.decode(EventRow(kind: kind), payload: bytes[1...], at: 1_000)
      var payload = PayloadWriter()
      _ = EventCoding.encode(event, at: 1_000, payload: &payload)
      let again = try EventCoding.decode(EventRow(kind: kind), payload: payload.bytes[...], at: 1_000)
      precondition(again == event, "an event is written as another")
      return payload.bytes.count
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
