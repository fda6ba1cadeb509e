import LedgerDomain

/// How the cells of a column write their days.
enum DateForm: String, Sendable, Hashable {
  /// With separators, names of months, or eight digits with the year whole.
  case usual
  /// Digits alone that an order cuts, such as `130326`; a spreadsheet may have taken the zero in front away.
  case digits
  /// Days counted from 1899-12-30, as spreadsheets keep dates; a part behind a mark is the time of day.
  case serial

  /// The day of a cell; nil where it has none in this form and order.
  func day(_ bytes: Span<UInt8>, _ range: Range<Int>, _ order: DateOrder) -> CalendarDay? {
    switch self {
    case .usual: DateCell(bytes, range)?.day(order)
    case .digits: DateCell(bytes, range, isShort: true)?.day(order)
    case .serial: SerialDay.day(bytes, range) ?? DateCell(bytes, range)?.day(order)
    }
  }

  /// Whether a cell may be a day in some order.
  func isPlausible(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if self == .usual { return DateCell(bytes, range)?.isPlausible ?? false }
    return DateOrder.allCases.contains { day(bytes, range, $0) != nil }
  }
}

/// A day as spreadsheets count it.
enum SerialDay {
  /// The numbers of 1970-01-01 and of 2099-12-31.
  private static let numbers = 25_569...73_050

  /// The day of five digits, perhaps with a mark and digits behind them.
  static func day(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CalendarDay? {
    guard range.count == 5 || (range.count >= 7 && range.count <= 24) else { return nil }
    var value = 0
    for index in range {
      let byte = bytes[index]
      if index == range.lowerBound + 5 {
        guard byte == 0x2E || byte == 0x2C else { return nil }
      } else {
        guard AmountCell.isDigit(byte) else { return nil }
        if index < range.lowerBound + 5 { value = value * 10 + Int(byte - 0x30) }
      }
    }
    guard numbers.contains(value) else { return nil }
    return CalendarDay(daysSinceEpoch: Int32(value - numbers.lowerBound))
  }
}

/// Looks for days that are written as bare numbers, in a column whose header says that it holds dates.
struct NumberedDays {
  private var filled = 0
  private var numeric = 0
  private var fits: Set<DateOrder>
  private let orderIsKnown: Bool
  private var isSerial = true
  /// Whether some number is shorter than a day with a whole year, which needs no second look.
  private var hasShort = false

  /// - Parameter order: the order that is known; any may fit where none is.
  init(order: DateOrder?) {
    orderIsKnown = order != nil
    fits = order.map { [$0] } ?? Set(DateOrder.allCases)
  }

  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    filled += 1
    let digits = range.count { AmountCell.isDigit(bytes[$0]) }
    guard digits == range.count || digits + 1 == range.count && SerialDay.day(bytes, range) != nil else { return }
    numeric += 1
    if range.count != 8 || digits != 8 { hasShort = true }
    if SerialDay.day(bytes, range) == nil { isSerial = false }
    if fits.isEmpty { return }
    let cell = DateCell(bytes, range, isShort: true)
    fits = fits.filter { cell?.compact != nil && cell?.day($0) != nil }
  }

  enum Outcome {
    case none, ambiguous
    case form(DateForm)
  }

  /// What the numbers are; they are days only where each of them is one.
  var outcome: Outcome {
    guard hasShort, numeric * 2 >= filled else { return .none }
    if !fits.isEmpty, isSerial, !orderIsKnown { return .ambiguous }
    return !fits.isEmpty ? .form(.digits) : isSerial ? .form(.serial) : .none
  }
}
