import Foldbook
import Foundation
import ProgramRunning
import Testing

/// Random upkeep of names, rules, words, settings, assertions and transfers between random changes of transactions and
/// imports that link, match, guess and bring back.
struct UpkeepHistoryTests {
  /// One history on a real ledger; refused commands are left out.
  private struct Run {
    let ledger: Ledger
    var numbers: SeededNumbers
    private var clock = Names.start
    /// What the dashboard and the months said while a position was the head.
    private var saved: [(dashboard: DashboardReport, months: MonthsReport)] = []

    init(seed: UInt64, folder: URL) throws {
      numbers = SeededNumbers(seed: seed)
      ledger = try Names.ledger("upkeep", seed: seed, in: folder)
      for name in ["Checking", "Card", "Savings"] {
        try commit { view, _ in
          try Decision.addAccount(named: name, currency: nil, opening: .zero, openingDay: nil, state: view)
        }
      }
    }

    mutating func commit(_ decide: (LedgerView, Position) throws -> [Event]) throws {
      clock = Instant(millisecondsSinceEpoch: clock.millisecondsSinceEpoch + 60_000)
      let instant = clock
      do {
        _ = try ledger.write { transaction in
          let view = try transaction.view()
          return try transaction.commit(
            recordedAt: instant, command: "test", events: decide(view, view.position + 1))
        }
      } catch is Refusal {
        return
      } catch is NameError {
        return
      }
    }

    private mutating func amount() -> Money {
      let magnitude = Int64.random(in: 1...9, using: &numbers) * 1_000
      return Money(minorUnits: numbers.happens(percent: 60) ? -magnitude : magnitude)
    }

    mutating func step() throws {
      switch numbers.next() % 24 {
      case 0..<6: try add()
      case 6: try undo()
      case 20..<23: try importFile()
      case 23: try words()
      case 7..<10: try names()
      case 10..<13: try merchants()
      case 13..<16: try rules()
      case 16..<18: try transfers()
      case 18: try assertBalance()
      default:
        let id = TransactionID(UInt64.random(in: 1...60, using: &numbers))
        try commit { view, _ in try Decision.delete([id], state: view) }
        try split()
      }
      if numbers.happens(percent: 8) { try ledger.rebuild() }
      if numbers.happens(percent: 30) { try save() }
    }

    /// A small file of few amounts, so that transfers, matches and duplicates come about.
    private mutating func importFile() throws {
      var rows = ["Date,Payee,Amount,Category,Account"]
      for _ in 0..<Int.random(in: 1...5, using: &numbers) {
        let day = HistoryRun.today.advanced(byDays: -Int.random(in: 0...20, using: &numbers))
        let payee = numbers.happens(percent: 5) ? "Opening Balance" : numbers.one(of: Names.merchants)
        let word = numbers.one(of: ["", "", "", "Groceries", "Hobbies", "Garden", "Odds", "Transfers"])
        let account = numbers.one(of: ["Checking", "Card", "Savings", "DE89370400440532013000"])
        rows.append("\(day),\(payee),\(amount().minorUnits / 100).00,\(word),\(account)")
      }
      var options = ImportOptions()
      options.currency = Names.euro
      var importer = Importer(options: options)
      importer.restoresDeleted = numbers.happens(percent: 40)
      importer.guessesCategories = numbers.happens(percent: 40)
      if numbers.happens(percent: 30) {
        let category = numbers.one(of: ["Gifts", "Shopping", "Uncategorised"])
        importer.categoryMap = CategoryMap(
          path: "map.json", entries: [CategoryMap.Entry(word: "odds", category: category, kind: .expense)])
      }
      let text = Array((rows.joined(separator: "\n") + "\n").utf8)
      let sources = importer.read([Importer.Input(path: "file.csv", bytes: text)])
      guard importer.accepts(sources) else { preconditionFailure("the file is refused: \(sources[0].file.errors)") }
      clock = Instant(millisecondsSinceEpoch: clock.millisecondsSinceEpoch + 60_000)
      let (instant, run) = (clock, importer)
      do {
        _ = try ledger.write { try run.commit(sources, in: $0, recordedAt: instant, command: "import") }
      } catch is Refusal {
        return
      }
    }

