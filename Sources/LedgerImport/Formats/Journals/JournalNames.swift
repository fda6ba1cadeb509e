import LedgerDomain

/// What the accounts of a journal are called here: own accounts one a currency, the others as categories.
struct JournalNames {
  private let roots: AccountRoots
  private var accounts: [String: String] = [:]
  private var takenAccounts: [String: String] = [:]
  private var firstCurrencies: [String: Currency] = [:]
  private var categories: [String: [CategoryKind]] = [:]
  /// What the words for categories stand for.
  private(set) var meanings: [String: JournalFacts.Meaning] = [:]
  /// Accounts of several currencies, with the names of those that are not the first one's.
  private(set) var furtherNames: [(account: String, name: String, currency: Currency)] = []

  init(roots: AccountRoots) {
    self.roots = roots
  }

  /// What an account is here.
  func role(of posting: PostedTransaction.Posting) throws(RowFault) -> AccountRoots.Role {
    if let role = roots.role(of: posting.account) { return role }
    let first = posting.account.prefix { $0 != ":" }
    throw RowFault(
      "the name of the account '\(posting.account)' does not say what it is; say it with --roots, such as --roots "
        + "'\(first)=assets' (or liabilities, expenses, income, equity)")
  }

  /// An own account's name.
  mutating func name(of posting: PostedTransaction.Posting, _ currency: Currency) -> String {
    let plain = name(of: posting.account, label: posting.label)
    let first = firstCurrencies[posting.account] ?? currency
    firstCurrencies[posting.account] = first
    if first == currency { return plain }
    let further = plain + " " + currency.code
    if !furtherNames.contains(where: { $0.name == further }) { furtherNames.append((plain, further, currency)) }
    return further
  }

  /// Names are told apart without regard to case; where two accounts would have one, the later is called in full.
  private mutating func name(of account: String, label: String?) -> String {
    if let known = accounts[account] { return known }
    let short = TextCleaning.clean(label ?? AccountRoots.path(of: account))
    let isFree = !short.isEmpty && takenAccounts[short.lowercased()] == nil
    let name = isFree ? short : TextCleaning.clean(account)
    accounts[account] = name
    takenAccounts[name.lowercased()] = account
    return name
  }

  /// A category's word and kind; one that two kinds have is told apart by the kind.
  mutating func category(
    of posting: PostedTransaction.Posting, _ role: AccountRoots.Role
  ) -> (word: String, kind: CategoryKind) {
    let kind: CategoryKind = role == .expense ? .expense : role == .income ? .income : .transfer
    var path = posting.label ?? AccountRoots.path(of: posting.account)
    if role == .equity, posting.label == nil, let colon = path.firstIndex(of: ":") {
      let first = path[..<colon].lowercased()
      if first == "transfers" || first == "transfer" { path = String(path[path.index(after: colon)...]) }
    }
    return (word(TextCleaning.clean(path), kind), kind)
  }

  mutating func word(_ path: String, _ kind: CategoryKind) -> String {
    let folded = path.lowercased()
    if kind != .transfer, folded == Category.uncategorisedName.lowercased() { return JournalRow.Part.uncategorised }
    var known = categories[folded] ?? []
    if !known.contains(kind) { known.append(kind) }
    categories[folded] = known
    let word = known[0] == kind ? path : "\(path) (\(kind.name))"
    meanings[word] = JournalFacts.Meaning(name: path, kind: kind)
    return word
  }
}
