/// The names, budgets and settings of a ledger at some position: everything but transactions and merchants.
public struct LedgerDirectory: Sendable, Hashable {
  /// By number.
  public private(set) var accounts: [Account] = []
  /// By number; the first is Uncategorised.
  public private(set) var categories: [Category] = []
  /// The number that the next new merchant gets.
  public private(set) var nextMerchantIndex: UInt32 = 1
  public private(set) var budgets = BudgetTable()
  public private(set) var settings = SettingValues()
  /// What merchants are called that were renamed, by number.
  public private(set) var merchantRenames: [UInt32: String] = [:]
  /// For each merchant that was merged: the number of the one that it is now, which may be merged itself.
  public private(set) var merchantAliases: [UInt32: UInt32] = [:]
  /// What words of files mean that are no category's name; see `CategoryAliasSet`.
  public private(set) var categoryAliases: [String: CategoryID] = [:]
  /// By number.
  public private(set) var rules: [UInt32: Rule] = [:]
  /// The number that the next new rule gets.
  public private(set) var nextRuleNumber: UInt32 = 1
  /// For each account: what it held at the end of days, as statements say.
  public private(set) var assertions: [AccountID: [CalendarDay: Money]] = [:]
  /// What was decided about pairs of transactions; those that nobody decided about are not there.
  public private(set) var transfers: [TransferPair: TransferState] = [:]

  public init() {}

  /// A directory from its stored parts.
  public init(
    accounts: [Account], categories: [Category], nextMerchantIndex: UInt32, budgets: BudgetTable,
    settings: SettingValues, upkeep: Upkeep = Upkeep()
  ) {
    self.accounts = accounts
    self.categories = categories
    self.nextMerchantIndex = nextMerchantIndex
    self.budgets = budgets
    self.settings = settings
    merchantRenames = upkeep.merchantRenames
    merchantAliases = upkeep.merchantAliases
    rules = upkeep.rules
    nextRuleNumber = upkeep.nextRuleNumber
    assertions = upkeep.assertions
    transfers = upkeep.transfers
    categoryAliases = upkeep.categoryAliases
  }

  /// The parts beside accounts, categories and budgets.
  public struct Upkeep: Sendable, Hashable {
    public var merchantRenames: [UInt32: String] = [:]
    public var merchantAliases: [UInt32: UInt32] = [:]
    public var rules: [UInt32: Rule] = [:]
    public var nextRuleNumber: UInt32 = 1
    public var assertions: [AccountID: [CalendarDay: Money]] = [:]
    public var transfers: [TransferPair: TransferState] = [:]
    public var categoryAliases: [String: CategoryID] = [:]

    public init() {}
  }

  /// The merchant that a merchant is, merges followed.
  public func canonical(_ merchant: MerchantID) -> MerchantID {
    var index = merchant.index
    while let next = merchantAliases[index] { index = next }
    return MerchantID(index)
  }

  /// The merchant that a merchant is and every one that was merged into it, in order of number.
  public func members(of merchant: MerchantID) -> [MerchantID] {
    let canonical = canonical(merchant)
    if merchantAliases.isEmpty { return [canonical] }
    let merged = merchantAliases.keys.map { MerchantID($0) }.filter { self.canonical($0) == canonical }
    return ([canonical] + merged).sorted()
  }

  /// The legs of linked pairs.
  public var linkedTransactions: Set<TransactionID> {
    Set(transfers.filter { $0.value == .linked }.flatMap { [$0.key.outgoing, $0.key.incoming] })
  }

  /// The category that the legs of transfers get: the one called Transfers, else the first of its kind.
  public var transferCategory: Category? {
    let transfers = categories.filter { $0.kind == .transfer && !$0.isRemoved }
    return transfers.first { $0.name == "Transfers" } ?? transfers.first
  }

  /// The rules in the order in which they are asked.
  public var rulesInOrder: [Rule] { rules.values.sorted { $0.precedes($1) } }

  public var baseCurrency: Currency? { settings[.baseCurrency].flatMap { Currency($0) } }

  public var monthCalendar: MonthCalendar {
    settings[.monthStartDay].flatMap { Int($0) }.flatMap { MonthCalendar(startDay: $0) } ?? .standard
  }

  /// Whether what a month leaves of its budgets belongs to the next one.
  public var rollsBudgetsOver: Bool { settings[.budgetRollover] == "on" }

  /// The budget that holds in the month; nil for the category is the budget of everything.
  public func budget(of category: CategoryID?, in month: YearMonth) -> BudgetEntry? {
    budgets[category].last { $0.month <= month }
  }

  /// The entry that was set for exactly this month.
  public func budgetEntry(of category: CategoryID?, setFor month: YearMonth) -> Money? {
    budgets[category].first { $0.month == month }?.amount
  }

  /// What the month has to spend: the total budget, else the sum of category budgets, else nil.
  public func totalBudget(in month: YearMonth) -> Money? {
    if let total = budget(of: nil, in: month) { return total.amount }
    let parts = budgets.lines.compactMap { budget(of: $0.category, in: month)?.amount }
    return parts.isEmpty ? nil : parts.reduce(.zero, +)
  }

  public func account(_ id: AccountID) -> Account? {
    Int(id.index) < accounts.count ? accounts[Int(id.index)] : nil
  }

  /// The account in use that a bank's files name by the number.
  public func account(numbered number: String) -> Account? {
    accounts.first { !$0.isRemoved && $0.numbers.contains(number) }
  }

