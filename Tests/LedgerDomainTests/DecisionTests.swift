import LedgerDomain
import Testing

/// A state for decisions: given events, when a command, then events.
private struct GivenState: KnownState {
  var directory = LedgerDirectory()
  var merchants: [String: MerchantID] = [:]
  var transactions: [TransactionID: Transaction] = [:]
  var byHand: [MerchantID: CategoryID] = [:]

  init() throws {
    for event in Decision.createLedger(baseCurrency: try #require(Currency("EUR"))) { try directory.apply(event) }
  }

  func account(named name: String) -> Account? {
    directory.accounts.last { $0.name.lowercased() == name.lowercased() }
  }

  func category(named name: String) -> LedgerDomain.Category? {
    directory.categories.last { $0.name.lowercased() == name.lowercased() }
  }

  func merchant(named name: String) -> MerchantID? { merchants[name.lowercased()] }
  func transaction(_ id: TransactionID) -> Transaction? { transactions[id] }
  func lastCategoryByHand(of merchant: MerchantID) -> CategoryID? { byHand[merchant] }
}

struct AddDecisionTests {
  private let day = CalendarDay("2026-10-20")!

  private func add(
    _ amount: Money = -8.40, _ merchant: String = "Shop", category: String? = nil, account: String? = nil,
    day: CalendarDay? = nil, state: GivenState
  ) throws -> [Event] {
    let command = AddTransaction(
      amount: amount, merchant: merchant, category: category, account: account, day: day ?? self.day)
    return try Decision.add(command, today: self.day, position: 30, state: state)
  }

  @Test func `the first add opens Cash and names the merchant`() throws {
    let events = try add(state: GivenState())
    #expect(events.map(\.kind) == [.accountOpened, .merchantNamed, .transactionAdded])
  }

  @Test func `an unknown category is refused, a known one is set by hand`() throws {
    let state = try GivenState()
    #expect(throws: Refusal.unknownCategory("Grocery")) { try add(category: "Grocery", state: state) }
    let events = try add(category: "groceries", state: state)
    guard case .transactionAdded(let added)? = events.last else {
      Issue.record("no transaction was added")
      return
    }
    #expect(added.setting == CategorySetting(CategoryID(1), isByHand: true))
  }

  @Test func `without a category the merchant's last one by hand is taken`() throws {
    var state = try GivenState()
    state.merchants["shop"] = MerchantID(1)
    state.byHand[MerchantID(1)] = CategoryID(5)
    guard case .transactionAdded(let added)? = try add(state: state).last else {
      Issue.record("no transaction was added")
      return
    }
    #expect(added.setting == CategorySetting(CategoryID(5), isByHand: false))
    #expect(added.cause == .merchantHistory)
  }

  @Test func `bad commands are refused`() throws {
    let state = try GivenState()
    #expect(throws: Refusal.emptyMerchant) { try add(-1, "  ", state: state) }
    #expect(throws: Refusal.zeroAmount) { try add(0, state: state) }
    #expect(throws: Refusal.futureDay(day.advanced(byDays: 1), today: day)) {
      try add(day: day.advanced(byDays: 1), state: state)
    }
    #expect(throws: Refusal.nameTooLong(limitBytes: 1_024)) {
      try add(-1, String(repeating: "x", count: 1_025), state: state)
    }
    #expect(throws: Refusal.unknownAccount("Bank")) { try add(account: "Bank", state: state) }
    #expect(throws: Refusal.amount(.outOfRange)) { try add(Money(minorUnits: Money.limit + 1), state: state) }
  }
}

struct UndoDecisionTests {
  private func transaction(_ id: UInt64, category: UInt16, byHand: Bool = false, note: String? = nil) -> Transaction {
    Transaction(
      id: TransactionID(id),
      values: TransactionValues(
        day: CalendarDay("2026-10-01")!, amount: -5, account: AccountID(0), merchant: MerchantID(1)),
      setting: CategorySetting(CategoryID(category), isByHand: byHand), liveness: .live,
      texts: TransactionTexts(note: note))
  }

  @Test func `the inverse of an edit touches only the fields that it changed`() throws {
    var state = try GivenState()
    var present = transaction(30, category: 3, note: "later note")
    present.values.amount = -7
    state.transactions[present.id] = present
    let before = transaction(30, category: 3).values
    var after = before
    after.amount = -7
    let edit: [Event] = [
      .transactionEditRetracted(
        TransactionEditHalf(target: present.id, values: before, setting: present.setting, note: nil, cause: .byHand)),
      .transactionEditAsserted(
        TransactionEditHalf(target: present.id, values: after, setting: present.setting, note: nil, cause: .byHand)),
    ]
    let inverse = try Decision.inverse(of: edit, firstPosition: 40, state: state)
    guard inverse.count == 2, case .transactionEditAsserted(let half) = inverse[1] else {
      Issue.record("the inverse is not an edit")
      return
    }
    #expect(half.values.amount == -5)
    #expect(half.note == "later note")
    #expect(half.cause == .undo)
  }

  @Test func `the inverse of an added transaction lets an import bring it back`() throws {
    var state = try GivenState()
    let present = transaction(41, category: 2)
    state.transactions[present.id] = present
    let added = Event.transactionAdded(
      TransactionAdded(
        values: present.values, setting: present.setting, cause: .importedFile, texts: TransactionTexts()))
    let inverse = try Decision.inverse(
      of: [.merchantNamed(MerchantID(1), name: "x"), added], firstPosition: 40, state: state)
    guard case .transactionDeleted(let removal)? = inverse.first, inverse.count == 1 else {
      Issue.record("the inverse is not one deletion")
      return
    }
    #expect(removal.gone == .undone)
  }
}
