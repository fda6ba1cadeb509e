import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Terms that a transaction must meet, all of them.
public struct TransactionQuery: Sendable, Hashable {
  public indirect enum Term: Sendable, Hashable {
    case month(YearMonth)
    case from(CalendarDay)
    case to(CalendarDay)
    case category(String)
    case merchant(String)
    case account(String)
    /// In major units as typed: the currency of the row's account decides the digits.
    case amount(Comparison, String)
    case text(String)
    /// A word of the note that begins with `#`, without the sign.
    case tag(String)
    case not(Term)
  }

  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
    case equal = "="
  }

  public var terms: [Term]

  public init(terms: [Term] = []) {
    self.terms = terms
  }

  /// Reads terms as they are typed, one an element.
  public init(parsing arguments: [String]) throws(QueryError) {
    terms = []
    for argument in arguments { terms.append(try TransactionQuery.term(argument)) }
  }

  /// Reads a line of terms, separated by spaces and quoted as in a shell.
  public init(parsingLine line: String) throws(QueryError) {
    try self.init(parsing: TransactionQuery.words(line))
  }

  static func term(_ text: String) throws(QueryError) -> Term {
    guard let colon = text.firstIndex(of: ":") else {
      if text.isEmpty { throw QueryError.emptyTerm }
      if text.hasPrefix("#"), text.count > 1 { return .tag(String(text.dropFirst())) }
      return .text(text)
    }
    let name = String(text[..<colon]).lowercased()
    let value = String(text[text.index(after: colon)...])
    if value.isEmpty { throw QueryError.emptyValue(term: name) }
    switch name {
    case "not": return .not(try term(value))
    case "month":
      guard let month = YearMonth(value) else {
        throw QueryError.invalid(term: text, expected: "a month like month:2026-10")
      }
      return .month(month)
    case "from":
      guard let day = CalendarDay(value) else {
        throw QueryError.invalid(term: text, expected: "a day like from:2026-10-01")
      }
      return .from(day)
    case "to":
      guard let day = CalendarDay(value) else {
        throw QueryError.invalid(term: text, expected: "a day like to:2026-10-31")
      }
      return .to(day)
    case "category": return .category(value)
    case "merchant": return .merchant(value)
    case "account": return .account(value)
    case "amount": return try amount(value, whole: text)
    case "text": return .text(value)
    case "tag": return .tag(value.hasPrefix("#") && value.count > 1 ? String(value.dropFirst()) : value)
    default:
      throw QueryError.unknownTerm(name)
    }
  }

  private static func amount(_ value: String, whole: String) throws(QueryError) -> Term {
    let comparison = Comparison.allCases.first { value.hasPrefix($0.rawValue) } ?? .equal
    let number = value.hasPrefix(comparison.rawValue) ? String(value.dropFirst(comparison.rawValue.count)) : value
    do {
      _ = try Money(parsing: number, minorUnitDigits: 4, decimalMark: .point)
    } catch {
      throw QueryError.invalid(term: whole, expected: "an amount like amount:<-50 or amount:>=12.50")
    }
    return .amount(comparison, number)
  }

  /// Splits as a shell does: spaces separate, quotes and backslashes protect.
  static func words(_ line: String) throws(QueryError) -> [String] {
    var words: [String] = []
    var word = ""
    var hasWord = false
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        hasWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        hasWord = true
      } else if character.isWhitespace {
        if hasWord { words.append(word) }
        word = ""
        hasWord = false
      } else {
        word.append(character)
        hasWord = true
      }
    }
    guard quote == nil, !isEscaped else { throw QueryError.openQuote }
    if hasWord { words.append(word) }
    return words
  }
}

/// A query that can't be read.
public enum QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownTerm(String)
  case emptyTerm
  case emptyValue(term: String)
  case invalid(term: String, expected: String)
  case openQuote

  public var description: String {
    switch self {
    case .unknownTerm(let name):
      "there is no query term '\(name):'; the terms are month: from: to: category: merchant: account: amount: text: tag: not:"
    case .emptyTerm: "a query term is empty"
    case .emptyValue(let term): "the query term '\(term):' has no value"
    case .invalid(let term, let expected): "'\(term)' is not understood: expected \(expected)"
    case .openQuote: "a quote in the query is not closed"
    }
  }
}
