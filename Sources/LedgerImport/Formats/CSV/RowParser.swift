import LedgerDomain
import ParallelWork

/// Turns the records of a table into transactions; what can't be read is reported with its line.
struct RowParser {
  /// Reads the records that are being taken in.
  var reader: RowReader
  /// The account of rows that name none.
  private let fixedAccount: TextID?
  private let hasSections: Bool
  /// The accounts that lines between rows name, with their lines.
  var sections: [(line: Int, account: TextID)] = []
  private let digits: Int
  var texts: ImportedTexts
  var transactions: [ImportedTransaction] = []
  var errors: [RowProblem] = []
  var skipped: [RowProblem] = []
  var witness = BalanceWitness()
  private var payees = CellTexts()
  private var categories = CellTexts()
  private var accounts = CellTexts()
  /// The accounts that other threads' rows name.
  var accountsElsewhere: Set<TextID> = []
  /// The currency of each account where the file has several.
  private var currencies: [TextID: Currency] = [:]
  private let emptyText: TextID
  /// The texts of the rows that go on with the last transaction.
  private var continued: [UInt8] = []
  /// The cell of the last row's currency and what it meant.
  private var lastCurrency: (range: Range<Int>, currency: Currency?) = (0..<0, nil)

  /// Why the last record is not a whole row, where it is none.
  private let cutOff: String?

  var found: FoundTable { reader.found }
  let layout: TableLayout
  // The columns that are looked at in every row, out of the layout for speed.
  let fileCurrency: Currency?
  private let accountColumn: Int?
  private let currencyColumn: Int?
  private let memoColumn: Int?
  private let categoryColumn: Int?
  private let referenceColumn: Int?
  private let payeeColumns: [Int]
  private let payeeByDirection: (out: Int, into: Int)?

  /// - Parameters:
  ///   - account: the account of rows that name none.
  ///   - hasSections: whether lines between the rows may name another account for those that follow.
  init(_ reader: RowReader, account: String?, hasSections: Bool) {
    self.reader = reader
    self.hasSections = hasSections && reader.layout.roles.account == nil
    cutOff = reader.cutOff()
    layout = reader.layout
    fileCurrency = layout.currency
    accountColumn = layout.roles.account
    currencyColumn = layout.roles.currency
    memoColumn = layout.roles.memo
    categoryColumn = layout.roles.category
    referenceColumn = layout.roles.reference
    payeeColumns = layout.roles.payee
    payeeByDirection = layout.roles.payeeByDirection
    var texts = ImportedTexts()
    emptyText = texts.intern([UInt8]())
    fixedAccount = account.map { texts.intern(Array($0.utf8)) }
    self.texts = texts
    digits = reader.layout.currency?.minorUnitDigits ?? 2
  }

  mutating func parse(into file: inout ImportedFile) {
    let end = max(found.firstRecord, found.table.count - layout.footerCount)
    parseInRounds(found.firstRecord..<end)
    finishContinued()
    takeSections()
    file.transactions = transactions
    file.texts = texts
    file.errors += errors
    file.skipped += skipped
  }

  /// Takes in a range of records.
  mutating func parse(_ records: Range<Int>) {
    let table = found.table
    let bytes = table.bytes.span
    let hasBalance = layout.roles.balance != nil
    var nextFault = 0
    let lastRecord = table.count - 1
    for record in records {
      while nextFault < table.faults.count, table.faults[nextFault].record < record { nextFault += 1 }
      if nextFault < table.faults.count, table.faults[nextFault].record == record {
        errors.append(RowProblem(line: table.line(record), reason: table.faults[nextFault].reason))
        continue
      }
      if record == lastRecord, let cutOff {
        errors.append(RowProblem(line: table.line(record), reason: cutOff))
        continue
      }
      do throws(RowFault) {
        try take(bytes, record, hasBalance: hasBalance)
      } catch {
        errors.append(RowProblem(line: table.line(record), reason: error.reason))
      }
    }
  }

