/// An amount in whole minor units (cents) of its account's currency; negative is money out.
///
/// The currency is not part of the value: an account has one currency, and sums never cross accounts of different
/// currencies. A literal such as `-8.40` or `12` is written in major units of a currency with two minor digits.
public struct Money: Hashable, Comparable, Sendable {
  /// The largest magnitude of a single booked amount, in minor units (10^15).
  public static let limit: Int64 = 1_000_000_000_000_000

  public static let zero = Money(minorUnits: 0)

  /// The amount in minor units, signed as booked.
  public var minorUnits: Int64

  @inlinable
  public init(minorUnits: Int64) {
    self.minorUnits = minorUnits
  }

  @inlinable
  public static func < (left: Money, right: Money) -> Bool {
    left.minorUnits < right.minorUnits
  }

  /// Whether the amount is within the limit of a single booking.
  public var isBookable: Bool {
    minorUnits >= -Money.limit && minorUnits <= Money.limit
  }
}

extension Money {
  /// The sum, or an error where it does not fit into 64 bits.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
    if overflow { throw .overflow }
    return Money(minorUnits: sum)
  }

  /// The difference, or an error where it does not fit into 64 bits.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    let (difference, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
    if overflow { throw .overflow }
    return Money(minorUnits: difference)
  }

  /// The sum; a result outside 64 bits ends the program, never wraps.
  public static func + (left: Money, right: Money) -> Money {
    Money(minorUnits: left.minorUnits + right.minorUnits)
  }

  /// The difference; a result outside 64 bits ends the program, never wraps.
  public static func - (left: Money, right: Money) -> Money {
    Money(minorUnits: left.minorUnits - right.minorUnits)
  }

  /// The amount with the other sign.
  public static prefix func - (value: Money) -> Money {
    Money(minorUnits: 0 - value.minorUnits)
  }

  public static func += (left: inout Money, right: Money) {
    left = left + right
  }

  public static func -= (left: inout Money, right: Money) {
    left = left - right
  }
}

extension Money: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Whole major units of a currency with two minor digits: `12` is 12.00.
  public init(integerLiteral value: Int64) {
    self.init(minorUnits: value * 100)
  }

  /// Major units with at most two decimals: `-8.40` is −840 minor units.
  ///
  /// The compiler hands a literal over as a `Double`. Its shortest decimal form is the literal again for up to 15
  /// significant digits, so the value is read from that text; a literal with more decimals ends the program.
  public init(floatLiteral value: Double) {
    let text = value.description
    do {
      self = try Money(parsing: text, minorUnitDigits: 2, decimalMark: .point)
    } catch {
      preconditionFailure("\(text) is not an amount with at most two decimals")
    }
  }
}

/// What can be wrong with an amount.
public enum MoneyError: Error, Hashable, Sendable {
  case empty
  /// The text is not an amount.
  case notANumber
  /// More decimals that are not zero than the currency has digits.
  case tooManyDecimals(allowed: Int)
  /// Beyond ±10^15 minor units.
  case outOfRange
  /// A grouping mark that could as well be a decimal mark, such as `1.234` where the decimal mark is a comma.
  case ambiguousMark
  /// A computed sum is outside 64 bits.
  case overflow
}

extension MoneyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "there is no amount"
    case .notANumber: "this is not an amount; write it like 12.50"
    case .tooManyDecimals(let allowed):
      allowed == 0 ? "the currency has no decimals" : "the currency has at most \(allowed) decimals"
    case .outOfRange: "the amount is beyond the limit of 10^15 minor units"
    case .ambiguousMark: "the mark could group thousands or begin decimals; write the amount without grouping"
    case .overflow: "the sum does not fit into 64 bits"
    }
  }
}
