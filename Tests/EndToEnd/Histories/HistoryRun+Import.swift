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

  /// The model's plan of an import.
  private struct ModelPlan {
    var new: [ModelFileRow] = []
    var duplicates = 0
    var deleted = 0
    var restored: [TransactionID] = []
    var matched: Set<TransactionID> = []
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
    try importFiles(files, layout: layout, restoresDeleted: numbers.happens(percent: 20))
    pastRows += files.flatMap { $0 }
  }

  /// Imports one file with so many rows.
  mutating func importManyRows(_ count: Int) throws {
    tick()
    let layout = Layout(
      currency: Names.euro, account: "Checking", hasMemo: true, hasReference: true, hasCategory: true, separator: ",")
    let rows = (0..<count).map { _ in randomRow(layout, earlier: []) }
    try importFiles([rows], layout: layout, restoresDeleted: false)
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
    let plan = plan(files, restoresDeleted: restoresDeleted)
    try same("added by the import", report.added, plan.new.count)
    try same("duplicates of the import", report.duplicates, plan.duplicates)
    try same("deleted rows of the import", report.deletedRows, plan.deleted)
    try same("rows that the import brings back", report.restored, plan.restored.count)
    try same("the import makes a commit", report.commit != nil, !plan.new.isEmpty || !plan.restored.isEmpty)
    if let number = report.commit { try take(plan, commit: number) }
  }

  /// Takes an import's commit into the model; the numbers of its rows come from the journal.
  private mutating func take(_ plan: ModelPlan, commit number: CommitNumber) throws {
    let (events, first, directory) = try ledger.read { view in
      let header = try view.journal.commit(number)
      return (try view.journal.events(of: header), header.firstPosition, view.directory)
    }
    let added = events.enumerated().compactMap { index, event -> (TransactionID, TransactionAdded)? in
      guard case .transactionAdded(let added) = event else { return nil }
      return (TransactionID(first + UInt64(index)), added)
    }
    try same("rows in the import's commit", added.count, plan.new.count)
    var commit = ModelLedger.Commit(matched: plan.matched.sorted())
    var opened: Set<String> = []
    var defined: Set<String> = []
    var adds: [ModelLedger.Change] = []
    for ((id, event), row) in zip(added, plan.new) {
      if model.state.account(row.account) == nil, opened.insert(row.account).inserted {
        let currency = Names.accounts.first { $0.name == row.account }?.currency ?? Names.euro
        commit.changes.append(.openAccount(ModelAccount(name: row.account, currency: currency, opening: .zero)))
      }
      if let name = row.category, model.state.categories[name] == nil, defined.insert(name).inserted {
        commit.changes.append(.defineCategory(name, Names.kind(name)))
      }
      let merchant = model.merchant(row.payee)
      let category = try chosenCategory(row.category, merchant: merchant, real: event.setting, directory: directory)
      adds.append(
        .add(
          ModelRow(
            id: id, day: row.day, amount: row.amount, account: row.account, merchant: merchant, category: category,
            isByHand: false, order: order, recordedAt: clock, imported: row)))
    }
    commit.changes += plan.restored.map { .restore($0) } + adds
    model.append(commit)
  }

  /// A row that an import may find again.
  private struct Known {
    /// Nil is a row of an earlier file of the same import.
    var id: TransactionID?
    var reference: String?
    var isDeleted: Bool
  }

  /// Which rows are new, by pairing each row of a file with one known row that the file has not used yet.
  private func plan(_ files: [[ModelFileRow]], restoresDeleted: Bool) -> ModelPlan {
    let past = model.state.rows.values.filter { $0.imported != nil }.sorted { $0.id < $1.id }
    var known: [ModelFileRow: [Known]] = [:]
    for row in past.filter({ !$0.isDeleted }) + past.filter(\.isDeleted) {
      guard let printed = row.imported else { continue }
      known[HistoryRun.compared(printed), default: []].append(
        Known(id: row.id, reference: printed.reference, isDeleted: row.isDeleted))
    }
    var plan = ModelPlan()
    for file in files {
      var free = known.mapValues { Array($0.indices) }
      for row in file {
        let printed = HistoryRun.compared(row)
        let candidates = known[printed] ?? []
        guard let place = HistoryRun.place(row.reference, candidates, free: free[printed] ?? []) else {
          plan.new.append(row)
          known[printed, default: []].append(Known(id: nil, reference: row.reference, isDeleted: false))
          continue
        }
        free[printed]?.removeAll { $0 == place }
        take(candidates[place], restoresDeleted: restoresDeleted, into: &plan)
        if restoresDeleted { known[printed]?[place].isDeleted = false }
      }
    }
    return plan
  }

  /// The first free row with the same reference, else the first where only one of the two has a reference.
  private static func place(_ reference: String?, _ candidates: [Known], free: [Int]) -> Int? {
    free.first { candidates[$0].reference == reference }
      ?? free.first { (candidates[$0].reference == nil) != (reference == nil) }
  }

  private func take(_ found: Known, restoresDeleted: Bool, into plan: inout ModelPlan) {
    if found.isDeleted, !restoresDeleted {
      plan.deleted += 1
      return
    }
    if found.isDeleted, let id = found.id {
      plan.restored.append(id)
      return
    }
    plan.duplicates += 1
    if let id = found.id { plan.matched.insert(id) }
  }

  /// What of a bank's row makes it the same: all but its category and reference, whatever was corrected since.
  private static func compared(_ row: ModelFileRow) -> ModelFileRow {
    var row = row
    row.payee = row.payee.lowercased()
    row.category = nil
    row.reference = nil
    return row
  }
}
