import Foundation
import LMDB
import LedgerDomain
import LedgerJournal
import LedgerProjection
import Testing

/// Every check of a ledger is needed: for each there is a damage that it finds and no other check is needed for.
///
/// Whoever takes a check away turns its case red, and a check without a case does so too.
struct VerificationTests {
  private typealias Check = Verification.Check

  @Test(arguments: Verification.Check.allCases)
  func `a check finds its damage alone, and without it the damage goes unseen`(check: Verification.Check) throws {
    let ledger = try DamagedLedger()
    #expect(try ledger.problems(.all) == [])
    try ledger.damage(for: check)
    #expect(try ledger.problems([], expecting: check) == [])
    #expect(try ledger.problems([check], expecting: check).count >= 1)
    #expect(try ledger.problems(.all, expecting: check).count >= 1)
  }

  @Test(arguments: DamagedLedger.WrongParts.allCases)
  func `parts that a transaction did not have are found`(fault: DamagedLedger.WrongParts) throws {
    let ledger = try DamagedLedger()
    try ledger.append(fault)
    #expect(try ledger.problems([]) == [])
    #expect(try ledger.problems([fault == .unknownCategory ? .references : .previousCategory]).count == 1)
    #expect(try ledger.problems(.all).count >= 1)
  }

  @Test(arguments: ForgedFault.all)
  private func `each fault that a verifier can name is found in a journal that has it`(_ fault: ForgedFault) throws {
    let ledger = try DamagedLedger()
    try ledger.append(fault.events(try ledger.lastTransaction()))
    let problems = try ledger.problems(.all).map(\.reason)
    #expect(problems.contains(fault.reason), "\(problems)")
  }

  @Test func `every fault of an event that a verifier can name has its journal`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let source = folder.deletingLastPathComponent().appendingPathComponent("Sources/LedgerProjection/Verifier.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    // Wrong parts have a test of their own.
    let known = Set(ForgedFault.all.map(\.reason) + DamagedLedger.WrongParts.reasons)
    // What is thrown is of blocks, which have their damages above.
    let named = text.components(separatedBy: "\n").filter { !$0.contains("reason:") && !$0.contains("note(") }
      .flatMap { $0.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }
      .filter { $0.contains(" ") && !$0.contains("\\(") }
    #expect(named.count >= 15)
    #expect(named.filter { !known.contains($0) } == [])
  }

  @Test func `the first bad position is named`() throws {
    let ledger = try DamagedLedger()
    try ledger.damage(for: .columns)
    let problem = try #require(try ledger.problems(.all).first)
    #expect(problem.position == ledger.fourthCommit.firstPosition)
    #expect(problem.reason == "the columns of a block differ from their checksum")
  }

  @Test func `what a verifier meets in a journal of nonsense never traps`() throws {
    for check in Verification.Check.allCases {
      let ledger = try DamagedLedger()
      try ledger.damage(for: check)
      for left in Verification.Check.allCases {
        _ = try ledger.problems(Set.all.subtracting([left]), expecting: check)
      }
    }
  }
}

