import Foundation
import LMDB
import LedgerDomain
import LedgerJournal
import LedgerProjection
import LedgerQuery
import Testing

/// Copies of a ledger by the library: as a file, as text and back, and out of a damaged file.
struct LedgerCopyTests {
  private let noon = Instant.noon(of: CalendarDay("2026-10-20")!)

  /// A ledger of so many commits after the first.
  private func create(_ folder: TemporaryFolder, commits: Int) throws -> Ledger {
    try Ledger.create(
      path: folder.ledgerPath, baseCurrency: Currency("EUR")!, at: noon, command: "init", ledgerID: .zero
    ) { _ in }
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
    for number in 0..<commits { try ledger.write { try $0.addNumbered(number, at: noon) } }
    return ledger
  }

  private func headHash(_ ledger: Ledger) throws -> CommitHash? {
    try ledger.read { try $0.journal.headCommit()?.hash }
  }

  @Test func `a copy has the same head and the same views, and never overwrites`() throws {
    let folder = try TemporaryFolder()
    let ledger = try create(folder, commits: 12)
    let destination = folder.ledgerPath + ".copy"
    _ = try ledger.copy(to: destination)
    let copy = try Ledger.open(path: destination, isReadOnly: true)
    #expect(try headHash(copy) == headHash(ledger))
    #expect(try copy.viewDigest() == ledger.viewDigest())
    #expect(throws: LMDBError.self) { try ledger.copy(to: destination) }
  }

  @Test func `a copy as text becomes a ledger with the same head`() throws {
    let folder = try TemporaryFolder()
    let ledger = try create(folder, commits: 12)
    let text = folder.ledgerPath + ".jsonl"
    _ = try ledger.copyText(to: text)
    #expect(throws: LMDBError.self) { try ledger.copyText(to: text) }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: text)))
    let restored = folder.ledgerPath + ".restored"
    try Ledger.create(path: restored, from: JournalText.read(bytes), ledgerID: .zero)
    let again = try Ledger.open(path: restored, isReadOnly: true)
    #expect(try headHash(again) == headHash(ledger))
    #expect(try again.viewDigest() == ledger.viewDigest())
  }

  @Test func `a text whose hash does not fit leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let text = folder.ledgerPath + ".jsonl"
    _ = try create(folder, commits: 3).copyText(to: text)
    let changed = try String(contentsOfFile: text, encoding: .utf8).replacingOccurrences(of: "Shop 1", with: "Shop 9")
    let restored = folder.ledgerPath + ".restored"
    #expect(throws: JournalError.self) {
      try Ledger.create(path: restored, from: JournalText.read(Array(changed.utf8)), ledgerID: .zero)
    }
    #expect(!FileManager.default.fileExists(atPath: restored))
  }

  @Test func `a salvage keeps every commit before the damage and counts what is lost`() throws {
    let folder = try TemporaryFolder()
    let path = folder.ledgerPath
    do {
      let ledger = try create(folder, commits: 12)
      _ = try ledger.copy(to: path + ".sound")
    }
    let sound = try Ledger.salvage(path: path + ".sound", to: path + ".same", ledgerID: .zero)
    #expect(sound.lostCommits == 0 && sound.problems.isEmpty)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path + ".sound")))
    // The name of the third shop, which commit 4 defines, wherever it stands.
    let name = Array("Shop 2".utf8)
    for place in 0...(bytes.count - name.count) where bytes[place..<place + name.count].elementsEqual(name) {
      bytes[place] ^= 1
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path + ".damaged"))
    let saved = try Ledger.salvage(path: path + ".damaged", to: path + ".saved", ledgerID: .zero)
    // The first, and those of the two shops before.
    #expect(saved.copy.commits == 3)
    #expect(saved.lostCommits == 10)
    #expect(!saved.problems.isEmpty)
    let ledger = try Ledger.open(path: path + ".saved", isReadOnly: true)
    #expect(try ledger.read { $0.transactionCounts.live } == 2)
    #expect(throws: LMDBError.self) {
      try Ledger.salvage(path: path + ".damaged", to: path + ".saved", ledgerID: .zero)
    }
  }
}
