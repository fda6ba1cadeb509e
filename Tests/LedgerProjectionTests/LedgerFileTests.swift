import Foundation
import Glibc
import LMDB
import LedgerDomain
import LedgerJournal
import LedgerProjection
import LedgerQuery
import Testing

/// What opening a ledger's file finds out.
struct LedgerFileTests {
  private let noon = Instant.noon(of: CalendarDay("2026-10-20")!)

  private func create(_ folder: TemporaryFolder, transactions: Int = 0) throws {
    try Ledger.create(
      path: folder.ledgerPath, baseCurrency: Currency("EUR")!, at: noon, command: "init", ledgerID: .zero
    ) { transaction in
      for number in 0..<transactions { try transaction.addNumbered(number, at: noon) }
    }
  }

  @Test func `a snapshot of another projection version is rebuilt on open`() throws {
    let folder = try TemporaryFolder()
    try create(folder, transactions: 5)
    var digest = CommitHash.zero
    do {
      let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
      try ledger.rebuild()
      digest = try ledger.viewDigest()
    }
    let key = Array("snapshot".utf8)
    let written: UInt8
    do {
      let environment = try Environment.open(path: folder.ledgerPath, mode: .readWrite)
      written = try environment.write { transaction in
        let store = try StoreWriter(access: transaction.writing)
        let found = try store.reader.value(key, in: .meta)
        var bytes = Array(try #require(found))
        let version = bytes[0]
        bytes[0] = 99
        try store.put(key, bytes, in: .meta)
        return version
      }
    }
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
    #expect(try ledger.viewDigest() == digest)
    let environment = try Environment.open(path: folder.ledgerPath, mode: .readOnly)
    let version = try environment.read { try StoreReader(access: $0.reading).value(key, in: .meta)?.first }
    #expect(version == written)
  }

  @Test func `the tail becomes a snapshot when it passes its limit of blocks`() throws {
    let folder = try TemporaryFolder()
    try create(folder, transactions: Ledger.tailCommitLimit + 40)
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: true)
    try ledger.read { view in
      #expect(view.tail.firstPosition > UInt64(Ledger.tailCommitLimit))
      #expect(view.transactionCounts.live == Int64(Ledger.tailCommitLimit + 40))
    }
    #expect(try ledger.viewDigest() == ledger.replayedDigest())
  }

