import LedgerDomain

/// A date cell taken apart into three numbers, month names as numbers; which is which is decided a column.
struct DateCell: Sendable {
  /// The numbers in the order of the text.
  private(set) var parts = (0, 0, 0)
  /// How many digits each had; 0 for a month's name.
  private(set) var widths = (0, 0, 0)
  private(set) var count = 0
  private(set) var hasPoints = false
  /// Whether the text is digits without separators, which an order cuts.
  private(set) var compact: Int?
  /// Whether digits alone miss the zero that a day or month in front began with.
  private var lacksZero = false
  /// An era's year, which fixes the order.
  private var isEra = false

  /// Takes a cell apart; nil where it is not a date in any order. A time and a zone may follow, and are not looked at
  /// beyond their form: the civil date as printed counts.
  ///
  /// - Parameter isShort: whether digits alone may lack the zero in front.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>, isShort: Bool = false) {
    guard range.count >= (isShort ? 5 : 6), range.count <= 64 else { return nil }
    if !takeDigits(bytes, range, isShort: isShort), !takeShape(bytes, range) {
      guard DateCell.mayBeDate(bytes, range), let text = String(validating: range.map { bytes[$0] }, as: UTF8.self),
        takeText(text)
      else { return nil }
    }
  }

  /// Whether a cell has the three digits that a date has at least.
  private static func mayBeDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var digits = 0
    for index in range {
      if AmountCell.isDigit(bytes[index]) { digits += 1 }
      // The first year of an era may be written as a word.
      if bytes[index] == 0xE5, index + 2 < range.upperBound, bytes[index + 1] == 0x85, bytes[index + 2] == 0x83 {
        digits += 1
      }
    }
    return digits >= 3
  }

  /// Digits alone: eight for a whole year, six for two digits of it, one less where a zero in front is gone.
  private mutating func takeDigits(_ bytes: Span<UInt8>, _ range: Range<Int>, isShort: Bool) -> Bool {
    lacksZero = range.count % 2 == 1
    guard range.count == 8 || range.count == 6 || isShort && (range.count == 7 || range.count == 5) else {
      return false
    }
    var value = 0
    for index in range {
      guard AmountCell.isDigit(bytes[index]) else { return false }
      value = value * 10 + Int(bytes[index] - 0x30)
    }
    compact = value
    count = range.count + (lacksZero ? 1 : 0)
    // What is in front and what is behind, whichever of them is the year.
    if count == 6 { parts = (value / 10_000, value / 100 % 100, value % 100) }
    return true
  }

  /// The common shape: three numbers with one kind of separator.
  private mutating func takeShape(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var values = (0, 0)
    var digits = (0, 0)
    var value = 0
    var width = 0
    var part = 0
    var separator: UInt8 = 0
    for index in range {
      let byte = bytes[index]
      if AmountCell.isDigit(byte) {
        guard width < 4 else { return false }
        value = value * 10 + Int(byte &- 0x30)
        width += 1
      } else {
        guard byte == 0x2D || byte == 0x2F || byte == 0x2E, part < 2, width > 0, separator == 0 || byte == separator
        else {
          return false
        }
        if part == 0 { (values.0, digits.0) = (value, width) } else { (values.1, digits.1) = (value, width) }
        (value, width) = (0, 0)
        separator = byte
        part += 1
      }
    }
    guard part == 2, width > 0 else { return false }
    parts = (values.0, values.1, value)
    widths = (digits.0, digits.1, width)
    count = 3
    hasPoints = separator == 0x2E
    return true
  }

  /// Any other form: month names, eras, weekdays, a time behind.
  private mutating func takeText(_ text: String) -> Bool {
    var reader = DateTextReader(text)
    guard reader.read() else { return false }
    parts = (reader.parts[0].value, reader.parts[1].value, reader.parts[2].value)
    widths = (reader.parts[0].width, reader.parts[1].width, reader.parts[2].width)
    count = 3
    hasPoints = reader.hasPoints
    isEra = reader.isEra
    return true
  }

  /// The day in an order; nil where the calendar has none.
  ///
  /// A year of four digits in front or an era fixes the order by itself. A year of two digits is 1970 to 2069.
  func day(_ order: DateOrder) -> CalendarDay? {
    if let compact { return lacksZero && order == .yearMonthDay ? nil : DateCell.day(compact, count: count, order) }
    var order = order
    if isEra || widths.0 == 4 || widths.0 == 3 { order = .yearMonthDay }
    // A month's name in the middle is no day of the month-first order.
    if order == .monthDayYear, widths.1 == 0, widths.0 > 0 { order = .dayMonthYear }
    let year: (value: Int, width: Int)
    let month: (value: Int, width: Int)
    let day: (value: Int, width: Int)
    switch order {
    case .dayMonthYear: (year, month, day) = ((parts.2, widths.2), (parts.1, widths.1), (parts.0, widths.0))
    case .monthDayYear: (year, month, day) = ((parts.2, widths.2), (parts.0, widths.0), (parts.1, widths.1))
    case .yearMonthDay: (year, month, day) = ((parts.0, widths.0), (parts.1, widths.1), (parts.2, widths.2))
    }
    guard year.width == 4 || year.width == 2, day.width == 1 || day.width == 2, month.width <= 2 else { return nil }
    return CalendarDay(
      year: year.width == 2 ? DateCell.century(year.value) : year.value, month: month.value, day: day.value)
  }

  private static func day(_ compact: Int, count: Int, _ order: DateOrder) -> CalendarDay? {
    let isLong = count == 8
    let front = isLong && order != .yearMonthDay ? compact / 1_000_000 : compact / 10_000
    let rest = isLong && order != .yearMonthDay ? compact % 1_000_000 : compact % 10_000
    switch order {
    case .yearMonthDay:
      return CalendarDay(year: isLong ? front : century(front), month: rest / 100, day: rest % 100)
    case .dayMonthYear, .monthDayYear:
      let second = isLong ? rest / 10_000 : rest / 100
      let year = isLong ? rest % 10_000 : century(rest % 100)
      return order == .dayMonthYear
        ? CalendarDay(year: year, month: second, day: front) : CalendarDay(year: year, month: front, day: second)
    }
  }

  /// Whether the order is fixed by the cell itself.
  var isYearFirst: Bool { compact == nil && (isEra || widths.0 >= 3) }

  static func century(_ year: Int) -> Int { year >= 70 ? 1900 + year : 2000 + year }
}

extension DateCell {
  /// Whether some order gives a day, and digits alone have eight of them and a year of our time.
  var isPlausible: Bool {
    if compact != nil, count != 8 { return false }
    return DateOrder.allCases.contains { order in
      guard let day = day(order) else { return false }
      return compact == nil || (1970...2099).contains(day.components.year)
    }
  }
}
