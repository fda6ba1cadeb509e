/// What a column can hold.
enum ColumnRole: Int, Sendable, CaseIterable {
  case date, amount, debit, credit, balance, fee
  /// The name of the other side.
  case party
  /// A text that says what a row is about.
  case description
  case memo, category, account, currency, reference, status, direction

  /// The name in messages.
  var name: String {
    switch self {
    case .party: "payee"
    default: "\(self)"
    }
  }
}

/// A header cell as it is compared: lower case without spaces, signs and bracketed remarks.
struct ColumnTitle: Sendable {
  /// As it stands in the file, cleaned.
  let text: String
  /// The same in lower case.
  let lower: String
  /// Letters and digits, lower case, without what stands in brackets and without a currency at the end.
  let plain: String
  /// A currency that the title names, as in `Amount (EUR)` or `CAD$`.
  let currency: CurrencyMention?
  /// By role: how well the word fits it as it stands, 0 where it does not; empty for words that are known for none.
  fileprivate let ranks: [Int]

  /// Longer texts are no titles.
  private static let limitBytes = 128

  init(_ text: String) {
    self.text = text
    lower = text.lowercased()
    guard text.utf8.count <= ColumnTitle.limitBytes else {
      plain = ""
      currency = nil
      ranks = []
      return
    }
    let (outside, inside) = ColumnTitle.withoutBrackets(text)
    var mention = ColumnTitle.mention(inside) ?? inside.split(separator: " ").last.flatMap { ColumnTitle.mention($0) }
    var words = outside.split { !ColumnTitle.isLetterOrDigit($0) && !$0.isCurrencySymbol }
    if words.count > 1, mention == nil, let last = words.last, last.count != 2, let found = ColumnTitle.mention(last) {
      mention = found
      words.removeLast()
      if words.count > 1, let before = words.last?.lowercased(), before == "in" || before == "en" { words.removeLast() }
    } else if words.count == 1, let found = ColumnTitle.mention(words[0]) {
      mention = found
      words = []
    }
    plain = words.joined().lowercased().filter(ColumnTitle.isLetterOrDigit)
    currency = mention
    ranks = ColumnWords.ranks[plain] ?? []
  }

  /// Whether the word stands over columns of some kind.
  var isKnown: Bool { !ranks.isEmpty }

  /// Most titles are ASCII, whose characters need no look at the tables of Unicode.
  private static func isLetterOrDigit(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return character.isLetter || character.isNumber }
    return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
  }

  private static func withoutBrackets(_ text: String) -> (outside: String, inside: String) {
    // Wide brackets begin with one of two bytes.
    guard text.utf8.contains(where: { "()[]".utf8.contains($0) || $0 == 0xE3 || $0 == 0xEF }) else { return (text, "") }
    var outside = ""
    var inside = ""
    var depth = 0
    for character in text {
      if "([（「".contains(character) {
        depth += 1
      } else if ")]）」".contains(character) {
        depth = max(0, depth - 1)
      } else if depth > 0 {
        inside.append(character)
      } else {
        outside.append(character)
      }
    }
    return (outside, inside)
  }

  /// A currency's sign, its code in capitals, or both as in `CAD$`; words such as `all` are not codes.
  private static func mention(_ word: some StringProtocol) -> CurrencyMention? {
    let word = word.trimmedOfWhiteSpace
    if word.count == 3, word.allSatisfy({ $0.isASCII && $0.isLetter }), word != word.uppercased() { return nil }
    if let found = CurrencyMention(word) { return found }
    guard word.count == 4, let last = word.last, last.isCurrencySymbol else { return nil }
    return CurrencyMention(word.dropLast())
  }

  /// Whether the title is a currency and nothing else: an amount in it.
  var isCurrencyAlone: Bool { plain.isEmpty && currency != nil }
}