    private mutating func words() throws {
      let (word, category) = (
        numbers.one(of: ["Odds", "ODDS", "Ends"]), numbers.one(of: ["Gifts", "Garden", "Hobbies"])
      )
      let day = numbers.one(of: ["1", "10", "25"])
      switch numbers.next() % 3 {
      case 0: try commit { view, _ in try Decision.setCategoryAlias(word, to: category, state: view) }
      case 1: try commit { view, _ in try Decision.setCategoryAlias(word, to: nil, state: view) }
      default: try commit { view, _ in try Decision.changeSetting(.monthStartDay, to: day, state: view) }
      }
    }

    private mutating func save() throws {
      saved.append(
        try ledger.read { view in
          (try DashboardQuery(today: HistoryRun.today).report(on: view), try MonthsQuery().report(on: view))
        })
    }

    /// What a position says now is what it said while it was the head, and the diff of two is their difference.
    func checkPast(_ seed: UInt64) throws {
      struct Key: Hashable {
        var month: YearMonth
        var category: String
        var kind: CategoryKind
      }
      func sums(_ report: MonthsReport) -> [Key: Int64] {
        var sums: [Key: Int64] = [:]
        for month in report.months {
          for entry in month.categories {
            sums[Key(month: month.month, category: entry.category, kind: entry.kind), default: 0] +=
              entry.sum.minorUnits
          }
        }
        return sums
      }
      for (index, point) in saved.enumerated() {
        let position = point.dashboard.position
        let (dashboard, months) = try ledger.read(at: position) { view in
          (try DashboardQuery(today: HistoryRun.today).report(on: view), try MonthsQuery().report(on: view))
        }
        #expect(dashboard == point.dashboard, "seed \(seed) at \(position)")
        #expect(months == point.months, "seed \(seed) at \(position)")
        let other = saved[(index * 7 + 3) % saved.count]
        let diff = try ledger.read { try DiffQuery(from: position, to: other.dashboard.position).report(on: $0) }
        let (old, new) = (sums(point.months), sums(other.months))
        var expected: [Key: Int64] = [:]
        for key in Set(old.keys).union(new.keys) where old[key] ?? 0 != new[key] ?? 0 {
          expected[key] = (new[key] ?? 0) - (old[key] ?? 0)
        }
        let real = diff.changes.map {
          (Key(month: $0.month, category: $0.category, kind: $0.kind), $0.change.minorUnits)
        }
        #expect(
          Dictionary(real, uniquingKeysWith: +) == expected, "seed \(seed), \(position) to \(other.dashboard.position)")
      }
    }

    private mutating func add() throws {
      let command = AddTransaction(
        amount: amount(), merchant: numbers.one(of: Names.merchants),
        category: numbers.one(of: [nil, nil, "Groceries", "Gifts", "Transfers", "Hobbies"]),
        account: numbers.one(of: ["Checking", "Card", "Savings"]),
        day: HistoryRun.today.advanced(byDays: -Int.random(in: 0...20, using: &numbers)))
      try commit { view, first in
        try Decision.add(command, today: HistoryRun.today, position: first, state: view)
      }
    }

    private mutating func split() throws {
      let ids = try ledger.read { try ListQuery(query: TransactionQuery()).ids(on: $0) }
      guard let id = ids.randomElement(using: &numbers) else { return }
      let categories = ["Groceries", "Gifts", "Hobbies", "Garden", "Transfers"].shuffled(using: &numbers)
      let parts = [
        AskedPart(category: categories[0], amount: amount()), AskedPart(category: categories[1], amount: nil),
      ]
      try commit { view, _ in try Decision.split(id, into: parts, state: view) }
    }

