/// What a decision may ask of the ledger as it stands.
///
/// Names are found without regard to case and Unicode form; removed accounts and categories are found too, and say so.
public protocol KnownState {
  /// What a look-up throws where the store fails.
  associatedtype Failure: Error

  var directory: LedgerDirectory { get }

  func account(named name: String) throws(Failure) -> Account?
  func category(named name: String) throws(Failure) -> Category?
  func merchant(named name: String) throws(Failure) -> MerchantID?
  /// The word of `directory.categoryAliases` that a name is, in the spelling that was kept.
  func categoryAlias(named name: String) throws(Failure) -> String?
  /// The transaction as it stands, gone ones included; nil where no event added it.
  func transaction(_ id: TransactionID) throws(Failure) -> Transaction?
  /// The category that a person set last for a transaction of the merchant that still stands.
  func lastCategoryByHand(of merchant: MerchantID) throws(Failure) -> CategoryID?
}

extension KnownState {
  public func categoryAlias(named name: String) throws(Failure) -> String? {
    directory.categoryAliases[name] == nil ? nil : name
  }
}

/// Why a command is refused; nothing is written.
public enum Refusal: Error, Hashable, Sendable {
  case emptyMerchant
  case zeroAmount
  case amount(MoneyError)
  case futureDay(CalendarDay, today: CalendarDay)
  case nameTooLong(limitBytes: Int)
  case emptyName
  case noSuchTransaction(TransactionID)
  case deletedTransaction(TransactionID)
  case unknownAccount(String)
  case unknownCategory(String)
  case closedAccount(String)
  case nameTaken(String)
  case currencyNeeded
  case otherCurrency(account: String, has: Currency, asked: Currency)
  case initCannotBeUndone
  case alreadyUndone(CommitNumber)
  case notUndone(CommitNumber)
  case nothingToUndo
  case nothingToRedo
  /// Later commits depend on the one to be undone.
  case laterCommitsDepend(on: CommitNumber, later: [CommitNumber])
  case sameName(String)
  case unchangeableCategory(String)
  case categoryInUse(String, count: Int)
  case accountNotClosed(String)
  case accountClosedAlready(String)
  case notMerged(String)
  case unknownAlias(String)
  /// What an undo would bring back belongs to something that was taken away.
  case gone(kind: String, name: String)
  case sameMerchant(String)
  case ruleMatchesEverything(String)
  case unknownRule(UInt32)
  case noTransfer(TransactionID, TransactionID, reason: String)
  case invalidSetting(key: String, value: String, expected: String)
  case limitReached(String)
  /// The parts of a split do not come to the whole.
  case splitSum(TransactionID, whole: Money, sum: Money, minorUnitDigits: Int)
  case splitForm(String)
  case notSplit(TransactionID)
  /// A change that a split does not take, and what to do instead.
  case isSplit(TransactionID, asked: String)
  case splitTransfer(TransactionID)
}

extension Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyMerchant: "the merchant is empty; say whom the money went to"
    case .zeroAmount: "the amount is zero; write what was paid, like 12.50"
    case .amount(let error): "\(error)"
    case .futureDay(let day, let today): "\(day) is after today (\(today)); a transaction cannot be in the future"
    case .nameTooLong(let limit): "the name is longer than \(limit) bytes"
    case .emptyName: "the name is empty"
    case .noSuchTransaction(let id): "there is no transaction \(id.position); 'foldbook list' shows the ids"
    case .deletedTransaction(let id): "the transaction \(id.position) is deleted; 'foldbook undo' brings it back"
    case .unknownAccount(let name): "there is no account '\(name)'"
    case .unknownCategory(let name): "there is no category '\(name)'"
    case .closedAccount(let name): "the account '\(name)' is closed"
    case .nameTaken(let name): "the name '\(name)' is taken"
    case .currencyNeeded: "the ledger has no currency yet; say one with --currency, such as --currency EUR"
    case .otherCurrency(let account, let has, let asked):
      "the account '\(account)' is in \(has), not in \(asked); use another account for \(asked)"
    case .initCannotBeUndone: "commit 1 created the ledger and cannot be undone"
    case .alreadyUndone(let number): "commit \(number) is undone already; 'foldbook redo' takes that back"
    case .notUndone(let number): "commit \(number) is not undone; 'foldbook log' says which are"
    case .nothingToUndo: "there is no commit left to undo"
    case .nothingToRedo: "there is no undo left to take back"
    case .laterCommitsDepend(let number, let later):
      "commit \(number) cannot be undone alone: later commits depend on it ("
        + later.map { "\($0)" }.joined(separator: ", ")
        + "); undo those first, or use --cascade"
    case .sameName(let name): "'\(name)' is called that already"
    case .unchangeableCategory(let name): "the category '\(name)' stays as it is: rows that nothing names belong to it"
    case .categoryInUse(let name, let count):
      "the category '\(name)' has \(count) transactions; merge it into another with 'foldbook categories merge'"
    case .accountNotClosed(let name): "the account '\(name)' is not closed"
    case .accountClosedAlready(let name): "the account '\(name)' is closed already"
    case .notMerged(let name): "the merchant '\(name)' is not merged into another"
    case .gone(let kind, let name):
      "the \(kind) '\(name)' that this belongs to was taken away; bring it back first with 'foldbook "
        + (kind == "account" ? "accounts" : "categories") + " add'"
    case .unknownAlias(let word):
      "the word '\(word)' stands for no category; 'foldbook categories alias' lists those that do"
    case .sameMerchant(let name): "both are the merchant '\(name)' already"
    case .ruleMatchesEverything(let query):
      "the rule '\(query)' would match everything of its days; say what it is about, such as merchant:NAME, text:WORD, "
        + "account:NAME or amount:<-50"
    case .noTransfer(let first, let second, let reason):
      "\(first.position) and \(second.position) are no transfer: \(reason)"
    case .unknownRule(let number): "there is no rule \(number); 'foldbook rules' lists them"
    case .invalidSetting(let key, let value, let expected): "'\(value)' is not a value of \(key): expected \(expected)"
    case .limitReached(let what), .splitForm(let what): what
    case .splitSum(let id, let whole, let sum, let digits): Refusal.splitSum(id, whole: whole, sum: sum, digits: digits)
    case .notSplit(let id): "the transaction \(id.position) is not split"
    case .isSplit(let id, let asked):
      "the transaction \(id.position) is split, so that \(asked); 'foldbook split \(id.position) CATEGORY=AMOUNT...' gives "
        + "it other parts, 'foldbook split \(id.position) --remove --to CATEGORY' one category"
    case .splitTransfer(let id):
      "the transaction \(id.position) is linked as a transfer; 'foldbook transfers unlink' it first"
    }
  }
}

extension Refusal {
  private static func splitSum(_ id: TransactionID, whole: Money, sum: Money, digits: Int) -> String {
    // Shown as they are typed: what money goes out for is positive where the whole goes out.
    func shown(_ amount: Money) -> String {
      (whole < .zero ? -amount : amount).plainText(minorUnitDigits: digits)
    }
    let missing = Money(minorUnits: whole.minorUnits &- sum.minorUnits)
    let isShort = (missing < .zero) == (whole < .zero)
    return "the parts come to \(shown(sum)), the transaction \(id.position) is \(shown(whole)): "
      + "\((isShort ? shown(missing) : shown(-missing))) \(isShort ? "is missing" : "too much")"
  }
}

/// The limits of names and texts, in UTF-8 bytes.
public enum TextLimit {
  public static let nameBytes = 1_024
  public static let rawTextBytes = 65_536
}
