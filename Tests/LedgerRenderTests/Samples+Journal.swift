import LedgerDomain
import LedgerImport
import LedgerQuery

extension Samples {
  private static let parts = [
    TransactionItem.Part(category: "Groceries", amount: -10, memo: nil),
    TransactionItem.Part(category: hostile, amount: -2.50, memo: hostile),
  ]

  private static func split(_ item: TransactionItem) -> TransactionItem {
    var result = item
    (result.category, result.parts) = (Category.splitName, parts)
    return result
  }

  private static let splitChange: TransactionReport.Change = {
    var change = TransactionReport.Change(
      position: 53, kind: "transactionSplit", commit: 5, recordedAt: noon, command: "split 40 Groceries=10 Other",
      cause: "hand", category: Category.splitName, previousCategory: Category.splitName, fields: [])
    change.parts = parts
    change.previousParts = parts.reversed()
    return change
  }()

  static let show = TransactionReport(
    transaction: split(item(40, -12.50, merchant: hostile, note: "new")), bankCategory: nil, sourceFile: "giro.csv",
    sourceLine: 12,
    history: [
      TransactionReport.Change(
        position: 40, kind: "transactionAdded", commit: 2, recordedAt: noon, command: "import giro.csv",
        cause: "import", category: "Uncategorised", previousCategory: nil, fields: []),
      TransactionReport.Change(
        position: 51, kind: "transactionRecategorised", commit: 3, recordedAt: noon,
        command: "recategorise 40 --to Groceries", cause: "hand", category: "Groceries",
        previousCategory: "Uncategorised", fields: []),
      TransactionReport.Change(
        position: 52, kind: "transactionEdited", commit: 4, recordedAt: noon, command: "edit 40 --note new",
        cause: "hand", category: "Groceries", previousCategory: "Groceries",
        fields: [TransactionReport.FieldChange(field: "note", before: nil, after: "new")]),
      splitChange,
    ])

  static let log = LogReport(commits: [
    LogReport.Entry(
      header: CommitHeader(
        number: 2, firstPosition: 31, eventCount: 20, recordedAt: noon, command: "import " + hostile,
        sources: [CommitSource(name: hostile, digest: hash)], previousHash: .zero, hash: hash),
      counts: LogReport.Counts(added: 18, recategorised: 1, edited: 2), isUndone: true,
      effects: [
        LogReport.Effect(
          month: month, category: hostile, kind: .expense, currency: euro, change: -12.50, count: 18),
        LogReport.Effect(
          month: month, category: "Salary", kind: .income, currency: yen, change: Money(minorUnits: 5), count: 0),
      ]),
    LogReport.Entry(
      header: CommitHeader(
        number: 1, firstPosition: 1, eventCount: 30, recordedAt: noon, command: "init", sources: [],
        previousHash: .zero, hash: hash), counts: LogReport.Counts(), isUndone: false),
  ])

  static let diff = DiffReport(
    from: 30, to: 50, commits: [log.commits[0]], counts: LogReport.Counts(added: 18, recategorised: 1, edited: 2),
    changes: [
      DiffReport.Change(
        month: month, category: hostile, kind: .expense, currency: euro, before: -1, after: -13.50, change: -12.50),
      DiffReport.Change(
        month: month, category: "Salary", kind: .income, currency: yen, before: 0, after: Money(minorUnits: 5),
        change: Money(minorUnits: 5)),
    ])

  static func explain(name: String = hostile, isBalance: Bool) -> ExplainReport {
    ExplainReport(
      subject: ExplainReport.Subject(
        month: isBalance ? nil : month, from: isBalance ? nil : day(1), to: isBalance ? today : day(31),
        category: isBalance ? nil : name, merchant: isBalance ? nil : name, account: isBalance ? name : nil,
        currency: euro, money: isBalance ? .all : .moneyOut),
      opening: isBalance ? 100 : nil, sum: -12.50,
      entries: [
        ExplainReport.Entry(
          transaction: item(40, -12.50, merchant: name), commit: 2, history: show.history)
      ])
  }

  static let change = ChangeReport(
    commit: 3, firstPosition: 51, lastPosition: 52, ids: [TransactionID(40), TransactionID(41)],
    notes: ["A new merchant: " + hostile])

  static let nothingChanged = ChangeReport(commit: nil, firstPosition: nil, lastPosition: nil, ids: [], notes: [])

  static let preview = RecategorisePreview(
    category: "Gifts", ids: [TransactionID(40)],
    effects: [
      RecategorisePreview.Effect(month: month, category: "Gifts", currency: euro, before: 0, after: -12.50),
      RecategorisePreview.Effect(month: month, category: hostile, currency: euro, before: -12.50, after: 0),
    ])

  static let replay = ReplayReport(events: 10_000_000, seconds: 0.0625, viewDigest: hash, matches: false)

  static let verify = VerifyReport(
    commits: 3, events: 52, headHash: hash,
    problems: [VerifyReport.Problem(position: 41, reason: "the checksum of " + hostile)])

  static let copy = CopyReport(
    path: "backups/2026-10-20.foldbook", form: .ledger, commits: 3, events: 52, headHash: hash, fileBytes: 32_768)

  static let salvage = SalvageReport(
    copy: CopyReport(
      path: "saved.foldbook", form: .ledger, commits: 2, events: 50, headHash: hash, fileBytes: 32_768),
    lostCommits: 2, lostEvents: 3,
    problems: [VerifyReport.Problem(position: 51, reason: "the columns of a block differ from their checksum")],
    unconnected: [
      SalvageReport.Unconnected(
        commit: 4, firstPosition: 53, lastPosition: 53, recordedAt: Instant(millisecondsSinceEpoch: 1_792_000_000_000),
        command: "add 12.50 " + hostile)
    ])

