import LedgerImport
import Testing

/// Every file of `Cases`: real exports' shapes with invented content.
struct CaseTests {
  /// Formats that the readers don't know yet: such a file is refused whole and never read wrongly.
  private static let unread: Set<String> = ["ofx", "qif", "camt053", "camt052", "mt940", "json", "jsonl"]

  private static let flags = ["--date-order", "--decimal-mark", "--currency", "--profile", "--encoding"]

  @Test
  func `there are cases`() {
    #expect(Case.all.count >= 108)
  }

  @Test(arguments: Case.all.filter { !unread.contains($0.format) })
  func `a file without hints is right in every field or stops and names a flag`(_ item: Case) throws {
    let file = try item.read(withHint: false)
    if let reason = file.refusal, !item.rows.isEmpty {
      #expect(CaseTests.flags.contains { reason.contains($0) }, "\(reason)")
    } else {
      check(file, item)
    }
  }

  @Test(
    arguments: Case.all.filter { !unread.contains($0.format) && !$0.file.hasPrefix("716") && !$0.file.hasPrefix("717") }
  )
  func `a file with its hint as a profile is right in every field`(_ item: Case) throws {
    check(try item.read(withHint: true), item)
  }

  @Test(arguments: Case.all.filter { unread.contains($0.format) })
  func `a file of a format that is not read yet is refused`(_ item: Case) throws {
    #expect(try item.read(withHint: false).refusal != nil)
  }

  @Test
  func `of the files without hints at most one in seven stops`() throws {
    let items = Case.all.filter { !CaseTests.unread.contains($0.format) && !$0.rows.isEmpty }
    let stopped = try items.filter { try $0.read(withHint: false).refusal != nil }.map(\.name)
    #expect(stopped.count * 7 <= items.count, "\(stopped)")
  }

  private func check(_ file: ImportedFile, _ item: Case) {
    if item.isRefused {
      #expect(file.refusal != nil)
      return
    }
    #expect(item.rows(file) == item.rows)
    #expect(file.errors.map(\.line) == item.errorLines, "\(file.errors)")
    #expect(file.skipped.map(\.line) == item.skippedLines, "\(file.skipped)")
    #expect(file.errors.allSatisfy { !$0.reason.isEmpty })
    guard let proof = file.balanceProof, let opening = item.opening, let closing = item.closing else { return }
    #expect(proof.ties)
    #expect(proof.opening.minorUnits == opening)
    #expect(proof.closing.minorUnits == closing)
  }
}
