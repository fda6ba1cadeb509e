import LedgerDomain
import LedgerJournal
import Testing

/// One event of every kind, with every optional field used and unused.
enum SampleEvents {
  static let values = TransactionValues(
    day: CalendarDay("2026-10-20")!, amount: -8.40, account: AccountID(1), merchant: MerchantID(7))
  static let setting = CategorySetting(CategoryID(3), isByHand: true)

  static let all: [(event: Event, position: Position)] = [
    (
      .transactionAdded(
        TransactionAdded(
          values: values, setting: setting, cause: .byHand,
          texts: TransactionTexts(
            rawText: "KAFFEE 12", memo: "Köln", bankCategory: "Food", bankReference: "R1", note: "x", sourceFile: 0,
            sourceLine: 2))), 30
    ),
    (
      .transactionAdded(
        TransactionAdded(values: values, setting: setting, cause: .merchantHistory, texts: TransactionTexts())), 31
    ),
    (
      .transactionRecategorised(
        TransactionRecategorised(
          target: TransactionID(30), values: values, previous: CategorySetting(.uncategorised, isByHand: false),
          setting: setting, cause: .byHand)), 32
    ),
    (.transactionDeleted(removal(.deleted)), 33), (.transactionRestored(removal(.undone)), 34),
    (.transactionEditRetracted(half(note: nil)), 35), (.transactionEditAsserted(half(note: "")), 36),
    (.rowsMatched([TransactionID(3), TransactionID(30)]), 37),
    (
      .accountOpened(
        AccountOpened(
          id: AccountID(2), name: "Giro", currency: Currency("EUR")!, opening: 100,
          openingDay: CalendarDay("2025-12-31"))),
      38
    ),
    (
      .accountOpened(
        AccountOpened(id: AccountID(3), name: "円", currency: Currency("JPY")!, opening: .zero, openingDay: nil)), 39
    ),
    (.accountRemoved(AccountID(2)), 40), (.accountReinstated(AccountID(2)), 41),
    (.categoryDefined(CategoryID(23), name: "Hobbies", kind: .income), 42), (.categoryRemoved(CategoryID(23)), 43),
    (.categoryReinstated(CategoryID(23)), 44), (.merchantNamed(MerchantID(300), name: "Café"), 45),
    (.budgetSet(BudgetSet(category: nil, month: YearMonth("2026-10")!, amount: 1500, previous: nil)), 46),
    (.budgetSet(BudgetSet(category: CategoryID(1), month: YearMonth("2026-10")!, amount: nil, previous: 400)), 47),
    (.settingChanged(SettingChanged(key: .monthStartDay, value: "25", previous: nil)), 48),
    (.commitsUndone([9, 7]), 49),
    (.accountRenamed(AccountID(2), name: "Checking", previous: "Giro"), 50), (.accountClosed(AccountID(2)), 51),
    (.accountReopened(AccountID(2)), 52),
    (
      .accountAsserted(
        AccountAsserted(account: AccountID(2), day: CalendarDay("2026-09-30")!, balance: -8.40, previous: nil)), 53
    ),
    (
      .accountAsserted(
        AccountAsserted(account: AccountID(2), day: CalendarDay("2026-09-30")!, balance: nil, previous: 12)), 54
    ),
    (.categoryRenamed(CategoryID(23), name: "Garden", previous: "Hobbies"), 55),
    (.categoryKindChanged(CategoryID(23), kind: .transfer, previous: .income), 56),
    (.merchantRenamed(MerchantID(300), name: "Café Zürich", previous: "Café"), 57),
    (.merchantMerged(MerchantID(300), into: MerchantID(7)), 58),
    (.merchantSeparated(MerchantID(300), from: MerchantID(7)), 59),
    (.ruleSet(RuleSet(number: 1, terms: ruleTerms("merchant:Café"), previous: nil)), 60),
    (.ruleSet(RuleSet(number: 300, terms: nil, previous: ruleTerms("text:\"a b\""))), 61),
    (
      .transferDecided(
        TransferDecided(
          pair: TransferPair(outgoing: TransactionID(30), incoming: TransactionID(31)), state: .linked,
          previous: .separate)), 62
    ),
    (
      .transactionMatched(
        match(
          TransactionTexts(
            rawText: "KAFFEE 12", memo: "Köln", bankCategory: "Food", bankReference: "R1", sourceFile: 0, sourceLine: 2),
          .importedFile)), 63
    ),
    (.transactionMatched(match(TransactionTexts(rawText: "", sourceFile: 1, sourceLine: 9), .undo)), 64),
    (.transactionUnmatched(match(TransactionTexts(rawText: "", sourceFile: 1, sourceLine: 9), .undo)), 65),
    (
      .accountOpeningChanged(
        AccountOpeningChange(
          id: AccountID(2), opening: -100, day: CalendarDay("2025-12-31"), previous: .zero, previousDay: nil)), 66
    ),
    (.accountNumberAdded(AccountID(2), number: "DE0212345678"), 67),
    (.accountNumberRemoved(AccountID(2), number: "DE0212345678"), 68),
    (.transactionSplit(change(from: CategorySetting(.uncategorised, isByHand: false), to: split)), 69),
    (.transactionSplit(change(from: split, to: CategorySetting(parts: otherParts, isByHand: true))), 70),
    (.transactionSplit(change(from: split, to: setting)), 71),
    (
      .transactionAdded(
        TransactionAdded(
          values: values, setting: CategorySetting(parts: otherParts, isByHand: false), cause: .importedFile,
          texts: TransactionTexts(rawText: "SUPERMARKT", sourceFile: 0, sourceLine: 3))), 72
    ),
    (
      .transactionDeleted(
        TransactionRemoval(
          target: TransactionID(30), values: values, setting: split, gone: .deleted, cause: .byHand)), 73
    ),
    (
      .transactionRestored(
        TransactionRemoval(
          target: TransactionID(30), values: values, setting: split, gone: .deleted, cause: .undo)), 74
    ),
    (
      .transactionEditRetracted(
        TransactionEditHalf(
          target: TransactionID(30), values: values, setting: split, note: nil, cause: .byHand)), 75
    ),
    (
      .transactionEditAsserted(
        TransactionEditHalf(
          target: TransactionID(30), values: values, setting: split, note: "with Bo", cause: .byHand)), 76
    ),
    (
      .categoryAliasSet(CategoryAliasSet(word: "Food & Dining", category: CategoryID(2), previous: nil)), 77
    ),
    (.categoryAliasSet(CategoryAliasSet(word: "Hobbies", category: nil, previous: CategoryID(0))), 78),
  ]

