import LedgerDomain
import LedgerQuery

/// A ledger as a file of Beancount, with an `open` directive for each account and the name itself as metadata.
public enum BeancountRenderer {
  public static func render(_ report: ExportReport) -> [UInt8] {
    var names = ExportNames(
      accounts: report.accounts, categoryKinds: report.categoryKinds,
      roots: ExportNames.Roots(
        asset: "Assets:", expense: "Expenses:", income: "Income:", transfer: "Equity:Transfers:",
        opening: "Equity:Opening"),
      clean: accountPart)
    var body = ""
    var first: CalendarDay?
    for account in report.accounts where account.opening != .zero {
      first = min(first ?? account.openingDay, account.openingDay)
      body += "\(account.openingDay) * \"Opening balance\"\n"
      body += postings(
        names.asset(account.name), account.opening, [(names.opening, account.opening)], account.currency)
    }
    for item in report.transactions {
      first = min(first ?? item.day, item.day)
      body += "\(item.day) * \(quoted(item.merchant)) \(quoted(item.note ?? ""))\n  id: \"\(item.id.position)\"\n"
      body += postings(names.asset(item.account), item.amount, names.counterparts(item), item.currency)
    }
    var head = "; exported by foldbook\n"
    if let first {
      head += "\(first) open \(names.opening)\n"
      for (account, name) in names.all { head += "\(first) open \(account)\n  name: \(quoted(name))\n" }
    }
    return Array((head + "\n" + body).utf8)
  }

  private static func postings(
    _ account: String, _ amount: Money, _ others: [(account: String, amount: Money)], _ currency: Currency
  ) -> String {
    let lines = [(account, amount)] + others.map { ($0.account, -$0.amount) }
    return lines.map { name, amount in
      "  \(name)  \(amount.plainText(minorUnitDigits: currency.minorUnitDigits)) \(currency.code)\n"
    }.joined() + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return result + "\""
  }

  /// A part of an account's name: letters, digits and single hyphens, beginning with a capital letter or a digit.
  private static func accountPart(_ name: String) -> String {
    var part = ""
    for scalar in name.unicodeScalars {
      if scalar.isASCII ? isPlain(scalar) : isLetter(scalar) {
        part.unicodeScalars.append(scalar)
      } else if !part.isEmpty, !part.hasSuffix("-") {
        part += "-"
      }
    }
    while part.hasSuffix("-") { part.removeLast() }
    guard let first = part.unicodeScalars.first else { return "X" }
    if first.properties.generalCategory == .decimalNumber || first.properties.generalCategory == .uppercaseLetter {
      return part
    }
    let upper = first.properties.uppercaseMapping
    let isCapital =
      upper.unicodeScalars.count == 1 && upper.unicodeScalars.first?.properties.generalCategory == .uppercaseLetter
    return isCapital ? upper + String(part.unicodeScalars.dropFirst()) : "X" + part
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
    default: false
    }
  }
}
