import Foldbook
import Foundation
import ProgramRunning
import Testing

/// Random commands about the names of accounts and categories, what words in files mean, and imports with and without a map,
/// compared with a model after each.
struct NamesHistoryTests {
  private static let accounts = ["Giro", "giro", "Card", "Savings", "Purse"]
  private static let words = ["Groceries", "GROCERIES", "Food", "Gifts", "Wages", "Transfer", "Odds", "ODDS", "Ends"]

  private struct Run {
    let seed: UInt64
    let ledger: Ledger
    var numbers: SeededNumbers
    var clock = Names.start
    var model = ModelNames()
    /// What held before each commit that stands, the newest last, and after those that were taken back.
    var before: [ModelNames] = []
    var after: [ModelNames] = []
    /// Amounts that no other row has, so that no row is another's duplicate or counterpart.
    var nextAmount: Int64 = 100
    var steps: [String] = []

    init(seed: UInt64, folder: URL) throws {
      self.seed = seed
      numbers = SeededNumbers(seed: seed)
      ledger = try Names.ledger("names", seed: seed, in: folder)
      model.categories = try ledger.read { view in
        view.directory.categories.map { ModelNames.Category(name: $0.name, kind: $0.kind) }
      }
    }

    /// The time of the next commit, a minute after the one before.
    private mutating func tick() -> Instant {
      clock = Instant(millisecondsSinceEpoch: clock.millisecondsSinceEpoch + 60_000)
      return clock
    }

    private mutating func account() -> String { numbers.one(of: NamesHistoryTests.accounts) }
    private mutating func word() -> String { numbers.one(of: NamesHistoryTests.words) }
    private mutating func amount() -> Money {
      nextAmount += 1
      return Money(minorUnits: -nextAmount)
    }

    mutating func step() throws {
      let (one, other) = (word(), word())
      let (account, second) = (account(), account())
      let kind = numbers.one(of: CategoryKind.allCases)
      switch numbers.next() % 16 {
      case 0:
        try apply("accounts add \(account)", { $0.addAccount(account) }) { view, _ in
          try Decision.addAccount(named: account, currency: nil, opening: .zero, openingDay: nil, state: view)
        }
      case 1:
        try apply("accounts rename \(account) \(second)", { $0.renameAccount(account, to: second) }) { view, _ in
          try Decision.renameAccount(account, to: second, state: view)
        }
      case 2:
        try apply("categories add \(one) \(kind)", { $0.addCategory(one, kind) }) { view, _ in
          try Decision.addCategory(named: one, kind: kind, state: view)
        }
      case 3, 4:
        try apply("categories rename \(one) \(other)", { $0.renameCategory(one, to: other) }) { view, _ in
          try Decision.renameCategory(one, to: other, state: view)
        }
      case 5, 6:
        let target = numbers.happens(percent: 70) ? other : nil
        try apply("categories remove \(one) \(target ?? "")", { $0.removeCategory(one, into: target) }) { view, _ in
          let ids = try ListQuery(query: TransactionQuery(terms: [.category(one)])).ids(on: view)
          return try Decision.removeCategory(one, into: target, ids: ids, state: view)
        }
      case 7:
        try apply("categories kind \(one) \(kind)", { $0.setKind(one, kind) }) { view, _ in
          try Decision.changeKind(ofCategory: one, to: kind, state: view)
        }
      case 8:
        let amount = Money(minorUnits: Int64.random(in: 1...3, using: &numbers) * 1_000)
        try apply("budget \(one) \(amount.minorUnits)", { $0.setBudget(one, amount) }) { view, _ in
          try Decision.setBudget(category: one, amount: amount, from: HistoryRun.today.yearMonth, state: view)
        }
      case 9, 10:
        let name = numbers.happens(percent: 75) ? other : nil
        try apply("categories alias \(one) \(name ?? "")", { $0.setAlias(one, toCategory: name) }) { view, _ in
          try Decision.setCategoryAlias(one, to: name, state: view)
        }
      case 11, 12: try add(account, numbers.happens(percent: 70) ? one : nil)
      case 13, 14: try importFile()
      default: try undoAndRedo()
      }
      try compare()
    }

    /// Does the same on both sides; a refusal has to be one on both.
    private mutating func apply(
      _ command: String, _ change: (inout ModelNames) -> Bool, _ decide: (LedgerView, Position) throws -> [Event]
    ) throws {
      steps.append(command)
      var next = model
      let isAllowed = change(&next)
      let instant = tick()
      do {
        let header = try ledger.write { transaction in
          let view = try transaction.view()
          return try transaction.commit(
            recordedAt: instant, command: command, events: decide(view, view.position + 1))
        }
        try #require(isAllowed, "\(difference): \(command) is not refused")
        if header != nil { stands(next) }
      } catch let refusal as Refusal {
        try #require(!isAllowed, "\(difference): \(command): \(refusal)")
      } catch let unknown as NameError {
        try #require(!isAllowed, "\(difference): \(command): \(unknown)")
      }
    }

    /// Takes what holds after a commit over.
    private mutating func stands(_ next: ModelNames) {
      before.append(model)
      after = []
      model = next
    }

