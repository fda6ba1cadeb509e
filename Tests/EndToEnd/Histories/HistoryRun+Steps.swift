import Foldbook
import ProgramRunning

extension HistoryRun {
  /// One random command.
  mutating func step() throws {
    tick()
    switch numbers.next() % 100 {
    case 0..<18: try add()
    case 18..<26: try recategorise()
    case 26..<34: try upkeep()
    case 34..<40: try split()
    case 40..<46: try delete()
    case 46..<58: try edit()
    case 58..<70: try undo()
    case 70..<76: try redo()
    case 76..<80: try setBudget()
    case 80..<82: try setStartDay()
    case 82..<85: try defineCategory()
    case 85..<88: try openAccount()
    default: try importFiles()
    }
    switch numbers.next() % 20 {
    case 0: try ledger.rebuild()
    case 1: try reopen()
    default: break
    }
  }

  /// One random command that makes at most a few events.
  mutating func smallStep() throws {
    tick()
    switch numbers.next() % 10 {
    case 0..<6: try add()
    case 6..<8: try recategorise()
    case 8: try delete()
    default: try edit()
    }
  }

  /// The clock goes on, and now and then back.
  mutating func tick() {
    let seconds = numbers.happens(percent: 5) ? -90_000 : Int64.random(in: 0...100_000, using: &numbers)
    clock = Instant(millisecondsSinceEpoch: clock.millisecondsSinceEpoch + seconds * 1_000)
    order += 1
  }

  mutating func randomDay() -> CalendarDay {
    // Mostly the last two months, so that the month to date and the one before have rows.
    let span = numbers.happens(percent: 60) ? 50 : 290
    return HistoryRun.today.advanced(byDays: -Int.random(in: 0...span, using: &numbers))
  }

  mutating func randomAmount() -> Money {
    let magnitude = Int64.random(in: 1...(numbers.happens(percent: 10) ? 500_000 : 9_999), using: &numbers)
    return Money(minorUnits: numbers.happens(percent: 75) ? -magnitude : magnitude)
  }

  mutating func randomMerchant() -> String {
    let name = numbers.one(of: Names.merchants)
    return numbers.happens(percent: 20) ? name.uppercased() : name
  }

  private mutating func someRows(_ count: ClosedRange<Int>) -> [ModelRow] {
    Array(model.state.liveRows.shuffled(using: &numbers).prefix(Int.random(in: count, using: &numbers)))
  }

  private mutating func knownCategory() -> String {
    numbers.one(of: Names.categories.filter { model.state.categories[$0] != nil })
  }

  // MARK: Transactions

  private mutating func add() throws {
    let accounts = model.state.accounts
    let asked = numbers.happens(percent: 70) ? accounts.map(\.name).randomElement(using: &numbers) : nil
    if let asked, model.state.account(asked)?.isClosed == true {
      let command = AddTransaction(amount: randomAmount(), merchant: randomMerchant(), account: asked, day: randomDay())
      return try refuses("add into \(asked)", .closedAccount(asked)) { view, first in
        try Decision.add(command, today: HistoryRun.today, position: first, state: view)
      }
    }
    var commit = ModelLedger.Commit()
    guard let account = addAccount(asked, &commit) else { return }
    let category = numbers.happens(percent: 50) ? knownCategory() : nil
    let command = AddTransaction(
      amount: randomAmount(), merchant: " " + randomMerchant(), category: category, account: asked, day: randomDay(),
      note: numbers.happens(percent: 30) ? "note \(order)" : nil)
    let text = "add \(command.amount.minorUnits) \(command.merchant) \(category ?? "-") \(account) \(command.day)"
    steps.append("\(model.commits.count + 1): \(text)")
    let result = try self.commit(text) { view, first in
      try Decision.add(command, today: HistoryRun.today, position: first, state: view)
    }
    guard let result, case .transactionAdded(let added)? = result.events.last else {
      throw difference("\(text) adds nothing")
    }
    let merchant = model.merchant(String(command.merchant.dropFirst()))
    let directory = try ledger.read { $0.directory }
    let chosen = try chosenCategory(category, merchant: merchant, real: added.setting, directory: directory)
    let row = ModelRow(
      id: TransactionID(result.first + UInt64(result.events.count) - 1), day: command.day, amount: command.amount,
      account: account, merchant: merchant, category: chosen, isByHand: category != nil, order: order,
      note: command.note, recordedAt: clock)
    commit.changes.append(.add(row))
    model.append(commit)
  }

  /// The account that an add without one takes; nil where the model has no opinion.
  private func addAccount(_ asked: String?, _ commit: inout ModelLedger.Commit) -> String? {
    if let asked { return asked }
    let accounts = model.state.accounts.filter { !$0.isClosed }
    if accounts.count == 1 { return accounts[0].name }
    if accounts.contains(where: { $0.name == "Cash" }) { return "Cash" }
    guard model.state.accounts.isEmpty else { return nil }
    commit.changes.append(.openAccount(ModelAccount(name: "Cash", currency: Names.euro, opening: .zero)))
    return "Cash"
  }

  /// The category that the model expects, compared with the one that was given.
  func chosenCategory(
    _ named: String?, merchant: String, real: CategorySetting, directory: LedgerDirectory
  ) throws -> String {
    let expected = named ?? model.state.lastCategoryByHand(of: merchant) ?? "Uncategorised"
    let name = directory.category(real.category)?.name ?? ""
    try same("the category of \(merchant)", name, expected)
    return expected
  }

