/// The names, budgets and settings of a ledger at some position: everything but transactions and merchants.
public struct LedgerDirectory: Sendable, Hashable {
  /// By number.
  public private(set) var accounts: [Account] = []
  /// By number; the first is Uncategorised.
  public private(set) var categories: [Category] = []
  /// The number that the next new merchant gets.
  public private(set) var nextMerchantIndex: UInt32 = 1
  /// For each category (nil is everything): months in ascending order with the amount that holds from then on.
  public private(set) var budgets: [CategoryID?: [BudgetEntry]] = [:]
  public private(set) var settings: [SettingKey: String] = [:]

  /// A budget from a month on.
  public struct BudgetEntry: Sendable, Hashable {
    public var month: YearMonth
    public var amount: Money

    public init(month: YearMonth, amount: Money) {
      self.month = month
      self.amount = amount
    }
  }

  public init() {}

  /// A directory from its stored parts.
  public init(
    accounts: [Account], categories: [Category], nextMerchantIndex: UInt32, budgets: [CategoryID?: [BudgetEntry]],
    settings: [SettingKey: String]
  ) {
    self.accounts = accounts
    self.categories = categories
    self.nextMerchantIndex = nextMerchantIndex
    self.budgets = budgets
    self.settings = settings
  }

  public var baseCurrency: Currency? { settings[.baseCurrency].flatMap { Currency($0) } }

  public var monthCalendar: MonthCalendar {
    settings[.monthStartDay].flatMap { Int($0) }.flatMap { MonthCalendar(startDay: $0) } ?? .standard
  }

  /// Whether what a month leaves of its budgets belongs to the next one.
  public var rollsBudgetsOver: Bool { settings[.budgetRollover] == "on" }

  /// The budget that holds in the month; nil for the category is the budget of everything.
  public func budget(of category: CategoryID?, in month: YearMonth) -> BudgetEntry? {
    budgets[category]?.last { $0.month <= month }
  }

  /// The entry that was set for exactly this month.
  public func budgetEntry(of category: CategoryID?, setFor month: YearMonth) -> Money? {
    budgets[category]?.first { $0.month == month }?.amount
  }

  /// What the month has to spend: the total budget, else the sum of category budgets, else nil.
  public func totalBudget(in month: YearMonth) -> Money? {
    if let total = budget(of: nil, in: month) { return total.amount }
    let parts = budgets.keys.compactMap { key in key.flatMap { budget(of: $0, in: month) }?.amount }
    return parts.isEmpty ? nil : parts.reduce(.zero, +)
  }

  public func account(_ id: AccountID) -> Account? {
    Int(id.index) < accounts.count ? accounts[Int(id.index)] : nil
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
    case .accountRemoved(let id): try change(account: id) { $0.isRemoved = true }
    case .accountReinstated(let id): try change(account: id) { $0.isRemoved = false }
    case .categoryDefined(let id, let name, let kind):
      guard Int(id.index) == categories.count else { throw .outOfOrder }
      categories.append(Category(id: id, name: name, kind: kind))
    case .categoryRemoved(let id): try change(category: id) { $0.isRemoved = true }
    case .categoryReinstated(let id): try change(category: id) { $0.isRemoved = false }
    case .merchantNamed(let id, _):
      guard id.index == nextMerchantIndex else { throw .outOfOrder }
      nextMerchantIndex += 1
    case .budgetSet(let budget): apply(budget)
    case .settingChanged(let setting): settings[setting.key] = setting.value
    case .transactionAdded, .transactionRecategorised, .transactionDeleted, .transactionRestored,
      .transactionEditRetracted, .transactionEditAsserted, .rowsMatched, .commitsUndone:
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

  private mutating func apply(_ budget: BudgetSet) {
    var entries = budgets[budget.category] ?? []
    entries.removeAll { $0.month == budget.month }
    if let amount = budget.amount {
      let place = entries.firstIndex { $0.month > budget.month } ?? entries.count
      entries.insert(BudgetEntry(month: budget.month, amount: amount), at: place)
    }
    budgets[budget.category] = entries.isEmpty ? nil : entries
  }
}

/// An event that does not fit the events before it.
public enum DirectoryError: Error, Hashable, Sendable {
  /// A definition whose number is not the next one.
  case outOfOrder
  /// A change of a name that was never defined.
  case unknownNumber
}
