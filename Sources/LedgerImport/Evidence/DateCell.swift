import LedgerDomain

/// A date cell taken apart into three numbers, month names as numbers.
struct DateCell {
  /// The numbers in the order of the text.
  var parts: [Int] = []
  /// How many digits each had; 0 for a month's name.
  var widths: [Int] = []
  var hasPoints = false

  /// Takes a cell apart; a time of day after the date is not looked at. Nil where it is not a date.
  init?(_ cell: ArraySlice<UInt8>) {
    var index = cell.startIndex
    if let digits = DateCell.compactDigits(cell) {
      parts = [digits / 10_000, digits / 100 % 100, digits % 100]
      widths = [4, 2, 2]
      return
    }
    while index < cell.endIndex, parts.count < 3 {
      let byte = cell[index]
      if byte >= 0x30, byte <= 0x39 {
        let begin = index
        var value = 0
        while index < cell.endIndex, cell[index] >= 0x30, cell[index] <= 0x39 {
          value = value * 10 + Int(cell[index] - 0x30)
          index += 1
          if index - begin > 4 { return nil }
        }
        parts.append(value)
        widths.append(index - begin)
      } else if DateCell.isLetter(byte) {
        let begin = index
        while index < cell.endIndex, DateCell.isLetter(cell[index]) { index += 1 }
        guard let month = MonthNames.number(cell[begin..<index]) else { return nil }
        parts.append(month)
        widths.append(0)
      } else if byte == 0x2D || byte == 0x2F || byte == 0x2E || byte == 0x20 || byte == 0x2C {
        if byte == 0x2E { hasPoints = true }
        index += 1
      } else {
        return nil
      }
    }
    guard parts.count == 3, widths.count(where: { $0 == 0 }) <= 1 else { return nil }
    guard DateCell.isTimeOrNothing(cell[index...]) else { return nil }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80 }

  private static func compactDigits(_ cell: ArraySlice<UInt8>) -> Int? {
    guard cell.count == 8 else { return nil }
    var value = 0
    for byte in cell {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  /// What may follow a date: a full stop, or a time with digits, colons, fractions and a zone.
  private static func isTimeOrNothing(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return true }
    if rest.count == 1, first == 0x2E { return true }
    guard first == 0x54 || first == 0x20 || first == 0x2C else { return false }
    return rest.contains(0x3A) && rest.allSatisfy { $0 < 0x80 }
  }

  /// The orders that give a day of the calendar.
  var possibleOrders: Set<DateOrder> {
    Set(DateOrder.allCases.filter { day($0) != nil })
  }

  /// The day in an order; nil where the calendar has none.
  func day(_ order: DateOrder) -> CalendarDay? {
    let place: (year: Int, month: Int, day: Int)
    switch order {
    case .dayMonthYear: place = (2, 1, 0)
    case .monthDayYear: place = (2, 0, 1)
    case .yearMonthDay: place = (0, 1, 2)
    }
    if let name = widths.firstIndex(of: 0), name != place.month { return nil }
    guard widths[place.year] == 4 || widths[place.year] == 2, widths[place.day] <= 2, widths[place.month] <= 2 else {
      return nil
    }
    let year = widths[place.year] == 2 ? DateCell.century(parts[place.year]) : parts[place.year]
    return CalendarDay(year: year, month: parts[place.month], day: parts[place.day])
  }

  /// A year of two digits: 70–99 are 1970–1999.
  private static func century(_ year: Int) -> Int { year >= 70 ? 1900 + year : 2000 + year }
}

/// Month names in the common languages, by their first letters.
enum MonthNames {
  private static let names: [[String]] = [
    ["jan", "ene", "gen", "sty", "led"], ["feb", "fév", "fev", "lut"],
    ["mar", "mär", "mrt", "mae", "mrz"], ["apr", "avr", "abr", "kwi"], ["may", "mai", "maj", "mei", "mag"],
    ["jun", "juin", "giu", "cze"], ["jul", "juil", "lug", "lip"], ["aug", "aoû", "aou", "ago", "sie"],
    ["sep", "set", "wrz"], ["oct", "okt", "ott", "out", "paź"], ["nov", "lis"], ["dec", "dez", "déc", "dic", "gru"],
  ]

  /// 1 to 12, or nil.
  static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.count >= 3, let text = String(validating: word, as: UTF8.self)?.lowercased() else { return nil }
    if text.hasPrefix("juin") { return 6 }
    if text.hasPrefix("juil") { return 7 }
    return names.firstIndex { $0.contains { text.hasPrefix($0) } }.map { $0 + 1 }
  }
}
