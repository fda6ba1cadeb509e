import LedgerDomain

/// Collects the rows of formats that name their fields, and applies the rules that all formats share.
struct StatementBuilder {
  /// One booked row, its texts as printed.
  struct Row {
    var line = 0
    var day: CalendarDay
    /// In minor units, as the format has it; a flipped sign is applied by the builder.
    var amount: Int64
    var currency: Currency
    /// The file's own account; empty where it names none.
    var account = ""
    var payee = ""
    var memo = ""
    var category = ""
    var reference = ""
    var parts: [Part] = []
    /// What a person wrote to it.
    var note = ""
    /// Whether the payee is the merchant as a person wrote it, and nothing a bank put around it.
    var takesPayeeAsMerchant = false
  }

  /// A part of a split row.
  struct Part {
    var category: String
    var memo: String
    var amount: Int64
  }

  let options: ImportOptions
  private let path: String
  private(set) var texts = ImportedTexts()
  private(set) var transactions: [ImportedTransaction] = []
  private(set) var splits: [ImportedSplit] = []
  /// What persons wrote to rows, by the row's index.
  private(set) var notes: [Int: TextID] = [:]
  var errors: [RowProblem] = []
  var skipped: [RowProblem] = []
  var warnings: [String] = []
  var decisions: [ImportDecision] = []
  private var merchants: [TextID: TextID] = [:]
  private var accounts: Set<String> = []
  private let flips: Bool

  init(options: ImportOptions, path: String) {
    self.options = options
    self.path = path
    flips = options.invertsSign != (options.profile?.negates ?? false)
  }

  mutating func decide(_ what: String, _ value: String, _ why: String) {
    decisions.append(ImportDecision(what: what, value: value, why: why))
  }

  /// The currency of a statement: what was asked for, else what it declares, else the fallback.
  func currency(declared: Currency?) throws(ImportFault) -> Currency {
    if let asked = options.currency ?? options.profile?.currency {
      if let declared, declared != asked {
        throw ImportFault(
          "the statement is in \(declared.code); say that with --currency \(declared.code), or leave it out")
      }
      return asked
    }
    if let known = declared ?? options.fallbackCurrency { return known }
    throw ImportFault("the file does not say its currency; say it with --currency, such as --currency EUR")
  }

  mutating func add(_ row: Row) {
    do throws(RowFault) {
      try take(row)
    } catch {
      errors.append(RowProblem(line: row.line, reason: error.reason))
    }
  }

  mutating func reject(_ line: Int, _ reason: String) {
    errors.append(RowProblem(line: line, reason: reason))
  }

  mutating func skip(_ line: Int, _ reason: String) {
    skipped.append(RowProblem(line: line, reason: reason))
  }

  private mutating func take(_ row: Row) throws(RowFault) {
    guard row.amount.magnitude <= UInt64(Money.limit) else {
      throw RowFault("the amount is beyond the limit of 10^15 minor units; correct the file")
    }
    var payee = try cleaned(row.payee, "payee")
    var memo = try cleaned(row.memo, "memo")
    if payee.isEmpty {
      payee = memo
      memo = []
    }
    let account = options.account ?? options.profile?.accountName ?? row.account
    let name = account.isEmpty ? AccountName.fromPath(path) : account
    var transaction = ImportedTransaction(
      line: Int32(row.line), day: row.day, amount: Money(minorUnits: flips ? -row.amount : row.amount),
      currency: row.currency)
    transaction.account = texts.intern(array: try named(name, "account"))
    transaction.payee = texts.intern(array: payee)
    transaction.merchant = row.takesPayeeAsMerchant ? try plainMerchant(payee) : merchant(transaction.payee, payee)
    let note = try cleaned(row.note, "note")
    if !memo.isEmpty { transaction.memo = texts.append(memo) }
    let category = try named(row.category, "category")
    if !category.isEmpty { transaction.bankCategory = texts.intern(array: category) }
    let reference = try cleaned(row.reference, "reference")
    if !reference.isEmpty { transaction.bankReference = texts.append(reference) }
    accounts.insert(row.account)
    for part in row.parts {
      let category = try named(part.category, "category")
      let memo = try cleaned(part.memo, "memo")
      splits.append(
        ImportedSplit(
          transaction: Int32(transactions.count), category: category.isEmpty ? .none : texts.intern(array: category),
          memo: memo.isEmpty ? .none : texts.append(memo),
          amount: Money(minorUnits: flips ? -part.amount : part.amount)))
    }
    if !note.isEmpty { notes[transactions.count] = texts.append(note) }
    transactions.append(transaction)
  }