  private static let split = CategorySetting(
    parts: [SplitPart(category: CategoryID(1), amount: -5.15), SplitPart(category: .uncategorised, amount: -3.25)],
    isByHand: true)
  private static let otherParts = [
    SplitPart(category: CategoryID(300), amount: -12.40, memo: "Käse"), SplitPart(category: CategoryID(1), amount: 4),
  ]

  private static func change(from previous: CategorySetting, to setting: CategorySetting) -> TransactionRecategorised {
    TransactionRecategorised(
      target: TransactionID(30), values: values, previous: previous, setting: setting, cause: .byHand)
  }

  private static func ruleTerms(_ query: String) -> RuleTerms {
    RuleTerms(query: query, category: CategoryID(23), priority: -2)
  }

  private static func removal(_ gone: Liveness) -> TransactionRemoval {
    TransactionRemoval(target: TransactionID(30), values: values, setting: setting, gone: gone, cause: .undo)
  }

  private static func match(_ texts: TransactionTexts, _ cause: Cause) -> RowMatch {
    RowMatch(
      target: TransactionID(30), day: CalendarDay("2026-10-22")!, amount: -8.40, account: AccountID(1), texts: texts,
      cause: cause)
  }

  private static func half(note: String?) -> TransactionEditHalf {
    TransactionEditHalf(target: TransactionID(30), values: values, setting: setting, note: note, cause: .byHand)
  }
}

struct EventCodingTests {
  @Test func `every kind of event comes back as it was`() throws {
    #expect(Set(SampleEvents.all.map(\.event.kind)) == Set(EventKind.allCases))
    for (event, position) in SampleEvents.all {
      var payload = PayloadWriter()
      let row = EventCoding.encode(event, at: position, payload: &payload)
      let decoded = try EventCoding.decode(row, payload: payload.bytes[...], at: position)
      #expect(decoded == (event == emptyNote ? nilNote : event))
    }
  }

  /// An empty note and none are the same thing.
  private var emptyNote: Event { SampleEvents.all[6].event }
  private var nilNote: Event {
    guard case .transactionEditAsserted(var half) = emptyNote else { return emptyNote }
    half.note = nil
    return .transactionEditAsserted(half)
  }

