import LedgerDomain

/// What a person has to say about a file when its evidence is not enough; what is not said is decided by evidence.
public struct ImportProfile: Sendable, Hashable {
  /// The name under which it is kept, or the file that it came from.
  public var name = ""
  /// Column names that a file's header must have for the profile to be taken without being asked for.
  var match: [String] = []
  public internal(set) var currency: Currency?
  public internal(set) var accountName: String?
  /// Flips the sign of formats that have no columns.
  public internal(set) var negates = false
  public internal(set) var encoding: String?
  var delimiter: UInt8?
  var quote: UInt8?
  var hasHeader: Bool?
  var skipLines: Int?
  var footerLines: Int?
  var commentPrefix: String?
  var nullValues: [String] = []
  var hasLenientQuotes = false
  var date = DateChoice()
  var dateOrder: DateOrder?
  var decimal: DecimalMark?
  var amount: AmountChoice?
  var payee: PayeeChoice?
  var memo: ColumnChoice = .unsaid
  var category: ColumnChoice = .unsaid
  var reference: ColumnChoice = .unsaid
  var account: ColumnChoice = .unsaid
  var rowCurrency: ColumnChoice = .unsaid
  var skipRules: [SkipRule] = []
  var transferRule: ValueRule?
  var continuation: Continuation?

  public init() {}

  /// A column by its trimmed header name or its 0-based index.
  enum ColumnReference: Sendable, Hashable {
    case name(String)
    case index(Int)
  }

  enum ColumnChoice: Sendable, Hashable {
    case unsaid, none
    case column(ColumnReference)

    var reference: ColumnReference? {
      if case .column(let reference) = self { reference } else { nil }
    }
  }

  struct DateChoice: Sendable, Hashable {
    var column: ColumnReference?
    /// Year, month and day in columns of their own.
    var columns: [ColumnReference] = []
    var order: DateOrder?
    /// Whether days are counted as spreadsheets do.
    var isSerial = false
    /// Whether the format has no year.
    var isWithoutYear = false
    var period: Period?
  }

  /// The months between which dates without a year lie.
  struct Period: Sendable, Hashable {
    var first: CalendarDay
    var last: CalendarDay
  }

  struct AmountChoice: Sendable, Hashable {
    enum Kind: String, Sendable, CaseIterable {
      case signed, indicator
      case debitCredit = "debit_credit"
      case sumSigned = "sum_signed"
      case signedMinusFee = "signed_minus_fee"
    }

    var kind: Kind
    var column: ColumnReference?
    var columns: [ColumnReference] = []
    var debit: ColumnReference?
    var credit: ColumnReference?
    var indicator: ColumnReference?
    var debitValues: [String] = []
    var creditValues: [String] = []
    var ignoresCase = false
    var negates = false
    var takesMagnitude = false
    var fee: ColumnReference?
  }

  enum PayeeChoice: Sendable, Hashable {
    case none
    case firstOf([ColumnReference])
    /// One column for money out and another for money in.
    case byDirection(debit: ColumnReference, credit: ColumnReference)
  }

  /// Rows that have one of the values in a column.
  struct ValueRule: Sendable, Hashable {
    var column: ColumnReference
    var values: [String]
  }

  enum SkipRule: Sendable, Hashable {
    case values(ColumnReference, [String])
    case empty(ColumnReference)
    case maxColumns(Int)
    case allEmpty([ColumnReference])
  }

  struct Continuation: Sendable, Hashable {
    var whenEmpty: ColumnReference
    var column: ColumnReference
    /// Whether the text goes to the payee; else to the memo.
    var appendsToPayee: Bool
  }
}
