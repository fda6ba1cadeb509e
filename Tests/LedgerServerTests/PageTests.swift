import Foundation
import HTTPServer
import JSON
import Testing

/// The page's files as they are compiled in.
struct PageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/LedgerServer/Page").standardized

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
  ]

  @Test func `every file of the page is served as it is, with its type`() throws {
    let ledger = try ServedLedger()
    let names = try FileManager.default.contentsOfDirectory(atPath: PageTests.folder.path)
    #expect(names.contains("index.html"))
    for name in names where name != "index.html" {
      let response = try ledger.respond(.get, "/" + name)
      #expect(response.status == .ok, "\(name) has no line in PageAssets.swift")
      #expect(response.contentType == PageTests.types[String(name.split(separator: ".").last ?? "")], "\(name)")
      guard case .bytes(let bytes) = response.body else { continue }
      #expect(try bytes == [UInt8](Data(contentsOf: PageTests.folder.appendingPathComponent(name))), "\(name)")
    }
  }

  @Test func `the document holds its styles and the answers to its first questions`() throws {
    let ledger = try ServedLedger()
    try ledger.add("Corner Shop", -1_250, category: "Groceries")
    let response = try ledger.respond(.get, "/")
    #expect(response.contentType == "text/html; charset=utf-8")
    // 32 bytes in base64.
    #expect(response.stylesHash?.count == 44)
    guard case .bytes(let bytes) = response.body else { return }
    let document = String(decoding: bytes, as: UTF8.self)
    for sheet in ["tokens", "layout", "components", "lists", "charts", "sheets"] {
      let text = try String(contentsOf: PageTests.folder.appendingPathComponent(sheet + ".css"), encoding: .utf8)
      #expect(document.contains(text), "\(sheet)")
    }
    let answers = try #require(document.firstMatch(of: /id="answers">(.*?)<\/script>/.dotMatchesNewlines())).output.1
    let object = try JSONReader.parse(Array(answers.utf8))
    for question in ["session", "dashboard?activity=6", "categories", "transactions?limit=50", "balance?range=1M"] {
      #expect(try object[question]?.encoded() == ledger.ask(question).1.encoded(), "\(question)")
    }
    #expect(object.members?.count == 5)
    // What is read by the style's own name is the only style that the policy of the document allows.
    #expect(try ledger.respond(.get, "/page.js").stylesHash == nil)
  }

  @Test func `the modules are joined to one script without imports`() throws {
    let ledger = try ServedLedger()
    guard case .bytes(let bytes) = try ledger.respond(.get, "/page.js").body else { return }
    let script = String(decoding: bytes, as: UTF8.self)
    #expect(script.firstMatch(of: /(?m)^\s*(import|export)\b/) == nil)
    #expect(!script.contains("import("))
    let names = try FileManager.default.contentsOfDirectory(atPath: PageTests.folder.path).filter {
      $0.hasSuffix(".js")
    }
    #expect(names.count > 40)
    for name in names where name != "main.js" {
      let called = "$" + name.dropLast(3).replacingOccurrences(of: "-", with: "_")
      #expect(script.components(separatedBy: "const \(called) = once(() => {\n").count == 2, "\(name)")
      #expect(script.contains("\(called)()") || script.contains("then(\(called))"), "\(name) is used by nobody")
    }
    let main = try String(contentsOf: PageTests.folder.appendingPathComponent("main.js"), encoding: .utf8)
    let end = try #require(main.split(separator: "\n\n").last)
    #expect(script.hasSuffix(end))
  }

  @Test func `the page holds no inline script or style and asks nobody else`() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: PageTests.folder.path) {
      let text = try String(contentsOf: PageTests.folder.appendingPathComponent(name), encoding: .utf8)
      for word in ["innerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
        #expect(!text.contains(word), "\(name) has \(word)")
      }
      let addresses = text.matches(of: /https?:\/\/[^\s"')]+/).map { String($0.output) }
      #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(name): \(addresses)")
      guard name.hasSuffix(".html") else { continue }
      #expect(
        text.firstMatch(of: /<script(?![^>]*\ssrc=)(?! type="application\/json")[^>]*>/) == nil,
        "\(name) has an inline script")
      #expect(
        text.firstMatch(of: /\son[a-z]+\s*=|\sstyle\s*=|<style>(?!<\/style>)/) == nil,
        "\(name) has inline handlers or styles")
    }
  }

  @Test func `what is not there is not found, and the page is only read`() throws {
    let ledger = try ServedLedger()
    #expect(try ledger.respond(.get, "/nothing.js").status == .notFound)
    #expect(try ledger.respond(.get, "/Page").status == .notFound)
    #expect(try ledger.respond(.post, "/").status == .methodNotAllowed)
  }
}
