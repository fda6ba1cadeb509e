import LedgerDomain
import LedgerQuery

/// A ledger as a journal of hledger or Ledger, one transaction after the other.
public struct HledgerRenderer {
  /// Which program is to read it; they differ in how a commodity is declared.
  public enum Dialect: Sendable {
    case hledger, ledger
  }

  private var names: ExportNames
  private var text = ""

  /// Begins a journal: what each currency looks like, then the opening balances.
  public init(
    dialect: Dialect = .hledger, accounts: [ExportReport.AccountEntry], categoryKinds: [String: CategoryKind]
  ) {
    names = ExportNames(
      accounts: accounts, categoryKinds: categoryKinds,
      roots: ExportNames.Roots(
        asset: "assets:", expense: "expenses:", income: "income:", transfer: "equity:transfers:",
        opening: "equity:opening"),
      clean: HledgerRenderer.accountPart)
    text = "; exported by foldbook\n"
    if dialect == .hledger { text += "decimal-mark .\n" }
    for currency in Set(accounts.map(\.currency)).sorted() {
      let zero = Money.zero.plainText(minorUnitDigits: currency.minorUnitDigits)
      let hasDecimals = currency.minorUnitDigits > 0
      switch dialect {
      case .hledger: text += "commodity \(hasDecimals ? zero : zero + ".") \(currency.code)\n"
      case .ledger: text += "commodity \(currency.code)\n    format \(zero) \(currency.code)\n"
      }
    }
    text += "\n"
    for account in accounts where account.opening != .zero {
      text += "\(account.openingDay) Opening balance\n"
      addPostings(
        names.asset(account.name), account.opening, [(names.opening, account.opening)], account.currency)
    }
  }

  /// Adds a transaction; they come oldest first.
  public mutating func append(_ item: TransactionItem) {
    text += item.day.description
    text += " "
    text += HledgerRenderer.payee(item.merchant)
    text += "\n    ; id: \(item.id.position)\n"
    let note = (item.note ?? "").onOneLine(replacing: HledgerRenderer.harmlessInComment)
    if !note.isEmpty { text += "    ; note: \(note)\n" }
    addPostings(names.asset(item.account), item.amount, names.counterparts(item), item.currency)
  }

  /// The journal since the last call.
  public mutating func takeBytes() -> [UInt8] {
    defer { text.removeAll(keepingCapacity: true) }
    return Array(text.utf8)
  }

  /// The whole journal.
  public static func render(_ report: ExportReport, dialect: Dialect = .hledger) -> [UInt8] {
    var renderer = HledgerRenderer(dialect: dialect, accounts: report.accounts, categoryKinds: report.categoryKinds)
    for item in report.transactions { renderer.append(item) }
    return renderer.takeBytes()
  }

  private mutating func addPostings(
    _ account: String, _ amount: Money, _ others: [(account: String, amount: Money)], _ currency: Currency
  ) {
    let digits = currency.minorUnitDigits
    let code = currency.code
    text += "    \(account)  \(amount.plainText(minorUnitDigits: digits)) \(code)\n"
    for other in others {
      text += "    \(other.account)  \((-other.amount).plainText(minorUnitDigits: digits)) \(code)\n"
    }
    text += "\n"
  }

  /// A description on a transaction's first line: nothing that begins a comment, a note or, in front, a status or a code.
  private static func payee(_ name: String) -> String {
    let line = name.onOneLine { $0 == ";" || $0 == "|" ? " " : nil }
    guard let first = line.unicodeScalars.first else { return "No merchant" }
    return "!*(=".unicodeScalars.contains(first) ? "'" + line : line
  }

  /// A part of an account's name: no colons, no two spaces in a row, nothing that begins a comment or a virtual posting.
  private static func accountPart(_ name: String) -> String {
    let line = name.onOneLine { scalar in
      switch scalar {
      case ":": "/"
      case ";": " "
      case "(", ")", "[", "]", "{", "}", "\"": "_"
      default: nil
      }
    }
    return line.isEmpty ? "_" : line
  }

  /// A date in brackets has a meaning in a comment.
  private static func harmlessInComment(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar == "[" ? "(" : scalar == "]" ? ")" : nil
  }
}