    private mutating func undo() throws {
      let head = try ledger.read { try $0.lastCommit().number }
      let number = CommitNumber.random(in: 2...max(head, 2), using: &numbers)
      try commit { view, _ in try UndoPlanner(view: view).plan(undoing: number, cascades: true) }
    }

    private mutating func names() throws {
      let accounts = ["Checking", "Card", "Savings", "Purse"]
      let categories = ["Groceries", "Gifts", "Hobbies", "Garden", "Shopping"]
      let (one, other) = (numbers.one(of: accounts), numbers.one(of: accounts))
      let (from, to) = (numbers.one(of: categories), numbers.one(of: categories))
      let kind = numbers.one(of: CategoryKind.allCases)
      switch numbers.next() % 8 {
      case 0: try commit { view, _ in try Decision.renameAccount(one, to: other, state: view) }
      case 1: try commit { view, _ in try Decision.closeAccount(one, state: view) }
      case 2: try commit { view, _ in try Decision.reopenAccount(one, state: view) }
      case 3: try commit { view, _ in try Decision.renameCategory(from, to: to, state: view) }
      case 4: try commit { view, _ in try Decision.changeKind(ofCategory: from, to: kind, state: view) }
      case 5: try commit { view, _ in try Decision.addCategory(named: from, kind: kind, state: view) }
      case 6:
        try commit { view, _ in
          let query = TransactionQuery(terms: [.category(from)])
          let ids = try ListQuery(query: query).ids(on: view)
          return try Decision.removeCategory(from, into: to, ids: ids, state: view)
        }
      default:
        let month = HistoryRun.today.yearMonth
        let budget = Money(minorUnits: Int64.random(in: 0...9, using: &numbers) * 10_000)
        try commit { view, _ in
          try Decision.setBudget(category: from, amount: budget, from: month, state: view)
        }
      }
    }

    private mutating func merchants() throws {
      let (one, other) = (numbers.one(of: Names.merchants), numbers.one(of: Names.merchants + ["New Name"]))
      switch numbers.next() % 4 {
      case 0, 1:
        try commit { view, _ in
          let target = try MerchantSelection.find(other, view: view)
          return try Decision.mergeMerchants(
            [MerchantSelection.find(one, view: view)], into: target, called: other, state: view)
        }
      case 2:
        try commit { view, _ in
          let merchant = try MerchantSelection.find(one, view: view)
          return try Decision.renameMerchant(merchant, called: view.merchantName(merchant), to: other, state: view)
        }
      default:
        try commit { view, _ in
          guard let merchant = try view.merchant(named: one) else { return [] }
          return try Decision.separateMerchant(merchant, called: one, state: view)
        }
      }
    }

    private mutating func rules() throws {
      let query = "merchant:\"\(numbers.one(of: Names.merchants))\""
      let category = numbers.one(of: ["Groceries", "Gifts", "Hobbies", "Travel"])
      let number = UInt32.random(in: 1...4, using: &numbers)
      switch numbers.next() % 3 {
      case 0: try commit { view, _ in try Decision.removeRule(number, state: view) }
      case 1:
        try commit { view, _ in
          try RuleMatching.check(query, on: view)
          return try Decision.addRule(query: query, category: category, priority: Int32(number), state: view)
        }
      default:
        try commit { view, _ in try Decision.applyRules(RuleChangesQuery().changes(on: view), state: view) }
      }
    }

    private mutating func transfers() throws {
      let links = numbers.happens(percent: 70)
      try commit { view, _ in
        let report = try TransfersQuery(days: 20).report(on: view)
        if links { return try Decision.linkTransfers(report.suggestions.prefix(1).map(\.pair), state: view) }
        guard let pair = (report.linked + report.suggestions).first?.pair else { return [] }
        return try Decision.separateTransfer(
          pair, settings: TransfersQuery.settingsBefore(pair, on: view), state: view)
      }
    }

    private mutating func assertBalance() throws {
      let (account, balance) = (numbers.one(of: ["Checking", "Card"]), numbers.happens(percent: 70) ? amount() : nil)
      let day = HistoryRun.today.advanced(byDays: -Int.random(in: 0...3, using: &numbers))
      try commit { view, _ in try Decision.assertBalance(balance, of: account, on: day, state: view) }
    }

