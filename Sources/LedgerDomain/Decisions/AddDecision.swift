/// One transaction that a person adds.
public struct AddTransaction: Sendable {
  public var amount: Money
  public var merchant: String
  /// A category's name; nil takes the merchant's last one set by hand, else Uncategorised.
  public var category: String?
  /// An account's name; nil is the only account, or `Cash` in a ledger without accounts.
  public var account: String?
  public var day: CalendarDay
  public var note: String?

  public init(
    amount: Money, merchant: String, category: String? = nil, account: String? = nil, day: CalendarDay,
    note: String? = nil
  ) {
    self.amount = amount
    self.merchant = merchant
    self.category = category
    self.account = account
    self.day = day
    self.note = note
  }
}

extension Decision {
  /// The events of adding a transaction by hand.
  ///
  /// - Parameters:
  ///   - position: where the first of the events will lie.
  ///   - today: the last day that is not in the future.
  public static func add<State: KnownState>(
    _ command: AddTransaction, today: CalendarDay, position: Position, state: State
  ) throws -> [Event] {
    let name = command.merchant.trimmed
    if name.isEmpty { throw Refusal.emptyMerchant }
    try check(name: name)
    if command.amount == .zero { throw Refusal.zeroAmount }
    guard command.amount.isBookable else { throw Refusal.amount(.outOfRange) }
    if command.day > today { throw Refusal.futureDay(command.day, today: today) }
    try check(text: command.note)

    var events: [Event] = []
    let account = try addAccount(command.account, events: &events, state: state)
    let (merchant, isNew) = try merchantID(named: name, events: &events, state: state)
    let setting = try addSetting(command.category, merchant: isNew ? nil : merchant, state: state)
    events.append(
      .transactionAdded(
        TransactionAdded(
          values: TransactionValues(
            day: command.day, amount: command.amount, account: account, merchant: merchant),
          setting: setting.setting, cause: setting.cause, texts: TransactionTexts(note: command.note))))
    return events
  }

  /// The account that an added transaction goes to where none is named; nil where there is none yet.
  public static func accountOfAdded<State: KnownState>(state: State) throws -> Account? {
    let open = state.directory.accounts.filter { !$0.isClosed && !$0.isRemoved }
    if open.count == 1 { return open[0] }
    if let cash = try state.account(named: Account.cashName), !cash.isRemoved, !cash.isClosed { return cash }
    return open.first
  }

  private static func addAccount<State: KnownState>(
    _ name: String?, events: inout [Event], state: State
  ) throws -> AccountID {
    if let name { return try openAccount(named: name, state: state).id }
    if let account = try accountOfAdded(state: state) { return account.id }
    guard let currency = state.directory.baseCurrency else { throw Refusal.currencyNeeded }
    return try accountID(
      opening: Account.cashName, currency: currency, opening: .zero, openingDay: nil, events: &events, state: state)
  }

  private static func addSetting<State: KnownState>(
    _ name: String?, merchant: MerchantID?, state: State
  ) throws -> (setting: CategorySetting, cause: Cause) {
    if let name {
      return (CategorySetting(try knownCategory(named: name, state: state).id, isByHand: true), .byHand)
    }
    if let merchant, let category = try state.lastCategoryByHand(of: merchant) {
      return (CategorySetting(category, isByHand: false), .merchantHistory)
    }
    return (CategorySetting(.uncategorised, isByHand: false), .byHand)
  }
}
