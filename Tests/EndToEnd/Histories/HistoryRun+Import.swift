import Foldbook
import ProgramRunning

extension HistoryRun {
  /// What a file has besides day, payee and amount, the same for all files of one import.
  private struct Layout {
    var currency: Currency
    /// Nil where the files have a column for it.
    var account: String?
    var hasMemo: Bool
    var hasReference: Bool
    var hasCategory: Bool
    var separator: String
  }

  /// Imports one or two generated files that overlap with earlier ones and with each other.
  mutating func importFiles() throws {
    let (name, currency) = numbers.one(of: Names.accounts)
    let layout = Layout(
      currency: currency, account: numbers.happens(percent: 50) ? name : nil,
      hasMemo: numbers.happens(percent: 50), hasReference: numbers.happens(percent: 40),
      hasCategory: numbers.happens(percent: 50),
      separator: numbers.one(of: [",", ";", "\t"]))
    var files: [[ModelFileRow]] = []
    for _ in 0..<(numbers.happens(percent: 25) ? 2 : 1) {
      let count = Int.random(in: 1...9, using: &numbers)
      files.append((0..<count).map { _ in randomRow(layout, earlier: files.flatMap { $0 }) })
    }
    if layout.hasReference, numbers.happens(percent: 30) { files.append(downloadedAgain(layout)) }
    files.removeAll(where: \.isEmpty)
    try importFiles(files, layout: layout, restoresDeleted: numbers.happens(percent: 20))
    pastRows += files.flatMap { $0 }
    pastFiles += files
  }

  /// An earlier file as the bank gives it again: with other references, and maybe more rows.
  private mutating func downloadedAgain(_ layout: Layout) -> [ModelFileRow] {
    let names = Names.accounts.filter { $0.currency == layout.currency }.map(\.name)
    let known = pastFiles.filter { file in file.allSatisfy { names.contains($0.account) } }
    guard var file = known.randomElement(using: &numbers) else { return [] }
    for index in file.indices {
      file[index].reference = "N\(order)-\(index)"
      if let account = layout.account { file[index].account = account }
      if !layout.hasMemo { file[index].memo = nil }
      if !layout.hasCategory { file[index].category = nil }
    }
    if numbers.happens(percent: 30) { file.append(randomRow(layout, earlier: file)) }
    return file
  }

  /// Imports one file with so many rows.
  mutating func importManyRows(_ count: Int) throws {
    tick()
    let layout = Layout(
      currency: Names.euro, account: "Checking", hasMemo: true, hasReference: true, hasCategory: true, separator: ",")
    let rows = (0..<count).map { _ in randomRow(layout, earlier: []) }
    try importFiles([rows], layout: layout, restoresDeleted: false)
  }

  /// The live rows of the accounts that a person added.
  private func byHand(_ accounts: [String]) -> [ModelRow] {
    model.state.rows.values.filter { !$0.isDeleted && $0.bankRow == nil && accounts.contains($0.account) }
      .sorted { ($0.day, $0.id) < ($1.day, $1.id) }
  }

  private mutating func randomRow(_ layout: Layout, earlier: [ModelFileRow]) -> ModelFileRow {
    let names = Names.accounts.filter { $0.currency == layout.currency }.map(\.name)
    if numbers.happens(percent: 45), var row = (pastRows + earlier).randomElement(using: &numbers) {
      row.account = layout.account ?? (names.contains(row.account) ? row.account : numbers.one(of: names))
      if !layout.hasMemo { row.memo = nil }
      if !layout.hasReference { row.reference = nil }
      if !layout.hasCategory { row.category = nil }
      return row
    }
    let category = layout.hasCategory && numbers.happens(percent: 60) ? numbers.one(of: Names.categories) : nil
    if numbers.happens(percent: 30), let hand = byHand(names).randomElement(using: &numbers) {
      return ModelFileRow(
        day: hand.day.advanced(byDays: Int.random(in: -7...7, using: &numbers)), amount: hand.amount,
        payee: numbers.happens(percent: 80) ? hand.merchant.uppercased() : randomMerchant(), memo: nil,
        reference: layout.hasReference ? "H\(numbers.next() % 9)" : nil, category: category,
        account: layout.account ?? hand.account)
    }
    if numbers.happens(percent: 15), let other = (pastRows + earlier).randomElement(using: &numbers) {
      // The other side of a movement, sometimes a day too late.
      return ModelFileRow(
        day: other.day.advanced(byDays: Int.random(in: -5...5, using: &numbers)), amount: -other.amount,
        payee: numbers.one(of: ["Own Savings", "Transfer"]), memo: nil, reference: nil, category: nil,
        account: layout.account ?? numbers.one(of: names))
    }
    // Few values, so that equal rows come about by themselves too.
    let amount = numbers.happens(percent: 30) ? Money(minorUnits: -250) : randomAmount()
    return ModelFileRow(
      day: randomDay(), amount: amount, payee: randomMerchant(),
      memo: layout.hasMemo && numbers.happens(percent: 60) ? "purpose \(numbers.next() % 3)" : nil,
      reference: layout.hasReference && numbers.happens(percent: 70) ? "R\(numbers.next() % 4)x" : nil,
      category: category, account: layout.account ?? numbers.one(of: names))
  }

