import LedgerDomain

extension DateOrder {
  /// The form as people write it.
  var form: String {
    switch self {
    case .dayMonthYear: "day, month, year"
    case .monthDayYear: "month, day, year"
    case .yearMonthDay: "year, month, day"
    }
  }
}

extension DateCell {
  /// The day of a cell with day and month only, in the year that lies in the period.
  static func dayWithoutYear(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ order: DateOrder, within period: ImportProfile.Period
  ) -> CalendarDay? {
    guard let text = String(validating: range.map { bytes[$0] }, as: UTF8.self) else { return nil }
    for year in period.first.components.year...period.last.components.year {
      let full = Array("\(text.trimmedOfMarks) \(year)".utf8)
      if let day = DateCell(full.span, 0..<full.count)?.day(order), day >= period.first, day <= period.last {
        return day
      }
    }
    return nil
  }
}

extension DateCell {
  /// Whether a cell is a date once a year stands behind it.
  static func isWithoutYear(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let full = withYear(bytes, range) else { return false }
    return DateCell(full.span, 0..<full.count)?.isPlausible ?? false
  }

  /// A cell with a year behind it; nil where it has one, or is no text.
  static func withYear(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard range.count <= 64, DateCell(bytes, range) == nil,
      let text = String(validating: range.map { bytes[$0] }, as: UTF8.self)
    else { return nil }
    return Array("\(text.trimmedOfMarks) 2024".utf8)
  }
}

extension String {
  /// The text without full stops and white space at its end.
  fileprivate var trimmedOfMarks: String {
    var text = self
    while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
    return text
  }
}
