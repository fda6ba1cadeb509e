/// What a column holds, found by the words of its header.
enum ColumnRole: Int, Sendable, CaseIterable {
  case date, amount, debit, credit, balance, payee, memo, category, account, currency, reference, status
  case secondDate, indicator

  /// The name in messages.
  var name: String {
    switch self {
    case .secondDate: "date"
    default: "\(self)"
    }
  }
}

/// The words that banks put over their columns, by role, the best word first.
enum HeaderWords {
  private static let words: [(ColumnRole, [String])] = [
    (
      .date,
      [
        "booking date", "posting date", "post date", "posted date", "buchungstag", "buchungsdatum", "buchung", "date",
        "datum", "fecha", "data", "completed date", "dateop", "date operation", "date d'opération", "date opération",
        "date de comptabilisation", "bokföringsdag", "bokföringsdatum", "bogføringsdato", "dato", "data operacji",
        "data transakcji", "data lançamento", "data contabile", "päivä", "kirjauspäivä", "könyvelés dátuma",
        "transaction date", "trans date", "trans. date", "value date", "started date", "fecha operación", "datetime",
        "date/time", "time", "transactiedatum", "boekdatum",
      ]
    ),
    (
      .amount,
      [
        "amount", "betrag", "umsatz", "montant", "importe", "importo", "bedrag", "belopp", "beløb", "kwota", "valor",
        "summa", "sum", "amt", "net", "gross", "transaction amount", "betrag in", "umsatz in", "összeg", "määrä",
        "billing amount", "quantia", "importe total",
      ]
    ),
    (
      .debit,
      [
        "debit", "debit amount", "withdrawal", "withdrawals", "withdrawal amt", "withdrawal amount", "paid out",
        "money out", "soll", "débit", "outflow", "ausgaben", "ausgang", "cargo", "cargos", "uit", "debet", "dare",
        "uscite", "obciążenia", "belastung", "lastschrift", "payments", "expense", "spent",
      ]
    ),
    (
      .credit,
      [
        "credit", "credit amount", "deposit", "deposits", "deposit amt", "deposit amount", "paid in", "money in",
        "haben", "crédit", "inflow", "einnahmen", "eingang", "abono", "abonos", "in", "kredit", "avere", "entrate",
        "uznania", "gutschrift", "receipts", "income", "received",
      ]
    ),
    (
      .balance,
      [
        "balance", "running bal", "running bal.", "running balance", "saldo", "solde", "kontostand", "account balance",
        "accountbalance", "closing balance", "egyenleg", "saldo po operacji", "available balance",
      ]
    ),
    (
      .payee,
      [
        "merchant", "payee", "merchant name", "beguenstigter/zahlungspflichtiger", "begünstigter/zahlungspflichtiger",
        "auftraggeber / begünstigter", "auftraggeber/empfänger", "partner name", "counterparty", "counterparty name",
        "name", "empfänger", "zahlungsempfänger*in", "payee name", "naam / omschrijving", "naam tegenpartij",
        "description",
        "transaction description", "beschreibung", "libellé", "libelle", "label", "omschrijving", "concepto", "text",
        "texte", "buchungstext", "mottagare", "tekst", "opis", "opis transakcji", "descrizione", "descrição",
        "historico",
        "histórico", "title", "details", "narration", "particulars", "selite", "meddelande", "beneficiary", "sender",
      ]
    ),
    (
      .memo,
      [
        "memo", "note", "notes", "verwendungszweck", "mededelingen", "purpose", "payment reference", "comment",
        "remittance information", "omschrijving-1", "communication", "message", "info", "kommentar", "extended details",
        "notes and #tags", "buchungstext", "description",
      ]
    ),
    (
      .category,
      [
        "category", "kategorie", "catégorie", "categoría", "categoria", "categorie", "kategori", "kategoria",
        "bank category",
      ]
    ),
    (
      .account,
      [
        "account", "account name", "konto", "account number", "kontonummer", "auftragskonto", "compte", "accountnum",
        "cuenta", "conto", "rekening", "iban/bban", "card", "card no.", "card number",
      ]
    ),
    (
      .currency,
      ["currency", "währung", "waehrung", "devise", "moneda", "munt", "currency code", "divisa", "waluta", "valuutta"]
    ),
    (
      .reference,
      [
        "reference", "transaction id", "reference number", "fitid", "ref", "referenz", "transaction reference", "id",
        "bank reference", "kundenreferenz", "transferwise id", "check number", "cheque number", "volgnr",
      ]
    ),
    (.status, ["status", "state", "zustand", "estado"]),
    (
      .indicator,
      [
        "transaction type", "type", "af bij", "debit/credit", "credit/debit", "dr/cr", "cr/dr", "cd", "credit debet",
        "soll/haben", "details", "direction", "sign", "art",
      ]
    ),
  ]

  /// For every role the columns of a header row whose words fit, the best first.
  static func roles(of header: [String]) -> [ColumnRole: [Int]] {
    let plain = header.map(normal)
    var result: [ColumnRole: [Int]] = [:]
    for (role, candidates) in words {
      var ranked: [(Int, Int)] = []
      for (column, title) in plain.enumerated() {
        if let rank = candidates.firstIndex(of: title) { ranked.append((rank, column)) }
      }
      if !ranked.isEmpty { result[role] = ranked.sorted { $0 < $1 }.map(\.1) }
    }
    return result
  }

  /// A title in lower case without a bracketed remark, punctuation at its ends and doubled spaces.
  static func normal(_ title: String) -> String {
    var text = title.lowercased()
    while let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
      text.removeSubrange(open...close)
    }
    for suffix in [" in eur", " eur", " usd", " gbp", " chf", " €", " $", " £"]
    where text.hasSuffix(suffix) && text.count > suffix.count {
      text.removeLast(suffix.count)
    }
    let words = text.split(whereSeparator: { $0.isWhitespace })
    return words.joined(separator: " ").trimmingPunctuation
  }
}

extension String {
  fileprivate var trimmingPunctuation: String {
    var slice = self[...]
    while let last = slice.last, last == ":" || last == "." || last == "*" || last == "#" { slice.removeLast() }
    while let first = slice.first, first == "*" || first == "#" { slice.removeFirst() }
    return slice.trimmingSpaces
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var slice = self
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }
}
