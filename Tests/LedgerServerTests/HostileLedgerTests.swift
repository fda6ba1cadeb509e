import Foundation
import HTTPServer
import JSON
import Testing

/// Names that try to be more than text.
struct HostileLedgerTests {
  private static let names = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></script><!--", "&lt;b&gt; & 'q' \"q\"",
    "\u{202E}evil\u{202C} \u{2066}x\u{2069}", "\u{1B}[2J\u{1B}]0;title\u{7}", "line\u{2028}separator\u{2029}end",
    "javascript:alert(1)", "{{constructor}} ${1} `x`", "\r\nSet-Cookie: a=b", "é\u{301}\u{200B}\u{FEFF}",
    "=HYPERLINK(\"http://evil.example\")", "../../etc/passwd", "%00%0d%0a",
  ]

  @Test(arguments: HostileLedgerTests.names)
  func `a hostile name comes back as the same text in JSON and nowhere else`(name: String) throws {
    let ledger = try ServedLedger()
    let id = try ledger.add(name, -1_250)
    for target in ["dashboard", "transactions", "transactions/\(id)", "merchants", "log"] {
      let response = try ledger.respond(.get, "/api/v1/" + target)
      #expect(response.status == .ok)
      #expect(response.contentType == "application/json; charset=utf-8")
      for field in response.headers.fields { #expect(!field.value.contains("\n") && !field.value.contains("\r")) }
      guard case .bytes(let bytes) = response.body else { continue }
      // No control character is in an answer as it is, and no line separator.
      #expect(!bytes.contains { ($0 < 0x20 && $0 != 0x0A) || $0 == 0x7F })
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" || $0 == "\u{1B}" })
    }
    let everything = CharacterSet.alphanumerics
    let written = try #require(trimmed(name).addingPercentEncoding(withAllowedCharacters: everything))
    let (status, history) = try ledger.ask("merchant?name=" + written)
    #expect(status == .ok && history["count"]?.integer == 1, "a merchant's months are found by any name")
    #expect(try ledger.ask("transactions?merchant=" + written).1["count"]?.integer == 1)
    let (_, shown) = try ledger.ask("transactions/\(id)")
    #expect(shown["merchant"]?.text.map { Array($0.utf8) } == Array(trimmed(name).utf8))
  }

  @Test(arguments: HostileLedgerTests.names)
  func `a hostile name in a question comes back escaped in its refusal`(name: String) throws {
    let ledger = try ServedLedger()
    let body = JSONValue.object([
      JSONValue.Member(name: "merchant", value: .string("X")), JSONValue.Member(name: "amount", value: .string("1")),
      JSONValue.Member(name: "category", value: .string(name)),
    ])
    let response = try ledger.respond(
      .post, "/api/v1/transactions", body: body.encoded(), contentType: "application/json")
    #expect(response.status == .notFound)
    #expect(response.contentType == "application/json; charset=utf-8")
    guard case .bytes(let bytes) = response.body else { return }
    #expect(!bytes.contains { ($0 < 0x20 && $0 != 0x0A) || $0 == 0x7F })
  }

  @Test(arguments: HostileLedgerTests.names)
  func `a hostile name can't leave the document's answers`(name: String) throws {
    let ledger = try ServedLedger()
    try ledger.add(name, -1_250, category: "Groceries")
    guard case .bytes(let bytes) = try ledger.respond(.get, "/").body else {
      Issue.record("the page is a stream")
      return
    }
    let document = String(decoding: bytes, as: UTF8.self)
    let begin = try #require(document.range(of: #"<script type="application/json" id="answers">"#)).upperBound
    let end = try #require(document.range(of: "</script>", range: begin..<document.endIndex)).lowerBound
    #expect(!document[begin..<end].contains { "<>&".contains($0) })
    #expect(document[end...].hasPrefix("</script>\n<noscript>"), "the answers end where the page says so")
    let answers = try JSONReader.parse(Array(document[begin..<end].utf8))
    let row = try #require(answers["transactions?limit=50"]?["transactions"]?.elements?.first)
    #expect(row["merchant"]?.text.map { Array($0.utf8) } == Array(trimmed(name).utf8))
  }

  /// Without white space at its ends, as the ledger keeps names.
  private func trimmed(_ text: String) -> String {
    var slice = text[...]
    while slice.first?.isWhitespace == true { slice.removeFirst() }
    while slice.last?.isWhitespace == true { slice.removeLast() }
    return String(slice)
  }
}
