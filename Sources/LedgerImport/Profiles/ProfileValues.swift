import JSON
import LedgerDomain

/// What is wrong in a profile.
struct ProfileFault: Error {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// The members of an object in a profile.
struct ProfileMembers {
  let all: [JSONValue.Member]
  private let place: String

  init(_ value: JSONValue, _ place: String) throws(ProfileFault) {
    guard let members = value.members else { throw ProfileFault("\(place) is an object") }
    all = members
    self.place = place
  }

  func expect(_ names: Set<String>) throws(ProfileFault) {
    for member in all where !names.contains(member.name) {
      throw ProfileFault("the key '\(member.name)' in \(place) is not known")
    }
  }
}

/// Reads the values of a profile strictly.
extension JSONValue {
  func text(_ key: String) throws(ProfileFault) -> String? {
    if isNull { return nil }
    guard let text else { throw ProfileFault("'\(key)' is a text") }
    return text
  }

  func flag(_ key: String) throws(ProfileFault) -> Bool {
    if isNull { return false }
    guard let flag else { throw ProfileFault("'\(key)' is true or false") }
    return flag
  }

  func count(_ key: String) throws(ProfileFault) -> Int? {
    if isNull { return nil }
    guard let integer, integer >= 0, integer <= 1_000_000 else { throw ProfileFault("'\(key)' is a count") }
    return Int(integer)
  }

  func byte(_ key: String) throws(ProfileFault) -> UInt8? {
    guard let text = try text(key) else { return nil }
    guard text.utf8.count == 1, let byte = text.utf8.first else {
      throw ProfileFault("'\(key)' is one ASCII character")
    }
    return byte
  }

  func texts(_ key: String) throws(ProfileFault) -> [String] {
    if isNull { return [] }
    guard let elements else { throw ProfileFault("'\(key)' is a list of texts") }
    var texts: [String] = []
    for element in elements {
      guard let text = element.text else { throw ProfileFault("'\(key)' is a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func column(_ key: String) throws(ProfileFault) -> ImportProfile.ColumnChoice {
    switch self {
    case .null: return .none
    case .string(let name): return .column(.name(TextCleaning.clean(name)))
    case .number:
      guard let integer, integer >= 0, integer < Int64(StatementReader.columnLimit) else { break }
      return .column(.index(Int(integer)))
    default: break
    }
    throw ProfileFault("'\(key)' is a column's name or its index from 0")
  }
}

extension ImportProfile.Period {
  /// `["2026-01", "2026-03"]`, `{"from": "2026-01-01", "to": "2026-03-31"}` or one year or month as a text.
  init?(_ value: JSONValue) throws(ProfileFault) {
    if value.isNull { return nil }
    var ends: [String] = []
    if let text = value.text { ends = [text, text] }
    if let elements = value.elements { ends = elements.compactMap(\.text) }
    if let from = value["from"]?.text, let to = value["to"]?.text { ends = [from, to] }
    guard ends.count == 2, let first = ImportProfile.Period.day(ends[0], isLast: false),
      let last = ImportProfile.Period.day(ends[1], isLast: true), first <= last
    else { throw ProfileFault("'date.period' is a year, a month, or the first and the last day") }
    guard first.daysSinceEpoch + 366 > last.daysSinceEpoch else {
      throw ProfileFault("'date.period' is at most a year long, so that every date without a year is one day")
    }
    self.init(first: first, last: last)
  }

  private static func day(_ text: String, isLast: Bool) -> CalendarDay? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard let year = parts.first else { return nil }
    let month = parts.count > 1 ? parts[1] : isLast ? 12 : 1
    if parts.count > 2 { return CalendarDay(year: year, month: month, day: parts[2]) }
    guard isLast else { return CalendarDay(year: year, month: month, day: 1) }
    return (28...31).compactMap { CalendarDay(year: year, month: month, day: $0) }.last
  }
}
