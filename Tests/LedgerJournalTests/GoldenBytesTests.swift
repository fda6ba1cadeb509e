import Foundation
import JSON
import LedgerDomain
import LedgerJournal
import Testing

/// The bytes of every kind of event as `Schemas/events/` fixes them: an encoder that changes them breaks old ledgers.
struct GoldenBytesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Schemas/events").standardized

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  /// The canonical row as the hash takes it in, without the payload's length.
  private static func rowText(_ row: EventRow) -> String {
    "kind=\(row.kind) flags=\(row.flags.rawValue) account=\(row.account) category=\(row.category) "
      + "previousCategory=\(row.previousCategory) merchant=\(row.merchant) day=\(row.day) amount=\(row.amount) "
      + "target=\(row.target)"
  }

  @Test func `every kind has golden bytes and they are what is written today`() throws {
    let writes = ProcessInfo.processInfo.environment["FOLDBOOK_WRITE_GOLDEN"] != nil
    for (index, sample) in SampleEvents.all.enumerated() {
      var payload = PayloadWriter()
      let row = EventCoding.encode(sample.event, at: sample.position, payload: &payload)
      let line = EventText.line(sample.event, at: sample.position)
      var json = JSONWriter(isIndented: true)
      json.beginObject()
      json.field("position", sample.position)
      json.field("row", GoldenBytesTests.rowText(row))
      json.field("payload", GoldenBytesTests.hexadecimal(payload.bytes))
      json.field("line", String(decoding: line, as: UTF8.self))
      json.endObject()
      let name = "\(sample.event.kind).v1.example\(index).json"
      let file = GoldenBytesTests.folder.appendingPathComponent(name)
      if writes { try Data(json.bytes + [0x0A]).write(to: file) }
      let golden = try [UInt8](Data(contentsOf: file))
      #expect(golden == json.bytes + [0x0A], "\(name)")
    }
  }

  @Test func `the line of every event reads back as the event`() throws {
    for (event, position) in SampleEvents.all {
      let read = try EventText.event(ofLine: EventText.line(event, at: position), at: position, number: 1)
      #expect(read == event)
    }
  }

  @Test func `a line with another position or an unknown event names its line`() {
    let line = EventText.line(.commitsUndone([3]), at: 9)
    #expect(throws: JournalError.invalidText(line: 4, reason: "the event's position is not 10")) {
      try EventText.event(ofLine: line, at: 10, number: 4)
    }
    #expect(throws: JournalError.self) {
      try EventText.event(ofLine: Array(#"{"event":"x","position":9}"#.utf8), at: 9, number: 4)
    }
  }
}
