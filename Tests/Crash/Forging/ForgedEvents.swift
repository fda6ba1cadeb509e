import Foldbook
import ProgramRunning

/// A commit that no command makes, well formed but for what it says.
struct ForgedEvents: CustomTestArgument {
  var name: String
  var recordedAt = Instant.noon(of: CalendarDay.last)
  var command = "forged"
  /// Given the position of the first.
  var events: @Sendable (Position) -> [Event]

  var description: String { name }

  private static let values = TransactionValues(
    day: CalendarDay.last, amount: Money(minorUnits: -1), account: AccountID(0), merchant: MerchantID(1))
  private static let setting = CategorySetting(CategoryID(1), isByHand: true)

  private static func added(_ change: (inout TransactionAdded) -> Void = { _ in }) -> Event {
    var added = TransactionAdded(values: values, setting: setting, cause: .byHand, texts: TransactionTexts())
    change(&added)
    return .transactionAdded(added)
  }

  private static func removal(_ target: UInt64, _ gone: Liveness) -> TransactionRemoval {
    TransactionRemoval(target: TransactionID(target), values: values, setting: setting, gone: gone, cause: .byHand)
  }

  private static func half(_ target: UInt64) -> TransactionEditHalf {
    TransactionEditHalf(target: TransactionID(target), values: values, setting: setting, note: nil, cause: .byHand)
  }

  private static func match(_ target: UInt64, account: UInt16 = 0) -> RowMatch {
    RowMatch(
      target: TransactionID(target), day: CalendarDay.first, amount: Money(minorUnits: .min),
      account: AccountID(account), texts: TransactionTexts(sourceFile: 9, sourceLine: 1), cause: .importedFile)
  }

  private static func budget(_ amount: Int64) -> Event {
    .budgetSet(
      BudgetSet(
        category: CategoryID(2), month: YearMonth(monthsSinceYearZero: 1), amount: Money(minorUnits: amount),
        previous: nil))
  }

  static let all: [ForgedEvents] = transactions + names + others

  private static let transactions: [ForgedEvents] = [
    ForgedEvents(name: "an amount as low as can be") { _ in [added { $0.values.amount = Money(minorUnits: .min) }] },
    ForgedEvents(name: "amounts whose sum overflows") { _ in
      [added { $0.values.amount = Money(minorUnits: .max) }, added { $0.values.amount = Money(minorUnits: .max) }]
    },
    ForgedEvents(name: "amounts whose sums overflow together") { _ in
      (0..<3).map { month in
        added {
          $0.values.amount = Money(minorUnits: .min / 2)
          $0.values.day = CalendarDay.last.advanced(byDays: -40 * month)
        }
      }
    },
    ForgedEvents(name: "the first and the last day") { _ in [added { $0.values.day = .first }, added()] },
    ForgedEvents(name: "a category that is not there") { _ in [added { $0.setting.category = CategoryID(60_000) }] },
    ForgedEvents(name: "an account that is not there") { _ in [added { $0.values.account = AccountID(60_000) }] },
    ForgedEvents(name: "a merchant that is not there") { _ in
      [added { $0.values.merchant = MerchantID(4_000_000_000) }]
    },
    ForgedEvents(name: "a split without parts") { _ in [added { $0.setting.category = .split }] },
    ForgedEvents(name: "source lines of files that are not there") { _ in
      [added { $0.texts = TransactionTexts(sourceFile: Int(Int32.max) - 1, sourceLine: Int(Int32.max) - 1) }]
    },
    ForgedEvents(name: "a deletion twice") { first in
      [added(), .transactionDeleted(removal(first, .deleted)), .transactionDeleted(removal(first, .undone))]
    },
    ForgedEvents(name: "a deletion of a definition") { _ in [.transactionDeleted(removal(1, .deleted))] },
    ForgedEvents(name: "a restoration of what is live") { first in
      [added(), .transactionRestored(removal(first, .undone))]
    },
    ForgedEvents(name: "half an edit") { first in [added(), .transactionEditRetracted(half(first))] },
    ForgedEvents(name: "the other half of an edit") { first in [added(), .transactionEditAsserted(half(first))] },
    ForgedEvents(name: "an edit of a definition") { _ in
      [.transactionEditRetracted(half(1)), .transactionEditAsserted(half(1))]
    },
    ForgedEvents(name: "another category of other values") { first in
      [
        added(),
        .transactionRecategorised(
          TransactionRecategorised(
            target: TransactionID(first), values: values,
            previous: CategorySetting(CategoryID(7), isByHand: false), setting: setting, cause: .rule)),
      ]
    },
    ForgedEvents(name: "a match with itself") { first in [.transactionMatched(match(first))] },
    ForgedEvents(name: "a match with a definition") { _ in [.transactionMatched(match(1))] },
    ForgedEvents(name: "a match in no account") { first in [added(), .transactionMatched(match(first, account: 900))] },
    ForgedEvents(name: "a match that was never made") { first in [added(), .transactionUnmatched(match(first))] },
    ForgedEvents(name: "matched rows beyond the end") { _ in [.rowsMatched([TransactionID(.max)])] },
    ForgedEvents(name: "no matched rows") { _ in [.rowsMatched([])] },
  ]

