import Foldbook
import ProgramRunning

extension HistoryRun {
  /// One random command about names, kinds, assertions or transfers.
  mutating func upkeep() throws {
    switch numbers.next() % 11 {
    case 0: try closeOrReopen()
    case 1: try changeKind()
    case 2: try assertBalance()
    case 3, 4: try linkTransfer()
    case 5: try unlinkTransfer()
    case 6: try renameMerchant()
    case 7, 8: try addOrRemoveRule()
    case 9: try applyRules()
    default: try mergeOrSeparateMerchants()
    }
  }

  // MARK: Accounts and categories

  private mutating func closeOrReopen() throws {
    guard let account = model.state.accounts.randomElement(using: &numbers) else { return }
    let closes = numbers.happens(percent: 60)
    let name = account.name
    func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
      closes
        ? try Decision.closeAccount(name, state: view) : try Decision.reopenAccount(name, state: view)
    }
    let command = "accounts \(closes ? "close" : "reopen") \(name)"
    if account.isClosed == closes {
      return try refuses(command, closes ? .accountClosedAlready(name) : .accountNotClosed(name), decide)
    }
    try apply(command, ModelLedger.Commit(changes: [.setClosed(name, closes)]), decide)
  }

  private mutating func changeKind() throws {
    let name = numbers.one(of: ["Uncategorised", "Groceries", "Interest", "Hobbies", "Garden", "Wages"])
    guard let present = model.state.categories[name] else { return }
    let kind = numbers.one(of: CategoryKind.allCases)
    func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
      try Decision.changeKind(ofCategory: name, to: kind, state: view)
    }
    let command = "categories kind \(name) \(kind.name)"
    if name == "Uncategorised" { return try refuses(command, .unchangeableCategory(name), decide) }
    try apply(command, ModelLedger.Commit(changes: present == kind ? [] : [.setKind(name, kind)]), decide)
  }

  private mutating func assertBalance() throws {
    guard let account = model.state.accounts.randomElement(using: &numbers)?.name else { return }
    // Few days, so that assertions replace each other.
    let day = HistoryRun.today.advanced(byDays: -Int.random(in: 0...2, using: &numbers))
    let balance = numbers.happens(percent: 70) ? randomAmount() : nil
    var commit = ModelLedger.Commit()
    if model.state.assertions[account]?[day] != balance { commit.changes = [.assert(account, day, balance)] }
    try apply("assert \(account) \(day) \(balance?.minorUnits ?? 0)", commit) { view, _ in
      try Decision.assertBalance(balance, of: account, on: day, state: view)
    }
  }

  // MARK: Rules

  private mutating func addOrRemoveRule() throws {
    let state = model.state
    if numbers.happens(percent: 35) {
      let number = UInt32.random(in: 1...model.nextRuleNumber, using: &numbers)
      func decide(_ view: LedgerView, _ first: Position) throws -> [Event] {
        try Decision.removeRule(number, state: view)
      }
      guard state.rules[number] != nil else {
        return try refuses("rules remove \(number)", .unknownRule(number), decide)
      }
      return try apply("rules remove \(number)", ModelLedger.Commit(changes: [.setRule(number, nil)]), decide)
    }
    guard let account = state.accounts.randomElement(using: &numbers)?.name else { return }
    let categories = Names.categories.filter { $0 != "Uncategorised" && state.categories[$0] != nil }
    let rule = ModelRule(
      account: account, category: numbers.one(of: categories), priority: Int32.random(in: 0...2, using: &numbers))
    var commit = ModelLedger.Commit()
    if !state.rules.values.contains(rule) { commit.changes = [.setRule(model.nextRuleNumber, rule)] }
    try apply("rules add account:\(account) --to \(rule.category) --priority \(rule.priority)", commit) { view, _ in
      let query = "account:\(rule.account)"
      try RuleMatching.check(query, on: view)
      return try Decision.addRule(query: query, category: rule.category, priority: rule.priority, state: view)
    }
  }

  private mutating func applyRules() throws {
    let state = model.state
    var commit = ModelLedger.Commit()
    for row in state.liveRows where !row.isByHand && row.parts.isEmpty && !state.links.contains(row.id) {
      guard let category = state.ruledCategory(row.account), category != row.category else { continue }
      commit.changes.append(.applyRule(row.id, category))
    }
    try apply("rules apply", commit) { view, _ in
      try Decision.applyRules(RuleChangesQuery().changes(on: view), state: view)
    }
  }

  // MARK: Transfers

  /// Links two rows that can be one movement of money, linked to none; sometimes adds the other side of one first.
  private mutating func linkTransfer() throws {
    let state = model.state
    let rows = state.liveRows.filter { !state.links.contains($0.id) }
    var pairs: [TransferPair] = []
    for outgoing in rows where outgoing.amount < .zero && outgoing.parts.isEmpty {
      for incoming in rows where incoming.amount > .zero && incoming.parts.isEmpty {
        let isOneCurrency = state.currency(of: outgoing) == state.currency(of: incoming)
        guard outgoing.account != incoming.account, !isOneCurrency || incoming.amount == -outgoing.amount else {
          continue
        }
        pairs.append(TransferPair(outgoing: outgoing.id, incoming: incoming.id))
      }
    }
    guard let pair = pairs.randomElement(using: &numbers) else { return }
    let changed = [pair.outgoing, pair.incoming].filter { id in
      state.isTransfer(id) != true || state.rows[id]?.isByHand != true
    }
    let commit = ModelLedger.Commit(changes: [.link(pair, recategorised: changed, order: order)])
    try apply("transfers link \(pair.outgoing.position) \(pair.incoming.position)", commit) { view, _ in
      let found = try Decision.transferPair(pair.incoming, pair.outgoing, state: view)
      return try Decision.linkTransfers([found], state: view)
    }
  }

  private mutating func unlinkTransfer() throws {
    let linked = model.state.transfers.sorted { $0.key < $1.key }
    guard let (pair, former) = linked.randomElement(using: &numbers) else { return }
    let settings = former.filter { id, setting in
      guard let row = model.state.rows[id], !row.isDeleted else { return false }
      return ModelSetting(row) != setting
    }
    let commit = ModelLedger.Commit(changes: [.unlink(pair, settings, order: order)])
    try apply("transfers unlink \(pair.outgoing.position) \(pair.incoming.position)", commit) { view, _ in
      try Decision.separateTransfer(pair, settings: TransfersQuery.settingsBefore(pair, on: view), state: view)
    }
  }

  // MARK: Merchants

  /// Names that no file and no addition has.
  private static let newNames = ["The Emporium", "Kiosk 24"]

  private mutating func knownMerchant() -> String? {
    Set(model.merchants.values).sorted().randomElement(using: &numbers)
  }

  private mutating func renameMerchant() throws {
    guard let first = knownMerchant() else { return }
    let state = model.state
    let merchant = state.canonical(first)
    let (present, new) = (state.shown(merchant), numbers.one(of: HistoryRun.newNames))
    func decide(_ view: LedgerView, _ position: Position) throws -> [Event] {
      let found = try MerchantSelection.find(first, view: view)
      return try Decision.renameMerchant(found, called: view.merchantName(found), to: new, state: view)
    }
    let command = "merchants rename \(first) \(new)"
    let holder = state.merchantNames.first { $0.value == new }?.key
    if present != new, let holder, state.canonical(holder) != merchant {
      return try refuses(command, .nameTaken(new), decide)
    }
    var commit = ModelLedger.Commit()
    if present != new { commit.changes = [.renameMerchant(merchant, from: present, to: new)] }
    try apply(command, commit, decide)
  }

  private mutating func mergeOrSeparateMerchants() throws {
    guard let one = knownMerchant(), let other = knownMerchant() else { return }
    let state = model.state
    if numbers.happens(percent: 40) {
      func decide(_ view: LedgerView, _ position: Position) throws -> [Event] {
        guard let found = try view.merchant(named: one) else { return [] }
        return try Decision.separateMerchant(found, called: one, state: view)
      }
      guard let target = state.merchantMerges[one] else {
        return try refuses("merchants separate \(one)", .notMerged(one), decide)
      }
      let commit = ModelLedger.Commit(changes: [.separateMerchant(one, from: target)])
      return try apply("merchants separate \(one)", commit, decide)
    }
    let (merchant, target) = (state.canonical(one), state.canonical(other))
    func decide(_ view: LedgerView, _ position: Position) throws -> [Event] {
      let into = try MerchantSelection.find(other, view: view)
      return try Decision.mergeMerchants(
        [MerchantSelection.find(one, view: view)], into: into, called: other, state: view)
    }
    let command = "merchants merge \(one) \(other)"
    if merchant == target { return try refuses(command, .sameMerchant(other), decide) }
    try apply(command, ModelLedger.Commit(changes: [.mergeMerchant(merchant, into: target)]), decide)
  }
}
