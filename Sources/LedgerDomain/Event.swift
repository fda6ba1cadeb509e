/// A fact that the journal holds.
///
/// Each case has a fixed number (`EventKind`) that is never reused. A change of a transaction carries the values that it
/// replaces, so that a fold needs no state: it retracts what was and asserts what is.
public enum Event: Sendable, Hashable {
  case transactionAdded(TransactionAdded)
  case transactionRecategorised(TransactionRecategorised)
  case transactionDeleted(TransactionRemoval)
  case transactionRestored(TransactionRemoval)
  /// The first half of an edit: the values and the note that no longer hold.
  case transactionEditRetracted(TransactionEditHalf)
  /// The second half of an edit, always the next event: the values and the note that hold now.
  case transactionEditAsserted(TransactionEditHalf)
  /// A change of a transaction's category that gives it parts, changes them or takes them away.
  case transactionSplit(TransactionRecategorised)
  /// The transactions that an import took its rows for duplicates of, in ascending order.
  case rowsMatched([TransactionID])

  /// A transaction added by hand that the bank reports too.
  case transactionMatched(RowMatch)
  /// A match that no longer holds.
  case transactionUnmatched(RowMatch)

  case accountOpened(AccountOpened)
  case accountOpeningChanged(AccountOpeningChange)
  /// A number by which a bank's files name the account.
  case accountNumberAdded(AccountID, number: String)
  case accountNumberRemoved(AccountID, number: String)
  case accountRemoved(AccountID)
  case accountReinstated(AccountID)
  case accountRenamed(AccountID, name: String, previous: String)
  case accountClosed(AccountID)
  case accountReopened(AccountID)
  case accountAsserted(AccountAsserted)
  case categoryDefined(CategoryID, name: String, kind: CategoryKind)
  case categoryRemoved(CategoryID)
  case categoryReinstated(CategoryID)
  case categoryRenamed(CategoryID, name: String, previous: String)
  case categoryKindChanged(CategoryID, kind: CategoryKind, previous: CategoryKind)
  case categoryAliasSet(CategoryAliasSet)
  case merchantNamed(MerchantID, name: String)
  /// What the merchant is called from now on; names that it had still mean it.
  case merchantRenamed(MerchantID, name: String, previous: String)
  /// The first merchant is the second from now on.
  case merchantMerged(MerchantID, into: MerchantID)
  /// The first merchant is its own again.
  case merchantSeparated(MerchantID, from: MerchantID)
  case budgetSet(BudgetSet)
  case settingChanged(SettingChanged)
  case ruleSet(RuleSet)
  case transferDecided(TransferDecided)
  /// The commits that this commit takes back, in the order in which it did.
  case commitsUndone([CommitNumber])
}

/// The fixed numbers of the event kinds, as a journal stores them.
///
/// Numbers below 16 are rows of transactions; those from 16 on carry their facts in the sparse section of a block. The
/// numbers that are not listed here are kept for the kinds named in `Schemas/events/README.md`.
public enum EventKind: UInt8, Sendable, Hashable, CaseIterable {
  case transactionAdded = 1
  case transactionRecategorised = 2
  case transactionDeleted = 3
  case transactionRestored = 4
  case transactionEditRetracted = 5
  case transactionEditAsserted = 6
  case transactionSplit = 7
  case rowsMatched = 16
  case accountOpened = 17
  case accountRemoved = 18
  case accountReinstated = 19
  case accountRenamed = 20
  case accountClosed = 21
  case accountReopened = 22
  case accountAsserted = 23
  case categoryDefined = 24
  case categoryRemoved = 25
  case categoryReinstated = 26
  case categoryRenamed = 27
  case categoryKindChanged = 28
  case categoryAliasSet = 30
  case merchantNamed = 32
  case merchantRenamed = 33
  case merchantMerged = 34
  case merchantSeparated = 35
  case budgetSet = 40
  case settingChanged = 41
  case ruleSet = 42
  case transferDecided = 44
  case transactionMatched = 46
  case transactionUnmatched = 47
  case commitsUndone = 48
  case accountOpeningChanged = 49
  case accountNumberAdded = 50
  case accountNumberRemoved = 51
}

