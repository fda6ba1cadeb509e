import LedgerDomain

/// What a person may say about files beforehand; nil means that the evidence decides.
public struct ImportOptions: Sendable {
  public var account: String?
  public var currency: Currency?
  /// The currency of files that say none: the ledger's, else the locale's.
  public var fallbackCurrency: Currency?
  public var dateOrder: DateOrder?
  public var decimalMark: DecimalMark?
  /// An encoding by its iconv name.
  public var encoding: String?
  /// What a person said about files of this kind once.
  public var profile: ImportProfile?
  /// Flips the sign that was decided.
  public var invertsSign = false
  /// The format of every file; nil where what it holds decides.
  public var format: ImportFormat?
  /// What the accounts of a journal of another program are.
  public var roots = AccountRoots()
  /// Whether virtual postings of such a journal are left out.
  public var leavesVirtualOut = false

  public init() {}
}

/// The order of day, month and year in a written date.
public enum DateOrder: String, Sendable, Hashable, CaseIterable {
  case dayMonthYear = "dmy"
  case monthDayYear = "mdy"
  case yearMonthDay = "ymd"
}
