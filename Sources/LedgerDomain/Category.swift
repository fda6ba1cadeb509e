/// What a category's money means for a month.
public enum CategoryKind: UInt8, Sendable, Hashable, CaseIterable {
  case expense = 0
  case income = 1
  /// Between own accounts: neither in nor out.
  case transfer = 2

  /// The name in reports and on the command line.
  public var name: String {
    switch self {
    case .expense: "expense"
    case .income: "income"
    case .transfer: "transfer"
    }
  }

  public init?(name: String) {
    guard let kind = CategoryKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// A category as the ledger knows it.
public struct Category: Sendable, Hashable {
  public var id: CategoryID
  public var name: String
  public var kind: CategoryKind
  /// Whether the category was taken away again, so that it is not offered.
  public var isRemoved: Bool

  public init(id: CategoryID, name: String, kind: CategoryKind, isRemoved: Bool = false) {
    self.id = id
    self.name = name
    self.kind = kind
    self.isRemoved = isRemoved
  }

  /// The name of the category with number 0.
  public static let uncategorisedName = "Uncategorised"

  /// What reports call the category of a transaction whose parts have categories of their own.
  public static let splitName = "Split"

  /// What a new ledger begins with, Uncategorised first.
  public static let initial: [(name: String, kind: CategoryKind)] =
    [(uncategorisedName, .expense)]
    + [
      "Groceries", "Eating out", "Housing", "Utilities", "Transport", "Health", "Shopping", "Entertainment", "Travel",
      "Education", "Children", "Pets", "Gifts", "Insurance", "Taxes", "Fees", "Cash", "Other",
    ].map { ($0, .expense) }
    + ["Salary", "Interest", "Other income"].map { ($0, .income) }
    + [("Transfers", .transfer)]

  /// Whether a file's word for a category is an account's name in brackets, with which programs say that a row is a transfer.
  public static func namesAccount(_ word: String) -> Bool {
    word.utf8.count > 2 && word.hasPrefix("[") && word.hasSuffix("]")
  }

  /// The kind of a category that an import creates, from its name alone.
  public static func kindOfImported(name: String) -> CategoryKind {
    switch name.lowercased() {
    case "income", "salary", "wages", "interest", "dividends": .income
    case "transfer", "transfers", "internal transfer", "internal transfers", "credit card payment": .transfer
    default: namesAccount(name) ? .transfer : .expense
    }
  }
}
