import LedgerDomain

/// What the accounts of a journal are here, by the first part of their names.
public struct AccountRoots: Sendable, Hashable {
  /// What an account of a journal is here.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Assets and liabilities: an account.
    case own
    case expense, income
    /// A category that is neither money in nor money out.
    case equity
  }

  /// What a person said, by the folded first part.
  private var said: [String: Role] = [:]

  public init() {}

  /// Reads `Besitz=assets,Ausgaben=expenses`.
  ///
  /// - Throws: with what is wrong.
  public init(parsing text: String) throws {
    for piece in text.split(separator: ",") {
      let sides = piece.split(separator: "=", maxSplits: 1).map { $0.trimmedOfWhiteSpace }
      guard sides.count == 2, !sides[0].isEmpty, let role = AccountRoots.names[sides[1].lowercased()] else {
        throw ImportError.roots(
          reason: "'\(piece)' is not like NAME=assets, with assets, liabilities, expenses, income or equity")
      }
      said[sides[0].lowercased()] = role
    }
  }

  /// The role of an account by its first part; nil where that says nothing.
  func role(of account: String) -> Role? {
    let first = account.prefix { $0 != ":" }.trimmedOfWhiteSpace.lowercased()
    return said[first] ?? AccountRoots.names[first]
  }

  /// The account's name without its first part; the first part itself where there is no more.
  static func path(of account: String) -> String {
    guard let colon = account.firstIndex(of: ":") else { return account }
    let rest = account[account.index(after: colon)...].trimmedOfWhiteSpace
    return rest.isEmpty ? String(account[..<colon]) : rest
  }

  /// Whether an account of the equity is where opening balances come from.
  static func isOpening(_ account: String) -> Bool {
    let last = account.split(separator: ":").last.map(String.init) ?? ""
    let plain = String(last.lowercased().map { $0 == "-" || $0 == "_" || $0 == "/" ? " " : $0 })
    return openings.contains { plain == $0 || plain.hasPrefix($0 + " ") }
  }

  private static let openings = [
    "opening", "openingbalance", "openingbalances", "starting balance", "starting balances", "initial balance",
    "initial balances", "anfangsbestand", "anfangsbestände", "anfangssaldo", "eröffnung", "eröffnungsbilanz",
    "eröffnungssaldo", "ouverture", "solde initial", "soldes initiaux", "apertura", "saldo inicial", "saldi iniziali",
    "beginsaldo", "beginbalans", "ingående balans",
  ]

  private static let names: [String: Role] = {
    let groups: [(Role, String)] = [
      (
        .own,
        "asset assets liability liabilities debt debts aktiva vermögen vermoegen guthaben verbindlichkeiten schulden actif "
          + "actifs passif passifs dettes activo activos pasivo pasivos deudas attività attivita passività passivita bezittingen "
          + "schulden tillgångar skulder eiendeler gjeld aktiver passiver varat velat aktywa zobowiązania ativo ativos passivo "
          + "passivos 资产 负债 資産 負債"
      ),
      (
        .expense,
        "expense expenses ausgabe ausgaben aufwand aufwendungen kosten dépense dépenses depenses charges gasto gastos spese "
          + "uscite uitgaven utgifter kostnader udgifter kulut menot wydatki despesa despesas 支出 费用 費用"
      ),
      (
        .income,
        "income incomes revenue revenues einnahme einnahmen einkommen einkünfte ertrag erträge ertraege revenus produits "
          + "recettes ingreso ingresos entrate ricavi inkomsten opbrengsten inkomster intäkter inntekter indtægter tulot "
          + "przychody receita receitas 收入 収入"
      ),
      (
        .equity,
        "equity eigenkapital kapital capital capitaux patrimonio patrimoine vermogen egenkapital oma-pääoma kapitał "
          + "patrimônio 权益 純資産"
      ),
    ]
    var names: [String: Role] = [:]
    for (role, words) in groups {
      for word in words.split(separator: " ") where names[String(word)] == nil { names[String(word)] = role }
    }
    return names
  }()
}