  @Test func `a payload cut at any byte is an error and never a crash`() {
    for (event, position) in SampleEvents.all {
      var payload = PayloadWriter()
      let row = EventCoding.encode(event, at: position, payload: &payload)
      // A row without texts is whole where its parts end.
      for count in 0..<payload.bytes.count where count != payload.partsCount || !row.isTransactionRow {
        #expect(throws: JournalError.self) {
          try EventCoding.decode(row, payload: payload.bytes.prefix(count), at: position)
        }
      }
    }
  }

  @Test func `bytes after a payload are an error`() {
    for (event, position) in SampleEvents.all {
      var payload = PayloadWriter()
      let row = EventCoding.encode(event, at: position, payload: &payload)
      payload.write(byte: 0)
      #expect(throws: JournalError.self) { try EventCoding.decode(row, payload: payload.bytes[...], at: position) }
    }
  }

  @Test func `a kind that is not known means a newer format`() {
    var payload = PayloadWriter()
    var row = EventCoding.encode(.commitsUndone([1]), at: 9, payload: &payload)
    row.kind = 60
    #expect(throws: JournalError.newerFormat(position: 9, kind: 60)) {
      try EventCoding.decode(row, payload: payload.bytes[...], at: 9)
    }
  }

  @Test func `numbers of kinds never change`() {
    let numbers = EventKind.allCases.map { "\($0)=\($0.rawValue)" }.joined(separator: " ")
    #expect(
      numbers
        == "transactionAdded=1 transactionRecategorised=2 transactionDeleted=3 transactionRestored=4 "
        + "transactionEditRetracted=5 transactionEditAsserted=6 transactionSplit=7 rowsMatched=16 accountOpened=17 "
        + "accountRemoved=18 "
        + "accountReinstated=19 accountRenamed=20 accountClosed=21 accountReopened=22 accountAsserted=23 "
        + "categoryDefined=24 categoryRemoved=25 categoryReinstated=26 categoryRenamed=27 categoryKindChanged=28 "
        + "categoryAliasSet=30 merchantNamed=32 merchantRenamed=33 merchantMerged=34 merchantSeparated=35 budgetSet=40 settingChanged=41 "
        + "ruleSet=42 transferDecided=44 transactionMatched=46 transactionUnmatched=47 commitsUndone=48 "
        + "accountOpeningChanged=49 accountNumberAdded=50 accountNumberRemoved=51")
  }
}

struct PayloadCodingTests {
  @Test func `integers of every size come back and have one form`() throws {
    let values: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 32, .max - 1, .max]
    for value in values {
      var writer = PayloadWriter()
      writer.write(unsigned: value)
      writer.write(signed: Int64(bitPattern: value))
      var reader = PayloadReader(writer.bytes[...], position: 1)
      #expect(try reader.unsigned() == value)
      #expect(try reader.signed() == Int64(bitPattern: value))
      #expect(reader.isAtEnd)
    }
    var reader = PayloadReader([0x80, 0x00][...], position: 1)
    #expect(throws: JournalError.self) { _ = try reader.unsigned() }
    var long = PayloadReader(([UInt8](repeating: 0xFF, count: 10) + [0x01])[...], position: 1)
    #expect(throws: JournalError.self) { _ = try long.unsigned() }
  }

  @Test func `text that is not UTF-8 is an error`() {
    var reader = PayloadReader([2, 0xC3, 0x28][...], position: 5)
    #expect(throws: JournalError.damaged(position: 5, reason: "a text is not UTF-8")) { _ = try reader.text() }
  }
}

struct FoldedNameTests {
  @Test(arguments: [
    ("Corner Shop", "CORNER  shop "), ("Café", "Cafe\u{301}"), ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
  ])
  func `names compare without regard to case, form and spaces`(one: String, other: String) {
    #expect(FoldedName(one) == FoldedName(other))
  }

  @Test func `different names stay different`() {
    #expect(FoldedName("Cafe") != FoldedName("Café"))
    #expect(FoldedName("a b") != FoldedName("ab"))
  }
}

struct DigestTests {
  @Test func `SHA-256 of abc is the published value`() {
    #expect(
      SHA256.hash(Array("abc".utf8)).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(CommitHash(hexadecimal: SHA256.hash([]).hexadecimal) == SHA256.hash([]))
  }
}
