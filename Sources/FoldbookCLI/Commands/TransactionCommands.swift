import Foldbook
import LedgerRender

enum AddCommand: Command {
  static let help = CommandHelp(
    name: "add", usage: ["add AMOUNT MERCHANT [OPTIONS]"],
    summary: "Add one transaction: 12.50 is money out, +12.50 is money in.",
    options: [
      OptionSpecification("category", "NAME", "its category"), OptionSpecification("account", "NAME", "its account"),
      OptionSpecification("date", "DATE", "its day, today or before"), OptionSpecification("note", "TEXT", "a note"),
      OptionSpecification("currency", "CODE", "the base currency, where this begins a ledger"),
      OptionSpecification("today", "DATE", "the day that counts as today"),
    ],
    examples: [
      ("add 12.50 'Corner Shop' --category Groceries", "12.50 out, today"),
      ("add +2500 'Employer Ltd' --category Salary --date 2026-10-01", "2,500 in"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard arguments.positional.count == 2 else {
      throw UsageError(reason: "an amount and a merchant are expected", command: "add")
    }
    let asked = try arguments.currency("currency")
    let day = try arguments.day("date") ?? context.today
    func events(_ view: LedgerView, _ position: Position) throws -> [Event] {
      let digits = try accountCurrency(view, asked: asked)?.minorUnitDigits ?? 2
      let amount = try AmountArgument.signed(arguments.positional[0], digits: digits, context: context)
      let command = AddTransaction(
        amount: amount, merchant: arguments.positional[1], category: arguments["category"],
        account: arguments["account"], day: day, note: arguments["note"])
      return try NameHints.hinting(view) {
        try Decision.add(command, today: context.today, position: position, state: view)
      }
    }
    let report: ChangeReport
    if try context.ledgerExists {
      report = try context.change(events)
    } else {
      guard let currency = asked ?? SystemEnvironment.localeCurrency else { throw Refusal.currencyNeeded }
      report = try LedgerCreation.create(context, currency: currency, command: "init") {
        try context.change(in: $0, events)
      }
    }
    try context.printChange(report)
    return .done

    func accountCurrency(_ view: LedgerView, asked: Currency?) throws -> Currency? {
      if let name = arguments["account"], let account = try view.account(named: name) { return account.currency }
      return try Decision.accountOfAdded(state: view)?.currency ?? view.directory.baseCurrency
    }
  }
}

/// Amounts as they are typed at a command.
enum AmountArgument {
  /// `12.50` and `-12.50` are money out, `+12.50` is money in.
  static func signed(_ text: String, digits: Int, context: Context) throws -> Money {
    let amount = try read(text, digits: digits, context: context)
    if text.hasPrefix("+") { return amount }
    return amount > .zero ? -amount : amount
  }

  static func read(_ text: String, digits: Int, context: Context) throws -> Money {
    do {
      return try Money(parsing: text, minorUnitDigits: digits, decimalMark: context.decimalMark)
    } catch {
      throw CommandError(code: .badInput, reason: "'\(text)': \(error)")
    }
  }
}

/// Ids and queries as they are typed at a command.
enum TargetArguments {
  static func ids(_ words: [String], command: String) throws -> [TransactionID] {
    guard !words.isEmpty else {
      throw UsageError(reason: "which transaction? 'foldbook list' shows the ids", command: command)
    }
    var ids: [TransactionID] = []
    for word in words {
      guard let position = Position(word), position >= 1 else {
        throw UsageError(reason: "'\(word)' is not an id; 'foldbook list' shows them", command: command)
      }
      if !ids.contains(TransactionID(position)) { ids.append(TransactionID(position)) }
    }
    return ids
  }

  /// The transactions of a `--where` query, or of the ids; none found is an error.
  static func resolve(_ context: Context, words: [String], command: String, view: LedgerView) throws -> [TransactionID]
  {
    guard let line = context.arguments["where"] else { return try ids(words, command: command) }
    guard words.isEmpty else { throw UsageError(reason: "either ids or --where", command: command) }
    let query = try TransactionQuery(parsingLine: line)
    guard !query.terms.isEmpty else { throw QueryError.emptyTerm }
    let ids = try ListQuery(query: query).ids(on: view)
    guard !ids.isEmpty else { throw CommandError(code: .notFound, reason: "no transaction matches \(line)") }
    return ids
  }
}

enum EditCommand: Command {
  static let help = CommandHelp(
    name: "edit", usage: ["edit ID [--note T] [--merchant M] [--date D] [--amount A] [--account A]"],
    summary: "Correct a transaction; the bank's own text stays.",
    options: [
      OptionSpecification("note", "TEXT", "a note; an empty one takes it away"),
      OptionSpecification("merchant", "NAME", "the merchant"), OptionSpecification("date", "DATE", "the day"),
      OptionSpecification("amount", "AMOUNT", "the amount, as in add"),
      OptionSpecification("account", "NAME", "the account"),
      OptionSpecification("today", "DATE", "the day that counts as today"),
    ],
    examples: [("edit 42 --note 'birthday dinner' --date 2026-10-03", "moves it to 3 October and notes why")])

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let ids = try TargetArguments.ids(arguments.positional, command: "edit")
    guard ids.count == 1 else { throw UsageError(reason: "one id is expected", command: "edit") }
    var edit = EditTransaction(id: ids[0])
    if let note = arguments["note"] { edit.note = .some(note) }
    edit.merchant = arguments["merchant"]
    edit.day = try arguments.day("date")
    edit.account = arguments["account"]
    let report = try context.change { view, _ in
      var edit = edit
      if let text = arguments["amount"] {
        let account = try view.transaction(edit.id).flatMap { view.directory.account($0.values.account) }
        edit.amount = try AmountArgument.signed(text, digits: account?.currency.minorUnitDigits ?? 2, context: context)
      }
      return try NameHints.hinting(view) { try Decision.edit(edit, today: context.today, state: view) }
    }
    try context.printChange(report)
    return .done
  }
}

enum RecategoriseCommand: Command {
  static let help = CommandHelp(
    name: "recategorise", aliases: ["recategorize"],
    usage: ["recategorise ID... --to CATEGORY", "recategorise --where QUERY --to CATEGORY [--dry-run]"],
    summary: "Give transactions another category, as one commit.",
    options: [
      OptionSpecification("to", "CATEGORY", "the category"),
      OptionSpecification("where", "QUERY", "every transaction that matches"),
      OptionSpecification("dry-run", nil, "show the effect by month; write nothing"),
    ],
    examples: [
      ("recategorise 42 43 --to Groceries", "two transactions"),
      ("recategorise --where 'merchant:\"Corner Shop\" from:2026-01-01' --to Groceries --dry-run", "what it would do"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard let category = arguments["to"] else {
      throw UsageError(reason: "to which category? Say --to NAME", command: "recategorise")
    }
    func ids(_ view: LedgerView) throws -> [TransactionID] {
      try TargetArguments.resolve(context, words: arguments.positional, command: "recategorise", view: view)
    }
    if arguments.has("dry-run") {
      let report = try context.openForReading().read { view in
        try NameHints.hinting(view) {
          try RecategorisePreviewQuery(
            ids: ids(view), category: category, leavesSplits: arguments["where"] != nil
          ).report(on: view)
        }
      }
      try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
      return .done
    }
    var splitCount = 0
    var report = try context.change { view, _ in
      let ids = try ids(view)
      // What is named is refused; what a query finds beside others is left as it is, and said so.
      let leavesSplits = arguments["where"] != nil
      if leavesSplits { splitCount = try ids.count { try view.state(of: $0)?.setting.isSplit == true } }
      return try NameHints.hinting(view) {
        try Decision.recategorise(ids, to: category, leavesSplits: leavesSplits, state: view)
      }
    }
    if splitCount > 0 { report.notes.append(SplitCommand.leftNote(splitCount)) }
    try context.printChange(report)
    return .done
  }
}

enum DeleteCommand: Command {
  static let help = CommandHelp(
    name: "delete", usage: ["delete ID...", "delete --where QUERY"],
    summary: "Delete transactions, as one commit; their history stays.",
    options: [OptionSpecification("where", "QUERY", "every transaction that matches")],
    examples: [("delete 42", "one transaction; 'foldbook undo' brings it back")])

  static func run(_ context: Context) throws -> ExitCode {
    let report = try context.change { view, _ in
      let ids = try TargetArguments.resolve(
        context, words: context.arguments.positional, command: "delete", view: view)
      return try Decision.delete(ids, state: view)
    }
    try context.printChange(report)
    return .done
  }
}