  public func category(_ id: CategoryID) -> Category? {
    Int(id.index) < categories.count ? categories[Int(id.index)] : nil
  }

  /// Takes in an event; transaction events change nothing here.
  ///
  /// - Throws: `DirectoryError` for an event that does not follow from the ones before: numbers are dense.
  public mutating func apply(_ event: Event) throws(DirectoryError) {
    switch event {
    case .accountOpened(let account):
      guard Int(account.id.index) == accounts.count else { throw .outOfOrder }
      accounts.append(
        Account(
          id: account.id, name: account.name, currency: account.currency, opening: account.opening,
          openingDay: account.openingDay))
    case .accountOpeningChanged(let change):
      try self.change(account: change.id) {
        $0.opening = change.opening
        $0.openingDay = change.day
      }
    case .accountNumberAdded(let id, let number): try change(account: id) { $0.numbers.append(number) }
    case .accountNumberRemoved(let id, let number):
      try change(account: id) { account in account.numbers.removeAll { $0 == number } }
    case .accountRemoved(let id): try change(account: id) { $0.isRemoved = true }
    case .accountReinstated(let id): try change(account: id) { $0.isRemoved = false }
    case .accountRenamed(let id, let name, _): try change(account: id) { $0.name = name }
    case .accountClosed(let id): try change(account: id) { $0.isClosed = true }
    case .accountReopened(let id): try change(account: id) { $0.isClosed = false }
    case .accountAsserted(let asserted):
      guard Int(asserted.account.index) < accounts.count else { throw .unknownNumber }
      assertions[asserted.account, default: [:]][asserted.day] = asserted.balance
      if assertions[asserted.account]?.isEmpty == true { assertions[asserted.account] = nil }
    case .categoryDefined(let id, let name, let kind):
      guard Int(id.index) == categories.count else { throw .outOfOrder }
      categories.append(Category(id: id, name: name, kind: kind))
    case .categoryRemoved(let id): try change(category: id) { $0.isRemoved = true }
    case .categoryReinstated(let id): try change(category: id) { $0.isRemoved = false }
    case .categoryRenamed(let id, let name, _): try change(category: id) { $0.name = name }
    case .categoryKindChanged(let id, let kind, _): try change(category: id) { $0.kind = kind }
    case .categoryAliasSet(let alias):
      if let category = alias.category, Int(category.index) >= categories.count { throw .unknownNumber }
      categoryAliases[alias.word] = alias.category
    case .merchantNamed(let id, _):
      guard id.index == nextMerchantIndex else { throw .outOfOrder }
      nextMerchantIndex += 1
    case .merchantRenamed, .merchantMerged, .merchantSeparated: try applyMerchant(event)
    case .ruleSet(let set): try apply(set)
    case .transferDecided(let decided):
      transfers[decided.pair] = decided.state == .undecided ? nil : decided.state
    case .budgetSet(let budget): apply(budget)
    case .settingChanged(let setting): settings[setting.key] = setting.value
    case .transactionAdded, .transactionRecategorised, .transactionDeleted, .transactionRestored,
      .transactionEditRetracted, .transactionEditAsserted, .transactionSplit, .rowsMatched, .transactionMatched,
      .transactionUnmatched, .commitsUndone:
      break
    }
  }

  private mutating func change(account id: AccountID, _ body: (inout Account) -> Void) throws(DirectoryError) {
    guard Int(id.index) < accounts.count else { throw .unknownNumber }
    body(&accounts[Int(id.index)])
  }

  private mutating func change(category id: CategoryID, _ body: (inout Category) -> Void) throws(DirectoryError) {
    guard Int(id.index) < categories.count else { throw .unknownNumber }
    body(&categories[Int(id.index)])
  }

  private mutating func applyMerchant(_ event: Event) throws(DirectoryError) {
    switch event {
    case .merchantRenamed(let id, let name, _):
      guard id.index >= 1, id.index < nextMerchantIndex else { throw .unknownNumber }
      merchantRenames[id.index] = name
    case .merchantMerged(let id, let target):
      guard id.index >= 1, id.index < nextMerchantIndex, target.index >= 1, target.index < nextMerchantIndex,
        merchantAliases[id.index] == nil, canonical(target) != id
      else { throw .unknownNumber }
      merchantAliases[id.index] = target.index
    case .merchantSeparated(let id, _):
      guard merchantAliases.removeValue(forKey: id.index) != nil else { throw .unknownNumber }
    default: break
    }
  }

  private mutating func apply(_ set: RuleSet) throws(DirectoryError) {
    guard set.number >= 1, set.number <= nextRuleNumber else { throw .outOfOrder }
    if let terms = set.terms {
      guard Int(terms.category.index) < categories.count else { throw .unknownNumber }
      rules[set.number] = Rule(number: set.number, version: (rules[set.number]?.version ?? 0) + 1, terms: terms)
    } else {
      rules[set.number] = nil
    }
    nextRuleNumber = max(nextRuleNumber, set.number + 1)
  }

  private mutating func apply(_ budget: BudgetSet) {
    var entries = budgets[budget.category]
    entries.removeAll { $0.month == budget.month }
    if let amount = budget.amount {
      let place = entries.firstIndex { $0.month > budget.month } ?? entries.count
      entries.insert(BudgetEntry(month: budget.month, amount: amount), at: place)
    }
    budgets[budget.category] = entries
  }
}

/// An event that does not fit the events before it.
public enum DirectoryError: Error, Hashable, Sendable {
  /// A definition whose number is not the next one.
  case outOfOrder
  /// A change of a name that was never defined.
  case unknownNumber
}
