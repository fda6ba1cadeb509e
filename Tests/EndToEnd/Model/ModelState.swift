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
  /// Whether it is the incoming leg of a transfer, which one commit chooses after the outgoing one.
  var isSecondLeg = false
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

/// What a transaction of the model is categorised as.
struct ModelSetting: Equatable {
  var category: String
  var isByHand: Bool

  init(_ row: ModelRow) { (category, isByHand) = (row.category, row.isByHand) }
}

/// A rule of the model: rows of an account get a category.
struct ModelRule: Equatable {
  var account: String
  var category: String
  var priority: Int32
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
  var isClosed = false
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
  /// Linked pairs with what those of their legs had before that linking changed.
  var transfers: [TransferPair: [TransactionID: ModelSetting]] = [:]
  /// Pairs that a person said are none.
  var separated: Set<TransferPair> = []
  var rules: [UInt32: ModelRule] = [:]
  /// By account.
  var assertions: [String: [CalendarDay: Money]] = [:]
  /// By the name that a merchant was first given: what it is called, and which one it was merged into.
  var merchantNames: [String: String] = [:]
  var merchantMerges: [String: String] = [:]
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
      rows[id]?.isSecondLeg = false
    case .split(let id, let parts, let order):
      rows[id]?.category = Category.splitName
      rows[id]?.parts = parts
      rows[id]?.isByHand = true
      rows[id]?.order = order
      rows[id]?.isSecondLeg = false
    case .delete(let id): rows[id]?.isDeleted = true
    case .restore(let id): rows[id]?.isDeleted = false
    case .match(let id, let row): rows[id]?.matched = row
    case .link(let pair, let recategorised, let order):
      links.formUnion([pair.outgoing, pair.incoming])
      separated.remove(pair)
      transfers[pair] = [:]
      for id in recategorised {
        transfers[pair]?[id] = rows[id].map(ModelSetting.init)
        if isTransfer(id) == false { rows[id]?.category = "Transfers" }
        guard let order else { continue }
        rows[id]?.isByHand = true
        rows[id]?.order = order
        rows[id]?.isSecondLeg = id == pair.incoming
      }
    case .unlink(let pair, let settings, let order):
      links.subtract([pair.outgoing, pair.incoming])
      transfers[pair] = nil
      separated.insert(pair)
      for (id, setting) in settings {
        rows[id]?.category = setting.category
        rows[id]?.isByHand = setting.isByHand
        rows[id]?.order = order
        rows[id]?.isSecondLeg = id == pair.incoming
      }
    case .setDay(let id, let day): rows[id]?.day = day
    case .setAmount(let id, let amount): rows[id]?.amount = amount
    case .setAccount(let id, let name): rows[id]?.account = name
    case .setMerchant(let id, let name): rows[id]?.merchant = name
    case .setNote(let id, let note): rows[id]?.note = note
    case .openAccount(let account): accounts.append(account)
    case .setClosed(let name, let isClosed):
      for index in accounts.indices where accounts[index].name == name { accounts[index].isClosed = isClosed }
    case .setRule(let number, let rule): rules[number] = rule
    case .applyRule(let id, let category): rows[id]?.category = category
    case .setKind(let name, let kind): categories[name] = kind
    case .assert(let account, let day, let balance): assertions[account, default: [:]][day] = balance
    case .renameMerchant(let merchant, _, let name): merchantNames[merchant] = name
    case .mergeMerchant(let merchant, let target): merchantMerges[merchant] = target
    case .separateMerchant(let merchant, _): merchantMerges[merchant] = nil
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

  func isTransfer(_ id: TransactionID) -> Bool? { rows[id].map { categories[$0.category] == .transfer } }

  /// The category that was set last by hand for a live row of the merchant, or of those that are merged with it.
  func lastCategoryByHand(of merchant: String) -> String? {
    let merchant = canonical(merchant)
    return rows.values.filter {
      !$0.isDeleted && $0.isByHand && $0.parts.isEmpty && canonical($0.merchant) == merchant
    }
    .max { ($0.order, $0.isSecondLeg ? 1 : 0) < ($1.order, $1.isSecondLeg ? 1 : 0) }?.category
  }

  /// The category that the first rule says for rows of an account; nil where none does.
  func ruledCategory(_ account: String) -> String? {
    rules.filter { $0.value.account == account }
      .min { ($1.value.priority, $0.key) < ($0.value.priority, $1.key) }?.value.category
  }

  // MARK: Merchants

  /// The merchant that one is now.
  func canonical(_ merchant: String) -> String {
    var merchant = merchant
    while let target = merchantMerges[merchant] { merchant = target }
    return merchant
  }

  /// What a merchant is called.
  func shown(_ merchant: String) -> String {
    let merchant = canonical(merchant)
    return merchantNames[merchant] ?? merchant
  }

  /// The other names that mean a merchant.
  ///
  /// - Parameter known: every merchant by its first name.
  func aliases(of merchant: String, known: Set<String>) -> [String] {
    let merchant = canonical(merchant)
    let members = known.filter { canonical($0) == merchant }
    return members.union(members.compactMap { merchantNames[$0] }).subtracting([shown(merchant)]).sorted()
  }

  /// The same with every row's merchant as it is called.
  var withShownMerchants: ModelState {
    var state = self
    for id in rows.keys { state.rows[id]?.merchant = rows[id].map { shown($0.merchant) } ?? "" }
    return state
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