/// Finds what a header cell means by its words.
enum ColumnWords {
  /// How well a title fits a role: 100 for the best word, less for others, nil where nothing fits.
  static func score(_ title: ColumnTitle, _ role: ColumnRole) -> Int? {
    if title.isCurrencyAlone { return role == .amount ? 50 : nil }
    guard !title.plain.isEmpty else { return nil }
    if title.isKnown, title.ranks[role.rawValue] > 0 { return title.ranks[role.rawValue] - penalty(title.lower, role) }
    for stem in stems[role] ?? [] where title.plain.hasPart(stem) {
      let score = 35 - penalty(title.lower, role) + bonus(title.plain, role)
      return score > 0 ? score : nil
    }
    return nil
  }

  /// The first two letters of a word.
  struct Beginning: Hashable, Sendable {
    var first: Unicode.Scalar
    var second: Unicode.Scalar
  }

  /// How the words with letters beyond ASCII begin, those of one letter apart.
  static let beginnings: Set<Beginning> = {
    let words = ranks.keys.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.map {
      Array($0.unicodeScalars)
    }
    return Set(words.filter { $0.count > 1 }.map { Beginning(first: $0[0], second: $0[1]) })
  }()

  /// What speaks against a column that has an amount's word: another currency, a fee, a part.
  private static func penalty(_ title: String, _ role: ColumnRole) -> Int {
    switch role {
    case .amount, .debit, .credit:
      return notTheAmount.contains { title.hasPart($0) } ? 60 : 0
    case .date:
      return notTheDate.contains { title.hasPart($0) } ? 60 : 0
    case .currency:
      return notTheAmount.contains { title.hasPart($0) } ? 90 : 0
    default: return 0
    }
  }

  /// Whether a title names an amount that is not the account's: in another currency, a part, a limit.
  static func isAnotherAmount(_ title: ColumnTitle) -> Bool { penalty(title.lower, .amount) > 0 }

  private static func bonus(_ title: String, _ role: ColumnRole) -> Int {
    role == .amount && accountAmount.contains { title.hasPart($0) } ? 70 : 0
  }

  private static let notTheAmount = [
    "orig", "local", "foreign", "fremd", "oorspr", "instructed", "exchange", "rate", "fee", "tax", "tip", "points",
    "reward", "intl", "split", "limit", "entgelt", "gebühr", "cashback", "現地", "手数料", "summary", "операции в валюте",
    "ursprung", "available",
  ]

  private static let notTheDate = ["birth", "geburt", "due", "fällig", "expir", "update", "statement", "balancete"]

  /// Words that say that an amount is in the account's currency.
  private static let accountAmount = [
    "валютусчета", "валютесчета", "accountcurrency", "billing", "settled", "kontowährung",
  ]

  /// By word: how well it fits each role; the first rank of a role counts.
  fileprivate static let ranks: [String: [Int]] = {
    var table: [String: [Int]] = [:]
    for (role, groups) in ColumnWords.groups {
      for (rank, words) in groups {
        for word in words.split(separator: " ") {
          var ranks = table[String(word)] ?? Array(repeating: 0, count: ColumnRole.allCases.count)
          if ranks[role.rawValue] == 0 { ranks[role.rawValue] = rank }
          table[String(word)] = ranks
        }
      }
    }
    return table
  }()

  private static let stems: [ColumnRole: [String]] = [
    .date: ["date", "datum", "dátum", "fecha", "дата", "日付", "日期", "月日", "päivä"],
    .amount: [
      "amount", "betrag", "montant", "importe", "importo", "bedrag", "belopp", "beløb", "kwota", "сумма", "összeg",
      "金額",
      "金额", "umsatz",
    ],
    .balance: ["balance", "saldo", "solde", "残高", "余额", "kontostand", "egyenleg", "остаток"],
    .category: ["category", "kategorie"],
    .description: ["description", "beschreibung", "omschrijving"],
    .party: ["payee", "merchant", "counterparty", "empfänger", "beneficiary", "bénéficiaire"],
    .status: ["status"],
  ]
}
