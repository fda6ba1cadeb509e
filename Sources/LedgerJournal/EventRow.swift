import LedgerDomain

/// The fixed-size part of an event: what a fold reads.
///
/// Fields that a kind does not use are zero. Texts and definitions are the event's payload.
public struct EventRow: Hashable, Sendable {
  /// An `EventKind`, as stored.
  public var kind: UInt8
  public var flags: EventFlags
  public var account: UInt16
  public var category: UInt16
  /// The category before a recategorisation; elsewhere the category itself.
  public var previousCategory: UInt16
  public var merchant: UInt32
  /// Days since 1970-01-01.
  public var day: Int32
  /// Minor units, signed as booked.
  public var amount: Int64
  /// The transaction that is changed; for an added one its own position.
  public var target: UInt64

  public init(kind: EventKind) {
    self.kind = kind.rawValue
    flags = EventFlags(rawValue: 0)
    account = 0
    category = 0
    previousCategory = 0
    merchant = 0
    day = 0
    amount = 0
    target = 0
  }

  init(
    kind: UInt8, flags: UInt8, account: UInt16, category: UInt16, previousCategory: UInt16, merchant: UInt32,
    day: Int32, amount: Int64, target: UInt64
  ) {
    self.kind = kind
    self.flags = EventFlags(rawValue: flags)
    self.account = account
    self.category = category
    self.previousCategory = previousCategory
    self.merchant = merchant
    self.day = day
    self.amount = amount
    self.target = target
  }

  /// The row of a transaction event.
  init(
    kind: EventKind, target: UInt64, values: TransactionValues, setting: CategorySetting, previous: CategorySetting,
    gone: Liveness, cause: Cause
  ) {
    self.kind = kind.rawValue
    flags = EventFlags(
      isByHand: setting.isByHand, wasByHand: previous.isByHand, gone: gone, cause: cause)
    account = values.account.index
    category = setting.category.index
    previousCategory = previous.category.index
    merchant = values.merchant.index
    day = values.day.daysSinceEpoch
    amount = values.amount.minorUnits
    self.target = target
  }

  /// Whether the event is a row of a transaction.
  public var isTransactionRow: Bool { kind < 16 }

  public var setting: CategorySetting { CategorySetting(CategoryID(category), isByHand: flags.isByHand) }

  public var previousSetting: CategorySetting {
    CategorySetting(CategoryID(previousCategory), isByHand: flags.wasByHand)
  }

  /// The values of the transaction, or an error where the day is outside the calendar or the amount beyond its limit.
  public func values(at position: Position) throws(JournalError) -> TransactionValues {
    guard let calendarDay = CalendarDay(daysSinceEpoch: day) else {
      throw .damaged(position: position, reason: "the day \(day) is outside the calendar")
    }
    let amount = Money(minorUnits: amount)
    guard amount.isBookable else { throw .damaged(position: position, reason: "an amount is beyond its limit") }
    return TransactionValues(
      day: calendarDay, amount: amount, account: AccountID(account),
      merchant: MerchantID(merchant))
  }
}

/// One byte of a row: by hand or not, how it is gone, and why it was written.
public struct EventFlags: Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(isByHand: Bool, wasByHand: Bool, gone: Liveness, cause: Cause) {
    rawValue = (isByHand ? 1 : 0) | (wasByHand ? 2 : 0) | gone.rawValue << 2 | cause.rawValue << 4
  }

  /// Bit 0: the category was set by hand.
  @inlinable public var isByHand: Bool { rawValue & 1 != 0 }

  /// Bit 1: the previous category was set by hand.
  @inlinable public var wasByHand: Bool { rawValue & 2 != 0 }

  /// Bits 2 and 3: how the transaction is gone after a deletion or before a restoration; nil for an unused code.
  @inlinable public var gone: Liveness? { Liveness(rawValue: rawValue >> 2 & 3) }

  /// Bits 4 to 6: why the event was written; nil for an unused code.
  @inlinable public var cause: Cause? { Cause(rawValue: rawValue >> 4 & 7) }
}
