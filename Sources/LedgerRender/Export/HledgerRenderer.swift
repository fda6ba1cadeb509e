import LedgerDomain
import LedgerQuery

/// A ledger as a journal of hledger.
public enum HledgerRenderer {
  public static func render(_ report: ExportReport) -> [UInt8] {
    var names = AccountNames(report)
    var lines: [String] = ["; exported by foldbook"]
    for currency in Set(report.accounts.map(\.currency)).sorted() {
      let sample = Money(minorUnits: 0).plainText(minorUnitDigits: currency.minorUnitDigits)
      lines.append("commodity \(currency.minorUnitDigits == 0 ? "0." : sample) \(currency.code)")
    }
    lines.append("")
    for account in report.accounts where account.opening != .zero {
      lines.append("\(account.openingDay) opening balance")
      lines.append("    \(names.asset(account.name))  \(text(account.opening, account.currency))")
      lines += ["    equity:opening", ""]
    }
    for item in report.transactions {
      let note = item.note.map { "  ; " + clean($0) } ?? ""
      lines.append("\(item.day) \(clean(item.merchant))\(note)")
      lines.append("    \(names.asset(item.account))  \(text(item.amount, item.currency))")
      lines.append("    \(names.counterpart(item))")
      lines.append("")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func text(_ amount: Money, _ currency: Currency) -> String {
    amount.plainText(minorUnitDigits: currency.minorUnitDigits) + " " + currency.code
  }

  /// Text on a transaction's first line: one line, without what begins a comment or a code.
  static func clean(_ text: String) -> String {
    let words = text.map { $0.isNewline || $0.isWhitespace || $0 == ";" || $0 == "|" ? " " : String($0) }.joined()
      .split(separator: " ").joined(separator: " ")
    guard let first = words.first else { return "(none)" }
    return "!*(=".contains(first) ? "'" + words : words
  }
}

/// Unique account names of other programs for our accounts and categories.
struct AccountNames {
  private var assets: [String: String] = [:]
  private var categories: [String: String] = [:]
  private var used: Set<String> = []
  private let kinds: [String: CategoryKind]

  init(_ report: ExportReport) {
    kinds = report.categoryKinds
    for account in report.accounts { assets[account.name] = unique("assets:" + AccountNames.clean(account.name)) }
    for (name, kind) in report.categoryKinds.sorted(by: { $0.key < $1.key }) {
      let root: String =
        switch kind {
        case .expense: "expenses:"
        case .income: "income:"
        case .transfer: "equity:transfers:"
        }
      categories[name] = unique(root + AccountNames.clean(name))
    }
    used.insert("income:uncategorised")
  }

  mutating func asset(_ name: String) -> String { assets[name] ?? "assets:" + AccountNames.clean(name) }

  /// The account on the other side: Uncategorised is income where money comes in.
  func counterpart(_ item: TransactionItem) -> String {
    if item.category == Category.uncategorisedName, item.amount > .zero { return "income:Uncategorised" }
    return categories[item.category] ?? "expenses:" + AccountNames.clean(item.category)
  }

  private mutating func unique(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !used.insert(candidate.lowercased()).inserted {
      candidate = name + "-\(number)"
      number += 1
    }
    return candidate
  }

  /// A part of an account's name: no colons, no two spaces in a row, nothing that begins a comment or an amount.
  private static func clean(_ name: String) -> String {
    let spaced = name.map { character -> String in
      if character == ":" { return "/" }
      if character.isWhitespace || character == ";" { return " " }
      return "()[]{}\"".contains(character) ? "_" : String(character)
    }
    let words = spaced.joined().split(separator: " ").joined(separator: " ")
    return words.isEmpty ? "_" : words
  }
}
