import Testing

/// The checker finds made-up offenders, so that a green run means something.
struct CheckerTests {
  @Test(
    arguments: [
      ("LedgerDomain", "import Glibc", "LedgerDomain may not import Glibc"),
      ("LedgerImport", "import LMDB", "LedgerImport may not import LMDB"),
      ("LedgerRender", "import LedgerJournal", "LedgerRender may not import LedgerJournal"),
      ("LedgerRender", "public import struct LedgerProjection.Ledger", "may not import LedgerProjection"),
      ("LedgerQuery", "@preconcurrency import Foundation", "LedgerQuery may not import Foundation"),
      ("LedgerJournal", "import CLMDB", "LedgerJournal may not import CLMDB"),
      ("LedgerSomething", "import Glibc", "the target LedgerSomething is not in the table"),
      ("LedgerDomain", "let a = try? b()", "'try?' swallows an error"),
      ("LedgerDomain", "let text = \"\\(try? b())\"", "'try?' swallows an error"),
      ("LedgerDomain", "func a(_ b: UnsafeRawPointer) {}", "'UnsafeRawPointer' outside the islands"),
      ("LedgerQuery", "array.withUnsafeBytes { _ in }", "'withUnsafeBytes' outside the islands"),
      ("LedgerQuery", "nonisolated(unsafe) var a = 1", "'unsafe' outside the islands"),
      ("LedgerQuery", "unsafeBitCast(a, to: Int.self)", "'unsafeBitCast' outside the islands"),
      ("LedgerQuery", "final class A: @unchecked Sendable {}", "'unchecked' outside the islands"),
      ("LMDB", "let a: UnsafeRawPointer", "'UnsafeRawPointer' without a 'Safety:' line"),
    ])
  func `an offending source is found on its line`(target: String, line: String, reason: String) throws {
    let file = RepositoryFile(path: "Sources/\(target)/Offender.swift", text: "/// A file.\n\(line)\n")
    let finding = try #require(SourceRules.findings(in: file).first)
    #expect(finding.reason.contains(reason))
    #expect(finding.line == 2 || reason.contains("table"))
  }

  @Test(
    arguments: [
      ("LMDB", "// Safety: lent for the call.\nimport CLMDB\nlet a: UnsafeRawPointer"),
      ("LedgerDomain", "// import Glibc, try? and UnsafeRawPointer are words here"),
      ("LedgerDomain", "/* import Glibc /* nested */ try? */ let a = 1"),
      ("LedgerDomain", "let a = \"import Glibc; try? UnsafeRawPointer \\\" still text\""),
      ("LedgerDomain", "let a = #\"one \" try? \\(two) UnsafeRawPointer\"#"),
      ("LedgerDomain", "let a = \"\"\"\n  import Glibc\n  try? \"quoted\"\n  \"\"\""),
      ("LedgerDomain", "func isUnsafe() {}\nlet unsafeties = 1\nlet important = 2"),
      ("LedgerQuery", "import LedgerDomain\nimport LedgerProjection"),
      ("LedgerQuery", "func a() throws -> Entry? { try b()?.c }"),
    ])
  func `a source that only mentions such things passes`(target: String, text: String) {
    let findings = SourceRules.findings(in: RepositoryFile(path: "Sources/\(target)/Fine.swift", text: text))
    #expect(findings.map(\.description) == [])
  }

  @Test func `an island without a reason or without unsafe code is found`() throws {
    let path = try #require(SourceRules.unsafeIslands.min())
    let bare = RepositoryFile(path: path, text: "let a: UnsafeRawPointer\n")
    #expect(SourceRules.findings(in: bare).first?.reason.contains("without a 'Safety:' line") == true)
    let stale = RepositoryFile(path: path, text: "// Safety: none needed.\nlet a = 1\n")
    #expect(SourceRules.findings(in: stale).first?.reason.contains("take it off") == true)
  }

  @Test(
    arguments: [
      ("notes.txt", "", "has no place"),
      ("Sources/JSON/Long.swift", String(repeating: "\n", count: 401), "401 lines"),
      ("Tests/A/B.swift", "@testable import JSON", "'@testable'"),
      ("docs/a.md", "see /" + "work/main", "a path of one machine"),
      ("Makefile", "OUT := /" + "tmp/x", "a path of one machine"),
      ("docs/a.md", "(/" + "home/me/ledger)", "a path of one machine"),
    ])
  func `an offending file of the tree is found`(path: String, text: String, reason: String) throws {
    let finding = try #require(TreeRules.findings(in: RepositoryFile(path: path, text: text)).first)
    #expect(finding.reason.contains(reason))
  }

  @Test(arguments: [
    "#!/usr/bin/env bash", "Sources/work/a", "https://a.example/home/b", "~/tmp/x", "$HOME/tmp/x", "//tmp/",
  ])
  func `an ordinary path passes`(text: String) {
    #expect(TreeRules.findings(in: RepositoryFile(path: "docs/a.md", text: text)).map(\.description) == [])
  }

  @Test func `a decision with a wrong number, without a part or outside the index is found`() {
    let whole = "# 1. One\n## Context\n## Decision\n## Consequences\n"
    let good = RepositoryFile(path: "docs/decisions/0001-one.md", text: whole)
    let index = "[one](decisions/0001-one.md)"
    #expect(TreeRules.decisionFindings(pages: [good], index: index).map(\.description) == [])
    #expect(TreeRules.decisionFindings(pages: [good], index: "").map(\.reason) == ["is not in docs/README.md"])
    let gap = RepositoryFile(path: "docs/decisions/0003-three.md", text: whole)
    #expect(TreeRules.decisionFindings(pages: [good, gap], index: index + gap.path).count == 2)
    let short = RepositoryFile(path: good.path, text: "# 1. One\n## Context\n## Decision\n")
    #expect(TreeRules.decisionFindings(pages: [short], index: index).map(\.reason) == ["has no '## Consequences'"])
  }
}
