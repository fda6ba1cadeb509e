import JSON
import LedgerDomain

/// A journal as lines of JSON: a `commit` line before each commit's events, one event a line.
public enum JournalText {
  /// The text of some blocks from a position on, and the position after them.
  ///
  /// A block is never rewritten, so that pieces from several transactions make one text.
  ///
  /// - Parameter last: the end of a commit.
  public static func piece(
    of journal: JournalReader, from first: Position, through last: Position, blockLimit: Int
  ) throws -> (text: [UInt8], next: Position) {
    var json = JSONWriter()
    var text: [UInt8] = []
    func endLine() {
      text += json.bytes
      text.append(0x0A)
      json.removeAll()
    }
    var next = first
    var blockCount = 0
    try journal.forEachBlock(from: first, through: last) { block throws(JournalError) in
      if let header = try block.commitHeader() {
        write(header, into: &json)
        endLine()
      }
      for (index, event) in try block.events().enumerated() {
        EventText.write(event, at: block.firstPosition + UInt64(index), into: &json)
        endLine()
      }
      next = block.lastPosition + 1
      blockCount += 1
      return blockCount < blockLimit
    }
    return (text, next)
  }

  private static func write(_ header: CommitHeader, into json: inout JSONWriter) {
    json.beginObject()
    json.field("commit", header.number)
    json.field("firstPosition", header.firstPosition)
    json.field("events", header.eventCount)
    json.field("recordedAt", header.recordedAt.millisecondsSinceEpoch)
    json.field("command", header.command)
    json.array("source", header.sources) { json, source in
      json.beginObject()
      json.field("name", source.name)
      json.field("sha256", source.digest.hexadecimal)
      json.endObject()
    }
    json.field("previousHash", header.previousHash.hexadecimal)
    json.field("hash", header.hash.hexadecimal)
    json.endObject()
  }

  /// A commit read back from text.
  public struct Commit: Sendable {
    public var header: CommitHeader
    public var events: [Event]
    /// The line of the commit, for errors.
    public var line: Int

    public init(header: CommitHeader, events: [Event], line: Int) {
      self.header = header
      self.events = events
      self.line = line
    }
  }

  /// The commits of a text, in order; their hashes are not checked here.
  public static func read(_ bytes: [UInt8]) throws(JournalError) -> [Commit] {
    var commits: [Commit] = []
    var line = 0
    var position: Position = 1
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      line += 1
      defer { start = end + 1 }
      let content = bytes[start..<end]
      if content.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
      let value: JSONValue
      do {
        value = try JSONReader.parse(content)
      } catch {
        throw .invalidText(line: line, reason: "column \(error.column): \(error.reason)")
      }
      let reader = EventTextReader(value: value, line: line)
      if value["commit"] != nil {
        try checkComplete(commits.last, line: line)
        commits.append(Commit(header: try header(reader), events: [], line: line))
        continue
      }
      guard !commits.isEmpty else { throw .invalidText(line: line, reason: "a journal begins with a commit line") }
      let event = try reader.event(at: position)
      commits[commits.count - 1].events.append(event)
      position += 1
    }
    guard !commits.isEmpty else { throw .invalidText(line: 0, reason: "the text has no commit") }
    try checkComplete(commits.last, line: line)
    return commits
  }

  /// Checks that a text is a whole journal whose events give the hashes that it says; its last commit.
  public static func check(_ bytes: [UInt8]) throws(JournalError) -> CommitHeader {
    var last: CommitHeader?
    var payload = PayloadWriter()
    for commit in try read(bytes) {
      let header = commit.header
      guard header.previousHash == last?.hash ?? .zero, header.firstPosition == (last?.lastPosition ?? 0) + 1 else {
        throw .invalidText(line: commit.line, reason: "commit \(header.number) does not follow from the one before it")
      }
      var hasher = CanonicalHasher(previousHash: header.previousHash)
      for (index, event) in commit.events.enumerated() {
        payload.removeAll()
        let row = EventCoding.encode(event, at: header.firstPosition + UInt64(index), payload: &payload)
        hasher.add(row, payload: payload.bytes)
      }
      guard hasher.finish(header) == header.hash else {
        throw .invalidText(
          line: commit.line, reason: "the events of commit \(header.number) do not give the hash that it says")
      }
      last = header
    }
    guard let last else { throw .invalidText(line: 0, reason: "the text has no commit") }
    return last
  }

  private static func checkComplete(_ commit: Commit?, line: Int) throws(JournalError) {
    guard let commit, UInt64(commit.events.count) != commit.header.eventCount else { return }
    throw .invalidText(
      line: line,
      reason:
        "commit \(commit.header.number) has \(commit.events.count) events, its line says \(commit.header.eventCount)")
  }

  private static func header(_ reader: EventTextReader) throws(JournalError) -> CommitHeader {
    var sources: [CommitSource] = []
    for element in reader.value["source"]?.elements ?? [] {
      let source = EventTextReader(value: element, line: reader.line)
      sources.append(CommitSource(name: try source.text("name"), digest: try source.hash("sha256")))
    }
    let recordedAt = Instant(millisecondsSinceEpoch: try reader.integer("recordedAt"))
    guard recordedAt.isInCalendar else { throw reader.invalid("'recordedAt' is outside the calendar") }
    return CommitHeader(
      number: try reader.integer("commit"), firstPosition: try reader.integer("firstPosition"),
      eventCount: try reader.integer("events"), recordedAt: recordedAt,
      command: try reader.text("command"),
      sources: sources, previousHash: try reader.hash("previousHash"), hash: try reader.hash("hash"))
  }
}
