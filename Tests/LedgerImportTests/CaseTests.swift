import LedgerImport
import Testing

/// Every file of `Cases`: real exports' shapes with invented content.
struct CaseTests {
  private static let flags = ["--date-order", "--decimal-mark", "--currency", "--profile", "--encoding"]

  @Test
  func `there are cases`() {
    #expect(Case.all.count >= 108)
  }

  @Test(arguments: Case.all)
  func `a file without hints is right in every field or stops and names a flag`(_ item: Case) throws {
    let file = try item.read(withHint: false)
    if let reason = file.refusal, !item.rows.isEmpty {
      #expect(CaseTests.flags.contains { reason.contains($0) }, "\(reason)")
    } else {
      check(file, item)
    }
  }

  @Test
  func `of the files without hints at most one in ten stops`() throws {
    let items = Case.all.filter { !$0.rows.isEmpty }
    let stopped = try items.filter { try $0.read(withHint: false).refusal != nil }.map(\.name)
    #expect(stopped.count * 10 <= items.count, "\(stopped)")
  }

  @Test(arguments: Case.all)
  func `with its hint as a profile every file is right in every field`(_ item: Case) throws {
    check(try item.read(withHint: true), item)
  }

  @Test(arguments: Case.all)
  func `what was decided is kept as a profile that reads the file alike`(_ item: Case) throws {
    for withHint in [false, true] {
      let file = try item.read(withHint: withHint)
      guard file.refusal == nil else {
        #expect(file.decidedProfile == nil)
        continue
      }
      let profile = try #require(file.decidedProfile)
      let again = try item.read(with: ImportProfile(parsing: profile.json(), name: "kept"))
      #expect(item.rows(again) == item.rows(file), "\(String(decoding: profile.json(), as: UTF8.self))")
      #expect(again.errors.map(\.line) == file.errors.map(\.line), "\(again.errors)")
      #expect(again.skipped.map(\.line) == file.skipped.map(\.line), "\(again.skipped)")
    }
  }

  private func check(_ file: ImportedFile, _ item: Case) {
    if item.isRefused {
      #expect(file.refusal != nil)
      return
    }
    #expect(item.rows(file) == item.rows)
    #expect(item.accounts.isEmpty || item.accounts == file.transactions.map { file.texts.string($0.account) ?? "" })
    #expect(item.parts == item.parts(file))
    #expect(file.errors.map(\.line) == item.errorLines, "\(file.errors)")
    #expect(file.skipped.map(\.line) == item.skippedLines, "\(file.skipped)")
    #expect(file.errors.allSatisfy { !$0.reason.isEmpty })
    guard let proof = file.balanceProof, let opening = item.opening, let closing = item.closing else { return }
    #expect(proof.ties)
    #expect(proof.opening.minorUnits == opening)
    #expect(proof.closing.minorUnits == closing)
  }
}