  private mutating func recategorise() throws {
    let rows = someRows(1...4)
    let name = knownCategory()
    var commit = ModelLedger.Commit()
    for row in rows where row.parts.isEmpty && (row.category != name || !row.isByHand) {
      commit.changes.append(.setCategory(row.id, name, order: order))
    }
    try apply("recategorise \(rows.map(\.id.position)) to \(name)", commit) { view, _ in
      try Decision.recategorise(rows.map(\.id), to: name, leavesSplits: true, state: view)
    }
  }

  private mutating func delete() throws {
    let gone = model.state.rows.values.filter(\.isDeleted).map(\.id).sorted()
    if numbers.happens(percent: 10), let id = gone.randomElement(using: &numbers) {
      return try refuses("delete \(id.position)", .deletedTransaction(id)) { view, _ in
        try Decision.delete([id], state: view)
      }
    }
    let rows = someRows(1...3)
    let commit = ModelLedger.Commit(changes: rows.map { .delete($0.id) })
    try apply("delete \(rows.map(\.id.position))", commit) { view, _ in
      try Decision.delete(rows.map(\.id), state: view)
    }
  }

  private mutating func edit() throws {
    guard let row = someRows(1...1).first else { return }
    var command = EditTransaction(id: row.id)
    var commit = ModelLedger.Commit()
    if numbers.happens(percent: 40) {
      let day = randomDay()
      command.day = day
      if day != row.day { commit.changes.append(.setDay(row.id, day)) }
    }
    if numbers.happens(percent: 40) {
      let amount = row.parts.isEmpty ? randomAmount() : row.amount
      command.amount = amount
      if amount != row.amount { commit.changes.append(.setAmount(row.id, amount)) }
    }
    if numbers.happens(percent: 30) {
      let currency = model.state.currency(of: row)
      let open = model.state.accounts.filter { $0.currency == currency && !$0.isClosed }.map(\.name)
      if let account = open.randomElement(using: &numbers) {
        command.account = account
        if account != row.account { commit.changes.append(.setAccount(row.id, account)) }
      }
    }
    if numbers.happens(percent: 30) {
      let note = numbers.happens(percent: 30) ? "" : "edited \(order)"
      command.note = .some(note)
      let kept = note.isEmpty ? nil : note
      if kept != row.note { commit.changes.append(.setNote(row.id, kept)) }
    }
    if numbers.happens(percent: 30) {
      let name = randomMerchant()
      command.merchant = name
      let merchant = model.merchant(name)
      if merchant != row.merchant { commit.changes.append(.setMerchant(row.id, merchant)) }
    }
    try apply("edit \(row.id.position) \(commit.changes)", commit) { view, _ in
      try Decision.edit(command, today: HistoryRun.today, state: view)
    }
  }

  // MARK: Names, budgets, settings

  private mutating func setBudget() throws {
    let category = numbers.happens(percent: 60) ? knownCategory() : nil
    let month = YearMonth(monthsSinceYearZero: 2026 * 12 + Int32.random(in: 5...10, using: &numbers))
    let amount = Money(minorUnits: Int64.random(in: 0...5, using: &numbers) * 12_345)
    var commit = ModelLedger.Commit()
    if model.state.budgets[category]?[month] != amount { commit.changes = [.setBudget(category, month, amount)] }
    try apply("budget \(category ?? "-") \(month) \(amount.minorUnits)", commit) { view, _ in
      try Decision.setBudget(category: category, amount: amount, from: month, state: view)
    }
  }

  private mutating func setStartDay() throws {
    let day = numbers.one(of: [1, 2, 15, 16, 25, 28])
    var commit = ModelLedger.Commit()
    if model.state.startDaySetting != day { commit.changes = [.setStartDay(day)] }
    try apply("settings month-start-day \(day)", commit) { view, _ in
      try Decision.changeSetting(.monthStartDay, to: "\(day)", state: view)
    }
  }

  private mutating func defineCategory() throws {
    let name = numbers.one(of: ["Hobbies", "Wages", "Transfer", "Garden"])
    let kind = numbers.happens(percent: 80) ? Names.kind(name) : .income
    func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
      try Decision.addCategory(named: name, kind: kind, state: view)
    }
    let command = "categories add \(name) \(kind.name)"
    if model.state.categories[name] != nil { return try refuses(command, .nameTaken(name), decide) }
    try apply(command, ModelLedger.Commit(changes: [.defineCategory(name, kind)]), decide)
  }

  private mutating func openAccount() throws {
    let (name, currency) = numbers.one(of: Names.accounts)
    let opening = numbers.happens(percent: 50) ? Money.zero : randomAmount()
    let day = numbers.happens(percent: 50) ? randomDay() : nil
    func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
      try Decision.addAccount(named: name, currency: currency, opening: opening, openingDay: day, state: view)
    }
    let command = "accounts add \(name) \(opening.minorUnits)"
    if model.state.account(name) != nil { return try refuses(command, .nameTaken(name), decide) }
    let account = ModelAccount(name: name, currency: currency, opening: opening, openingDay: day)
    try apply(command, ModelLedger.Commit(changes: [.openAccount(account)]), decide)
  }
}
