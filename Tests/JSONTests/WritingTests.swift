import JSON
import Testing

struct WritingTests {
  private func sample(isIndented: Bool) -> JSONWriter {
    var writer = JSONWriter(isIndented: isIndented)
    writer.beginObject()
    writer.field("text", "a")
    writer.field("none", String?.none)
    writer.field("some", String?.some("b"))
    writer.field("flag", true)
    writer.field("int", -1)
    writer.field("most", UInt64.max)
    writer.field("least", Int64.min)
    writer.field("value", JSONValue.array([.null]))
    writer.key("list")
    writer.beginArray()
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.number("0.10")
    writer.value(optional: nil)
    writer.endArray()
    writer.endObject()
    return writer
  }

  @Test func `a compact document has no white space`() {
    let writer = sample(isIndented: false)
    #expect(
      writer.text == #"{"text":"a","none":null,"some":"b","flag":true,"int":-1,"most":18446744073709551615,"#
        + #""least":-9223372036854775808,"value":[null],"list":[{},[],0.10,null]}"#)
  }

  @Test func `an indented document has a line for each member`() {
    #expect(
      sample(isIndented: true).text == """
        {
          "text": "a",
          "none": null,
          "some": "b",
          "flag": true,
          "int": -1,
          "most": 18446744073709551615,
          "least": -9223372036854775808,
          "value": [
            null
          ],
          "list": [
            {},
            [],
            0.10,
            null
          ]
        }
        """)
  }

  @Test(arguments: [
    ("", ""), ("a\"b\\c/", #"a\"b\\c/"#),
    ("\u{0}\u{1F}\u{7F}\u{80}\u{9F}\u{A0}", "\\u0000\\u001f\\u007f\\u0080\\u009f\u{A0}"),
    ("\u{8}\t\n\u{C}\r", #"\u0008\t\n\u000c\r"#),
    ("\u{2027}\u{2028}\u{2029}\u{2030}", "\u{2027}\\u2028\\u2029\u{2030}"),
    ("\u{200D}\u{200E}\u{200F}\u{2010}", "\u{200D}\\u200e\\u200f\u{2010}"),
    ("\u{202A}\u{202E}\u{202F}\u{2065}", "\\u202a\\u202e\u{202F}\u{2065}"),
    ("\u{2066}\u{2069}\u{206A}\u{20AC}", "\\u2066\\u2069\u{206A}\u{20AC}"),
    ("\u{61B}\u{61C}\u{61D}", "\u{61B}\\u061c\u{61D}"),
    ("é€😀", "é€😀"),
  ])
  func `a string is escaped only where it must be`(text: String, escaped: String) {
    var writer = JSONWriter()
    writer.value(text)
    #expect(Array(writer.text.utf8) == Array("\"\(escaped)\"".utf8))
  }

  @Test func `a cleared writer begins anew`() {
    var writer = JSONWriter()
    writer.value(1)
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
    writer.beginArray()
    writer.removeAll(keepingCapacity: true)
    writer.null()
    #expect(writer.text == "null")
  }
}

extension JSONWriter {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