/// A small ledger with a snapshot, and ways to break it.
final class DamagedLedger {
  // A class, since its folder goes with it.
  private let folder: TemporaryFolder
  private static let noon = Instant.noon(of: CalendarDay("2026-10-20")!)
  private(set) var fourthCommit: CommitHeader

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let noon = Self.noon
    try Ledger.create(
      path: folder.ledgerPath, baseCurrency: Currency("EUR")!, at: noon, command: "init", ledgerID: .zero
    ) { transaction in
      for number in 1...5 {
        let view = try transaction.view()
        let command = AddTransaction(
          amount: Money(minorUnits: Int64(-number)), merchant: "Shop \(number % 2)", day: noon.day,
          note: "note \(number)")
        let events = try Decision.add(command, today: noon.day, position: view.position + 1, state: view)
        try transaction.commit(recordedAt: noon, command: "add", events: events)
      }
    }
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
    try ledger.rebuild()
    fourthCommit = try ledger.read { try $0.journal.commit(4) }
  }

  func problems(
    _ checks: Set<Verification.Check>, expecting check: Verification.Check? = nil
  ) throws -> [Verification.Problem] {
    try Ledger.verify(
      path: folder.ledgerPath, expectedHash: check == .expectedHash ? "0123" : nil, checks: checks
    ).problems
  }

  private func change(_ body: (StoreWriter) throws -> Void) throws {
    let environment = try Environment.open(path: folder.ledgerPath, mode: .readWrite)
    try environment.write { try body(StoreWriter(access: $0.writing)) }
  }

  /// Appends a commit of events, as they are.
  func append(_ events: [Event]) throws {
    try change { store in
      var writer = try CommitWriter(store: store)
      for event in events { try writer.append(event) }
      _ = try writer.finish(recordedAt: Self.noon, command: "test", sources: [])
    }
  }

  /// Changes of a split that carry other parts than it has.
  enum WrongParts: CaseIterable {
    case change, whole, deletion, restoration, edit, unknownCategory

    /// What is said of parts alone.
    static let reasons = [
      "the event brings back other parts than the transaction had",
      "the event carries other parts than the transaction has",
    ]
  }

  func append(_ fault: WrongParts) throws {
    let row = try lastTransaction()
    func setting(_ first: Int64, category: UInt16 = 2) -> CategorySetting {
      let rest = Money(minorUnits: row.values.amount.minorUnits - first)
      return CategorySetting(
        parts: [
          SplitPart(category: CategoryID(1), amount: Money(minorUnits: first)),
          SplitPart(category: CategoryID(category), amount: rest),
        ], isByHand: true)
    }
    func change(_ previous: CategorySetting, _ setting: CategorySetting) -> Event {
      .transactionSplit(
        TransactionRecategorised(
          target: row.id, values: row.values, previous: previous, setting: setting, cause: .byHand))
    }
    func removal(_ setting: CategorySetting) -> TransactionRemoval {
      TransactionRemoval(target: row.id, values: row.values, setting: setting, gone: .deleted, cause: .byHand)
    }
    func half(_ setting: CategorySetting) -> TransactionEditHalf {
      TransactionEditHalf(target: row.id, values: row.values, setting: setting, note: nil, cause: .byHand)
    }
    let (right, wrong) = (setting(-2), setting(-3))
    let split = change(row.setting, right)
    switch fault {
    case .change: try append([split, change(wrong, row.setting)])
    case .whole: try append([change(wrong, row.setting)])
    case .deletion: try append([split, .transactionDeleted(removal(wrong))])
    case .restoration: try append([split, .transactionDeleted(removal(right)), .transactionRestored(removal(wrong))])
    case .edit: try append([split, .transactionEditRetracted(half(right)), .transactionEditAsserted(half(wrong))])
    case .unknownCategory: try append([change(row.setting, setting(-2, category: 999))])
    }
  }

  private func key(_ position: Position) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: position >> UInt64(56 - 8 * $0)) }
  }

  /// Changes the bytes of the block that begins at a position; with `isSealed` its checksums are made right again.
  private func changeBlock(at position: Position, isSealed: Bool, _ body: (inout [UInt8]) throws -> Void) throws {
    try change { store in
      let found = try store.reader.value(key(position), in: .blocks)
      var bytes = Array(try #require(found))
      try body(&bytes)
      if isSealed { DamagedLedger.seal(&bytes) }
      try store.put(key(position), bytes, in: .blocks)
    }
  }

  /// Writes a block's three checksums, as `Schemas/tables/` describes them.
  private static func seal(_ block: inout [UInt8]) {
    func size(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(block[offset + $1]) << (8 * $1) } }
    let hotEnd = 104 + size(56)
    let sparseEnd = hotEnd + size(60)
    func store(_ value: UInt64, _ offset: Int) {
      for index in 0..<8 { block[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
    }
    store(Checksum.of(Array(block[hotEnd..<sparseEnd])), 80)
    store(Checksum.of(Array(block[sparseEnd...])), 88)
    let header = Array(block[..<96])
    let columns = Array(block[104..<hotEnd])
    store(header.withUnsafeBytes { first in columns.withUnsafeBytes { Checksum.of(first, $0) } }, 96)
  }

  /// The place of a text in a block.
  private func place(of text: String, in bytes: [UInt8]) throws -> Int {
    let wanted = Array(text.utf8)
    return try #require(bytes.indices.last { bytes[$0...].starts(with: wanted) })
  }

  private func values(amount: Int64, account: UInt16 = 0) throws -> TransactionValues {
    TransactionValues(
      day: Self.noon.day, amount: Money(minorUnits: amount), account: AccountID(account), merchant: .none)
  }

  /// A transaction of the ledger: the last one.
  func lastTransaction() throws -> StandingRow {
    let ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: true)
    return try ledger.read { view in try view.standingRow(#require(view.transactions(on: Self.noon.day).first)) }
  }

  private func removal(_ row: StandingRow, amount: Int64? = nil) -> TransactionRemoval {
    var values = row.values
    if let amount { values.amount = Money(minorUnits: amount) }
    return TransactionRemoval(target: row.id, values: values, setting: row.setting, gone: .deleted, cause: .byHand)
  }

  func damage(for check: Verification.Check) throws {
    switch check {
    case .structure: try damagePages()
    case .identity, .viewRows, .viewDigest: try damageRows(for: check)
    case .anchor:
      var anchor = try #require(Anchor.read(ledgerPath: folder.ledgerPath))
      anchor.position += 5
      anchor.write(ledgerPath: folder.ledgerPath)
    case .expectedHash: break
    case .columns, .definitions, .texts, .hash, .chain, .membership, .positions, .completeness:
      try damageBlocks(for: check)
    case .target, .liveness, .previousCategory, .previousValues, .references, .numbering, .editHalves, .matchedRows,
      .transferLegs,
      .undoneCommits:
      try append(events(for: check))
    }
  }

  /// Events that do not follow from those before.
  private func events(for check: Verification.Check) throws -> [Event] {
    let row = try lastTransaction()
    let half = TransactionEditHalf(
      target: row.id, values: row.values, setting: row.setting, note: nil, cause: .byHand)
    switch check {
    case .target:
      return [
        .transactionDeleted(
          TransactionRemoval(
            target: TransactionID(1), values: row.values, setting: row.setting, gone: .deleted, cause: .byHand))
      ]
    case .liveness: return [.transactionDeleted(removal(row)), .transactionDeleted(removal(row))]
    case .previousCategory:
      let other = CategorySetting(CategoryID(row.setting.category.index + 1), isByHand: true)
      return [
        .transactionRecategorised(
          TransactionRecategorised(
            target: row.id, values: row.values, previous: other, setting: other, cause: .byHand))
      ]
    case .previousValues: return [.transactionDeleted(removal(row, amount: -77))]
    case .references:
      return [
        .transactionAdded(
          TransactionAdded(
            values: try values(amount: -1, account: 77), setting: row.setting, cause: .byHand, texts: TransactionTexts()
          ))
      ]
    case .numbering: return [.categoryDefined(CategoryID(999), name: "Far away", kind: .expense)]
    case .editHalves: return [.transactionEditRetracted(half), .rowsMatched([row.id])]
    case .matchedRows: return [.rowsMatched([TransactionID(99_999)])]
    case .transferLegs:
      let pair = TransferPair(outgoing: row.id, incoming: TransactionID(99_999))
      return [.transferDecided(TransferDecided(pair: pair, state: .linked, previous: .undecided))]
    case .undoneCommits: return [.commitsUndone([999])]
    default: preconditionFailure("\(check) has no events")
    }
  }

  private func damageBlocks(for check: Verification.Check) throws {
    let position = fourthCommit.firstPosition
    switch check {
    case .columns: try changeBlock(at: position, isSealed: false) { $0[40] ^= 1 }
    case .definitions:
      try changeBlock(at: position, isSealed: false) { $0[try place(of: "add", in: $0)] ^= 1 }
    case .texts: try changeBlock(at: position, isSealed: false) { $0[try place(of: "note 3", in: $0)] ^= 1 }
    case .hash: try changeBlock(at: position, isSealed: true) { $0[try place(of: "note 3", in: $0)] ^= 1 }
    case .chain:
      // The first commit of another ledger, as long as this one's.
      let other = try DamagedLedger(at: Instant(millisecondsSinceEpoch: Self.noon.millisecondsSinceEpoch + 1))
      let block = try other.block(at: 1)
      try change { try $0.put(key(1), block, in: .blocks) }
    case .positions: try change { try $0.delete(key(position), in: .blocks) }
    case .membership, .completeness:
      let first = try Ledger.open(path: folder.ledgerPath, isReadOnly: true).read { $0.position } + 1
      let row = try lastTransaction()
      let added = try TransactionAdded(
        values: values(amount: -1), setting: row.setting, cause: .byHand, texts: TransactionTexts())
      try append([Event](repeating: .transactionAdded(added), count: 3_001))
      if check == .completeness {
        try change { try $0.delete(key(first + 3_000), in: .blocks) }
      } else {
        try changeBlock(at: first + 3_000, isSealed: true) { $0[16] ^= 1 }
      }
    default: preconditionFailure("\(check) has no block")
    }
  }

  private convenience init(at instant: Instant) throws {
    try self.init()
    // Another first commit: the whole ledger is made anew with another clock.
    try FileManager.default.removeItem(atPath: folder.ledgerPath)
    try FileManager.default.removeItem(atPath: folder.ledgerPath + "-anchor")
    try Ledger.create(
      path: folder.ledgerPath, baseCurrency: Currency("EUR")!, at: instant, command: "init", ledgerID: .zero
    ) { _ in }
  }

  private func block(at position: Position) throws -> [UInt8] {
    let environment = try Environment.open(path: folder.ledgerPath, mode: .readOnly)
    return try environment.read { transaction in
      let found = try StoreReader(access: transaction.reading).value(key(position), in: .blocks)
      return Array(try #require(found))
    }
  }

  private func damageRows(for check: Verification.Check) throws {
    try change { store in
      if check == .identity {
        let key = Array("format".utf8)
        let found = try store.reader.value(key, in: .meta)
        var bytes = Array(try #require(found))
        bytes[20] ^= 1
        return try store.put(key, bytes, in: .meta)
      }
      let found = try store.reader.first(in: .months)
      let entry = try #require(found)
      let key = Array(entry.key)
      // The last byte before the checksum is the count of a day's last cell.
      var content = Array(entry.value.dropLast(8))
      content[content.count - 1] ^= 2
      if check == .viewRows { return try store.put(key, content + entry.value.suffix(8), in: .months) }
      let checksum = key.withUnsafeBytes { key in
        content.withUnsafeBytes { Checksum.of(key: key, value: $0, in: .months) }
      }
      let seal = (0..<8).map { UInt8(truncatingIfNeeded: checksum >> UInt64(8 * $0)) }
      try store.put(key, content + seal, in: .months)
    }
  }

  private func damagePages() throws {
    try PageDamage.renumberPage(of: folder.ledgerPath)
  }
}
