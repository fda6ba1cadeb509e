/// Finds the rows that say what an account held before its other rows.
enum OpeningRows {
  /// The indices of the rows whose payee names an opening balance; a row of zero is an ordinary one.
  static func find(_ file: ImportedFile) -> [Int] {
    // By payee: 0 not looked at yet, 1 no, 2 yes.
    var known = [UInt8](repeating: 0, count: file.texts.count)
    var found: [Int] = []
    for (index, row) in file.transactions.enumerated() where row.payee.index >= 0 {
      let payee = Int(row.payee.index)
      if known[payee] == 0 { known[payee] = isOpening(file.texts.bytes(of: row.payee)) ? 2 : 1 }
      if known[payee] == 2, row.amount != .zero { found.append(index) }
    }
    return found
  }

  /// Whether a text is nothing but the name that apps give to an opening balance.
  static func isNamed(_ text: String) -> Bool {
    ["opening balance", "starting balance", "initial balance"].contains(text.lowercased())
  }

  /// Whether a text is one of the phrases, alone or followed by a day or an account.
  private static func isOpening(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count < 200, let text = String(validating: bytes, as: UTF8.self)?.lowercased() else { return false }
    return phrases.contains { phrase in
      guard text.hasPrefix(phrase) else { return false }
      let rest = text.dropFirst(phrase.count)
      guard let first = rest.first else { return true }
      let next = rest.drop { !$0.isLetter && !$0.isNumber }
      return !first.isLetter && !first.isNumber && (next.isEmpty || next.first?.isNumber == true || isFollowed(next))
    }
  }

  private static func isFollowed(_ rest: Substring) -> Bool {
    let word = rest.prefix { $0.isLetter }
    return ["as", "on", "at", "of", "for", "per", "am", "vom", "zum", "au", "du", "le", "al", "del", "em", "op", "den"]
      .contains(String(word))
  }

  private static let phrases = [
    "opening balance", "starting balance", "beginning balance", "initial balance", "balance brought forward",
    "balance forward", "brought forward", "anfangssaldo", "anfangsbestand", "eröffnungssaldo", "eröffnungsbestand",
    "startsaldo", "saldovortrag", "solde initial", "solde d'ouverture", "solde reporté", "report du solde",
    "saldo inicial",
    "saldo anterior", "saldo iniziale", "saldo di apertura", "beginsaldo", "openingssaldo", "ingående saldo",
    "ingående balans", "inngående saldo", "startbalance", "alkusaldo", "saldo początkowe", "počáteční zůstatek",
    "nyitó egyenleg", "входящий остаток", "начальный остаток", "期首残高", "前月繰越", "繰越残高", "期初余额",
  ]
}