    private mutating func add(_ account: String, _ category: String?) throws {
      let command = AddTransaction(
        amount: amount(), merchant: "Shop \(nextAmount)", category: category, account: account, day: HistoryRun.today)
      // The ledger says which number it is.
      let unnumbered = TransactionID(0)
      try apply("add \(account) \(category ?? "")", { $0.add(unnumbered, account: account, category: category) }) {
        view, first in
        try Decision.add(command, today: HistoryRun.today, position: first, state: view)
      }
      guard let row = model.rows.removeValue(forKey: unnumbered) else { return }
      let newest = try ledger.read { try ListQuery(query: TransactionQuery()).ids(on: $0) }.max()
      model.rows[try #require(newest)] = row
    }

    private mutating func importFile() throws {
      var map: [String: String] = [:]
      if numbers.happens(percent: 40) { map[word()] = word() }
      var rows: [(account: String, word: String, amount: Money)] = []
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        rows.append((account(), numbers.happens(percent: 80) ? word() : "", amount()))
      }
      var options = ImportOptions()
      options.currency = Names.euro
      var importer = Importer(options: options)
      if !map.isEmpty {
        importer.categoryMap = CategoryMap(
          path: "map.json", entries: map.map { CategoryMap.Entry(word: $0, category: $1, kind: .expense) })
      }
      steps.append("import \(rows.map { "\($0.account) \($0.word)" }) \(map)")
      let lines = rows.map { row in
        let units = -row.amount.minorUnits
        let cents = units % 100 < 10 ? "0\(units % 100)" : "\(units % 100)"
        return "\(HistoryRun.today),Payee \(units),-\(units / 100).\(cents),\(row.word),\(row.account)"
      }
      let text = (["Date,Payee,Amount,Category,Account"] + lines).joined(separator: "\n") + "\n"
      let sources = importer.read([Importer.Input(path: "file.csv", bytes: Array(text.utf8))])
      try #require(importer.accepts(sources), "\(difference): \(sources[0].file.errors)")
      let (instant, run) = (tick(), importer)
      let known = Set(model.rows.keys)
      let report = try ledger.write { try run.commit(sources, in: $0, recordedAt: instant, command: "import") }
      try #require(report.added == rows.count, "\(difference): \(report.added) of \(rows.count) rows are new")
      let ids = try ledger.read { try ListQuery(query: TransactionQuery()).ids(on: $0) }.filter { !known.contains($0) }
      var next = model
      var meanings: [String: Int] = [:]
      for (id, row) in zip(ids.sorted(), rows) {
        next.importRow(id, account: row.account, word: row.word, map: map, meanings: &meanings)
      }
      stands(next)
    }

    /// Takes a few of the newest commits back, and brings some of them back.
    private mutating func undoAndRedo() throws {
      for _ in 0..<min(before.count, Int.random(in: 1...3, using: &numbers)) {
        steps.append("undo")
        after.append(model)
        model = before.removeLast().keepingGone(of: model)
        try take { view in
          let planner = try UndoPlanner(view: view)
          return try planner.plan(undoing: planner.newestUndoable(), cascades: false)
        }
        try compare()
      }
      for _ in 0..<Int.random(in: 0...after.count, using: &numbers) {
        steps.append("redo")
        before.append(model)
        model = after.removeLast()
        try take { view in
          let planner = try UndoPlanner(view: view)
          return try planner.plan(undoing: planner.newestRedoable(), cascades: false)
        }
        try compare()
      }
      after = []
    }

    private mutating func take(_ decide: (LedgerView) throws -> [Event]) throws {
      let instant = tick()
      _ = try ledger.write { transaction in
        try transaction.commit(recordedAt: instant, command: "undo", events: decide(transaction.view()))
      }
    }

    private var difference: String { "FOLDBOOK_SEED=\(seed): \(steps.suffix(40))" }

    /// What the ledger and the model call everything.
    private func compare() throws {
      try ledger.read { view in
        let list = try ListQuery(query: TransactionQuery()).report(on: view).transactions
        let places = Dictionary(uniqueKeysWithValues: list.map { ($0.id, "\($0.account): \($0.category)") })
        let expected = model.rows.mapValues { "\(model.accounts[$0.account]): \(model.categories[$0.category].name)" }
        try #require(places == expected, "\(difference)")
        let directory = view.directory
        let accounts = directory.accounts.filter { !$0.isRemoved }.map(\.name).sorted()
        try #require(accounts == model.accounts.sorted(), "\(difference)")
        let categories = directory.categories.filter { !$0.isRemoved }.map { category in
          let budget = directory.budgets[category.id].first?.amount
          return "\(category.name) \(category.kind) \(budget?.minorUnits ?? -1)"
        }
        let live = model.categories.filter { !$0.isRemoved }
        try #require(
          categories.sorted() == live.map { "\($0.name) \($0.kind) \($0.budget?.minorUnits ?? -1)" }.sorted(),
          "\(difference)")
        let aliases = directory.categoryAliases.map { "\($0.key): \(directory.categoryName($0.value))" }.sorted()
        try #require(
          aliases == model.aliases.map { "\($0.word): \(model.categories[$0.category].name)" }.sorted(),
          "\(difference)")
      }
    }
  }

  static let groups: [[UInt64]] = {
    if let seed = Extent.repeatedSeed { return [[seed]] }
    let (groupCount, size) = (10, max(1, Extent.count(short: 100, soak: 10_000) / 10))
    return (0..<groupCount).map { group in (0..<size).map { UInt64(group * size + $0 + 1) } }
  }()

  @Test(arguments: groups)
  func `random names mean what a plain list of names says they mean`(_ seeds: [UInt64]) throws {
    for seed in seeds {
      try TemporaryFolder.lend { folder in
        var run = try Run(seed: seed, folder: folder)
        for _ in 1...40 { try run.step() }
        let (live, replayed) = (try run.ledger.viewDigest(), try run.ledger.replayedDigest())
        #expect(live == replayed, "FOLDBOOK_SEED=\(seed)")
      }
    }
    Extent.report("random names \(seeds.first ?? 0) to \(seeds.last ?? 0): no difference")
  }
}