  private mutating func plainMerchant(_ payee: [UInt8]) throws(RowFault) -> TextID {
    guard payee.count <= TextLimit.nameBytes else {
      throw RowFault("the payee is a name of more than \(TextLimit.nameBytes) bytes; shorten it in the file")
    }
    return payee.isEmpty ? .none : texts.intern(array: payee)
  }

  private func cleaned(_ text: String, _ field: String) throws(RowFault) -> [UInt8] {
    guard text.utf8.count <= StatementReader.fieldLimitBytes else {
      throw RowFault("the \(field) has more than \(StatementReader.fieldLimitBytes) bytes; shorten it in the file")
    }
    return TextCleaning.clean(Array(text.utf8))
  }

  private func named(_ text: String, _ field: String) throws(RowFault) -> [UInt8] {
    let name = try cleaned(text, field)
    guard name.count <= TextLimit.nameBytes else {
      throw RowFault("the \(field) is a name of more than \(TextLimit.nameBytes) bytes; shorten it in the file")
    }
    return name
  }

  private mutating func merchant(_ payee: TextID, _ bytes: [UInt8]) -> TextID {
    if let known = merchants[payee] { return known }
    let name = MerchantName.clean(bytes)
    let merchant = name.isEmpty ? TextID.none : texts.intern(array: name)
    merchants[payee] = merchant
    return merchant
  }

  /// Hands everything over to the file; a file without a transaction is refused.
  mutating func finish(into file: inout ImportedFile, proof: BalanceProof? = nil) throws(ImportFault) {
    if accounts.count > 1, let asked = options.account {
      throw ImportFault(
        "the file has rows of \(accounts.count) accounts, which can't all be '\(asked)'; import it without --account")
    }
    guard let first = transactions.first else {
      if let error = errors.first {
        throw ImportFault("no row could be read; the first fault is in line \(error.line): \(error.reason)")
      }
      throw ImportFault(
        skipped.first.map { "the file has no booked transaction; the first row was left out: \($0.reason)" }
          ?? "the file has no transaction; download a period that has some")
    }
    file.transactions = transactions
    file.texts = texts
    file.splits = splits
    file.errors = errors
    file.skipped = skipped
    file.warnings += warnings
    file.decisions += decisions
    file.currency = transactions.allSatisfy { $0.currency == first.currency } ? first.currency : nil
    file.account = transactions.allSatisfy { $0.account == first.account } ? texts.string(first.account) : nil
    file.balanceProof = proof
    if options.account ?? options.profile?.accountName != nil, accounts.count == 1, let own = accounts.first,
      !own.isEmpty
    {
      file.ownAccount = own
    }
    file.decisions.append(
      ImportDecision(what: "currency", value: file.currency?.code ?? "several", why: currencyReason))
    file.decisions.append(
      ImportDecision(
        what: "account", value: file.account.map(AccountNumber.masked) ?? "\(accounts.count) accounts",
        why: accountReason))
    if flips { file.decisions.append(ImportDecision(what: "sign", value: "flipped", why: "as asked for")) }
    if let proof, !proof.ties {
      file.warnings.append("the statement's opening and closing balance do not tie with its rows: rows may be missing")
    }
  }

  private var currencyReason: String {
    options.currency != nil ? "as asked for" : "the statement's, or the ledger's where it names none"
  }

  private var accountReason: String {
    if options.account != nil { return "as asked for" }
    return accounts == [""]
      ? "the file's name, as the file names no account; say another with --account" : "the file's own account"
  }
}

/// Amounts of formats that have a decimal mark and no grouping.
enum PlainAmount {
  /// The amount in minor units; the last mark begins the decimals.
  static func value(_ text: String, digits: Int, field: String) throws(RowFault) -> Int64 {
    let bytes = Array(text.trimmedOfWhiteSpace.utf8)
    let mark: DecimalMark = bytes.last { $0 == 0x2E || $0 == 0x2C } == 0x2C ? .comma : .point
    guard bytes.count <= 64, let cell = AmountCell(bytes.span, 0..<bytes.count) else {
      throw RowFault("\(field): '\(TextCleaning.clean(String(text.prefix(60))))' is not an amount; correct the file")
    }
    switch cell.reading(bytes.span, mark: mark, digits: digits) {
    case .value(let value): return value
    case .malformed: throw RowFault("\(field): '\(text)' is not an amount; correct the file")
    case .tooPrecise:
      throw RowFault("\(field): '\(text)' has more than the \(digits) decimals of its currency; correct the file")
    case .tooLarge: throw RowFault("\(field): '\(text)' is beyond the limit of 10^15 minor units; correct the file")
    }
  }
}