  static let salvageOfUnknown = SalvageReport(
    copy: salvage.copy, lostCommits: nil, lostEvents: nil,
    problems: [VerifyReport.Problem(position: 0, reason: "the pages of the file: the first page is damaged")],
    unconnected: [])

  static let stats = StatsReport(
    events: 52, commits: 3, transactions: 17, deleted: 1, merchants: 4, accounts: 2, firstDay: day(1), lastDay: today,
    fileBytes: 32_768, viewBytes: 4_096)

  static let noStats = StatsReport(
    events: 0, commits: 0, transactions: 0, deleted: 0, merchants: 0, accounts: 0, firstDay: nil, lastDay: nil,
    fileBytes: 0, viewBytes: 0)

  /// A journal of hledger before it is taken in.
  static var journalReport: ImportReport {
    let text = """
      "txnidx","date","description","comment","account","amount","commodity"
      "1","2026-09-01","opening","","assets:bank:giro","1000.00","EUR"
      "1","2026-09-01","opening","","equity:opening balances","-1000.00","EUR"
      "2","2026-09-02","Corner Shop | lunch","trip:","assets:bank:giro","-12.50","EUR"
      "2","2026-09-02","Corner Shop | lunch","trip:","expenses:food:eating out","12.50","EUR"

      """
    var report = ImportReport(isDryRun: true)
    let file = StatementReader.read(Array(text.utf8), path: "printed.csv", options: ImportOptions())
    report.files = [ImportReport.File(file: file, outcomes: [])]
    return report
  }

  /// A file with a row of each sort, before or after the ledger has decided.
  static func importReport(isDecided: Bool) -> ImportReport {
    var file = ImportedFile(path: "folder/" + hostile, format: .csv)
    file.encoding = "windows-1252"
    file.currency = euro
    file.decisions = [
      ImportDecision(what: "decimal-mark", value: ",", why: "every amount ends in a comma and 2 digits")
    ]
    file.warnings = ["no amount is negative"]
    file.errors = [RowProblem(line: 7, reason: "column 'Datum': '31.02.2026' is not a day; correct the file")]
    file.skipped = [RowProblem(line: 8, reason: "pending")]
    file.balanceProof = BalanceProof(opening: 100, closing: 87.50, ties: true)
    for line in 2...4 {
      var row = ImportedTransaction(line: Int32(line), day: today, amount: -12.50, currency: euro)
      row.account = file.texts.intern("Giro".utf8)
      row.payee = file.texts.intern(hostile.utf8)
      row.merchant = file.texts.intern("Evil".utf8)
      if line == 2 {
        row.memo = file.texts.append("memo".utf8)
        row.bankCategory = file.texts.intern("Food".utf8)
        row.bankReference = file.texts.append("REF 1".utf8)
      }
      file.transactions.append(row)
    }
    var report = ImportReport(isDryRun: !isDecided)
    report.categoryNames = ["Uncategorised", "Groceries"]
    report.notes = ["1 new merchant"]
    report.skippedRows = 1
    report.invalid = 1
    let statuses: [ImportStatus] = [.new, .duplicate, .deleted]
    let outcomes = statuses.map { ImportOutcome(status: $0, category: CategoryID(1)) }
    if isDecided {
      report.transferSuggestions = 1
      report.transfers = [
        ImportReport.Transfer(
          outgoing: ImportReport.Transfer.Leg(
            path: file.path, line: 2, day: today, amount: -12.50, currency: euro, account: "Giro", merchant: "Evil"),
          incoming: ImportReport.Transfer.Leg(
            id: TransactionID(41), day: day(1), amount: 12.50, currency: euro, account: "Card", merchant: hostile))
      ]
    }
    report.files = [ImportReport.File(file: file, outcomes: isDecided ? outcomes : [])]
    guard isDecided else { return report }
    report.added = 1
    report.duplicates = 1
    report.deletedRows = 1
    report.commit = 2
    return report
  }

  static let export = ExportReport(
    accounts: [
      ExportReport.AccountEntry(name: "Checking", currency: euro, opening: 100, openingDay: day(1)),
      ExportReport.AccountEntry(name: "a:b  (c); [d]", currency: yen, opening: 0, openingDay: day(1)),
      ExportReport.AccountEntry(name: "a/b (c) [d]", currency: dinar, opening: -1, openingDay: day(1)),
      ExportReport.AccountEntry(name: "漢字", currency: euro, opening: 0, openingDay: day(1)),
    ],
    categoryKinds: [
      "Groceries": .expense, "groceries;": .expense, "Uncategorised": .expense, "Uncategorised:": .income,
      "Uncategorised;": .income, "Salary": .income, "Transfers": .transfer, "Eating out": .expense,
    ],
    transactions: [
      item(30, -12.50, merchant: hostile, note: "first\nsecond ; [2026-99-99] key:: 1/0 date:2026-99-99"),
      item(31, 12.50, merchant: "(code) ! * = ; comment | note  x", category: "Uncategorised"),
      item(32, -7, merchant: "* starred", category: "Uncategorised"),
      item(33, -1, merchant: "", category: "Uncategorised:"), item(34, 2, category: "Uncategorised;"),
      item(35, -3, category: "groceries;", note: "note"), item(36, 0, category: "Transfers"),
      item(37, Money(minorUnits: -1_250), merchant: "漢字 👩‍👩‍👧", account: "a:b  (c); [d]", currency: yen),
      item(38, Money(minorUnits: 1_234_567), category: "Salary", account: "a/b (c) [d]", currency: dinar),
      item(39, Money(minorUnits: Money.limit), category: "Eating out", account: "漢字"),
      item(40, Money(minorUnits: -5), merchant: "\u{0}\u{7F}\u{2028}", category: "Nowhere", account: "Unknown"),
    ])
}