  private func text(_ rows: [ModelFileRow], _ layout: Layout) -> String {
    var header = ["Date", "Payee", "Amount"]
    if layout.hasMemo { header.append("Memo") }
    if layout.hasReference { header.append("Reference") }
    if layout.hasCategory { header.append("Category") }
    if layout.account == nil { header.append("Account") }
    let lines = rows.map { row in
      var cells = ["\(row.day)", row.payee, HistoryRun.decimal(row.amount, layout.currency)]
      if layout.hasMemo { cells.append(row.memo ?? "") }
      if layout.hasReference { cells.append(row.reference ?? "") }
      if layout.hasCategory { cells.append(row.category ?? "") }
      if layout.account == nil { cells.append(row.account) }
      return cells
    }
    return ([header] + lines).map { $0.joined(separator: layout.separator) + "\n" }.joined()
  }

  private static func decimal(_ amount: Money, _ currency: Currency) -> String {
    let sign = amount < .zero ? "-" : ""
    let digits = String(amount.minorUnits.magnitude)
    guard currency.minorUnitDigits == 2 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    return sign + padded.dropLast(2) + "." + padded.suffix(2)
  }

  // MARK: The same on both sides

  private mutating func importFiles(_ files: [[ModelFileRow]], layout: Layout, restoresDeleted: Bool) throws {
    var options = ImportOptions()
    options.account = layout.account
    options.currency = layout.currency
    options.decimalMark = .point
    var importer = Importer(options: options)
    importer.restoresDeleted = restoresDeleted
    let texts = files.map { text($0, layout) }
    let command = "import" + (restoresDeleted ? " --restore-deleted" : "")
    steps.append("\(model.commits.count + 1): \(command) \(layout.account ?? "-")\n" + texts.joined(separator: "--\n"))
    let inputs = texts.enumerated().map { Importer.Input(path: "file-\($0).csv", bytes: Array($1.utf8)) }
    let sources = importer.read(inputs)
    guard importer.accepts(sources) else {
      throw difference("the files are refused: \(sources.flatMap(\.file.errors))")
    }
    let clock = clock
    let report = try write { ledger in
      try ledger.write { try importer.commit(sources, in: $0, recordedAt: clock, command: command) }
    }
    let plan = ModelImport.plan(files, state: model.state, restoresDeleted: restoresDeleted)
    try same("added by the import", report.added, plan.new.count)
    try same("rows matched by the import", report.matched, plan.matches.count)
    try same("duplicates of the import", report.duplicates, plan.duplicates)
    try same("deleted rows of the import", report.deletedRows, plan.deleted)
    try same("rows that the import brings back", report.restored, plan.restored.count)
    try same("the import makes a commit", report.commit != nil, !plan.isEmpty)
    if let number = report.commit { try take(plan, commit: number, report: report) }
  }

  /// Takes an import's commit into the model; the numbers of its rows come from the journal.
  private mutating func take(_ plan: ModelImport, commit number: CommitNumber, report: ImportReport) throws {
    let (events, first, directory) = try ledger.read { view in
      let header = try view.journal.commit(number)
      return (try view.journal.events(of: header), header.firstPosition, view.directory)
    }
    let added = events.enumerated().compactMap { index, event -> (TransactionID, TransactionAdded)? in
      guard case .transactionAdded(let added) = event else { return nil }
      return (TransactionID(first + UInt64(index)), added)
    }
    try same("rows in the import's commit", added.count, plan.new.count)
    var commit = ModelLedger.Commit(matched: plan.duplicateIDs.sorted())
    var opened: Set<String> = []
    var defined: Set<String> = []
    var adds: [ModelRow] = []
    for ((id, event), row) in zip(added, plan.new) {
      if model.state.account(row.account) == nil, opened.insert(row.account).inserted {
        let currency = Names.accounts.first { $0.name == row.account }?.currency ?? Names.euro
        commit.changes.append(.openAccount(ModelAccount(name: row.account, currency: currency, opening: .zero)))
      }
      // A rule outranks what the file says. Whether it means an account that was gone depends on whether that comes back or
      // another gets its name.
      var ruled = model.state.ruledCategory(row.account)
      if model.state.account(row.account) == nil, directory.category(event.setting.category)?.name != ruled {
        ruled = nil
      }
      let named = ruled ?? row.category
      if ruled == nil, let name = row.category, model.state.categories[name] == nil, defined.insert(name).inserted {
        commit.changes.append(.defineCategory(name, Names.kind(name)))
      }
      let merchant = model.merchant(row.payee)
      let category = try chosenCategory(named, merchant: merchant, real: event.setting, directory: directory)
      adds.append(
        ModelRow(
          id: id, day: row.day, amount: row.amount, account: row.account, merchant: merchant, category: category,
          isByHand: false, order: order, recordedAt: clock, imported: row))
    }
    let transfers = ModelTransfers(adds, state: model.state)
    let linked = report.transfers.map {
      TransferPair(outgoing: $0.outgoing.id ?? TransactionID(0), incoming: $0.incoming.id ?? TransactionID(0))
    }
    try same("transfers linked by the import", linked.sorted(), transfers.linked.map(\.pair).sorted())
    try same("transfers that the import suggests", report.transferSuggestions, transfers.suggestions)
    commit.changes += plan.restored.map { .restore($0) } + adds.map { .add($0) }
    commit.changes += transfers.linked.map { .link($0.pair, recategorised: $0.recategorised) }
    commit.changes += plan.matches.map { .match($0.id, $0.row) }
    model.append(commit)
  }
}