  /// Notes the account that a line between rows names.
  private mutating func noteSection(_ record: Int) {
    guard reader.table.width(record) <= 8, let name = Preamble.account([reader.table.texts(record)]) else { return }
    sections.append((line: reader.table.line(record), account: texts.intern(Array(name.utf8))))
  }

  /// Gives the rows under a line that names an account this one.
  private mutating func takeSections() {
    guard !sections.isEmpty, let fixedAccount else { return }
    var next = 0
    var account = fixedAccount
    for index in transactions.indices {
      while next < sections.count, sections[next].line < Int(transactions[index].line) {
        account = sections[next].account
        next += 1
      }
      transactions[index].account = account
    }
    accountsElsewhere = Set(transactions.map(\.account))
  }

  /// How many accounts the rows name.
  var accountCount: Int { max(1, accountTexts.count) }

  /// The names of the accounts that the rows name.
  var accountTexts: Set<TextID> { accountsElsewhere.union(accounts.entries.map(\.text)) }

  @inline(__always)
  private mutating func take(_ bytes: Span<UInt8>, _ record: Int, hasBalance: Bool) throws(RowFault) {
    switch reader.fate(bytes, record) {
    case .data: try add(bytes, record, hasBalance: hasBalance)
    case .blank: break
    case .continuation: try goOn(bytes, record)
    case .skipped(let reason):
      skipped.append(RowProblem(line: reader.table.line(record), reason: reason))
      if hasSections { noteSection(record) }
    case .rejected(let reason): throw RowFault(reason)
    }
  }

  @inline(__always)
  private mutating func add(_ bytes: Span<UInt8>, _ record: Int, hasBalance: Bool) throws(RowFault) {
    if !continued.isEmpty { finishContinued() }
    let day = try reader.day(bytes, record)
    var currency = fileCurrency
    if let column = currencyColumn { currency = try rowCurrency(bytes, record, column) }
    guard let currency else {
      throw RowFault("the row has no currency; say the account's with --currency")
    }
    let digits = fileCurrency == nil ? currency.minorUnitDigits : digits
    guard let amount = try reader.amount(bytes, record, digits: digits) else {
      throw RowFault("the row has no amount; correct the file, or leave the row out with --skip-invalid")
    }
    var transaction = ImportedTransaction(
      line: Int32(reader.table.line(record)), day: day, amount: Money(minorUnits: amount), currency: currency)
    transaction.account = try account(bytes, record)
    if fileCurrency == nil { try check(currency, of: transaction.account) }
    try takeTexts(bytes, record, &transaction)
    transactions.append(transaction)
    if hasBalance { witness.add(amount: amount, balance: reader.balance(bytes, record, digits: digits)) }
  }

  private mutating func rowCurrency(_ bytes: Span<UInt8>, _ record: Int, _ column: Int) throws(RowFault) -> Currency? {
    let range = reader.range(record, column)
    if range.isEmpty { return fileCurrency }
    if ByteScanning.areEqual(bytes.bytes.extracting(range), bytes.bytes.extracting(lastCurrency.range)) {
      return lastCurrency.currency
    }
    let currency = try newCurrency(bytes, range, column)
    lastCurrency = (range, currency)
    return currency
  }

  private func newCurrency(_ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int) throws(RowFault) -> Currency? {
    let text = String(validating: range.map { bytes[$0] }, as: UTF8.self) ?? ""
    guard let mention = CurrencyMention(text) else {
      throw RowFault("\(found.name(column)): \(reader.shown(range)) is not a currency; correct the file")
    }
    guard let currency = layout.currency else { return mention.candidates.first }
    guard mention.allows(currency) else {
      throw RowFault(
        "\(found.name(column)): the row is in \(text), the account in \(currency.code); import it into an account of its own "
          + "with --currency and --account, or leave it out with --skip-invalid")
    }
    return currency
  }

