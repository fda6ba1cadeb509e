/// Reads the less common forms of a date from its text: names of months, eras, markers of years, a time behind.
struct DateTextReader {
  private(set) var parts: [(value: Int, width: Int)] = []
  private(set) var hasPoints = false
  private(set) var isEra = false
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var firstWordIsFiller = false

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// Whether the text is a date, perhaps with a time and a zone.
  mutating func read() -> Bool {
    readEra()
    while index < scalars.count, parts.count < 3 {
      let scalar = scalars[index]
      if let digit = number(scalar) {
        guard readNumber(first: digit) else { return false }
      } else if scalar.properties.isAlphabetic {
        guard readWord() else { return false }
      } else if "-/. ,'\u{A0}\u{3000}".unicodeScalars.contains(scalar) {
        if scalar == "." { hasPoints = true }
        index += 1
      } else {
        return false
      }
    }
    guard parts.count == 3, parts.count(where: { $0.width == 0 }) <= 1 else { return false }
    return readsTime()
  }

  private func number(_ scalar: Unicode.Scalar) -> Int? {
    scalar.value >= 0x30 && scalar.value <= 0x39 ? Int(scalar.value) - 0x30 : nil
  }

  private mutating func readNumber(first: Int) -> Bool {
    var value = 0
    var width = 0
    while index < scalars.count, let digit = number(scalars[index]) {
      value = value * 10 + digit
      width += 1
      index += 1
      if width > 4 { return false }
    }
    // The markers of East Asian dates: year, month, day.
    if index < scalars.count, "年月日년월일".unicodeScalars.contains(scalars[index]) { index += 1 }
    parts.append((value, width))
    return true
  }

  private mutating func readWord() -> Bool {
    var word = ""
    while index < scalars.count, scalars[index].properties.isAlphabetic {
      word.unicodeScalars.append(scalars[index])
      index += 1
    }
    guard let month = MonthNames.number(word) else { return MonthNames.isFiller(word) }
    if let place = parts.firstIndex(where: { $0.width == 0 }) {
      // The first word was a day of the week whose beginning is also that of a month, such as `mar`.
      guard place == 0, firstWordIsFiller else { return false }
      parts.removeFirst()
    }
    firstWordIsFiller = parts.isEmpty && MonthNames.isFiller(word)
    parts.append((month, 0))
    return true
  }

  /// A Japanese era in front: its letter or its name; the year is then counted from it.
  private mutating func readEra() {
    let eras: [(String, Int)] = [
      ("令和", 2018), ("平成", 1988), ("昭和", 1925), ("R", 2018), ("H", 1988), ("S", 1925),
    ]
    for (name, base) in eras {
      let mark = Array(name.unicodeScalars)
      guard scalars.starts(with: mark) else { continue }
      var next = mark.count
      if next < scalars.count, scalars[next] == "." { next += 1 }
      var year = 0
      var width = 0
      while next < scalars.count, width < 2, let digit = number(scalars[next]) {
        year = year * 10 + digit
        width += 1
        next += 1
      }
      if width == 0, next < scalars.count, scalars[next] == "元" {
        (year, width) = (1, 1)
        next += 1
      }
      guard width > 0, year > 0, next < scalars.count, number(scalars[next]) == nil else { return }
      if scalars[next] == "年" { next += 1 }
      parts.append((base + year, 4))
      isEra = true
      index = next
      return
    }
  }

  /// Whether what follows is nothing, a full stop, or a time of day with an optional zone.
  private mutating func readsTime() -> Bool {
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: scalars[index...])
    var text = String(rest).trimmedOfWhiteSpace
    if text.last == ")", let open = text.lastIndex(of: "("), text[open...].count <= 5 {
      text = String(text[..<open]).trimmedOfWhiteSpace
    }
    if text.isEmpty || text == "." { return true }
    while let first = text.first, first == "T" || first == "," || first == "." || first == " " { text.removeFirst() }
    return TimeText.isTime(text.trimmedOfWhiteSpace)
  }
}

/// The form of a time of day behind a date.
enum TimeText {
  /// Whether the text is a time such as `23:30:00 +0000`, `9:15 pm`, `10.30` or `08:00:00.123Z`.
  static func isTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var index = 0
    var fields: [Int] = []
    while fields.count < 3 {
      let start = index
      var value = 0
      while index < bytes.count, index - start < 2, AmountCell.isDigit(bytes[index]) {
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard index > start else { return false }
      fields.append(value)
      guard index < bytes.count, bytes[index] == 0x3A || bytes[index] == 0x2E || bytes[index] == 0x68, fields.count < 3
      else { break }
      index += 1
    }
    guard fields.count >= 2, fields[0] < 24 || (fields[0] == 24 && fields.dropFirst().allSatisfy { $0 == 0 }),
      fields[1] < 60, fields.count == 2 || fields[2] <= 60
    else { return false }
    if index < bytes.count, bytes[index] == 0x2E || bytes[index] == 0x2C {
      index += 1
      while index < bytes.count, AmountCell.isDigit(bytes[index]) { index += 1 }
    }
    return isZone(bytes[index...])
  }

  /// Whether the rest is nothing, an offset, or a few letters such as `Z`, `PM` or `PDT`.
  private static func isZone(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.count <= 16
      && rest.allSatisfy {
        AmountCell.isDigit($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || " +-:.()/_".utf8.contains($0)
      }
  }
}
