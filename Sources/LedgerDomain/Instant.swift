/// A point in time in UTC with millisecond precision, as commits record it.
public struct Instant: Hashable, Comparable, Sendable {
  public let millisecondsSinceEpoch: Int64

  public init(millisecondsSinceEpoch: Int64) {
    self.millisecondsSinceEpoch = millisecondsSinceEpoch
  }

  /// A time of the day, UTC.
  public init(day: CalendarDay, secondOfDay: Int, millisecond: Int = 0) {
    millisecondsSinceEpoch =
      (Int64(day.daysSinceEpoch) * 86_400 + Int64(secondOfDay)) * 1_000 + Int64(millisecond)
  }

  /// Noon UTC of the day: what a date alone means as a clock.
  public static func noon(of day: CalendarDay) -> Instant {
    Instant(day: day, secondOfDay: 43_200)
  }

  /// The last millisecond of the day, UTC: what a date alone means as a point in the journal.
  public static func end(of day: CalendarDay) -> Instant {
    Instant(day: day, secondOfDay: 86_399, millisecond: 999)
  }

  /// Whether the instant lies within the years that days have.
  public var isInCalendar: Bool {
    self >= Instant(day: .first, secondOfDay: 0) && self <= Instant.end(of: .last)
  }

  /// The civil date in UTC, kept within the supported years.
  public var day: CalendarDay {
    let (whole, rest) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400_000)
    let days = rest < 0 ? whole - 1 : whole
    let bounded = max(Int64(CalendarDay.first.daysSinceEpoch), min(Int64(CalendarDay.last.daysSinceEpoch), days))
    return CalendarDay(uncheckedDaysSinceEpoch: Int32(bounded))
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC: `2026-10-20T12:00:00Z`, with milliseconds where they are not zero.
  public var description: String {
    let ofDay = millisecondsSinceEpoch - Int64(day.daysSinceEpoch) * 86_400_000
    let seconds = Int(ofDay / 1_000)
    let fraction = Int(ofDay % 1_000)
    var text = DigitText()
    day.append(to: &text)
    text.append(0x54)
    text.append(seconds / 3_600, width: 2)
    text.append(0x3A)
    text.append(seconds / 60 % 60, width: 2)
    text.append(0x3A)
    text.append(seconds % 60, width: 2)
    if fraction != 0 {
      text.append(0x2E)
      text.append(fraction, width: 3)
    }
    text.append(0x5A)
    return text.string
  }

  /// An instant from RFC 3339 text (`2026-10-20T12:00:00Z`, a fraction, an offset such as `+02:00`), or nil.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == 0x54 || bytes[10] == 0x74 || bytes[10] == 0x20,
      let day = CalendarDay(String(text.prefix(10))), bytes[13] == 0x3A, bytes[16] == 0x3A,
      let hour = DecimalDigits.value(bytes[11..<13]), let minute = DecimalDigits.value(bytes[14..<16]),
      let second = DecimalDigits.value(bytes[17..<19]), hour < 24, minute < 60, second < 60
    else { return nil }
    var index = 19
    var millisecond = 0
    if bytes[index] == 0x2E {
      index += 1
      let begin = index
      while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
        if index - begin < 3 { millisecond = millisecond * 10 + Int(bytes[index] - 0x30) }
        index += 1
      }
      guard index > begin else { return nil }
      for _ in min(3, index - begin)..<3 { millisecond *= 10 }
    }
    guard let offset = Instant.offsetSeconds(bytes[index...]) else { return nil }
    let local = Instant(day: day, secondOfDay: hour * 3_600 + minute * 60 + second, millisecond: millisecond)
    self.init(millisecondsSinceEpoch: local.millisecondsSinceEpoch - Int64(offset) * 1_000)
  }

  private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    let zone = Array(bytes)
    if zone.count == 1, zone[0] == 0x5A || zone[0] == 0x7A { return 0 }
    guard zone.count == 6, zone[0] == 0x2B || zone[0] == 0x2D, zone[3] == 0x3A,
      let hours = DecimalDigits.value(zone[1..<3]), let minutes = DecimalDigits.value(zone[4..<6]), hours < 24,
      minutes < 60
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (zone[0] == 0x2D ? -1 : 1)
  }
}