  private static let names: [ForgedEvents] = [
    ForgedEvents(name: "an account with the wrong number") { _ in
      [
        .accountOpened(
          AccountOpened(
            id: AccountID(40_000), name: "Far", currency: Currency("EUR")!, opening: .zero, openingDay: nil))
      ]
    },
    ForgedEvents(name: "an account without a name") { _ in
      [
        .accountOpened(
          AccountOpened(
            id: AccountID(3), name: "", currency: Currency("JPY")!, opening: Money(minorUnits: .min),
            openingDay: .first))
      ]
    },
    ForgedEvents(name: "another opening, as low as can be") { _ in
      [
        .accountOpeningChanged(
          AccountOpeningChange(
            id: AccountID(0), opening: Money(minorUnits: .min), day: .last, previous: .zero, previousDay: nil))
      ]
    },
    ForgedEvents(name: "names that are taken") { _ in
      [
        .accountRenamed(AccountID(1), name: "Checking", previous: "x"),
        .categoryRenamed(CategoryID(1), name: "Gifts", previous: "x"),
        .merchantRenamed(MerchantID(1), name: "Metro", previous: "x"),
      ]
    },
    ForgedEvents(name: "names with every kind of byte") { _ in
      [
        .accountRenamed(AccountID(0), name: "\u{0}\u{1B}[31m\n\u{202E}\u{10FFFF}", previous: ""),
        .categoryRenamed(CategoryID(1), name: String(repeating: "\u{0301}", count: 5_000), previous: ""),
      ]
    },
    ForgedEvents(name: "Uncategorised taken away") { _ in [.categoryRemoved(CategoryID(0))] },
    ForgedEvents(name: "every account taken away") { _ in
      (0..<3).map { .accountRemoved(AccountID(UInt16($0))) }
    },
    ForgedEvents(name: "merchants merged in a ring") { _ in
      [.merchantMerged(MerchantID(1), into: MerchantID(2)), .merchantMerged(MerchantID(2), into: MerchantID(1))]
    },
    ForgedEvents(name: "a merchant merged into itself") { _ in [.merchantMerged(MerchantID(2), into: MerchantID(2))] },
    ForgedEvents(name: "a merchant that is not there") { _ in
      [.merchantRenamed(MerchantID(900), name: "x", previous: "")]
    },
    ForgedEvents(name: "a number that two accounts have") { _ in
      [.accountNumberAdded(AccountID(0), number: "1"), .accountNumberAdded(AccountID(1), number: "1")]
    },
    ForgedEvents(name: "a number that no account has") { _ in [.accountNumberRemoved(AccountID(0), number: "nine")] },
  ]

  private static let others: [ForgedEvents] = [
    ForgedEvents(name: "a budget as low as can be") { _ in [budget(.min)] },
    ForgedEvents(name: "a budget as high as can be") { _ in [budget(.max)] },
    ForgedEvents(name: "a month that begins on no day") { _ in
      [.settingChanged(SettingChanged(key: .monthStartDay, value: "99", previous: nil))]
    },
    ForgedEvents(name: "a base currency that is none") { _ in
      [.settingChanged(SettingChanged(key: .baseCurrency, value: "", previous: nil))]
    },
    ForgedEvents(name: "no base currency") { _ in
      [.settingChanged(SettingChanged(key: .baseCurrency, value: nil, previous: nil))]
    },
    ForgedEvents(name: "a rule that is no query") { _ in
      [
        .ruleSet(
          RuleSet(
            number: 1, terms: RuleTerms(query: "((", category: CategoryID(0), priority: .min), previous: nil))
      ]
    },
    ForgedEvents(name: "a rule with the wrong number") { _ in
      [.ruleSet(RuleSet(number: .max, terms: nil, previous: nil))]
    },
    ForgedEvents(name: "an assertion as low as can be") { _ in
      [
        .accountAsserted(
          AccountAsserted(
            account: AccountID(0), day: CalendarDay("2026-09-01")!, balance: Money(minorUnits: .min), previous: nil))
      ]
    },
    ForgedEvents(name: "a transfer to itself") { first in
      let pair = TransferPair(outgoing: TransactionID(first), incoming: TransactionID(first))
      return [.transferDecided(TransferDecided(pair: pair, state: .linked, previous: .undecided))]
    },
    ForgedEvents(name: "a transfer to nowhere") { first in
      let pair = TransferPair(outgoing: TransactionID(first), incoming: TransactionID(.max))
      return [added(), .transferDecided(TransferDecided(pair: pair, state: .linked, previous: .separate))]
    },
    ForgedEvents(name: "an undo of itself") { _ in [.commitsUndone([.max, 0, 1])] },
    ForgedEvents(name: "an undo of every commit, itself too") { _ in [.commitsUndone((0...60).map { $0 })] },
    ForgedEvents(name: "undos again and again") { _ in
      (0..<64).map { _ in .commitsUndone((2...20).map { $0 }) }
    },
    ForgedEvents(name: "an undo of nothing") { _ in [.commitsUndone([])] },
    ForgedEvents(name: "no command", command: "", events: { _ in [added()] }),
    ForgedEvents(
      name: "a long command that would move the cursor", command: String(repeating: "'\n\u{1B}", count: 9_000),
      events: { _ in [added()] }),
  ]
}
