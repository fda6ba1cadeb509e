import LedgerDomain

/// What a table's columns mean and how their cells are written: all that reading a row needs.
struct TableLayout: Sendable {
  var roles = ColumnRoles()
  var dateOrder = DateOrder.yearMonthDay
  var period: ImportProfile.Period?
  /// Whether the period comes from another column, so that the next file has another one.
  var periodIsFound = false
  /// The decimal mark of each column with amounts.
  var marks: [Int: DecimalMark] = [:]
  /// The account's currency; nil where each account of the file has its own.
  var currency: Currency?
  /// Whether the file, the profile or a person says the currency, rather than a fallback.
  var currencyIsSure = false
  var flips = false
  var debitSign = SideSign.positive
  var creditSign = SideSign.positive
  /// The words of the direction column: true is money out.
  var directions: [String: Bool] = [:]
  /// What a row without a direction's word is; nil is neither.
  var emptyDirection: Bool?
  var ignoresDirectionCase = true
  var nullValues: Set<String> = []
  var skipRules: [SkipRule] = []
  /// Rows with one of the values in the column are transfers between own accounts.
  var transferRule: (column: Int, values: Set<String>)?
  var continuation: Continuation?
  var footerCount = 0

  /// How a column of one side writes its amounts.
  enum SideSign: Sendable {
    case positive, negative
    /// The sign in the cell does not count.
    case ignored
  }

  enum SkipRule: Sendable {
    case values(Int, Set<String>)
    case empty(Int)
    case maxColumns(Int)
    case allEmpty([Int])
  }

  struct Continuation: Sendable {
    var whenEmpty: Int
    var column: Int
    var appendsToPayee: Bool
  }
}
