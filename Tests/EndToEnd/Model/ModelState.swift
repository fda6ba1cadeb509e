import Foldbook

/// A transaction of the model.
struct ModelRow: Equatable {
  var id: TransactionID
  var day: CalendarDay
  var amount: Money
  var account: String
  var merchant: String
  var category: String
  /// Of a split, by category in the order of the parts; the category is that of splits then.
  var parts: [ModelPart] = []
  var isByHand: Bool
  /// Where in the history the category was set.
  var order: Int
  var isDeleted = false
  var note: String?
  var recordedAt: Instant
  /// What the bank's file said; nil for a row added by hand.
  var imported: ModelFileRow?
  /// What the bank's file said of a row that was added by hand before.
  var matched: ModelFileRow?
  /// What a bank said of the row, whichever came first.
  var bankRow: ModelFileRow? { imported ?? matched }

  /// A row for each part, as if it were a transaction; the row itself where it is not split.
  var shares: [ModelRow] {
    if parts.isEmpty { return [self] }
    return parts.map { part in
      var share = self
      (share.category, share.amount, share.parts) = (part.category, part.amount, [])
      return share
    }
  }
}

/// A part of a transaction of the model.
struct ModelPart: Equatable {
  var category: String
  var amount: Money
}

/// A row of a bank file of the model.
struct ModelFileRow: Hashable {
  var day: CalendarDay
  var amount: Money
  var payee: String
  var memo: String?
  var reference: String?
  var category: String?
  var account: String
}

struct ModelAccount: Equatable {
  var name: String
  var currency: Currency
  var opening: Money
  var openingDay: CalendarDay?
}

/// What holds after some commits of the model.
struct ModelState {
  let baseCurrency: Currency
  var accounts: [ModelAccount] = []
  var categories: [String: CategoryKind] = [:]
  var rows: [TransactionID: ModelRow] = [:]
  var budgets: [String?: [YearMonth: Money]] = [:]
  /// The legs of linked transfers.
  var links: Set<TransactionID> = []
  /// Nil until somebody sets it.
  var startDaySetting: Int?
  var startDay: Int { startDaySetting ?? 1 }

  init(baseCurrency: Currency) {
    self.baseCurrency = baseCurrency
    let expenses = [
      "Uncategorised", "Groceries", "Eating out", "Housing", "Utilities", "Transport", "Health", "Shopping",
      "Entertainment", "Travel", "Education", "Children", "Pets", "Gifts", "Insurance", "Taxes", "Fees", "Cash",
      "Other",
    ]
    for name in expenses { categories[name] = .expense }
    for name in ["Salary", "Interest", "Other income"] { categories[name] = .income }
    categories["Transfers"] = .transfer
  }

  mutating func apply(_ change: ModelLedger.Change) {
    switch change {
    case .add(let row): rows[row.id] = row
    case .setCategory(let id, let name, let order, _):
      rows[id]?.category = name
      rows[id]?.parts = []
      rows[id]?.isByHand = true
      rows[id]?.order = order
    case .split(let id, let parts, let order):
      rows[id]?.category = Category.splitName
      rows[id]?.parts = parts
      rows[id]?.isByHand = true
      rows[id]?.order = order
    case .delete(let id): rows[id]?.isDeleted = true
    case .restore(let id): rows[id]?.isDeleted = false
    case .match(let id, let row): rows[id]?.matched = row
    case .link(let pair, let recategorised):
      links.formUnion([pair.outgoing, pair.incoming])
      for id in recategorised { rows[id]?.category = "Transfers" }
    case .setDay(let id, let day): rows[id]?.day = day
    case .setAmount(let id, let amount): rows[id]?.amount = amount
    case .setAccount(let id, let name): rows[id]?.account = name
    case .setMerchant(let id, let name): rows[id]?.merchant = name
    case .setNote(let id, let note): rows[id]?.note = note
    case .openAccount(let account): accounts.append(account)
    case .defineCategory(let name, let kind): categories[name] = kind
    case .setBudget(let category, let month, let amount): budgets[category, default: [:]][month] = amount
    case .setStartDay(let day): startDaySetting = day
    }
  }

  /// The live rows, oldest day and lowest id first.
  var liveRows: [ModelRow] {
    rows.values.filter { !$0.isDeleted }.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
  }

  func account(_ name: String) -> ModelAccount? { accounts.first { $0.name == name } }

  func currency(of row: ModelRow) -> Currency {
    guard let account = account(row.account) else { preconditionFailure("the model lost the account \(row.account)") }
    return account.currency
  }

  /// The category that was set last by hand for a live row of the merchant.
  func lastCategoryByHand(of merchant: String) -> String? {
    rows.values.filter { !$0.isDeleted && $0.isByHand && $0.parts.isEmpty && $0.merchant == merchant }.max {
      $0.order < $1.order
    }?.category
  }

  // MARK: Months

  /// The month that a day belongs to, as year and month counted together.
  func month(of day: CalendarDay) -> YearMonth {
    let parts = day.components
    var count = parts.year * 12 + parts.month - 1
    if parts.day < startDay { count -= 1 }
    if startDay > 15 { count += 1 }
    return YearMonth(monthsSinceYearZero: Int32(count))
  }

  /// The days of a month, found by trying them.
  func days(of month: YearMonth) -> [CalendarDay] {
    guard var day = CalendarDay(year: month.year, month: month.month, day: 15)?.advanced(byDays: -50) else { return [] }
    var result: [CalendarDay] = []
    for _ in 0..<100 {
      if self.month(of: day) == month { result.append(day) }
      day = day.advanced(byDays: 1)
    }
    return result
  }

  // MARK: Meaning of a row

  enum Direction {
    case moneyIn, moneyOut, transfer
  }

  func direction(of row: ModelRow) -> Direction {
    if row.category == "Uncategorised" { return row.amount.minorUnits > 0 ? .moneyIn : .moneyOut }
    switch categories[row.category] {
    case .income: return .moneyIn
    case .transfer: return .transfer
    case .expense: return .moneyOut
    case nil: preconditionFailure("the model lost the category \(row.category)")
    }
  }

  func sum(_ rows: [ModelRow], _ direction: Direction) -> Money {
    let total = rows.flatMap(\.shares).filter { self.direction(of: $0) == direction }.reduce(0) {
      $0 + $1.amount.minorUnits
    }
    return Money(minorUnits: direction == .moneyOut ? -total : total)
  }

  func budget(_ category: String?, in month: YearMonth) -> Money? {
    budgets[category]?.filter { $0.key <= month }.max { $0.key < $1.key }?.value
  }

  func totalBudget(in month: YearMonth) -> Money? {
    if let total = budget(nil, in: month) { return total }
    let parts = budgets.keys.compactMap { name in name.flatMap { budget($0, in: month) } }
    return parts.isEmpty ? nil : Money(minorUnits: parts.reduce(0) { $0 + $1.minorUnits })
  }
}
