import Foundation
import LedgerDomain
import LedgerJournal
import LedgerProjection
import LedgerQuery
import Testing

/// A generator whose sequence follows from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// A folder of its own for a test's ledger, gone with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "foldbook-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var ledgerPath: String { path + "/ledger.foldbook" }
}

/// The ledger as a list of rows, kept by other means than the projection.
struct Model {
  struct Row: Equatable {
    var day: CalendarDay
    var amount: Int64
    var account: String
    var merchant: String
    var category: String
    /// Of a split, by category in the order of the parts.
    var parts: [Part] = []
    var isLive = true

    /// What counts where.
    var shares: [Part] { parts.isEmpty ? [Part(category: category, amount: amount)] : parts }
  }

  struct Part: Equatable {
    var category: String
    var amount: Int64
  }

  var rows: [UInt64: Row] = [:]
  /// What stood before each commit, for undoing it.
  var history: [CommitNumber: [UInt64: Row]] = [:]

  var live: [Row] { rows.values.filter(\.isLive) }

  func sum(_ isWanted: (Row) -> Bool) -> Int64 { live.filter(isWanted).reduce(0) { $0 + $1.amount } }
}

struct RandomHistoryTests {
  private static let seedCount: UInt64 = 60

  static var seeds: [UInt64] {
    if let text = ProcessInfo.processInfo.environment["FOLDBOOK_SEED"], let seed = UInt64(text) { return [seed] }
    return Array(1...seedCount)
  }

  @Test(arguments: RandomHistoryTests.seeds)
  func `live views equal a model and a replay and every past head`(seed: UInt64) throws {
    var history = try RandomHistory(seed: seed)
    for step in 0..<40 {
      try history.step(step)
      if step % 8 == 7 { try history.check() }
    }
    try history.check()
    try history.checkPast()
    try history.undoEverything()
  }
}

