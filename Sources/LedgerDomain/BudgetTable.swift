/// For each category, or everything (nil): months in ascending order with the amount that holds from then on.
///
/// A list, since there are few: a command that only reads would pay more for a dictionary's first look-up than for all of them.
public struct BudgetTable: Sendable, Hashable {
  /// In order of category, that of everything last; none without an entry.
  public private(set) var lines: [Line] = []

  /// The budgets of a category, or of everything.
  public struct Line: Sendable, Hashable {
    public let category: CategoryID?
    public fileprivate(set) var entries: [BudgetEntry]

    fileprivate var rank: UInt32 { category.map { UInt32($0.index) } ?? .max }
  }

  public init() {}

  public subscript(_ category: CategoryID?) -> [BudgetEntry] {
    get { lines.first { $0.category == category }?.entries ?? [] }
    set {
      let line = Line(category: category, entries: newValue)
      let place = lines.firstIndex { $0.rank >= line.rank } ?? lines.count
      let isThere = place < lines.count && lines[place].category == category
      lines.replaceSubrange(place..<(isThere ? place + 1 : place), with: newValue.isEmpty ? [] : [line])
    }
  }
}

/// A budget from a month on.
public struct BudgetEntry: Sendable, Hashable {
  public var month: YearMonth
  public var amount: Money

  public init(month: YearMonth, amount: Money) {
    self.month = month
    self.amount = amount
  }
}