  private mutating func check(_ currency: Currency, of account: TextID) throws(RowFault) {
    if let known = currencies[account] {
      guard known == currency else {
        throw RowFault(
          "the row is in \(currency.code), its account in \(known.code); say the account's currency with --currency")
      }
    } else {
      currencies[account] = currency
    }
  }

  private mutating func account(_ bytes: Span<UInt8>, _ record: Int) throws(RowFault) -> TextID {
    guard let column = accountColumn else { return fixedAccount ?? emptyText }
    let range = guarded(bytes, reader.range(record, column))
    if range.isEmpty { return fixedAccount ?? emptyText }
    let hash = ByteScanning.hash(bytes.bytes.extracting(range))
    if let index = accounts.find(bytes, range, hash: hash) { return accounts.entries[index].text }
    let text = texts.intern(array: try name(bytes, range, column))
    accounts.add(bytes, range, hash: hash, text: text, merchant: .none)
    return text
  }

  /// A cell without the apostrophes that keep spreadsheets from reading it as a number.
  private func guarded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    guard range.count > 1, bytes[range.lowerBound] == 0x27 else { return range }
    return range.lowerBound + 1..<range.upperBound - (bytes[range.upperBound - 1] == 0x27 ? 1 : 0)
  }

  /// A cleaned text that becomes a name in the ledger.
  private func name(_ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int) throws(RowFault) -> [UInt8] {
    let text = try cleaned(bytes, range, column)
    guard text.count <= TextLimit.nameBytes else {
      throw RowFault(
        "\(found.name(column)) has a name of more than \(TextLimit.nameBytes) bytes; shorten it in the file")
    }
    return text
  }

  private func cleaned(_ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int) throws(RowFault) -> [UInt8] {
    guard range.count <= StatementReader.fieldLimitBytes else { throw tooLong(column) }
    return TextCleaning.clean(range.map { bytes[$0] })
  }

  private func tooLong(_ column: Int) -> RowFault {
    RowFault(
      "\(found.name(column)) has more than \(StatementReader.fieldLimitBytes) bytes; shorten it in the file, or leave the row "
        + "out with --skip-invalid")
  }

  // MARK: Texts

  @inline(__always)
  private mutating func takeTexts(
    _ bytes: Span<UInt8>, _ record: Int, _ transaction: inout ImportedTransaction
  ) throws(RowFault) {
    let payeeColumn = try takePayee(bytes, record, &transaction)
    if let column = memoColumn, column != payeeColumn {
      transaction.memo = try appended(bytes, reader.range(record, column), column)
    }
    if transaction.payee == .none {
      transaction.payee = emptyText
      if transaction.memo != .none { takeMemoAsPayee(&transaction) }
    }
    if let column = categoryColumn {
      transaction.bankCategory = try category(bytes, reader.range(record, column), column)
    }
    if let rule = layout.transferRule, transaction.bankCategory == .none {
      let value = found.table.text(record, rule.column)
      // In brackets an account's name stands for a transfer; so does what the file calls one.
      if rule.values.contains(value) { transaction.bankCategory = texts.intern(array: Array("[\(value)]".utf8)) }
    }
    if let column = referenceColumn {
      transaction.bankReference = try appended(bytes, guarded(bytes, reader.range(record, column)), column)
    }
  }

  /// Takes the first payee's column that holds something; −1 where none does.
  @inline(__always)
  private mutating func takePayee(
    _ bytes: Span<UInt8>, _ record: Int, _ transaction: inout ImportedTransaction
  ) throws(RowFault) -> Int {
    if let sides = payeeByDirection {
      let column = transaction.amount < .zero ? sides.out : sides.into
      return try takePayee(bytes, record, column, &transaction) ? column : -1
    }
    for column in payeeColumns where try takePayee(bytes, record, column, &transaction) { return column }
    return -1
  }

  @inline(__always)
  private mutating func takePayee(
    _ bytes: Span<UInt8>, _ record: Int, _ column: Int, _ transaction: inout ImportedTransaction
  ) throws(RowFault) -> Bool {
    let range = reader.range(record, column)
    if range.isEmpty || reader.isPlaceholder(bytes, range) { return false }
    let entry = try payee(bytes, range, column)
    transaction.payee = entry.text
    transaction.merchant = entry.merchant
    return entry.text != .none
  }

  @inline(__always)
  private mutating func payee(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int
  ) throws(RowFault) -> (text: TextID, merchant: TextID) {
    let hash = ByteScanning.hash(bytes.bytes.extracting(range))
    if let index = payees.find(bytes, range, hash: hash) {
      return (payees.entries[index].text, payees.entries[index].merchant)
    }
    let text = try cleaned(bytes, range, column)
    let id = text.isEmpty ? .none : texts.intern(array: text)
    let merchant = self.merchant(text)
    payees.add(bytes, range, hash: hash, text: id, merchant: merchant)
    return (id, merchant)
  }

  private mutating func merchant(_ payee: [UInt8]) -> TextID {
    let name = MerchantName.clean(payee)
    return name.isEmpty ? .none : texts.intern(array: name)
  }

  private mutating func takeMemoAsPayee(_ transaction: inout ImportedTransaction) {
    let text = Array(texts.bytes(of: transaction.memo))
    transaction.payee = texts.intern(array: text)
    transaction.merchant = merchant(text)
    transaction.memo = .none
  }

  /// Appends a cell's text; none where it is empty.
  @inline(__always)
  private mutating func appended(_ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int) throws(RowFault) -> TextID {
    if range.isEmpty || reader.isPlaceholder(bytes, range) { return .none }
    let cell = bytes.bytes.extracting(range)
    if range.count <= StatementReader.fieldLimitBytes, ByteScanning.isPlainText(cell) { return texts.append(cell) }
    let text = try cleaned(bytes, range, column)
    return text.isEmpty ? .none : texts.append(text)
  }

  private mutating func category(_ bytes: Span<UInt8>, _ range: Range<Int>, _ column: Int) throws(RowFault) -> TextID {
    if range.isEmpty || reader.isPlaceholder(bytes, range) { return .none }
    let hash = ByteScanning.hash(bytes.bytes.extracting(range))
    if let index = categories.find(bytes, range, hash: hash) { return categories.entries[index].text }
    let name = try name(bytes, range, column)
    let text = name.isEmpty ? .none : texts.intern(array: name)
    categories.add(bytes, range, hash: hash, text: text, merchant: .none)
    return text
  }

  /// Adds a row's text to the transaction above it.
  private mutating func goOn(_ bytes: Span<UInt8>, _ record: Int) throws(RowFault) {
    guard let rule = layout.continuation, !transactions.isEmpty else {
      skipped.append(RowProblem(line: reader.table.line(record), reason: "it goes on with a row that is not there"))
      return
    }
    let text = try cleaned(bytes, reader.range(record, rule.column), rule.column)
    guard continued.count + text.count < StatementReader.fieldLimitBytes else { throw tooLong(rule.column) }
    if !continued.isEmpty { continued.append(0x20) }
    continued += text
  }

  /// Adds the texts of rows that went on with the last transaction to it, all at once.
  private mutating func finishContinued() {
    guard !continued.isEmpty, let rule = layout.continuation, let last = transactions.indices.last else { return }
    if rule.appendsToPayee {
      let payee = Array(texts.bytes(of: transactions[last].payee))
      let joined = payee.isEmpty ? continued : payee + [0x20] + continued
      transactions[last].payee = texts.intern(array: joined)
      transactions[last].merchant = merchant(joined)
    } else {
      let memo = Array(texts.bytes(of: transactions[last].memo))
      transactions[last].memo = texts.append(memo.isEmpty ? continued : memo + [0x20] + continued)
    }
    continued.removeAll(keepingCapacity: true)
  }
}