/// One random history: what is done to the ledger and to the model.
struct RandomHistory {
  private let folder: TemporaryFolder
  private var generator: SeededGenerator
  var ledger: Ledger
  var model = Model()
  var past: [(Position, DashboardReport, MonthsReport)] = []
  let today = CalendarDay("2026-10-20")!
  private var clock: Int64 = 1_700_000_000_000
  let seed: UInt64

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    try Ledger.create(
      path: folder.ledgerPath, baseCurrency: Currency("EUR")!, at: Instant(millisecondsSinceEpoch: clock),
      command: "init", ledgerID: .zero
    ) { transaction in
      for name in ["Giro", "Card"] {
        let events = try Decision.addAccount(
          named: name, currency: nil, opening: 100, openingDay: nil, state: transaction.view())
        try transaction.commit(recordedAt: Instant(millisecondsSinceEpoch: 0), command: "accounts add", events: events)
      }
    }
    ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
  }

  static let categories = ["Uncategorised", "Groceries", "Eating out", "Salary", "Transfers"]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func randomDay() -> CalendarDay {
    today.advanced(byDays: -Int.random(in: 0...70, using: &generator))
  }

  private mutating func randomLive() -> UInt64? {
    let ids = model.rows.filter(\.value.isLive).keys.sorted()
    return ids.isEmpty ? nil : pick(ids)
  }

  /// Appends one commit and keeps what the report was at the new head.
  private mutating func commit(_ decide: (LedgerView) throws -> [Event]) throws -> CommitHeader? {
    clock += Int64.random(in: -5_000...60_000, using: &generator)
    let instant = Instant(millisecondsSinceEpoch: clock)
    let header = try ledger.write { transaction in
      try transaction.commit(recordedAt: instant, command: "test", events: decide(transaction.view()))
    }
    if header != nil { try rememberHead() }
    return header
  }

  private mutating func rememberHead() throws {
    past.append(
      try ledger.read { view in
        (view.position, try DashboardQuery(today: today).report(on: view), try MonthsQuery().report(on: view))
      })
  }

  mutating func step(_ number: Int) throws {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<9: try add()
    case 9..<12: try recategorise()
    case 20..<24: try split()
    case 12..<14: try delete()
    case 14..<16: try edit()
    case 16: try undoNewest()
    case 17: try redoNewest()
    case 18:
      try ledger.rebuild()
    default:
      let day = Int.random(in: 1...28, using: &generator)
      _ = try commit { try Decision.changeSetting(.monthStartDay, to: String(day), state: $0) }
        .map { model.history[$0.number] = model.rows }
      ledger = try Ledger.open(path: folder.ledgerPath, isReadOnly: false)
    }
  }

  private mutating func add() throws {
    let row = Model.Row(
      day: randomDay(), amount: Int64.random(in: -9_999...5_000, using: &generator) * 2 + 1,
      account: pick(["Giro", "Card"]),
      merchant: pick(["Shop", "Café", "Boss", "Bank"]), category: pick(RandomHistory.categories))
    let before = model.rows
    let today = today
    let header = try commit { view in
      try Decision.add(
        AddTransaction(
          amount: Money(minorUnits: row.amount), merchant: row.merchant, category: row.category, account: row.account,
          day: row.day), today: today, position: view.position + 1, state: view)
    }
    guard let header else { return }
    model.history[header.number] = before
    model.rows[header.lastPosition] = row
  }

  private mutating func recategorise() throws {
    guard let id = randomLive() else { return }
    let category = pick(RandomHistory.categories)
    let before = model.rows
    let today = today
    if model.rows[id]?.parts.isEmpty == false {
      try ledger.read { view in
        #expect(throws: Refusal.self) { try Decision.recategorise([TransactionID(id)], to: category, state: view) }
        var edit = EditTransaction(id: TransactionID(id))
        edit.amount = 1
        #expect(throws: Refusal.self) { try Decision.edit(edit, today: today, state: view) }
      }
    }
    let header = try commit {
      try Decision.recategorise([TransactionID(id)], to: category, leavesSplits: true, state: $0)
    }
    if let header { model.history[header.number] = before }
    if model.rows[id]?.parts.isEmpty == true { model.rows[id]?.category = category }
  }

  /// Gives a transaction parts, other parts, or takes them away.
  private mutating func split() throws {
    guard let id = randomLive(), let row = model.rows[id] else { return }
    let before = model.rows
    if !row.parts.isEmpty, Bool.random(using: &generator) {
      let category = pick(RandomHistory.categories)
      let header = try commit { try Decision.removeSplit(TransactionID(id), to: category, state: $0) }
      if let header { model.history[header.number] = before }
      model.rows[id]?.category = category
      model.rows[id]?.parts = []
      return
    }
    var categories = RandomHistory.categories.shuffled(using: &generator)
    categories.removeLast(Int.random(in: 0...3, using: &generator))
    var parts: [Model.Part] = []
    var rest = row.amount
    for category in categories.dropLast() {
      let amount = Int64.random(in: 1...3_000, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
      parts.append(Model.Part(category: category, amount: amount))
      rest -= amount
    }
    if rest == 0 { return }
    parts.append(Model.Part(category: categories[categories.count - 1], amount: rest))
    let asked = parts.map { AskedPart(category: $0.category, amount: Money(minorUnits: $0.amount)) }
    let header = try commit { try Decision.split(TransactionID(id), into: asked, state: $0) }
    if let header { model.history[header.number] = before }
    model.rows[id]?.category = Category.splitName
    model.rows[id]?.parts = parts
  }

  private mutating func delete() throws {
    guard let id = randomLive() else { return }
    let before = model.rows
    let header = try commit { try Decision.delete([TransactionID(id)], state: $0) }
    if let header { model.history[header.number] = before }
    model.rows[id]?.isLive = false
  }

  private mutating func edit() throws {
    guard let id = randomLive() else { return }
    var edit = EditTransaction(id: TransactionID(id))
    let before = model.rows
    if Bool.random(using: &generator) { edit.day = randomDay() }
    if Bool.random(using: &generator), model.rows[id]?.parts.isEmpty == true {
      edit.amount = Money(minorUnits: Int64.random(in: 1...9_999, using: &generator))
    }
    if Bool.random(using: &generator) { edit.merchant = pick(["Shop", "Kiosk"]) }
    if Bool.random(using: &generator) { edit.account = pick(["Giro", "Card"]) }
    if Bool.random(using: &generator) { edit.note = .some(pick(["", "x", "y"])) }
    let decided = edit
    let today = today
    let header = try commit { try Decision.edit(decided, today: today, state: $0) }
    if let header { model.history[header.number] = before }
    if let day = edit.day { model.rows[id]?.day = day }
    if let amount = edit.amount { model.rows[id]?.amount = amount.minorUnits }
    if let merchant = edit.merchant { model.rows[id]?.merchant = merchant }
    if let account = edit.account { model.rows[id]?.account = account }
  }

  private mutating func undoNewest() throws {
    var undone: CommitNumber?
    let before = model.rows
    do {
      let header = try commit { view in
        let planner = try UndoPlanner(view: view)
        let number = try planner.newestUndoable()
        if number <= 3 { return [] }
        undone = number
        return try planner.plan(undoing: number, cascades: false)
      }
      guard let header, let undone, let rows = model.history[undone] else { return }
      model.history[header.number] = before
      model.rows = rows.merging(before.filter { rows[$0.key] == nil }.mapValues { RandomHistory.gone($0) }) { $1 }
    } catch is Refusal {
      return
    }
  }

  private static func gone(_ row: Model.Row) -> Model.Row {
    var row = row
    row.isLive = false
    return row
  }

  /// A redo right after other changes brings back what the undo took away; it is tried only where nothing came between.
  private mutating func redoNewest() throws {
    let head = try ledger.read { try $0.journal.headCommit()?.number ?? 0 }
    guard let rows = model.history[head] else { return }
    let statuses = try ledger.read { try $0.commitStatuses() }
    guard statuses.newestUndo == head else { return }
    let before = model.rows
    let header = try commit { view in
      let planner = try UndoPlanner(view: view)
      return try planner.plan(undoing: planner.newestRedoable(), cascades: false)
    }
    if let header { model.history[header.number] = before }
    model.rows = rows
  }

  /// Undoing every change leaves an empty ledger, and taking those undos back gives the same views again.
  mutating func undoEverything() throws {
    let before = try ledger.viewDigest()
    var count = 0
    while true {
      let events = try ledger.write { transaction -> Bool in
        let view = try transaction.view()
        let planner = try UndoPlanner(view: view)
        do {
          let number = try planner.newestUndoable()
          let events = try planner.plan(undoing: number, cascades: false)
          try transaction.commit(recordedAt: Instant(millisecondsSinceEpoch: clock), command: "undo", events: events)
          return true
        } catch Refusal.nothingToUndo {
          return false
        }
      }
      if !events { break }
      count += 1
    }
    try ledger.read { view in
      #expect(view.transactionCounts.live == 0, "seed \(seed)")
      let accounts = try AccountsQuery(today: nil).report(on: view).accounts
      #expect(accounts.isEmpty, "seed \(seed)")
    }
    try expectReplayEqualsLive()
    for _ in 0..<count {
      try ledger.write { transaction in
        let planner = try UndoPlanner(view: transaction.view())
        let events = try planner.plan(undoing: planner.newestRedoable(), cascades: false)
        try transaction.commit(recordedAt: Instant(millisecondsSinceEpoch: clock), command: "redo", events: events)
      }
    }
    let after = try ledger.viewDigest()
    #expect(after == before, "seed \(seed): undone and redone")
  }
}