/// A transaction that a person or an import added.
public struct TransactionAdded: Sendable, Hashable {
  public var values: TransactionValues
  public var setting: CategorySetting
  public var cause: Cause
  public var texts: TransactionTexts

  public init(values: TransactionValues, setting: CategorySetting, cause: Cause, texts: TransactionTexts) {
    self.values = values
    self.setting = setting
    self.cause = cause
    self.texts = texts
  }
}

/// A change of a transaction's category.
public struct TransactionRecategorised: Sendable, Hashable {
  public var target: TransactionID
  /// The values that hold, unchanged by this event.
  public var values: TransactionValues
  public var previous: CategorySetting
  public var setting: CategorySetting
  public var cause: Cause

  public init(
    target: TransactionID, values: TransactionValues, previous: CategorySetting, setting: CategorySetting, cause: Cause
  ) {
    self.target = target
    self.values = values
    self.previous = previous
    self.setting = setting
    self.cause = cause
  }
}

/// A transaction that stopped counting (deleted) or counts again (restored).
public struct TransactionRemoval: Sendable, Hashable {
  public var target: TransactionID
  public var values: TransactionValues
  public var setting: CategorySetting
  /// How the transaction is gone: after a deletion, or before a restoration. Never `live`.
  public var gone: Liveness
  public var cause: Cause

  public init(
    target: TransactionID, values: TransactionValues, setting: CategorySetting, gone: Liveness, cause: Cause
  ) {
    self.target = target
    self.values = values
    self.setting = setting
    self.gone = gone
    self.cause = cause
  }
}

/// One half of an edit: what held before, or what holds now.
public struct TransactionEditHalf: Sendable, Hashable {
  public var target: TransactionID
  public var values: TransactionValues
  public var setting: CategorySetting
  public var note: String?
  public var cause: Cause

  public init(
    target: TransactionID, values: TransactionValues, setting: CategorySetting, note: String?, cause: Cause
  ) {
    self.target = target
    self.values = values
    self.setting = setting
    self.note = note
    self.cause = cause
  }
}

/// An account that now exists.
public struct AccountOpened: Sendable, Hashable {
  public var id: AccountID
  public var name: String
  public var currency: Currency
  public var opening: Money
  public var openingDay: CalendarDay?

  public init(id: AccountID, name: String, currency: Currency, opening: Money, openingDay: CalendarDay?) {
    self.id = id
    self.name = name
    self.currency = currency
    self.opening = opening
    self.openingDay = openingDay
  }
}

/// The bank's row that reports a transaction added by hand, as the bank printed it.
public struct RowMatch: Sendable, Hashable {
  public var target: TransactionID
  public var day: CalendarDay
  public var amount: Money
  public var account: AccountID
  /// What the transaction gains; the note stays the person's and is nil here. The source file is one of this commit's.
  public var texts: TransactionTexts
  public var cause: Cause

  public init(
    target: TransactionID, day: CalendarDay, amount: Money, account: AccountID, texts: TransactionTexts, cause: Cause
  ) {
    self.target = target
    self.day = day
    self.amount = amount
    self.account = account
    self.texts = texts
    self.cause = cause
  }
}

/// Another opening balance of an account, and the one before.
public struct AccountOpeningChange: Sendable, Hashable {
  public var id: AccountID
  public var opening: Money
  public var day: CalendarDay?
  public var previous: Money
  public var previousDay: CalendarDay?

  public init(id: AccountID, opening: Money, day: CalendarDay?, previous: Money, previousDay: CalendarDay?) {
    self.id = id
    self.opening = opening
    self.day = day
    self.previous = previous
    self.previousDay = previousDay
  }
}

