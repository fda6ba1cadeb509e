import LedgerDomain

/// Reads what hledger, Ledger or Beancount print of a journal, and makes rows of accounts of it.
///
/// A transaction becomes a row for each own account that it moves; what else it names becomes the row's category, or its
/// parts. The sums of the rows are held against the sums of the journal's postings.
struct JournalReader {
  let options: ImportOptions
  let program: JournalProgram

  private struct Tally {
    var pending = 0
    var secondDays = 0
    var ownDays = 0
  }

  func read(_ text: [UInt8], into file: inout ImportedFile) throws(ImportFault) {
    var builder = StatementBuilder(options: options, path: file.path)
    let transactions = try postedTransactions(text, path: file.path, &builder)
    var rows = JournalRows(options: options)
    var facts = JournalFacts()
    var tally = Tally()
    var openings: [String: [Int]] = [:]
    var firstDays: [String: CalendarDay] = [:]
    var asserted: [JournalRows.Holding: [CalendarDay: Int64]] = [:]
    for transaction in transactions {
      do throws(RowFault) {
        let outcome = try rows.rows(of: transaction)
        for problem in outcome.skipped { builder.skip(problem.line, place(transaction) + problem.reason) }
        for (holding, balance) in outcome.assertions { asserted[holding, default: [:]][transaction.day] = balance }
        var pairs: [Int: [Int]] = [:]
        for found in outcome.rows {
          let index = builder.transactions.count
          builder.add(JournalReader.row(found, of: transaction))
          guard builder.transactions.count > index else { continue }
          if found.row.pair > 0 { pairs[found.row.pair, default: []].append(index) }
          if found.row.isOpening {
            openings[found.row.account, default: []].append(index)
          } else {
            firstDays[found.row.account] = min(firstDays[found.row.account] ?? transaction.day, transaction.day)
          }
        }
        facts.pairs += JournalReader.pairs(pairs, builder.transactions)
        tally.pending += transaction.isPending ? 1 : 0
        tally.secondDays += transaction.hasSecondDay ? 1 : 0
        tally.ownDays += transaction.postings.count(where: \.hasOwnDay)
      } catch {
        builder.reject(transaction.line, place(transaction) + error.reason)
      }
    }
    builder.errors.sort { $0.line < $1.line }
    say(rows, tally, &builder)
    try builder.finish(into: &file)
    file.openingRows = JournalReader.openingRows(openings, firstDays, file.transactions)
    facts.notes = builder.notes
    describe(rows, &facts, &file)
    facts.assertions = JournalReader.assertions(asserted, file)
    file.journal = facts
  }

  private func postedTransactions(
    _ text: [UInt8], path: String, _ builder: inout StatementBuilder
  ) throws(ImportFault) -> [PostedTransaction] {
    let isJSON = program == .hledger && text.first { $0 > 0x20 && $0 < 0x80 } == 0x5B
    if isJSON {
      let found = try HledgerJSON(text, path: path)
      builder.errors += found.errors
      return found.transactions
    }
    let found = try PostingTable(text, program: program, path: path)
    builder.errors += found.errors
    return found.transactions
  }

  private func place(_ transaction: PostedTransaction) -> String { transaction.source.map { $0 + ": " } ?? "" }

  private static func row(_ found: JournalRows.Found, of transaction: PostedTransaction) -> StatementBuilder.Row {
    var row = StatementBuilder.Row(
      line: transaction.line, day: transaction.day, amount: found.row.amount, currency: found.currency)
    row.account = found.row.account
    row.payee = transaction.payee
    row.reference = transaction.reference
    row.takesPayeeAsMerchant = true
    var note = [transaction.narration] + transaction.note + found.note
    if found.row.pair > 0 {
      row.category = transfersWord
    } else if found.row.parts.count == 1 {
      row.category = found.row.parts[0].category
      note.append(found.row.parts[0].memo)
    } else {
      row.parts = found.row.parts.map { StatementBuilder.Part(category: $0.category, memo: $0.memo, amount: $0.amount) }
    }
    row.note = note.filter { !$0.isEmpty }.joined(separator: " ")
    return row
  }

  /// The word of the legs of transfers; that of the ledger's category.
  private static let transfersWord = "Transfers"

  private static func pairs(_ found: [Int: [Int]], _ rows: [ImportedTransaction]) -> [JournalFacts.Pair] {
    found.keys.sorted().compactMap { number in
      guard let legs = found[number], legs.count == 2 else { return nil }
      let isOut = rows[legs[0]].amount < .zero
      return JournalFacts.Pair(outgoing: legs[isOut ? 0 : 1], incoming: legs[isOut ? 1 : 0])
    }
  }

  /// The rows that can be an account's opening balance: its only one, with nothing before it.
  private static func openingRows(
    _ openings: [String: [Int]], _ firstDays: [String: CalendarDay], _ rows: [ImportedTransaction]
  ) -> [Int] {
    openings.compactMap { account, indices in
      guard indices.count == 1, firstDays[account].map({ $0 >= rows[indices[0]].day }) ?? true else { return nil }
      return indices[0]
    }.sorted()
  }

