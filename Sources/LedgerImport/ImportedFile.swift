import LedgerDomain

/// What one bank file says, before the ledger decides what of it is new.
public struct ImportedFile: Sendable {
  /// The path as it was given; `-` for standard input.
  public var path: String
  public var format: ImportFormat
  /// The name of the profile that was used, or nil.
  public var profile: String?
  /// The encoding that was decided, by its iconv name.
  public var encoding: String
  /// The account of every row, or nil where the file has several.
  public var account: String?
  /// The currency of the file, or nil where neither the file nor the options say one.
  public var currency: Currency?
  public var decisions: [ImportDecision]
  /// What was decided as a profile, which reads the next file of this kind alike; nil where the file could not be read.
  public var decidedProfile: ImportProfile?
  /// In file order.
  public var transactions: [ImportedTransaction]
  public var texts: ImportedTexts
  /// The indices of the rows that are an account's opening balance rather than a transaction, ascending.
  public var openingRows: [Int] = []
  /// The account as the file itself names it, where it names one and another was asked for.
  public var ownAccount: String?
  /// The parts of rows that have some, in the order of the rows.
  public var splits: [ImportedSplit] = []
  /// What the journal of another program says beside its rows; nil for a bank's file.
  public var journal: JournalFacts?
  /// Rows that must be rejected; line 0 is the whole file.
  public var errors: [RowProblem]
  /// Rows that were left out on purpose.
  public var skipped: [RowProblem]
  /// Remarks that do not stop the import, such as a file without any negative amount.
  public var warnings: [String]
  public var balanceProof: BalanceProof?

  public init(path: String, format: ImportFormat) {
    self.path = path
    self.format = format
    encoding = "UTF-8"
    decisions = []
    transactions = []
    texts = ImportedTexts()
    errors = []
    skipped = []
    warnings = []
  }
}

/// The formats that the readers know; the raw value is the name in reports.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
  case csv, ofx, qif, camt053, camt052, camt054, mt940, json, jsonl
  /// What other ledger programs print of their journals.
  case hledger, ledger, beancount
}

/// One thing that the reader decided, with its reason.
public struct ImportDecision: Sendable, Hashable {
  /// What was decided, such as `decimal-mark`.
  public var what: String
  /// What it was decided to be.
  public var value: String
  /// The evidence, in words.
  public var why: String

  public init(what: String, value: String, why: String) {
    self.what = what
    self.value = value
    self.why = why
  }
}

/// A row that was rejected or left out.
public struct RowProblem: Sendable, Hashable {
  /// The 1-based physical line of the record's first line; 0 is the whole file.
  public var line: Int
  /// What was found, what was expected and, for an error, what to do.
  public var reason: String

  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}

/// Whether the file's own balances agree with its rows.
public struct BalanceProof: Sendable, Hashable {
  public var opening: Money
  public var closing: Money
  /// Whether opening plus the rows is closing.
  public var ties: Bool

  public init(opening: Money, closing: Money, ties: Bool) {
    self.opening = opening
    self.closing = closing
    self.ties = ties
  }
}

/// One row of a bank file: forty bytes without references, as there may be millions; its texts lie in `ImportedTexts`.
public struct ImportedTransaction: Sendable, Hashable {
  /// The line in the upper half, below it 17 bits for the day since the first one and 15 for the currency's letters.
  private var head: UInt64 = 0
  /// Signed as booked: negative when money leaves the account holder.
  public var amount: Money
  /// The account's name.
  public var account: TextID
  /// The counterparty as printed, white space collapsed.
  public var payee: TextID
  /// The merchant's name, cleaned from the payee; the file's own merchant column where it has one.
  public var merchant: TextID
  public var memo: TextID
  /// The file's own word for the category.
  public var bankCategory: TextID
  public var bankReference: TextID

  public init(line: Int32, day: CalendarDay, amount: Money, currency: Currency) {
    self.amount = amount
    account = .none
    payee = .none
    merchant = .none
    memo = .none
    bankCategory = .none
    bankReference = .none
    self.line = line
    self.day = day
    self.currency = currency
  }

  private static let dayBits: UInt64 = 17
  private static let currencyBits: UInt64 = 15

  /// The 1-based physical line of the record's first line.
  public var line: Int32 {
    get { Int32(truncatingIfNeeded: head >> 32) }
    set { head = head & 0xFFFF_FFFF | UInt64(UInt32(bitPattern: newValue)) << 32 }
  }

  public var day: CalendarDay {
    get {
      let days = head >> ImportedTransaction.currencyBits & (1 << ImportedTransaction.dayBits - 1)
      guard let day = CalendarDay(daysSinceEpoch: CalendarDay.first.daysSinceEpoch + Int32(days)) else {
        preconditionFailure("a row is made with a day")
      }
      return day
    }
    set {
      let days = UInt64(newValue.daysSinceEpoch - CalendarDay.first.daysSinceEpoch)
      let mask: UInt64 = (1 << ImportedTransaction.dayBits - 1) << ImportedTransaction.currencyBits
      head = head & ~mask | days << ImportedTransaction.currencyBits
    }
  }

  /// The currency of the row's amount.
  public var currency: Currency {
    get { Currency(letterBits: UInt16(truncatingIfNeeded: head & (1 << ImportedTransaction.currencyBits - 1))) }
    set { head = head & ~(1 << ImportedTransaction.currencyBits - 1) | UInt64(newValue.letterBits) }
  }
}

/// A part of a row that the file itself splits.
public struct ImportedSplit: Sendable, Hashable {
  /// The index of the row in `ImportedFile.transactions`.
  public var transaction: Int32
  /// The file's own word for the part's category.
  public var category: TextID
  public var memo: TextID
  public var amount: Money

  public init(transaction: Int32, category: TextID, memo: TextID, amount: Money) {
    self.transaction = transaction
    self.category = category
    self.memo = memo
    self.amount = amount
  }
}