/// A monthly budget that holds from a month until the next one set.
public struct BudgetSet: Sendable, Hashable {
  /// The category, or nil for the budget of everything.
  public var category: CategoryID?
  public var month: YearMonth
  /// The amount for a month; nil takes the entry of this month back.
  public var amount: Money?
  /// The entry of the same month before, or nil where there was none.
  public var previous: Money?

  public init(category: CategoryID?, month: YearMonth, amount: Money?, previous: Money?) {
    self.category = category
    self.month = month
    self.amount = amount
    self.previous = previous
  }
}

/// A setting of the ledger.
public struct SettingChanged: Sendable, Hashable {
  public var key: SettingKey
  /// The value as text; nil takes the setting back to its default.
  public var value: String?
  public var previous: String?

  public init(key: SettingKey, value: String?, previous: String?) {
    self.key = key
    self.value = value
    self.previous = previous
  }
}

/// The value of each setting that has one.
public struct SettingValues: Sendable, Hashable {
  /// By the keys' numbers.
  private var values: [String?] = []

  public init() {}

  public subscript(_ key: SettingKey) -> String? {
    get { Int(key.rawValue) < values.count ? values[Int(key.rawValue)] : nil }
    set {
      while values.count <= Int(key.rawValue) { values.append(nil) }
      values[Int(key.rawValue)] = newValue
    }
  }
}

/// The settings that a ledger keeps in its journal.
public enum SettingKey: UInt8, Sendable, Hashable, CaseIterable {
  case baseCurrency = 0
  case monthStartDay = 1
  /// `on` carries what a month leaves of its budgets, or overspends, into the next.
  case budgetRollover = 2

  /// The name on the command line.
  public var name: String {
    switch self {
    case .baseCurrency: "base-currency"
    case .monthStartDay: "month-start-day"
    case .budgetRollover: "budget-rollover"
    }
  }

  /// The value where nobody set one; empty for none.
  public var defaultValue: String {
    switch self {
    case .baseCurrency: ""
    case .monthStartDay: "1"
    case .budgetRollover: "off"
    }
  }

  public init?(name: String) {
    guard let key = SettingKey.allCases.first(where: { $0.name == name }) else { return nil }
    self = key
  }
}

extension Event {
  /// The fixed number of the event's kind.
  public var kind: EventKind {
    switch self {
    case .transactionAdded: .transactionAdded
    case .transactionRecategorised: .transactionRecategorised
    case .transactionDeleted: .transactionDeleted
    case .transactionRestored: .transactionRestored
    case .transactionEditRetracted: .transactionEditRetracted
    case .transactionEditAsserted: .transactionEditAsserted
    case .transactionSplit: .transactionSplit
    case .rowsMatched: .rowsMatched
    case .transactionMatched: .transactionMatched
    case .transactionUnmatched: .transactionUnmatched
    case .accountOpened: .accountOpened
    case .accountOpeningChanged: .accountOpeningChanged
    case .accountNumberAdded: .accountNumberAdded
    case .accountNumberRemoved: .accountNumberRemoved
    case .accountRemoved: .accountRemoved
    case .accountReinstated: .accountReinstated
    case .accountRenamed: .accountRenamed
    case .accountClosed: .accountClosed
    case .accountReopened: .accountReopened
    case .accountAsserted: .accountAsserted
    case .categoryDefined: .categoryDefined
    case .categoryRemoved: .categoryRemoved
    case .categoryReinstated: .categoryReinstated
    case .categoryRenamed: .categoryRenamed
    case .categoryKindChanged: .categoryKindChanged
    case .categoryAliasSet: .categoryAliasSet
    case .merchantNamed: .merchantNamed
    case .merchantRenamed: .merchantRenamed
    case .merchantMerged: .merchantMerged
    case .merchantSeparated: .merchantSeparated
    case .budgetSet: .budgetSet
    case .settingChanged: .settingChanged
    case .ruleSet: .ruleSet
    case .transferDecided: .transferDecided
    case .commitsUndone: .commitsUndone
    }
  }
}