  /// What the words stand for, and what the accounts hold by the journal and by the rows.
  private func describe(
    _ rows: JournalRows, _ facts: inout JournalFacts, _ file: inout ImportedFile
  ) {
    var meanings = rows.names.meanings
    let transfers = JournalReader.transfersWord
    if meanings[transfers] == nil { meanings[transfers] = JournalFacts.Meaning(name: transfers, kind: .transfer) }
    for id in file.transactions.map(\.bankCategory) + file.splits.map(\.category) where facts.meanings[id] == nil {
      if let word = file.texts.string(id) { facts.meanings[id] = meanings[word] }
    }
    // What can't be read can't be added up either.
    guard file.errors.isEmpty else { return }
    var read: [JournalRows.Holding: Int64] = [:]
    var names: [String: TextID] = [:]
    for row in file.transactions {
      let name = file.texts.string(row.account) ?? ""
      names[name] = row.account
      read[JournalRows.Holding(account: name, currency: row.currency), default: 0] += row.amount.minorUnits
    }
    for (holding, amount) in rows.stated.sorted(by: { $0.key.account < $1.key.account }) {
      guard let name = names[holding.account] else { continue }
      facts.balances.append(
        JournalFacts.Balance(
          account: name, currency: holding.currency, stated: Money(minorUnits: amount),
          read: Money(minorUnits: read[holding] ?? 0)))
    }
    if !facts.balances.allSatisfy(\.ties) {
      file.warnings.append("the balances of the rows are not those of the journal; please report it")
    }
    if facts.balances.count == 1, let only = facts.balances.first {
      let opening = file.openingRows.reduce(Money.zero) { $0 + file.transactions[$1].amount }
      file.balanceProof = BalanceProof(opening: opening, closing: only.stated, ties: only.ties)
    }
  }

  /// The assertions that hold at their day's end; others were made between two transactions of a day.
  private static func assertions(
    _ asserted: [JournalRows.Holding: [CalendarDay: Int64]], _ file: ImportedFile
  ) -> [JournalFacts.Assertion] {
    if asserted.isEmpty { return [] }
    var rows: [String: [ImportedTransaction]] = [:]
    for row in file.transactions { rows[file.texts.string(row.account) ?? "", default: []].append(row) }
    var result: [JournalFacts.Assertion] = []
    for (holding, balances) in asserted.sorted(by: { $0.key.account < $1.key.account }) {
      let own = (rows[holding.account] ?? []).sorted { $0.day < $1.day }
      var next = 0
      var sum: Int64 = 0
      for (day, balance) in balances.sorted(by: { $0.key < $1.key }) {
        while next < own.count, own[next].day <= day {
          sum += own[next].amount.minorUnits
          next += 1
        }
        guard sum == balance, let account = own.first?.account else { continue }
        result.append(JournalFacts.Assertion(account: account, day: day, balance: Money(minorUnits: balance)))
      }
    }
    return result
  }

  private func say(_ rows: JournalRows, _ tally: Tally, _ builder: inout StatementBuilder) {
    for (commodity, currency) in rows.commodities.sorted(by: { $0.key < $1.key }) where commodity != currency.code {
      let shown = commodity.isEmpty ? "amounts without a currency" : "'\(commodity)'"
      builder.decide("currency", currency.code, "\(shown) in the journal; --currency says another one")
    }
    for further in rows.names.furtherNames {
      builder.warnings.append(
        "'\(further.account)' holds several currencies: what it has in \(further.currency.code) is the account "
          + "'\(further.name)'")
    }
    let counts = rows.counts
    func counted(_ count: Int, _ one: String, _ many: String) -> String { count == 1 ? "1 " + one : "\(count) " + many }
    let remarks: [(Int, String)] = [
      (
        tally.pending, counted(tally.pending, "transaction is", "transactions are") + " pending (!), taken in as booked"
      ),
      (
        tally.secondDays,
        counted(tally.secondDays, "transaction has a second date", "transactions have a second date")
          + "; the first counts"
      ),
      (
        tally.ownDays,
        counted(tally.ownDays, "posting has a date", "postings have a date") + " of its own; the transaction's counts"
      ),
      (
        counts.adjustments,
        counted(counts.adjustments, "amount moves", "amounts move") + " between categories only, and "
          + "no account: in '\(JournalRows.adjustmentsAccount)', where they come to nothing"
      ),
      (
        counts.costs,
        counted(counts.costs, "amount", "amounts")
          + " in a currency that was not paid in: they count as what they cost, and the note says the amount"
      ),
      (
        counts.exchanges,
        counted(counts.exchanges, "side", "sides") + " of exchanges between currencies: in '"
          + JournalRows.exchangeCategory + "', which is neither money in nor money out"
      ),
    ]
    for (count, text) in remarks where count > 0 { builder.warnings.append(text) }
  }
}
