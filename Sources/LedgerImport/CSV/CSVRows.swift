import LedgerDomain

/// Parses the rows of a file whose conventions are decided.
struct CSVRows {
  private let structure: CSVStructure
  private let conventions: CSVConventions
  private let options: ImportOptions
  private let path: String
  private let digits: Int
  private let defaultAccount: String
  private var merchants: [TextID: TextID] = [:]
  private var balances: [(amount: Int64, balance: Int64)] = []
  private var everyRowHasBalance = true

  init(structure: CSVStructure, conventions: CSVConventions, options: ImportOptions, path: String) {
    self.structure = structure
    self.conventions = conventions
    self.options = options
    self.path = path
    digits = conventions.currency?.minorUnitDigits ?? 2
    defaultAccount = options.account ?? CSVRows.baseName(path)
  }

  /// The file's name without folder and extension.
  private static func baseName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let base = parts.count > 1 ? parts.dropLast().joined(separator: ".") : name
    return base.isEmpty || base == "-" ? "Imported" : base
  }

  mutating func parse(into file: inout ImportedFile) {
    guard conventions.currency != nil || structure.columns[.currency] != nil else {
      file = StatementReader.refused(
        file, "the file does not say its currency; say it with --currency, such as --currency EUR")
      return
    }
    for record in structure.dataRecords {
      let line = Int(structure.table.records.lines[record])
      do {
        switch try row(record, line: line, texts: &file.texts) {
        case .transaction(let transaction): file.transactions.append(transaction)
        case .skipped(let reason): file.skipped.append(RowProblem(line: line, reason: reason))
        case .nothing: break
        }
      } catch {
        file.errors.append(RowProblem(line: line, reason: error.reason))
      }
    }
    finish(&file)
  }

  private enum Row {
    case transaction(ImportedTransaction)
    case skipped(String)
    case nothing
  }

  private struct RowFault: Error {
    var reason: String
  }

  private mutating func row(_ record: Int, line: Int, texts: inout ImportedTexts) throws(RowFault) -> Row {
    let table = structure.table
    let dateCell = cell(record, .date)
    let hasAmount = [ColumnRole.amount, .debit, .credit].contains { !cell(record, $0).isEmpty }
    if dateCell.isEmpty, !hasAmount {
      return table.width(record) == 0 ? .nothing : .skipped("the row has neither a date nor an amount")
    }
    if let word = pendingWord(record) { return .skipped("the row is \(word), not booked") }
    if table.width(record) <= 1, DateCell(dateCell) == nil { return .skipped("a line of text, not a row") }
    if !hasAmount { return .skipped("the row has no amount") }
    let day = try day(dateCell)
    let currency = try currency(record)
    let amount = try amount(record, digits: currency.minorUnitDigits)
    var transaction = ImportedTransaction(line: Int32(line), day: day, amount: amount, currency: currency)
    try takeTexts(record, &transaction, &texts)
    takeBalance(record, amount)
    return .transaction(transaction)
  }

  private func cell(_ record: Int, _ role: ColumnRole) -> ArraySlice<UInt8> {
    guard let column = structure.columns[role] else { return [] }
    return structure.table.cell(record, column)
  }

  private func title(_ role: ColumnRole) -> String {
    structure.columns[role].map { structure.titles[$0] } ?? role.name
  }

  private static let pending: [String: String] = [
    "pending": "pending", "reserved": "reserved", "reserverat": "reserved", "declined": "declined",
    "reverted": "reverted",
    "failed": "failed", "denied": "declined", "cancelled": "cancelled", "canceled": "cancelled",
    "vorgemerkt": "pending",
    "en attente": "pending", "pendiente": "pending", "hold": "pending", "umsatz vorgemerkt": "pending",
  ]

  private func pendingWord(_ record: Int) -> String? {
    for role in [ColumnRole.status, .date, .memo] {
      let cell = cell(record, role)
      guard !cell.isEmpty, cell.count < 40, let text = String(validating: cell, as: UTF8.self) else { continue }
      if let word = CSVRows.pending[text.lowercased()] { return word }
    }
    return nil
  }

  private func shown(_ cell: ArraySlice<UInt8>) -> String {
    let text = String(validating: cell.prefix(400), as: UTF8.self) ?? "(not text)"
    return text.count > 60 ? String(text.prefix(60)) + "…" : text
  }

  private func day(_ cell: ArraySlice<UInt8>) throws(RowFault) -> CalendarDay {
    if cell.isEmpty { throw RowFault(reason: "column '\(title(.date))' is empty: a date is expected") }
    guard let parts = DateCell(cell) else {
      throw RowFault(
        reason: "column '\(title(.date))': '\(shown(cell))' is not a date; correct the file, or leave the row out with "
          + "--skip-invalid")
    }
    guard let day = parts.day(conventions.dateOrder) else {
      throw RowFault(
        reason:
          "column '\(title(.date))': '\(shown(cell))' is not a day of the calendar as \(conventions.dateOrder.rawValue); "
          + "correct the file, or say another order with --date-order")
    }
    return day
  }

  private func currency(_ record: Int) throws(RowFault) -> Currency {
    let cell = cell(record, .currency)
    guard !cell.isEmpty, let text = String(validating: cell, as: UTF8.self) else {
      guard let currency = conventions.currency else { throw RowFault(reason: "the row does not say its currency") }
      return currency
    }
    guard let currency = Currency(text) else {
      throw RowFault(reason: "column '\(title(.currency))': '\(shown(cell))' is not a currency code such as EUR")
    }
    if let asked = options.currency, asked != currency {
      throw RowFault(reason: "the row is in \(currency), not in \(asked) as --currency says")
    }
    return currency
  }

  private func amount(_ record: Int, digits: Int) throws(RowFault) -> Money {
    var amount: Money
    if structure.columns[.amount] != nil {
      amount = try money(record, .amount, digits: digits)
      if !conventions.directions.isEmpty {
        let word = String(validating: cell(record, .indicator), as: UTF8.self)?.lowercased() ?? ""
        guard let isOut = conventions.directions[word] else {
          throw RowFault(reason: "column '\(title(.indicator))': '\(word)' does not say debit or credit")
        }
        if isOut { amount = -amount }
      }
    } else {
      let debit = cell(record, .debit).isEmpty ? .zero : try money(record, .debit, digits: digits)
      let credit = cell(record, .credit).isEmpty ? .zero : try money(record, .credit, digits: digits)
      if debit != .zero, credit != .zero {
        throw RowFault(
          reason: "columns '\(title(.debit))' and '\(title(.credit))' both have an amount; one is expected")
      }
      amount = credit == .zero ? (debit > .zero ? -debit : debit) : (credit < .zero ? -credit : credit)
    }
    return options.invertsSign ? -amount : amount
  }

  private func money(_ record: Int, _ role: ColumnRole, digits: Int) throws(RowFault) -> Money {
    let cell = cell(record, role)
    if cell.elementsEqual([0x2D]) { return .zero }
    guard let parts = AmountCell(cell) else {
      throw RowFault(
        reason:
          "column '\(title(role))': '\(shown(cell))' is not an amount; correct the file, or leave the row out with "
          + "--skip-invalid")
    }
    do {
      return try parts.money(decimalMark: conventions.decimalMarks[role] ?? .point, digits: digits)
    } catch {
      throw RowFault(reason: "column '\(title(role))': '\(shown(cell))': \(error)")
    }
  }

  private mutating func takeTexts(
    _ record: Int, _ transaction: inout ImportedTransaction, _ texts: inout ImportedTexts
  ) throws(RowFault) {
    func clean(_ role: ColumnRole) throws(RowFault) -> [UInt8] {
      let cell = cell(record, role)
      guard cell.count <= StatementReader.fieldLimitBytes else {
        throw RowFault(reason: "column '\(title(role))' has more than \(StatementReader.fieldLimitBytes) bytes")
      }
      return TextCleaning.clean(cell)
    }
    let account = options.account == nil ? try clean(.account) : []
    transaction.account = texts.intern(account.isEmpty ? Array(defaultAccount.utf8) : account)
    var payee = try clean(.payee)
    var memo = try clean(.memo)
    if payee.isEmpty {
      payee = memo
      memo = []
    }
    transaction.payee = texts.intern(payee)
    if let known = merchants[transaction.payee] {
      transaction.merchant = known
    } else {
      let name = MerchantName.clean(payee[...])
      transaction.merchant = name.isEmpty ? .none : texts.intern(name.prefix(TextLimit.nameBytes))
      merchants[transaction.payee] = transaction.merchant
    }
    if !memo.isEmpty { transaction.memo = texts.append(memo) }
    let category = try clean(.category)
    if !category.isEmpty { transaction.bankCategory = texts.intern(category) }
    let reference = try clean(.reference)
    if !reference.isEmpty { transaction.bankReference = texts.append(reference) }
  }

  private mutating func takeBalance(_ record: Int, _ amount: Money) {
    guard everyRowHasBalance, let mark = conventions.decimalMarks[.balance],
      let cell = AmountCell(cell(record, .balance))
    else {
      everyRowHasBalance = false
      return
    }
    do throws(MoneyError) {
      balances.append((amount.minorUnits, try cell.money(decimalMark: mark, digits: digits).minorUnits))
    } catch {
      everyRowHasBalance = false
    }
  }

  private func finish(_ file: inout ImportedFile) {
    let accounts = Set(file.transactions.map(\.account))
    file.account = accounts.count == 1 ? accounts.first.flatMap { file.texts.string($0) } : nil
    let why =
      options.account != nil
      ? "as asked for" : structure.columns[.account] != nil ? "the column '\(title(.account))'" : "the file's name"
    file.decisions.append(
      ImportDecision(what: "account", value: file.account ?? "\(accounts.count) accounts", why: why))
    guard everyRowHasBalance, accounts.count == 1, let first = balances.first, let last = balances.last else { return }
    let isReversed = (file.transactions.first?.day ?? .first) > (file.transactions.last?.day ?? .first)
    let opening = isReversed ? last.balance &- last.amount : first.balance &- first.amount
    let closing = isReversed ? first.balance : last.balance
    let sum = balances.reduce(Int64(0)) { $0 &+ $1.amount }
    let ties = balances.count == 1 || (BalanceWitness.isChain(balances) && opening &+ sum == closing)
    let forwardOpening = balances.count > 1 && !isReversed && !ties ? last.balance &- last.amount : opening
    if !ties, forwardOpening &+ sum == first.balance {
      file.balanceProof = BalanceProof(
        opening: Money(minorUnits: forwardOpening), closing: Money(minorUnits: first.balance),
        ties: BalanceWitness.isChain(balances))
    } else {
      file.balanceProof = BalanceProof(
        opening: Money(minorUnits: opening), closing: Money(minorUnits: closing), ties: ties)
    }
  }
}
