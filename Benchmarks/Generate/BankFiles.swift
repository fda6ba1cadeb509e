import LedgerDomain

/// The household's bookings as its three banks write them.
struct BankFiles {
  let household: Household

  /// The current account: comma, day before month, one signed column, a running balance.
  var checking: [UInt8] {
    var text = "Date,Description,Category,Amount (EUR),Balance (EUR)\n"
    let history = household.checking
    for (booking, balance) in zip(history.bookings, history.runningBalances) {
      let fields = [
        booking.day.written(separator: "/"), booking.payee, booking.category, pointed(booking.amount), pointed(balance),
      ]
      text += fields.map(quotedIfNeeded).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  /// The savings account of a German bank: Windows-1252, a preamble, semicolons, decimal comma, newest first.
  var savings: [UInt8] {
    let history = household.savings
    let balances = history.runningBalances
    let (first, last) = (household.firstDay.written(separator: "."), household.lastDay.written(separator: "."))
    var lines = [
      ["Konto:", "Tagesgeld"], ["Zeitraum:", "\(first) – \(last)"],
      ["Kontostand vom \(last):", grouped(balances.last ?? history.opening) + " €"], [],
      [
        "Buchungstag", "Wertstellung", "Auftraggeber / Begünstigter", "Verwendungszweck", "Betrag (EUR)", "Saldo (EUR)",
      ],
    ]
    for (booking, balance) in zip(history.bookings, balances).reversed() {
      let day = booking.day.written(separator: ".")
      let purpose = booking.payee.hasPrefix("Transfer") ? "Rücklage für später" : "Zinsen für den Monat"
      lines.append([day, day, booking.payee, purpose, grouped(booking.amount), grouped(balance)])
    }
    let text = lines.map { fields in fields.map { "\"\($0)\";" }.joined() + "\r\n" }.joined()
    return text.unicodeScalars.map(windows1252)
  }

  /// The card: ISO dates, money out and in in columns of their own, and the bank's category.
  var card: [UInt8] {
    var text = "Transaction Date,Posted Date,Description,Category,Debit,Credit,Currency\n"
    for booking in household.card.bookings {
      let day = "\(booking.day)"
      let debit = booking.amount < 0 ? pointed(-booking.amount) : ""
      let credit = booking.amount > 0 ? pointed(booking.amount) : ""
      let fields = [day, day, booking.payee, booking.category, debit, credit, "EUR"]
      text += fields.map(quotedIfNeeded).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  private func pointed(_ amount: Int64) -> String {
    Money(minorUnits: amount).plainText(minorUnitDigits: 2)
  }

  /// As Germans write it: `-1.234,56`.
  private func grouped(_ amount: Int64) -> String {
    let units = String(amount.magnitude / 100)
    var whole = ""
    for (index, digit) in units.enumerated() {
      if index > 0, (units.count - index) % 3 == 0 { whole += "." }
      whole.append(digit)
    }
    let cents = amount.magnitude % 100
    return (amount < 0 ? "-" : "") + whole + (cents < 10 ? ",0" : ",") + String(cents)
  }

  private func quotedIfNeeded(_ field: String) -> String {
    field.contains(",") ? "\"\(field)\"" : field
  }

  private func windows1252(_ scalar: Unicode.Scalar) -> UInt8 {
    switch scalar {
    case "€": return 0x80
    case "–": return 0x96
    default:
      guard scalar.isASCII || (0xA0...0xFF).contains(scalar.value) else {
        preconditionFailure("\(scalar) is not in the table of this bank")
      }
      return UInt8(scalar.value)
    }
  }
}

extension CalendarDay {
  /// Day, month and year, such as `20.10.2026`.
  fileprivate func written(separator: String) -> String {
    let parts = components
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return [two(parts.day), two(parts.month), "\(parts.year)"].joined(separator: separator)
  }
}
