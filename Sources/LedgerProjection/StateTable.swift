import LedgerDomain

/// The current state of a transaction in two bytes.
///
/// Bits 0–13 are the category. Bit 15 says that the transaction is gone; bit 14 says of a live one that its category was
/// set by hand, of a gone one that it was undone rather than deleted.
public struct StateCode: Hashable, Sendable {
  public let rawValue: UInt16

  /// A position whose event did not add a transaction.
  public static let none = StateCode(rawValue: 0xBFFE)

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public init(setting: CategorySetting) {
    rawValue = setting.category.index | (setting.isByHand ? 0x4000 : 0)
  }

  public init(category: CategoryID, gone: Liveness) {
    rawValue = category.index | 0x8000 | (gone == .undone ? 0x4000 : 0)
  }

  /// Appends the states of a row of the views: two bytes each, the low one first.
  static func append<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, to states: inout [UInt16])
  where Bytes.Index == Int {
    for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      states.append(UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
    }
  }

  public var liveness: Liveness {
    if rawValue & 0x8000 == 0 { return .live }
    return rawValue & 0x4000 != 0 ? .undone : .deleted
  }

  public var setting: CategorySetting {
    CategorySetting(CategoryID(rawValue & 0x3FFF), isByHand: rawValue & 0xC000 == 0x4000)
  }
}

/// The states of the transactions that a range of the journal added or changed.
public struct StateTable: Sendable {
  /// The first position of the range.
  public let firstPosition: Position
  /// The states of the range's own positions, in order.
  public let own: [UInt16]
  /// New states of transactions from before the range.
  public let earlier: [Position: UInt16]

  init(firstPosition: Position, own: [UInt16] = [], earlier: [Position: UInt16] = [:]) {
    self.firstPosition = firstPosition
    self.own = own
    self.earlier = earlier
  }

  /// What the range says about the transaction; nil where it says nothing.
  public func state(of id: TransactionID) -> StateCode? {
    if id.position >= firstPosition {
      let index = id.position - firstPosition
      return index < UInt64(own.count) ? StateCode(rawValue: own[Int(index)]) : nil
    }
    return earlier[id.position].map { StateCode(rawValue: $0) }
  }
}
