/// A civil date without a zone, from 1900-01-01 to 2199-12-31.
public struct CalendarDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; earlier days are negative.
  public let daysSinceEpoch: Int32

  public static let first = CalendarDay(uncheckedDaysSinceEpoch: -25567)
  public static let last = CalendarDay(uncheckedDaysSinceEpoch: 84005)

  /// The day, or nil outside the supported years.
  @inlinable
  public init?(daysSinceEpoch: Int32) {
    guard daysSinceEpoch >= -25567, daysSinceEpoch <= 84005 else { return nil }
    self.daysSinceEpoch = daysSinceEpoch
  }

  @usableFromInline
  init(uncheckedDaysSinceEpoch: Int32) {
    daysSinceEpoch = uncheckedDaysSinceEpoch
  }

  /// The day of a year, month (1–12) and day of the month, or nil where the calendar has no such day.
  @inlinable
  public init?(year: Int, month: Int, day: Int) {
    guard year >= 1900, year <= 2199, month >= 1, month <= 12, day >= 1 else { return nil }
    guard day <= 28 || day <= YearMonth.dayCount(year: year, month: month) else { return nil }
    // Counts from 1 March, so that the leap day ends the year (proleptic Gregorian).
    let shiftedYear = month <= 2 ? year - 1 : year
    let century = shiftedYear / 100
    let yearOfCentury = shiftedYear % 100
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = 146_097 * century / 4 + 1_461 * yearOfCentury / 4 + dayOfYear - 719_468
    daysSinceEpoch = Int32(days)
  }

  /// Year, month (1–12) and day of the month (1–31).
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSinceEpoch) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The calendar month that the day lies in.
  public var yearMonth: YearMonth {
    let parts = components
    return YearMonth(uncheckedYear: parts.year, month: parts.month)
  }

  /// The day so many days later (earlier where negative), kept within the supported years.
  public func advanced(byDays count: Int) -> CalendarDay {
    let target = Int(daysSinceEpoch) + count
    let bounded = max(Int(CalendarDay.first.daysSinceEpoch), min(Int(CalendarDay.last.daysSinceEpoch), target))
    return CalendarDay(uncheckedDaysSinceEpoch: Int32(bounded))
  }

  /// The number of days from this day to the other; negative where the other is earlier.
  public func days(to other: CalendarDay) -> Int {
    Int(other.daysSinceEpoch) - Int(daysSinceEpoch)
  }

  @inlinable
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }
}

extension CalendarDay: CustomStringConvertible, LosslessStringConvertible {
  /// A day from the form `2026-10-20`, or nil.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return nil }
    guard let year = DecimalDigits.value(bytes[0..<4]), let month = DecimalDigits.value(bytes[5..<7]),
      let day = DecimalDigits.value(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The form `2026-10-20`.
  public var description: String {
    var text = DigitText()
    append(to: &text)
    return text.string
  }

  func append(to text: inout DigitText) {
    let (year, month, day) = components
    text.append(year, width: 4)
    text.append(0x2D)
    text.append(month, width: 2)
    text.append(0x2D)
    text.append(day, width: 2)
  }
}

/// ASCII decimal digits in fixed-width fields.
enum DecimalDigits {
  static func value(_ bytes: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      result = result * 10 + Int(byte - 0x30)
    }
    return result
  }
}

/// A short text of digits and separators that is put together without memory from the heap.
///
/// Reports have hundreds of dates: joining strings took five times as long.
struct DigitText {
  // An instant far outside the calendar has 39 bytes: its day is the last one, its hour has 13 digits.
  private var bytes = InlineArray<48, UInt8>(repeating: 0)
  private var count = 0

  /// Appends an ASCII byte.
  mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Appends a number with zeros before it up to the width.
  mutating func append(_ value: Int, width: Int) {
    if value < 0 { append(0x2D) }
    var digitCount = 1
    var rest = value.magnitude
    while rest >= 10 {
      rest /= 10
      digitCount += 1
    }
    let end = count + max(width, digitCount)
    rest = value.magnitude
    for place in stride(from: end - 1, through: count, by: -1) {
      bytes[place] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    count = end
  }

  var string: String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(0..<count)))
    } catch {
      preconditionFailure("digits and ASCII are UTF-8")
    }
  }
}
