import JSON
import Testing

struct ReadingTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), (" \t\r\ntrue ", .bool(true)), ("false", .bool(false)),
      ("0", .number("0")), ("-0", .number("-0")), ("-12.50", .number("-12.50")), ("1E+2", .number("1E+2")),
      ("1e-7", .number("1e-7")), ("123456789012345678901234567890", .number("123456789012345678901234567890")),
      (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u00e9\u20AC\u0000""#, .string("\u{E9}\u{20AC}\u{0}")), (#""\ud83d\uDE00!""#, .string("\u{1F600}!")),
      (#""\uD7FF\uE000\uFFFF""#, .string("\u{D7FF}\u{E000}\u{FFFF}")), (#""é€😀""#, .string("é€😀")),
      ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
      ("[]", .array([])), ("[ ]", .array([])), ("[1,[2]]", .array([.number("1"), .array([.number("2")])])),
      ("{}", .object([])), ("{ }", .object([])),
      (
        #"{"b":1,"a":{"b":null}}"#,
        .object([
          .init(name: "b", value: .number("1")), .init(name: "a", value: .object([.init(name: "b", value: .null)])),
        ])
      ),
    ] as [(String, JSONValue)])
  func `a valid document is read`(text: String, value: JSONValue) throws {
    #expect(try JSONReader.parse(text.utf8) == value)
  }

  @Test(
    arguments: [
      ("", 0, "the text ends"), ("  ", 2, "the text ends"), ("nul", 0, "null is expected"),
      ("nulL", 0, "null is expected"), ("True", 0, "a value"), ("NaN", 0, "a value"), ("'a'", 0, "a value"),
      ("+1", 0, "a value"), (".5", 0, "a value"), ("// c\n1", 0, "a value"), ("\u{FEFF}1", 0, "a value"),
      ("\u{A0}1", 0, "a value"), ("\u{C}1", 0, "a value"),
      ("1 2", 2, "after the value"), ("{}}", 2, "after the value"), ("nullx", 4, "after the value"),
      ("0x1", 1, "after the value"), ("1\u{0}", 1, "after the value"),
      ("01", 1, "needless zero"), ("-00", 2, "needless zero"), ("-", 1, "a digit"), ("-a", 1, "a digit"),
      ("1.", 2, "a digit"), ("1.e1", 2, "a digit"), ("[1e]", 3, "a digit"), ("1e+", 3, "a digit"),
      ("[1,]", 3, "a value"), ("[,1]", 1, "a value"), ("[1 2]", 3, "closing bracket"), ("[1", 2, "closing bracket"),
      ("[", 1, "the text ends"), ("]", 0, "a value"), ("[1}", 2, "closing bracket"), ("{", 1, "a name in quotes"),
      ("{a:1}", 1, "a name in quotes"), (#"{"a" 1}"#, 5, "a colon"), (#"{"a":}"#, 5, "a value"),
      (#"{"a":1,}"#, 7, "a name in quotes"), (#"{"a":1]"#, 6, "closing brace"), (#"{"a":1 "b":2}"#, 7, "closing brace"),
      (#"{"a":1,"\u0061":2}"#, 7, "the name \"a\" stands twice"), (#"{"":1,"":2}"#, 6, "the name \"\" stands twice"),
      ("\"a", 2, "not closed"), ("\"a\\", 3, "not closed"), ("\"\\u12", 5, "four hexadecimal digits"),
      ("\"a\nb\"", 2, "control character"), ("\"\u{0}\"", 1, "control character"),
      (#""\x41""#, 1, "not known"), (#""\U0041""#, 1, "not known"), (#""\u12g4""#, 5, "four hexadecimal digits"),
      (#""\ud800""#, 1, "surrogate"), (#""\udc00""#, 1, "surrogate"), (#""\ud800\u0041""#, 1, "surrogate"),
      (#""\ud800\ud800""#, 1, "surrogate"), (#""\ud800\n""#, 1, "surrogate"), (#""\ud800x""#, 1, "surrogate"),
      (#""\udc00\ud800""#, 1, "surrogate"),
    ] as [(String, Int, String)])
  func `an invalid document is refused at its fault`(text: String, offset: Int, reason: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.parse(text.utf8) }
    #expect(error.offset == offset)
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xEF, 0xBF, 0x41], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func `invalid UTF-8 is refused where its sequence begins`(sequence: [UInt8]) throws {
    let quote = UInt8(ascii: "\"")
    for document in [[quote, 0x61] + sequence + [quote], [quote, 0x61] + sequence] {
      let error = try #require(throws: JSONError.self) { try JSONReader.parse(document) }
      #expect(error.offset == 2)
      #expect(error.reason == "a text is not UTF-8")
    }
  }

  @Test func `every scalar survives as itself and as an escape`() throws {
    for code in UInt32(0x20)...0x10FFFF {
      guard let scalar = Unicode.Scalar(code), scalar != "\"", scalar != "\\" else { continue }
      guard code < 0x3000 || code % 251 == 0 || code & 0xFFFF > 0xFFF0 else { continue }
      let text = String(scalar)
      var escaped = ""
      for unit in text.utf16 {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      #expect(try JSONReader.parse("\"\(text)\"".utf8) == .string(text))
      #expect(try JSONReader.parse("\"\(escaped)\"".utf8) == .string(text))
    }
  }

  @Test func `nesting is allowed up to the limit and not beyond`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    for limit in [1, 64, JSONReader.greatestDepthLimit] {
      #expect(throws: Never.self) { try JSONReader.parse(nested(limit).utf8, depthLimit: limit) }
      let error = try #require(throws: JSONError.self) {
        try JSONReader.parse(nested(limit + 1).utf8, depthLimit: limit)
      }
      #expect(error.reason == "values are nested deeper than \(limit)")
      #expect(error.offset == limit)
    }
    #expect(throws: JSONError.self) { try JSONReader.parse(String(repeating: "[", count: 1_000_000).utf8) }
    #expect(throws: JSONError.self) { try JSONReader.parse("{}".utf8, depthLimit: 0) }
    #expect(try JSONReader.parse("1".utf8, depthLimit: 0) == .number("1"))
    let siblings = "[" + String(repeating: "[],", count: 100) + "{}]"
    #expect(try JSONReader.parse(siblings.utf8, depthLimit: 2).elements?.count == 101)
  }

  @Test func `an error counts lines and bytes and quotes names safely`() throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.parse("{\r\n \"é\u{9B}\": 01}".utf8) }
    #expect(error.description == "line 2, column 11: a number begins with a needless zero")
    let double = try #require(throws: JSONError.self) { try JSONReader.parse(#"{"\u001b":1,"\u001b":2}"#.utf8) }
    #expect(double.description == #"line 1, column 13: the name "\u001b" stands twice in an object"#)
  }

  @Test func `a slice is counted from its own start`() throws {
    let bytes = Array("xx[1,]".utf8)
    let error = try #require(throws: JSONError.self) { try JSONReader.parse(bytes[2...]) }
    #expect(error.offset == 3)
    #expect(error.column == 4)
    #expect(try JSONReader.parse(bytes[3..<4]) == .number("1"))
  }

  @Test(arguments: [2, 16, 17, 18, 40])
  func `a name that stands twice is found among few and many`(count: Int) throws {
    let names = (0..<count).map { "\"n\($0)\":\($0)" }
    #expect(try JSONReader.parse("{\(names.joined(separator: ","))}".utf8).members?.count == count)
    for double in [0, count / 2, count - 1] {
      let text = "{\(names.joined(separator: ",")),\"n\(double)\":0}"
      let error = try #require(throws: JSONError.self) { try JSONReader.parse(text.utf8) }
      #expect(error.reason.contains("\"n\(double)\" stands twice"))
    }
  }

  @Test func `composed and decomposed names are two names`() throws {
    let value = try JSONReader.parse("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
    #expect(value["\u{E9}"]?.integer == 1)
    #expect(value["e\u{301}"]?.integer == 2)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test(
    arguments: [
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("9223372036854775808", nil),
      ("-0", 0), ("1.0", nil), ("1e2", nil), ("\"1\"", nil),
    ] as [(String, Int64?)])
  func `an integer is exact or absent`(text: String, integer: Int64?) throws {
    #expect(try JSONReader.parse(text.utf8).integer == integer)
  }
}
