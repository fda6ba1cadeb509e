/// The texts of a `:86:` field, structured or free.
struct MT940Details {
  private(set) var payee = ""
  private(set) var memo = ""

  /// The length of a line that is full, so that the next one goes on without a blank.
  private static let lineLimit = 65

  init(_ lines: [String]) {
    if let subfields = MT940Details.subfields(lines.joined()) {
      take(subfields)
    } else {
      memo = MT940Details.joined(lines)
      payee = MT940Details.named(memo) ?? ""
    }
  }

  /// A full line was cut by the bank, even within a word; a shorter one is a line of its own.
  private static func joined(_ lines: [String]) -> String {
    var text = ""
    var isFull = true
    for line in lines {
      text += isFull ? line : " " + line
      isFull = line.count >= lineLimit
    }
    return text
  }

  /// The subfields of a structured text such as `805?00ENTGELT?20Purpose?32Name`, by their numbers.
  private static func subfields(_ text: String) -> [(number: Int, text: String)]? {
    let code = text.prefix(3)
    guard code.count == 3, code.allSatisfy({ $0.isASCII && $0.isNumber }), let separator = text.dropFirst(3).first,
      !separator.isLetter, !separator.isNumber, !separator.isWhitespace,
      Int(text.dropFirst(4).prefix(2)) != nil
    else { return nil }
    var result: [(number: Int, text: String)] = []
    for part in text.dropFirst(4).split(separator: separator) {
      guard let number = Int(part.prefix(2)), part.count >= 2 else {
        if !result.isEmpty { result[result.count - 1].text += String(separator) + part }
        continue
      }
      result.append((number, String(part.dropFirst(2))))
    }
    return result
  }

  private mutating func take(_ subfields: [(number: Int, text: String)]) {
    func text(_ numbers: (Int) -> Bool) -> String { subfields.filter { numbers($0.number) }.map(\.text).joined() }
    payee = text { $0 == 32 || $0 == 33 }
    memo = text { (20...29).contains($0) || (60...63).contains($0) }
    if memo.isEmpty { memo = text { $0 == 0 } }
  }

  /// The name behind `NAAM:` or `/NAME/` in a free text.
  private static func named(_ text: String) -> String? {
    for mark in ["/NAAM:", "/NAME/"] {
      guard let range = text.byteRange(of: mark) else { continue }
      let name = text[range.upperBound...].prefix { $0 != "/" }.trimmedOfWhiteSpace
      if !name.isEmpty { return name }
    }
    return nil
  }
}
