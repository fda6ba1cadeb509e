import HTTPServer
import Testing

/// Forms with files, as browsers send them, and as they do not.
struct MultipartFormTests {
  private static let type = "multipart/form-data; boundary=XX"

  private func form(_ body: String, _ type: String = MultipartFormTests.type) throws -> MultipartForm {
    try MultipartForm(parsing: Array(body.utf8), contentType: type)
  }

  @Test func `fields and files are read in order, byte for byte`() throws {
    let bytes: [UInt8] = [0, 0xFF, 0x0D, 0x0A, 0x2D, 0x2D, 0x58, 0x0D, 0x0A, 0x0D, 0x0A]
    let head = "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;b.csv\"\r\n"
    let tail = "\r\n--XX\r\nContent-Disposition: form-data; name=\"account\"\r\n\r\nGiro é\r\n--XX--\r\n"
    let body = Array((head + "Content-Type: text/csv\r\n\r\n").utf8) + bytes + Array(tail.utf8)
    let form = try MultipartForm(parsing: body, contentType: "Multipart/form-data; charset=x; Boundary=\"XX\"")
    #expect(form.parts.map(\.name) == ["file", "account"])
    #expect(form.parts.map(\.fileName) == ["a;b.csv", nil])
    #expect(Array(form.parts[0].bytes) == bytes)
    #expect(form.parts[1].text == "Giro é")
    #expect(form.texts("account") == ["Giro é"])
  }

  @Test func `an empty file and an empty form are read`() throws {
    let empty = try form("--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n--XX--")
    #expect(empty.parts.map(\.fileName) == ["file"])
    #expect(empty.parts[0].bytes.isEmpty)
    #expect(try form("--XX--").parts.isEmpty)
  }

  @Test(arguments: [
    ("..\\..\\evil.csv", "evil.csv"), ("/etc/passwd", "passwd"), ("a/b/", "b"), ("%22x%22", "%22x%22"), ("/", "file"),
  ])
  func `a file's name has no folder`(given: String, name: String) throws {
    let read = try form("--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\(given)\"\r\n\r\n1\r\n--XX--")
    #expect(read.parts[0].fileName == name)
  }

  @Test(
    arguments: [
      "", "XX", "--XX", "--XX\r\n", "--XX\r\n\r\n", "--XX\r\n\r\n\r\n--XX--", "--XY\r\n", "\r\n--XX--",
      "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
      "--XX\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XX--", "--XX\r\nno colon\r\n\r\n1\r\n--XX--",
      "--XX\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--XX--",
      "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Disposition: x; name=\"b\"\r\n\r\n1\r\n--XX--",
      "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--XXmore",
    ])
  func `a form that is not well formed is refused`(body: String) {
    #expect(throws: MultipartForm.Problem.malformed) { try form(body) }
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
    "multipart/form-data; boundary=a b", "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
  ])
  func `a form without a boundary is refused`(type: String) {
    #expect(throws: MultipartForm.Problem.noBoundary) { try form("--XX--", type) }
  }

  @Test func `a form of very many parts is refused`() throws {
    let part = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
    let most = String(repeating: part, count: MultipartForm.partLimit)
    #expect(try form(most + "--XX--").parts.count == MultipartForm.partLimit)
    #expect(throws: MultipartForm.Problem.tooManyParts(limit: MultipartForm.partLimit)) {
      try form(most + part + "--XX--")
    }
  }
}
