import LedgerDomain
import LedgerQuery

/// Names of accounts in another program for our accounts and categories: cleaned, and each one only once.
///
/// Names that become equal by cleaning, or differ in case alone, get `-2`, `-3` and so on, in the order of the report.
struct ExportNames {
  /// What the other program calls the five roots.
  struct Roots {
    var asset: String
    var expense: String
    var income: String
    var transfer: String
    var opening: String
  }

  private let roots: Roots
  private let clean: (String) -> String
  private let kinds: [String: CategoryKind]
  private var assets: [String: String] = [:]
  private var categories: [String: String] = [:]
  private var used: Set<String> = []
  private let uncategorisedIncome: String

  /// - Parameter clean: makes a name one part of an account's name in the other program; never empty.
  init(
    accounts: [ExportReport.AccountEntry], categoryKinds: [String: CategoryKind], roots: Roots,
    clean: @escaping (String) -> String
  ) {
    self.roots = roots
    self.clean = clean
    kinds = categoryKinds
    uncategorisedIncome = roots.income + clean(Category.uncategorisedName)
    used = [roots.opening.lowercased(), uncategorisedIncome.lowercased()]
    // Uncategorised is never renamed by a category that cleans to it.
    _ = category(Category.uncategorisedName)
    for account in accounts { _ = asset(account.name) }
    for name in categoryKinds.keys.sorted() { _ = category(name) }
  }

  var opening: String { roots.opening }

  mutating func asset(_ name: String) -> String {
    if let known = assets[name] { return known }
    let made = unique(roots.asset + clean(name))
    assets[name] = made
    return made
  }

  /// The accounts on the other side of a transaction, one for each part of a split, with what went there: Uncategorised is
  /// income where money comes in.
  mutating func counterparts(_ item: TransactionItem) -> [(account: String, amount: Money)] {
    let parts =
      item.parts.isEmpty
      ? [TransactionItem.Part(category: item.category, amount: item.amount, memo: nil)] : item.parts
    var result: [(account: String, amount: Money)] = []
    for part in parts {
      let isIncome = part.category == Category.uncategorisedName && part.amount > .zero
      result.append((isIncome ? uncategorisedIncome : category(part.category), part.amount))
    }
    return result
  }

  /// The names so far with the accounts they stand for, sorted by account.
  var all: [(account: String, name: String)] {
    let named = assets.map { (account: $0.value, name: $0.key) } + categories.map { (account: $0.value, name: $0.key) }
    return (named + [(account: uncategorisedIncome, name: Category.uncategorisedName)]).sorted {
      $0.account < $1.account
    }
  }

  private mutating func category(_ name: String) -> String {
    if let known = categories[name] { return known }
    let root =
      switch kinds[name] ?? .expense {
      case .expense: roots.expense
      case .income: roots.income
      case .transfer: roots.transfer
      }
    let made = unique(root + clean(name))
    categories[name] = made
    return made
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
}

extension String {
  /// The text on one line: every run of white space and control characters one space, none at the ends.
  func onOneLine(replacing replacement: (Unicode.Scalar) -> Unicode.Scalar? = { _ in nil }) -> String {
    var result = UnicodeScalarView()
    var pendingSpace = false
    for scalar in unicodeScalars {
      let shown = replacement(scalar) ?? scalar
      if shown.properties.isWhitespace || shown.properties.generalCategory == .control {
        pendingSpace = true
        continue
      }
      if pendingSpace, !result.isEmpty { result.append(" ") }
      pendingSpace = false
      result.append(shown)
    }
    return String(result)
  }
}