    /// Views equal a replay, the journal is sound, and every report counts each transaction once.
    func check(_ seed: UInt64) throws {
      let (live, replayed) = (try ledger.viewDigest(), try ledger.replayedDigest())
      #expect(live == replayed, "seed \(seed)")
      try ledger.read { view in
        let problems = try Verifier.verify(view.journal).problems.map { "\($0.position): \($0.reason)" }
        #expect(problems.isEmpty, "seed \(seed)")
        try UpkeepHistoryTests.checkPlaces(view, seed)
        let list = try ListQuery(query: TransactionQuery()).report(on: view)
        let merchants = try MerchantsQuery().report(on: view).merchants
        #expect(merchants.reduce(.zero) { $0 + $1.sum } == list.total, "seed \(seed)")
        #expect(Set(merchants.map(\.merchant)).count == merchants.count, "seed \(seed)")
        for entry in merchants where !entry.merchant.isEmpty {
          let history = try MerchantHistoryQuery(name: entry.merchant).report(on: view)
          #expect(history.total == entry.sum && history.count == entry.count, "seed \(seed): \(entry.merchant)")
        }
        let categories = try MonthsQuery().report(on: view).months.flatMap(\.categories)
        #expect(categories.reduce(.zero) { $0 + $1.sum } == list.total, "seed \(seed)")
      }
    }
  }

  /// No transaction lies in an account or a category that is gone.
  private static func checkPlaces(_ view: LedgerView, _ seed: UInt64) throws {
    for day in try view.postedDays(from: .first, to: .last) {
      for id in try view.transactions(on: day) {
        let row = try view.standingRow(id)
        let account = view.directory.account(row.values.account)
        #expect(account?.isRemoved == false, "seed \(seed): \(row)")
        if row.setting.isSplit { continue }
        let category = view.directory.category(row.setting.category)
        #expect(category?.isRemoved == false, "seed \(seed): \(row)")
      }
    }
  }

  @Test(arguments: (0..<10).map { group in (0..<6).map { UInt64(2_000 + group * 10 + $0) } })
  func `random upkeep is sound, equals its replay, and goes back and forth by digest`(_ seeds: [UInt64]) throws {
    print("random upkeep with seeds \(seeds)")
    for seed in seeds {
      try TemporaryFolder.lend { folder in
        var run = try Run(seed: seed, folder: folder)
        let empty = try run.ledger.read { view in try view.earlier(at: view.journal.commit(1).lastPosition).digest() }
        for number in 1...60 {
          try run.step()
          if number % 15 == 0 { try run.check(seed) }
        }
        try run.checkPast(seed)
        let (last, digest) = (try run.ledger.read { try $0.lastCommit().number }, try run.ledger.viewDigest())
        while try run.ledger.read({ try Self.hasUndoable($0) }) {
          let before = try run.ledger.read { $0.position }
          try run.commit { view, _ in
            let planner = try UndoPlanner(view: view)
            return try planner.plan(undoing: planner.newestUndoable(), cascades: false)
          }
          let after = try run.ledger.read { $0.position }
          try #require(after > before, "seed \(seed): the newest commit that stands can't be undone")
        }
        try run.check(seed)
        let undone = try run.ledger.viewDigest()
        #expect(undone == empty, "seed \(seed)")
        let head = try run.ledger.read { try $0.lastCommit().number }
        for number in (last..<head).reversed().map({ $0 + 1 }) {
          try run.commit { view, _ in try UndoPlanner(view: view).plan(undoing: number, cascades: false) }
        }
        let back = try run.ledger.viewDigest()
        #expect(back == digest, "seed \(seed)")
      }
    }
  }

  private static func hasUndoable(_ view: LedgerView) throws -> Bool {
    do {
      _ = try UndoPlanner(view: view).newestUndoable()
      return true
    } catch Refusal.nothingToUndo {
      return false
    }
  }
}