  @Test func `the journal's text in pieces of a few blocks is its text at once`() throws {
    let folder = try TemporaryFolder()
    try create(folder, transactions: 9)
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: true)
    try ledger.read { view in
      let whole = try JournalText.piece(of: view.journal, from: 1, through: view.position, blockLimit: .max).text
      var pieces: [UInt8] = []
      var next: Position = 1
      while next <= view.position {
        let piece = try JournalText.piece(of: view.journal, from: next, through: view.position, blockLimit: 2)
        pieces += piece.text
        next = piece.next
      }
      #expect(whole == pieces)
      #expect(whole.count { $0 == 0x0A } > 20)
    }
  }

  @Test func `an older copy in the ledger's place is a rollback until it is accepted`() throws {
    let folder = try TemporaryFolder()
    try create(folder)
    let old = try Data(contentsOf: URL(fileURLWithPath: folder.ledgerPath))
    do {
      let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
      try ledger.write { try $0.addNumbered(1, at: noon) }
    }
    try old.write(to: URL(fileURLWithPath: folder.ledgerPath))
    #expect(throws: JournalError.self) { try Ledger.open(path: folder.ledgerPath, isReadOnly: true) }
    let accepted = try Ledger.open(path: folder.ledgerPath, isReadOnly: false, acceptsRollback: true)
    try accepted.acceptHead()
    _ = try Ledger.open(path: folder.ledgerPath, isReadOnly: true)
  }

  @Test func `a missing anchor is a warning and comes back with the next commit`() throws {
    let folder = try TemporaryFolder()
    try create(folder)
    let anchor = Anchor.path(ofLedger: folder.ledgerPath)
    try FileManager.default.removeItem(atPath: anchor)
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
    #expect(ledger.warnings.count == 1)
    try ledger.write { try $0.addNumbered(1, at: noon) }
    let written = try #require(Anchor.read(ledgerPath: folder.ledgerPath))
    #expect(!written.isDirty)
    #expect(written.position == (try ledger.read { $0.position }))
  }

  @Test func `the anchor says who writes while a write runs, and a failed write leaves it clean`() throws {
    struct Stop: Error {}
    let folder = try TemporaryFolder()
    try create(folder)
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
    #expect(throws: Stop.self) {
      try ledger.write(as: Ledger.Writer(command: "import", start: noon)) { _ in
        let anchor = try #require(Anchor.read(ledgerPath: folder.ledgerPath))
        #expect(anchor.isDirty)
        #expect(anchor.writerDescription == "process \(getpid()), 'import' since 2026-10-20T12:00:00Z")
        throw Stop()
      }
    }
    #expect(Anchor.read(ledgerPath: folder.ledgerPath)?.isDirty == false)
  }

  /// A ledger whose format says version 2.
  private func ledgerOfNextFormat(isSealed: Bool) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try create(folder)
    let environment = try Environment.open(path: folder.ledgerPath, mode: .readWrite)
    try environment.write { transaction in
      let store = try StoreWriter(access: transaction.writing)
      let key = Array("format".utf8)
      let found = try store.reader.value(key, in: .meta)
      var bytes = Array(try #require(found))
      bytes[8] = 2
      if isSealed {
        let checksum = Checksum.of(Array(bytes.dropLast(8)))
        bytes.replaceSubrange(
          (bytes.count - 8)..., with: (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
      }
      try store.put(key, bytes, in: .meta)
    }
    return folder
  }

  @Test func `a newer format is refused`() throws {
    let folder = try ledgerOfNextFormat(isSealed: true)
    #expect(throws: JournalError.newerVersion(found: 2, known: 1)) {
      try Ledger.open(path: folder.ledgerPath, isReadOnly: true)
    }
  }

  @Test func `a damaged version is not taken for a newer format`() throws {
    let folder = try ledgerOfNextFormat(isSealed: false)
    let damaged = JournalError.damaged(position: 0, reason: "the format's version differs from its checksum")
    #expect(throws: damaged) { try Ledger.open(path: folder.ledgerPath, isReadOnly: true) }
  }

  @Test func `a row of a view that was changed or moved is noticed by who reads it`() throws {
    let folder = try TemporaryFolder()
    try create(folder, transactions: 5)
    let rows: [(StoreTable, [UInt8], [UInt8])] = try {
      let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
      try ledger.rebuild()
      let environment = try Environment.open(path: folder.ledgerPath, mode: .readOnly)
      return try environment.read { transaction in
        let store = try StoreReader(access: transaction.reading)
        var rows: [(StoreTable, [UInt8], [UInt8])] = []
        for table in StoreTable.views {
          try store.forEach(in: table, from: []) { entry in
            rows.append((table, Array(entry.key), Array(entry.value)))
            return true
          }
        }
        return rows
      }
    }()
    #expect(Set(rows.map(\.0)) == Set(StoreTable.views).subtracting([.edits]))
    for (table, key, value) in rows {
      var changed = value
      changed[changed.count / 2] ^= 1
      var movedKey = key
      movedKey[key.count - 1] ^= 1
      for (newKey, newValue) in [(key, changed), (movedKey, value)] {
        func replace(_ old: [UInt8], _ key: [UInt8], _ value: [UInt8]) throws {
          let environment = try Environment.open(path: folder.ledgerPath, mode: .readWrite)
          try environment.write { transaction in
            let store = try StoreWriter(access: transaction.writing)
            try store.delete(old, in: table)
            try store.put(key, value, in: table)
          }
        }
        try replace(key, newKey, newValue)
        let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: true)
        #expect(throws: ProjectionError.self, "\(table) \(key) as \(newKey)") {
          try ledger.read { view in
            for account in view.directory.accounts { _ = try view.account(named: account.name) }
            _ = try view.digest()
            for number in 0..<view.directory.nextMerchantIndex {
              let name = try view.merchantName(MerchantID(number))
              _ = try view.merchant(named: name)
              _ = try view.lastCategoryByHand(of: MerchantID(number))
            }
            for day in try view.postedDays(from: .first, to: .last) { _ = try view.transactions(on: day) }
          }
        }
        try replace(newKey, key, value)
      }
    }
  }

  @Test func `the hash chain of fixed events never changes`() throws {
    let folder = try TemporaryFolder()
    try create(folder, transactions: 3)
    let head = try Ledger.open(path: folder.ledgerPath, isReadOnly: true).read { try $0.journal.headCommit()?.hash }
    #expect(head?.hexadecimal == "de5eda9d888865bd6ddeacded6ea75f9b1b74843ad2825f991ad8313752efa79")
  }
}

/// Pages that a writer did not leave in order.
struct UncleanCloseTests {
  private let noon = Instant.noon(of: CalendarDay("2026-10-20")!)

  /// A ledger file above the size that is wholly checked on every opening, with a page that has a wrong number.
  private func largeLedgerWithBadPage(_ folder: TemporaryFolder) throws {
    try Ledger.create(
      path: folder.ledgerPath, baseCurrency: Currency("EUR")!, at: noon, command: "init", ledgerID: .zero
    ) { _ in }
    try PageDamage.renumberPage(of: folder.ledgerPath, growingBy: 17 << 20)
  }

  @Test func `after an unclean close every page is checked, however large the file`() throws {
    let folder = try TemporaryFolder()
    try largeLedgerWithBadPage(folder)
    #expect(throws: Never.self) { try Ledger.open(path: folder.ledgerPath, isReadOnly: true) }
    var anchor = try #require(Anchor.read(ledgerPath: folder.ledgerPath))
    anchor.isDirty = true
    anchor.write(ledgerPath: folder.ledgerPath)
    #expect(throws: LMDBError.self) { try Ledger.open(path: folder.ledgerPath, isReadOnly: true) }
    // The mark of a writer that is at work says nothing.
    let descriptor = Glibc.open(folder.ledgerPath, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: Never.self) { try Ledger.open(path: folder.ledgerPath, isReadOnly: true) }
    close(descriptor)
    #expect(throws: LMDBError.self) { try Ledger.open(path: folder.ledgerPath, isReadOnly: true) }
  }
}
