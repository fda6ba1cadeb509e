/// Why a transaction has its category, or why an event was written.
public enum Cause: UInt8, Sendable, Hashable, CaseIterable {
  case byHand = 0
  /// The bank file's own word, or nothing better.
  case importedFile = 1
  case rule = 2
  /// The merchant's last category set by hand.
  case merchantHistory = 3
  case undo = 4
  /// An import found that it is one leg of a transfer.
  case transfer = 5
  /// An import guessed it from what is in the ledger, as was asked for.
  case guess = 6

  /// The name in reports.
  public var name: String {
    switch self {
    case .byHand: "hand"
    case .importedFile: "import"
    case .rule: "rule"
    case .merchantHistory: "merchant history"
    case .undo: "undo"
    case .transfer: "transfer"
    case .guess: "guess"
    }
  }
}

/// A transaction's category together with whether a person chose it.
public struct CategorySetting: Sendable, Hashable {
  public var category: CategoryID
  public var isByHand: Bool
  /// What a split consists of; empty unless the category is `.split`. They come to the transaction's amount.
  public var parts: [SplitPart] = []

  @inlinable
  public init(_ category: CategoryID, isByHand: Bool) {
    self.category = category
    self.isByHand = isByHand
  }
}

/// Whether a transaction counts, and if not, how it went.
public enum Liveness: UInt8, Sendable, Hashable {
  case live = 0
  /// Deleted by a person: an import does not bring it back.
  case deleted = 1
  /// Gone because the commit that added it was undone: an import may add it anew.
  case undone = 2
}

/// The values of a transaction that a sum depends on, the category apart.
public struct TransactionValues: Sendable, Hashable {
  public var day: CalendarDay
  public var amount: Money
  public var account: AccountID
  public var merchant: MerchantID

  @inlinable
  public init(day: CalendarDay, amount: Money, account: AccountID, merchant: MerchantID) {
    self.day = day
    self.amount = amount
    self.account = account
    self.merchant = merchant
  }
}

/// The texts of a transaction; those of the bank never change.
public struct TransactionTexts: Sendable, Hashable {
  /// The payee as the bank printed it, or nil for a row added by hand.
  public var rawText: String?
  public var memo: String?
  /// The bank's own word for the category.
  public var bankCategory: String?
  public var bankReference: String?
  /// What the person wrote.
  public var note: String?
  /// Which of the commit's source files, from 0, or nil for a row added by hand.
  public var sourceFile: Int?
  /// The 1-based physical line in the source file.
  public var sourceLine: Int?

  public init(
    rawText: String? = nil, memo: String? = nil, bankCategory: String? = nil, bankReference: String? = nil,
    note: String? = nil, sourceFile: Int? = nil, sourceLine: Int? = nil
  ) {
    self.rawText = rawText
    self.memo = memo
    self.bankCategory = bankCategory
    self.bankReference = bankReference
    self.note = note
    self.sourceFile = sourceFile
    self.sourceLine = sourceLine
  }

  /// Whether there is nothing to keep: no text and no place in a file.
  public var isEmpty: Bool {
    rawText == nil && memo == nil && bankCategory == nil && bankReference == nil && note == nil
      && sourceFile == nil && sourceLine == nil
  }
}

/// A transaction as it stands at some position of the journal.
public struct Transaction: Sendable, Hashable {
  public var id: TransactionID
  public var values: TransactionValues
  public var setting: CategorySetting
  public var liveness: Liveness
  public var texts: TransactionTexts

  public init(
    id: TransactionID, values: TransactionValues, setting: CategorySetting, liveness: Liveness,
    texts: TransactionTexts
  ) {
    self.id = id
    self.values = values
    self.setting = setting
    self.liveness = liveness
    self.texts = texts
  }
}
