import LedgerDomain

/// Reads a table with a row a posting: what `hledger print -O csv`, `ledger csv` and `bean-query -f csv` print.
struct PostingTable {
  private(set) var transactions: [PostedTransaction] = []
  private(set) var errors: [RowProblem] = []

  /// What a column holds.
  private enum Role: Hashable {
    case index, source, line, day, secondDay, status, code, description, payee, narration, comment, tags, account, label
    case amount, commodity, virtual, postingComment, reference
  }

  private static let titles: [String: Role] = [
    "txnidx": .index, "id": .index, "filename": .source, "line": .line, "lineno": .line, "date": .day,
    "date2": .secondDay, "status": .status, "flag": .status, "code": .code, "description": .description,
    "payee": .payee, "narration": .narration, "comment": .comment, "tags": .tags, "account": .account, "label": .label,
    "amount": .amount, "number": .amount, "strnumber": .amount, "commodity": .commodity, "currency": .commodity,
    "virtual": .virtual, "posting-comment": .postingComment, "reference": .reference,
  ]

  /// Columns of `ledger csv`, which prints no titles.
  private static let ledgerRoles: [Role] = [
    .day, .code, .description, .account, .commodity, .amount, .status, .postingComment,
  ]

  private let program: JournalProgram
  private let path: String
  private let table: Table
  private var columns: [Role: Int] = [:]
  private let firstRecord: Int
  /// Whether equal values of a column tell which rows are one transaction.
  private let hasIndex: Bool

