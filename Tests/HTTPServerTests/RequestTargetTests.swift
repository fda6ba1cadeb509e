import HTTPServer
import Testing

/// Which targets are read, and as what.
struct RequestTargetTests {
  @Test(
    arguments: [
      ("/", [], []), ("/api/v1/log", ["api", "v1", "log"], []), ("/a%20b", ["a b"], []), ("/caf%C3%A9", ["café"], []),
      ("/a?b=c&d=e%26f&g", ["a"], [["b", "c"], ["d", "e&f"], ["g", ""]]), ("/?x=a+b%2B", [], [["x", "a b+"]]),
      ("/a+b", ["a+b"], []), ("/a?", ["a"], []), ("/a?b=c=d", ["a"], [["b", "c=d"]]), ("/..a/b..", ["..a", "b.."], []),
      ("/a?p=/../x", ["a"], [["p", "/../x"]]), ("/a?&&b=1&", ["a"], [["b", "1"]]),
      ("/a?b=%0d%0ac%1b%7f", ["a"], [["b", "\r\nc\u{1B}\u{7F}"]]),
    ])
  func `a target is decoded once`(text: String, segments: [String], query: [[String]]) throws {
    let target = try RequestTarget(parsing: text)
    #expect(target.segments == segments)
    #expect(target.query.map { [$0.name, $0.value] } == query)
  }

  @Test(
    arguments: [
      "", "a", "*", "http://127.0.0.1/", "//", "//evil.example/", "/a//b", "/a/", "/./a", "/a/.", "/..", "/a/../b",
      "/%2e%2e", "/%2E%2e/b", "/a%2fb", "/a%5cb", "/a\\b", "/%00", "/a%00.js", "/%0a", "/%7f", "/%", "/%2", "/%zz",
      "/%c3", "/%c3%28", "/%ed%a0%80", "/a b", "/é", "/a#b", "/a?b=%00", "/a?b=x%00y", "/a?%0d%0a=1", "/a?%1b=1",
      "/a%1bb?c=%1b", "/a?b=%ff", "/%252e\u{7F}",
    ])
  func `a target that could mean something else is refused`(text: String) {
    #expect(throws: RequestFault.badTarget) { try RequestTarget(parsing: text) }
  }

  @Test func `an escape of an escape stays one`() throws {
    #expect(try RequestTarget(parsing: "/%252e%252e").segments == ["%2e%2e"])
  }

  @Test func `a very long target is refused`() throws {
    let most = "/" + String(repeating: "a", count: RequestTarget.limitBytes - 1)
    #expect(try RequestTarget(parsing: most).segments.count == 1)
    #expect(throws: RequestFault.targetTooLong) { try RequestTarget(parsing: most + "a") }
  }
}
