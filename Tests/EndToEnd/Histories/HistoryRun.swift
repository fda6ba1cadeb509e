import Foldbook
import Foundation
import ProgramRunning

/// One random history: the same commands on a real ledger and on the model, compared as it goes.
struct HistoryRun {
  let seed: UInt64
  let folder: String
  /// Another one after each kill.
  var path: String
  var numbers: SeededNumbers
  /// Whether processes are killed in writes, and what came of that.
  var crashes = false
  var crashNumbers: SeededNumbers
  var crashCounts = CrashCounts()
  var model = ModelLedger(baseCurrency: Names.euro)
  /// Nil only while it is reopened.
  var openLedger: Ledger?
  var clock = Names.start
  /// Counts assignments, for what was set last.
  var order = 0
  /// The rows of files that were imported, to overlap with.
  var pastRows: [ModelFileRow] = []
  var pastFiles: [[ModelFileRow]] = []
  /// What the reports said while a position was the head.
  var saved: [SavedReports] = []
  /// The digest of the ledger with nothing but its first commit.
  let initialDigest: CommitHash
  /// What was done, for the message of a difference.
  var steps: [String] = []

  struct SavedReports {
    var today: CalendarDay
    var dashboard: DashboardReport
    var months: MonthsReport
    var list: ListReport
  }

  static let today = Names.day("2026-10-20")

  init(seed: UInt64, folder: URL) throws {
    self.seed = seed
    numbers = SeededNumbers(seed: seed)
    crashNumbers = SeededNumbers(seed: ~seed)
    self.folder = folder.path
    path = Names.path("history-\(seed)", in: folder)
    let ledger = try Names.ledger("history-\(seed)", seed: seed, in: folder)
    initialDigest = try ledger.viewDigest()
    openLedger = ledger
  }

  var ledger: Ledger {
    get throws {
      guard let openLedger else { throw difference("the ledger is not open") }
      return openLedger
    }
  }

  func difference(_ text: String) -> HistoryDifference {
    HistoryDifference(seed: seed, text: text, steps: Array(steps.suffix(40)))
  }

  /// Throws where the real ledger says something else than the model.
  func same<Value: Equatable>(_ what: String, _ real: Value, _ expected: Value) throws {
    if real == expected { return }
    throw difference("\(what)\n  real:     \(real)\n  expected: \(expected)")
  }

  /// Throws where the model itself has a row of an account or a category that is not there.
  func checkModel() throws {
    for row in model.state.liveRows {
      if model.state.account(row.account) == nil { throw difference("the model lost the account \(row.account)") }
      for name in row.parts.isEmpty ? [row.category] : row.parts.map(\.category)
      where model.state.categories[name] == nil { throw difference("the model lost the category \(name)") }
    }
  }

  mutating func reopen() throws {
    openLedger = nil
    openLedger = try Ledger.open(path: path, isReadOnly: false)
  }

  /// Appends a commit of what the body decides.
  /// - Returns: the events and the position of the first, or nil where nothing was appended.
  mutating func commit(
    _ command: String, _ decide: (LedgerView, Position) throws -> [Event]
  ) throws -> (events: [Event], first: Position)? {
    let clock = clock
    return try write { ledger in
      try ledger.write { transaction in
        let view = try transaction.view()
        let first = view.position + 1
        let events = try decide(view, first)
        let header = try transaction.commit(recordedAt: clock, command: command, events: events)
        return header.map { (events, $0.firstPosition) }
      }
    }
  }

  /// Does the same on both sides where the command needs no answer of the real ledger.
  mutating func apply(
    _ command: String, _ expected: ModelLedger.Commit, _ decide: (LedgerView, Position) throws -> [Event]
  ) throws {
    steps.append("\(model.commits.count + 1): \(command)")
    let isEmpty = expected.changes.isEmpty && expected.undoes.isEmpty
    let result: (events: [Event], first: Position)?
    do {
      result = try commit(command, decide)
    } catch let refusal as Refusal {
      throw difference("\(command) is refused: \(refusal)")
    }
    try same("\(command) makes a commit", result != nil, !isEmpty)
    if !isEmpty { model.append(expected) }
  }

  /// Expects a refusal, and that nothing is written.
  mutating func refuses(
    _ command: String, _ expected: Refusal, _ decide: (LedgerView, Position) throws -> [Event]
  ) throws {
    steps.append("refused: \(command)")
    do {
      _ = try commit(command, decide)
    } catch let refusal as Refusal {
      return try same(command, refusal, expected)
    }
    throw difference("\(command) is not refused; expected: \(expected)")
  }
}

/// Where the real ledger and the model differ.
struct HistoryDifference: Error, CustomStringConvertible {
  var seed: UInt64
  var text: String
  var steps: [String]

  var description: String {
    "seed \(seed) (FOLDBOOK_SEED=\(seed) repeats it): \(text)\nhistory:\n  " + steps.joined(separator: "\n  ")
  }
}

/// The names that histories are made of.
enum Names {
  static let euro = currency("EUR")
  static let start = Instant.noon(of: day("2026-01-05"))
  static let accounts: [(name: String, currency: Currency)] = [
    ("Checking", euro), ("Card", euro), ("Savings", euro), ("Cash", euro), ("Yen", currency("JPY")),
    ("Dollars", currency("USD")),
  ]
  static let merchants = [
    "Corner Shop", "Café Zürich", "Employer Ltd", "Rent Office", "Online Books", "Metro", "Bäckerei", "Own Savings",
  ]
  static let categories = [
    "Uncategorised", "Groceries", "Eating out", "Housing", "Salary", "Interest", "Transfers", "Hobbies", "Wages",
    "Transfer", "Garden",
  ]

  static func kind(_ name: String) -> CategoryKind {
    switch name {
    case "Wages", "Salary", "Interest": .income
    case "Transfer", "Transfers": .transfer
    default: .expense
    }
  }

  static func path(_ name: String, in folder: URL) -> String {
    folder.appendingPathComponent("\(name).foldbook").path
  }

  /// A new ledger in euros with nothing but its first commit; its id follows from the seed.
  static func ledger(_ name: String, seed: UInt64, in folder: URL) throws -> Ledger {
    let path = path(name, in: folder)
    try Ledger.create(
      path: path, baseCurrency: euro, at: start, command: "init", ledgerID: SHA256.hash(Array("\(seed)".utf8))
    ) { _ in }
    return try Ledger.open(path: path, isReadOnly: false)
  }

  static func currency(_ code: String) -> Currency {
    guard let currency = Currency(code) else { preconditionFailure("\(code) is no currency") }
    return currency
  }

  static func day(_ text: String) -> CalendarDay {
    guard let day = CalendarDay(text) else { preconditionFailure("\(text) is no day") }
    return day
  }
}
