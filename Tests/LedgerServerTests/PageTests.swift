import Foundation
import HTTPServer
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
    for name in names {
      let response = try ledger.respond(.get, name == "index.html" ? "/" : "/" + name)
      #expect(response.status == .ok, "\(name) has no line in PageAssets.swift")
      #expect(response.contentType == PageTests.types[String(name.split(separator: ".").last ?? "")], "\(name)")
      guard case .bytes(let bytes) = response.body else { continue }
      #expect(try bytes == [UInt8](Data(contentsOf: PageTests.folder.appendingPathComponent(name))), "\(name)")
    }
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
      #expect(text.firstMatch(of: /<script(?![^>]*\ssrc=)[^>]*>/) == nil, "\(name) has an inline script")
      #expect(text.firstMatch(of: /\son[a-z]+\s*=|\sstyle\s*=|<style/) == nil, "\(name) has inline handlers or styles")
    }
  }

  @Test func `what is not there is not found, and the page is only read`() throws {
    let ledger = try ServedLedger()
    #expect(try ledger.respond(.get, "/nothing.js").status == .notFound)
    #expect(try ledger.respond(.get, "/Page").status == .notFound)
    #expect(try ledger.respond(.post, "/").status == .methodNotAllowed)
  }
}