  init(_ text: [UInt8], program: JournalProgram, path: String) throws(ImportFault) {
    self.program = program
    self.path = path
    table = TableScanner.scan(
      program == .ledger ? PostingTable.withDoubledQuotes(text) : text, format: TableFormat(separator: 0x2C))
    guard table.count > 0 else { throw ImportFault("the file is empty") }
    for (index, title) in table.texts(0).enumerated() {
      let plain = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }
      if let role = PostingTable.titles[plain], columns[role] == nil { columns[role] = index }
    }
    if program == .ledger, columns[.day] == nil, table.width(0) >= PostingTable.ledgerRoles.count {
      for (index, role) in PostingTable.ledgerRoles.enumerated() { columns[role] = index }
      firstRecord = 0
    } else {
      firstRecord = 1
    }
    hasIndex = columns[.index] != nil
    let isComplete = columns[.day] != nil && columns[.account] != nil && columns[.amount] != nil
    guard isComplete, columns[.commodity] != nil, hasIndex || program == .ledger else {
      throw ImportFault("this is not a table of postings; " + PostingTable.advice(program))
    }
    for fault in table.faults {
      errors.append(RowProblem(line: table.line(fault.record), reason: fault.reason))
    }
    readRows()
  }

  private static func advice(_ program: JournalProgram) -> String {
    switch program {
    case .hledger: "make it with 'hledger print -O csv' or 'hledger print -O json'"
    case .ledger: "make it with 'ledger csv'"
    case .beancount:
      "name the journal itself, or make it with bean-query -f csv and the columns id, date, flag, payee, narration, account, "
        + "str(number) AS number, currency"
    }
  }

  /// A description's payee, and what stands behind a bar.
  static func payeeAndNarration(_ description: String) -> (String, String) {
    guard let bar = description.firstRange(of: "|") else { return (description, "") }
    return (
      String(description[..<bar.lowerBound]).trimmedOfWhiteSpace,
      String(description[bar.upperBound...]).trimmedOfWhiteSpace
    )
  }

  /// Ledger writes a quote within quotes as `\"`, where tables double it.
  private static func withDoubledQuotes(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x5C) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for (index, byte) in text.enumerated() {
      let isQuote = index + 1 < text.count && text[index + 1] == 0x22
      guard byte == 0x5C, isQuote else {
        result.append(byte)
        continue
      }
      // A stroke at a field's end is itself.
      let ends = index + 2 >= text.count || text[index + 2] == 0x0A || text[(index + 2)...].starts(with: [0x2C, 0x22])
      result.append(ends ? 0x5C : 0x22)
    }
    return result
  }

  private func cell(_ record: Int, _ role: Role) -> String {
    guard let column = columns[role] else { return "" }
    return String(decoding: table.cell(record, column), as: UTF8.self).trimmedOfWhiteSpace
  }

  private mutating func readRows() {
    var present: PostedTransaction?
    var key: [String] = []
    var sums: [String: ExactSum] = [:]
    var failed: [String]?
    var comments: [String] = []
    for record in firstRecord..<table.count {
      let ownKey =
        hasIndex
        ? [cell(record, .source), cell(record, .index), cell(record, .day)]
        : [cell(record, .day), cell(record, .code), cell(record, .description), cell(record, .status)]
      if hasIndex, ownKey == failed { continue }
      let isBalanced = !hasIndex && !sums.isEmpty && sums.values.allSatisfy(\.isZero)
      if ownKey != key || isBalanced {
        close(&present, comments)
        comments = []
        sums = [:]
      }
      key = ownKey
      do throws(RowFault) {
        var transaction = if let present { present } else { try begin(record) }
        let posting = try posting(record)
        sums[posting.commodity, default: ExactSum()].add(posting.quantity)
        transaction.postings.append(posting)
        present = transaction
        comments.append(commentText(record, .postingComment))
      } catch {
        errors.append(RowProblem(line: line(record), reason: error.reason))
        present = nil
        comments = []
        failed = ownKey
      }
    }
    close(&present, comments)
  }

  /// Takes in a transaction whose rows are read.
  ///
  /// Ledger repeats a transaction's note behind each of its postings' own: what ends all of them is the transaction's.
  private mutating func close(_ present: inout PostedTransaction?, _ comments: [String]) {
    guard var transaction = present else { return }
    present = nil
    var shared = ""
    if program == .ledger {
      let shortest = comments.min { $0.utf8.count < $1.utf8.count } ?? ""
      if comments.count > 1, comments.allSatisfy({ $0.hasSuffix(shortest) }) { shared = shortest }
      let reading = JournalComment.read(shared, hasTagsInText: false)
      transaction.note += reading.words
      if transaction.reference.isEmpty { transaction.reference = reading.reference }
    }
    for (index, comment) in comments.enumerated() {
      let own = String(comment.dropLast(shared.count))
      transaction.postings[index].note = JournalComment.read(own, hasTagsInText: program == .hledger).words
    }
    transactions.append(transaction)
  }

  /// The line in the journal where the table says it, else in the table.
  private func line(_ record: Int) -> Int {
    PostedTransaction.line(Int64(cell(record, .line))) ?? table.line(record)
  }

  private func begin(_ record: Int) throws(RowFault) -> PostedTransaction {
    let date = cell(record, .day)
    let plain = String(date.map { $0 == "/" || $0 == "." ? "-" : $0 })
    guard let day = CalendarDay(plain) else {
      throw RowFault("the date '\(TextCleaning.clean(String(date.prefix(40))))' is not one like 2026-10-20")
    }
    var transaction = PostedTransaction(line: line(record), day: day)
    let source = cell(record, .source).split(separator: "/").last.map(String.init)
    if let source, source != path.split(separator: "/").last.map(String.init) { transaction.source = source }
    if program == .ledger, columns[.line] != nil {
      transaction.line = PostedTransaction.line(Int64(cell(record, .index))) ?? transaction.line
    }
    transaction.hasSecondDay = !cell(record, .secondDay).isEmpty
    transaction.isPending = cell(record, .status) == "!"
    if program == .beancount {
      (transaction.payee, transaction.narration) = (cell(record, .payee), cell(record, .narration))
    } else {
      (transaction.payee, transaction.narration) =
        program == .hledger
        ? PostingTable.payeeAndNarration(cell(record, .description)) : (cell(record, .description), "")
    }
    if transaction.payee.isEmpty { swap(&transaction.payee, &transaction.narration) }
    let comment = JournalComment.read(commentText(record, .comment), hasTagsInText: program == .hledger)
    transaction.note = comment.words
    transaction.note += cell(record, .tags).split(separator: ",").map { "#" + String($0).trimmedOfWhiteSpace }
    transaction.reference =
      [cell(record, .code), cell(record, .reference), comment.reference].first { !$0.isEmpty } ?? ""
    return transaction
  }

  private func commentText(_ record: Int, _ role: Role) -> String {
    let text = cell(record, role)
    return program == .ledger ? text.split(separator: "\\n").joined(separator: "\n") : text
  }

  private func posting(_ record: Int) throws(RowFault) -> PostedTransaction.Posting {
    var posting = PostedTransaction.Posting(line: line(record))
    let account = cell(record, .account)
    (posting.account, posting.form) = PostingTable.accountAndForm(account)
    if posting.form == .real, cell(record, .virtual) == "true" { posting.form = .balanced }
    let label = cell(record, .label)
    if !label.isEmpty { posting.label = label }
    guard !posting.account.isEmpty else { throw RowFault("a posting has no account") }
    let amount = cell(record, .amount)
    guard let quantity = ExactQuantity(amount, mark: program == .hledger ? nil : .point) else {
      throw RowFault(
        "the amount '\(TextCleaning.clean(String(amount.prefix(40))))' is not a number that can be read in one way only"
          + (program == .hledger ? "; 'hledger print -O json' says it plainly" : ""))
    }
    posting.quantity = quantity
    posting.commodity = cell(record, .commodity).filter { $0 != "\"" }
    return posting
  }

  /// An account's name, and what brackets around it mean.
  private static func accountAndForm(_ name: String) -> (String, PostedTransaction.Form) {
    if name.hasPrefix("("), name.hasSuffix(")") { return (String(name.dropFirst().dropLast()), .alone) }
    if name.hasPrefix("["), name.hasSuffix("]") { return (String(name.dropFirst().dropLast()), .balanced) }
    return (name, .real)
  }
}

/// A sum of decimal numbers.
private struct ExactSum {
  private var value: Int128 = 0
  private var places = 0

  mutating func add(_ quantity: ExactQuantity) {
    var other = Int128(quantity.mantissa)
    for _ in 0..<max(0, min(18, places - quantity.places)) { other *= 10 }
    for _ in 0..<max(0, min(18, quantity.places - places)) { value = value &* 10 }
    places = max(places, quantity.places)
    value = value &+ other
  }

  var isZero: Bool { value == 0 }
}
