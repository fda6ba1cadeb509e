/// One part of a transaction that is split over several categories.
public struct SplitPart: Sendable, Hashable {
  /// Never `.split`.
  public var category: CategoryID
  /// Signed as booked; never zero.
  public var amount: Money
  /// What the bank's file said of the part.
  public var memo: String?

  public init(category: CategoryID, amount: Money, memo: String? = nil) {
    self.category = category
    self.amount = amount
    self.memo = memo
  }

  /// The fewest parts of a split; one alone is a category.
  public static let minimumCount = 2
  /// The most parts of a split.
  public static let limit = 1_000

  /// What parts come to; nil where that does not fit into 64 bits.
  public static func sum(_ parts: [SplitPart]) -> Money? {
    var sum: Int64 = 0
    for part in parts {
      let (next, overflow) = sum.addingReportingOverflow(part.amount.minorUnits)
      if overflow { return nil }
      sum = next
    }
    return Money(minorUnits: sum)
  }
}

extension CategorySetting {
  /// The setting of a transaction that is split.
  public init(parts: [SplitPart], isByHand: Bool) {
    self.init(.split, isByHand: isByHand)
    self.parts = parts
  }

  public var isSplit: Bool { category == .split }

  /// Where an amount counts: each part with its category, or all of it with the one.
  public func shares(of amount: Money) -> [SplitPart] {
    isSplit ? parts : [SplitPart(category: category, amount: amount)]
  }
}

extension CategorySetting {
  /// The same with one category for another; a split whose parts are of one category then is no split any more.
  public func replacing(_ category: CategoryID, with other: CategoryID) -> CategorySetting {
    guard isSplit else { return CategorySetting(other, isByHand: isByHand) }
    let replaced = parts.map { part in
      SplitPart(category: part.category == category ? other : part.category, amount: part.amount, memo: part.memo)
    }
    let isWhole = replaced.allSatisfy { $0.category == other && $0.memo == nil }
    if isWhole { return CategorySetting(other, isByHand: isByHand) }
    return CategorySetting(parts: replaced, isByHand: isByHand)
  }
}

extension CategorySetting {
  /// What of an amount counts: the sum of the parts, which may be some of a split's, or all of it.
  public func sum(of amount: Money) -> Money {
    isSplit ? SplitPart.sum(parts) ?? .zero : amount
  }

  /// The same with those parts alone that are wanted; nil where none is.
  public func filtered(of amount: Money, _ isWanted: (SplitPart) throws -> Bool) rethrows -> CategorySetting? {
    let wanted = try shares(of: amount).filter(isWanted)
    if wanted.isEmpty { return nil }
    return isSplit ? CategorySetting(parts: wanted, isByHand: isByHand) : self
  }
}

extension LedgerDirectory {
  /// What a category is called in reports; empty for one that is not there.
  public func categoryName(_ id: CategoryID) -> String {
    id == .split ? Category.splitName : category(id)?.name ?? ""
  }
}

/// A part as a person typed it.
public struct AskedPart: Sendable, Hashable {
  /// A category's name.
  public var category: String
  /// Signed as booked; nil is what the others leave of the whole.
  public var amount: Money?

  public init(category: String, amount: Money?) {
    self.category = category
    self.amount = amount
  }
}

extension Decision {
  /// The events of giving the parts of a transaction categories of their own, by hand; none where it is split so already.
  ///
  /// - Throws: `Refusal.splitSum` where the parts come to something else than the whole, and says what is missing.
  public static func split<State: KnownState>(
    _ id: TransactionID, into asked: [AskedPart], state: State
  ) throws -> [Event] {
    let transaction = try liveTransaction(id, state: state)
    if state.directory.linkedTransactions.contains(id) { throw Refusal.splitTransfer(id) }
    let whole = transaction.values.amount
    var parts: [SplitPart] = []
    var rest: CategoryID?
    for part in asked {
      let category = try knownCategory(named: part.category, state: state).id
      guard let amount = part.amount else {
        if rest != nil { throw Refusal.splitForm("only one part can take the rest") }
        rest = category
        parts.append(SplitPart(category: category, amount: .zero))
        continue
      }
      if amount == .zero { throw Refusal.zeroAmount }
      guard amount.isBookable else { throw Refusal.amount(.outOfRange) }
      parts.append(SplitPart(category: category, amount: amount))
    }
    guard let sum = SplitPart.sum(parts) else { throw Refusal.amount(.overflow) }
    let missing = try whole.subtracting(sum)
    if let rest, let place = parts.firstIndex(where: { $0.category == rest && $0.amount == .zero }) {
      if missing == .zero { throw Refusal.splitForm("the other parts leave nothing for the one without an amount") }
      guard missing.isBookable else { throw Refusal.amount(.outOfRange) }
      parts[place].amount = missing
    } else if missing != .zero {
      let digits = state.directory.account(transaction.values.account)?.currency.minorUnitDigits ?? 2
      throw Refusal.splitSum(id, whole: whole, sum: sum, minorUnitDigits: digits)
    }
    parts = joined(parts).map { part in
      // What the bank's file said of a part stays with its category.
      let known = transaction.setting.parts.first { $0.category == part.category && $0.memo != nil }
      return SplitPart(category: part.category, amount: part.amount, memo: known?.memo)
    }
    if parts.count < SplitPart.minimumCount {
      throw Refusal.splitForm(
        "a split has two categories or more; 'foldbook recategorise' gives one category to the whole")
    }
    guard parts.count <= SplitPart.limit else {
      throw Refusal.limitReached("a split has at most \(SplitPart.limit) parts")
    }
    let setting = CategorySetting(parts: parts, isByHand: true)
    if transaction.setting == setting { return [] }
    return [.change(of: transaction, to: setting, cause: .byHand)]
  }

  /// The event of making a split one again, with one category, by hand.
  ///
  /// - Parameter name: the category; nil is Uncategorised.
  public static func removeSplit<State: KnownState>(
    _ id: TransactionID, to name: String?, state: State
  ) throws -> [Event] {
    let transaction = try liveTransaction(id, state: state)
    guard transaction.setting.isSplit else { throw Refusal.notSplit(id) }
    let category = try name.map { try knownCategory(named: $0, state: state).id } ?? .uncategorised
    return [.change(of: transaction, to: CategorySetting(category, isByHand: true), cause: .byHand)]
  }

  /// The parts with those of one category and no text of their own joined, in the order of the first.
  private static func joined(_ parts: [SplitPart]) -> [SplitPart] {
    var result: [SplitPart] = []
    for part in parts {
      if let place = result.firstIndex(where: { $0.category == part.category }) {
        result[place].amount += part.amount
      } else {
        result.append(part)
      }
    }
    return result.filter { $0.amount != .zero }
  }
}

extension Event {
  /// The event of another category or other parts: a recategorisation, or a split where either side has parts.
  public static func change(of transaction: Transaction, to setting: CategorySetting, cause: Cause) -> Event {
    let change = TransactionRecategorised(
      target: transaction.id, values: transaction.values, previous: transaction.setting, setting: setting, cause: cause)
    return setting.isSplit || transaction.setting.isSplit
      ? .transactionSplit(change) : .transactionRecategorised(change)
  }
}
