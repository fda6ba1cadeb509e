import BenchmarkData
import Foldbook

/// Writes a ledger of generated events through the library: a commit a month, and at its end a tail of average length.
struct LedgerBuilding {
  /// The longest tail is so many commits, where they have fewer than 64 events each; on average it is half of that.
  private static let tailCommitCount = Ledger.tailCommitLimit / 2
  private static let tailBatch = 16
  private static let commitCount = 120

  private let eventCount: Int
  private let translation = EventTranslation()

  init(eventCount: Int) {
    self.eventCount = eventCount
  }

  func write(to path: String) throws {
    var history = BenchmarkHistory(eventCount: eventCount)
    try Ledger.create(
      path: path, baseCurrency: .euro, at: translation.instant(0, of: eventCount), command: "init",
      ledgerID: CommitHash(bytes: [UInt8](repeating: 0xB0, count: 32))
    ) { transaction in
      let events = try translation.definitions(merchantNames: history.merchantNames, in: transaction.view().directory)
      try transaction.commit(
        recordedAt: translation.instant(0, of: eventCount), command: "definitions", events: events)
    }
    let ledger = try Ledger.open(path: path, isReadOnly: false)
    let base = try ledger.read { $0.position + 1 }
    let tail = min(LedgerBuilding.tailCommitCount * LedgerBuilding.tailBatch, eventCount / 2)
    let batch = max(1, (eventCount - tail) / LedgerBuilding.commitCount)
    var written = 0
    while written < eventCount - tail {
      let count = min(batch, eventCount - tail - written)
      try commit(count, from: &history, after: &written, base: base, to: ledger)
    }
    try ledger.rebuild()
    while written < eventCount {
      let count = min(LedgerBuilding.tailBatch, eventCount - written)
      try commit(count, from: &history, after: &written, base: base, to: ledger)
    }
  }

  private func commit(
    _ count: Int, from history: inout BenchmarkHistory, after written: inout Int, base: Position, to ledger: Ledger
  ) throws {
    let instant = translation.instant(written, of: eventCount)
    _ = try ledger.write { transaction in
      try transaction.commit(recordedAt: instant, command: "import", sources: []) { writer in
        for _ in 0..<count {
          guard let event = history.next() else { return }
          try writer.append(translation.event(event, base: base))
        }
      }
    }
    written += count
  }
}

extension Currency {
  static let euro = Currency("EUR").unsafelyUnwrapped
}

/// From generated events to the ledger's.
struct EventTranslation {
  /// The number of the table's category in a new ledger, by the table's number.
  private let categories: [CategoryID]
  private let categoryNames = BenchmarkTable.categories
  /// The names that a new ledger does not have, in order.
  private let missingCategories: [String]
  private let merchantNames: [String]

  init() {
    let initial = Category.initial.map(\.name)
    missingCategories = BenchmarkTable.categories.filter { !initial.contains($0) }
    let all = initial + missingCategories
    categories = BenchmarkTable.categories.map { name in
      guard let index = all.firstIndex(of: name) else { preconditionFailure("\(name) is in the list") }
      return CategoryID(UInt16(index))
    }
    merchantNames = BenchmarkTable(rowCount: 1).merchantNames
  }

  /// The accounts, categories and merchants of the table.
  func definitions(merchantNames: [String], in directory: LedgerDirectory) -> [Event] {
    var events: [Event] = BenchmarkTable.accounts.enumerated().map { index, name in
      .accountOpened(
        AccountOpened(
          id: AccountID(UInt16(index)), name: name, currency: .euro, opening: .zero, openingDay: nil))
    }
    for (index, name) in missingCategories.enumerated() {
      events.append(
        .categoryDefined(
          CategoryID(UInt16(directory.categories.count + index)), name: name, kind: Category.kindOfImported(name: name)
        ))
    }
    for (index, name) in merchantNames.enumerated() {
      events.append(.merchantNamed(MerchantID(UInt32(index + 1)), name: name))
    }
    return events
  }

  /// When the commit that begins with an event was recorded.
  func instant(_ index: Int, of eventCount: Int) -> Instant {
    Instant.noon(of: BenchmarkTable.firstDay.advanced(byDays: index * BenchmarkTable.dayCount / eventCount))
  }

  func values(_ row: BenchmarkTable.Row) -> TransactionValues {
    TransactionValues(
      day: BenchmarkTable.firstDay.advanced(byDays: row.day), amount: Money(minorUnits: Int64(row.cents)),
      account: AccountID(UInt16(row.account)), merchant: MerchantID(UInt32(row.merchant + 1)))
  }

  func category(_ number: Int) -> CategoryID { categories[number] }

  /// - Parameter base: the position of the first generated event.
  func event(_ event: BenchmarkHistory.Event, base: Position) -> Event {
    switch event {
    case .added(let row):
      return .transactionAdded(
        TransactionAdded(
          values: values(row), setting: CategorySetting(categories[row.category], isByHand: false),
          cause: .importedFile,
          texts: TransactionTexts(rawText: merchantNames[row.merchant], bankCategory: categoryNames[row.category])))
    case .recategorised(let target, let row, let previous, let wasByHand):
      return .transactionRecategorised(
        TransactionRecategorised(
          target: TransactionID(base + UInt64(target)), values: values(row),
          previous: CategorySetting(categories[previous], isByHand: wasByHand),
          setting: CategorySetting(categories[row.category], isByHand: true), cause: .byHand))
    case .deleted(let target, let row, let isByHand):
      return .transactionDeleted(
        TransactionRemoval(
          target: TransactionID(base + UInt64(target)), values: values(row),
          setting: CategorySetting(categories[row.category], isByHand: isByHand), gone: .deleted, cause: .byHand))
    }
  }
}
