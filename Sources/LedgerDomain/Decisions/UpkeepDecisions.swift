extension Decision {
  /// The events of a new ledger: its base currency and the categories that every ledger begins with.
  public static func createLedger(baseCurrency: Currency) -> [Event] {
    let currency = Event.settingChanged(
      SettingChanged(key: .baseCurrency, value: baseCurrency.code, previous: nil))
    let categories = Category.initial.enumerated().map { index, category in
      Event.categoryDefined(CategoryID(UInt16(index)), name: category.name, kind: category.kind)
    }
    return [currency] + categories
  }

  /// The events of a new category.
  public static func addCategory<State: KnownState>(
    named name: String, kind: CategoryKind, state: State
  ) throws -> [Event] {
    let trimmed = name.trimmed
    try check(name: trimmed)
    var events: [Event] = []
    _ = try categoryID(defining: trimmed, kind: kind, events: &events, state: state)
    return events
  }

  /// The events of a new account.
  ///
  /// - Parameters:
  ///   - currency: nil is the ledger's base currency.
  ///   - opening: what it held before its first row.
  public static func addAccount<State: KnownState>(
    named name: String, currency: Currency?, opening: Money, openingDay: CalendarDay?, state: State
  ) throws -> [Event] {
    let trimmed = name.trimmed
    try check(name: trimmed)
    guard let currency = currency ?? state.directory.baseCurrency else { throw Refusal.currencyNeeded }
    guard opening.isBookable else { throw Refusal.amount(.outOfRange) }
    var events: [Event] = []
    _ = try accountID(
      opening: trimmed, currency: currency, opening: opening, openingDay: openingDay, events: &events, state: state)
    return events
  }

  /// The event of setting a monthly budget from a month on; none where it holds already.
  public static func setBudget<State: KnownState>(
    category name: String?, amount: Money, from month: YearMonth, state: State
  ) throws -> [Event] {
    guard amount >= .zero, amount.isBookable else { throw Refusal.amount(.outOfRange) }
    let category = try name.map { try knownCategory(named: $0, state: state).id }
    let previous = state.directory.budgetEntry(of: category, setFor: month)
    if previous == amount { return [] }
    return [.budgetSet(BudgetSet(category: category, month: month, amount: amount, previous: previous))]
  }

  /// The event of changing a setting; none where it has the value already.
  public static func changeSetting<State: KnownState>(
    _ key: SettingKey, to value: String, state: State
  ) throws -> [Event] {
    let normal: String
    switch key {
    case .baseCurrency:
      guard let currency = Currency(value) else {
        throw Refusal.invalidSetting(key: key.name, value: value, expected: "a currency code such as EUR")
      }
      normal = currency.code
    case .monthStartDay:
      guard let day = Int(value), MonthCalendar(startDay: day) != nil else {
        throw Refusal.invalidSetting(key: key.name, value: value, expected: "a day from 1 to 28")
      }
      normal = String(day)
    case .budgetRollover:
      guard value == "on" || value == "off" else {
        throw Refusal.invalidSetting(key: key.name, value: value, expected: "on or off")
      }
      normal = value
    }
    let previous = state.directory.settings[key]
    if previous == normal { return [] }
    return [.settingChanged(SettingChanged(key: key, value: normal, previous: previous))]
  }
}
