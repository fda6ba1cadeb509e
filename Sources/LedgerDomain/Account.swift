/// An account as the ledger knows it.
public struct Account: Sendable, Hashable {
  public var id: AccountID
  public var name: String
  public var currency: Currency
  /// What the account held before its first row.
  public var opening: Money
  /// The day of the opening balance; nil is the day before the account's first row.
  public var openingDay: CalendarDay?
  /// The numbers by which the bank's files name the account, in the order in which they came.
  public var numbers: [String]
  public var isClosed: Bool
  /// Whether the account was taken away again, by undoing the commit that opened it.
  public var isRemoved: Bool

  public init(
    id: AccountID, name: String, currency: Currency, opening: Money = .zero, openingDay: CalendarDay? = nil,
    numbers: [String] = [], isClosed: Bool = false, isRemoved: Bool = false
  ) {
    self.id = id
    self.name = name
    self.currency = currency
    self.opening = opening
    self.openingDay = openingDay
    self.numbers = numbers
    self.isClosed = isClosed
    self.isRemoved = isRemoved
  }

  /// The account of the first `add` into a ledger without accounts.
  public static let cashName = "Cash"
}
