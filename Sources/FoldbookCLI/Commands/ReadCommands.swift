import Foldbook
import LedgerRender

/// The options of filtered aggregates.
let filterOptions = [
  OptionSpecification("from", "DATE", "the first day"), OptionSpecification("to", "DATE", "the last day"),
  OptionSpecification("month", "MONTH", "one month, such as 2026-10"),
  OptionSpecification("category", "NAME", "one category"), OptionSpecification("account", "NAME", "one account"),
  OptionSpecification("currency", "CODE", "one currency"), OptionSpecification("limit", "N", "at most so many"),
]

extension Context {
  /// The filter of an aggregate command.
  func filter(_ view: LedgerView) throws -> AggregateFilter {
    var filter = AggregateFilter()
    filter.from = try arguments.day("from")
    filter.to = try arguments.day("to")
    if let month = try arguments.parsed("month", expected: "a month like 2026-10", { YearMonth($0) }) {
      filter.from = max(filter.from ?? .first, view.calendar.firstDay(of: month))
      filter.to = min(filter.to ?? .last, view.calendar.lastDay(of: month))
    }
    filter.category = arguments["category"]
    filter.account = arguments["account"]
    filter.currency = try arguments.currency("currency")
    filter.limit = try arguments.count("limit")
    return filter
  }

  func requireNoArguments(_ command: String) throws {
    guard arguments.positional.isEmpty else {
      throw UsageError(reason: "'\(arguments.positional[0])' is not expected", command: command)
    }
  }
}

enum ListCommand: Command {
  static let help = CommandHelp(
    name: "list", usage: ["list [TERM...]"],
    summary: "List transactions, newest first; every term must hold.",
    options: OptionSpecification.point + [
      OptionSpecification("limit", "N", "at most so many"),
      OptionSpecification("deleted", nil, "deleted ones too"),
      OptionSpecification("where", "QUERY", "terms in one word, quoted as in a shell"),
    ],
    examples: [
      ("list month:2026-10 category:Groceries", "October's groceries"),
      ("list 'amount:<-50' not:category:Housing --limit 20", "the newest 20 above 50 but rent"),
      ("list coffee", "every transaction whose text has the word"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    var query = try TransactionQuery(parsing: context.arguments.positional)
    if let line = context.arguments["where"] { query.terms += try TransactionQuery(parsingLine: line).terms }
    let list = ListQuery(
      query: query, limit: try context.arguments.count("limit"), includesDeleted: context.arguments.has("deleted"))
    let report = try context.read { try list.report(on: $0) }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}

enum ShowCommand: Command {
  static let help = CommandHelp(
    name: "show", usage: ["show ID"], summary: "Show one transaction with its whole history.",
    options: OptionSpecification.point, examples: [("show 42", "who set what, when, and by which command")])

  static func run(_ context: Context) throws -> ExitCode {
    let ids = try TargetArguments.ids(context.arguments.positional, command: "show")
    guard ids.count == 1 else { throw UsageError(reason: "one id is expected", command: "show") }
    let report = try context.read { try TransactionHistoryQuery(id: ids[0]).report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

enum DashboardCommand: Command {
  static let help = CommandHelp(
    name: "dashboard", usage: ["dashboard [OPTIONS]"],
    summary: "The month on one screen: balance, in and out, pace, categories, activity.",
    options: OptionSpecification.point + [
      OptionSpecification("today", "DATE", "the day that counts as today"),
      OptionSpecification("currency", "CODE", "the currency; the base currency unless said"),
      OptionSpecification("activity", "N|all", "how many transactions of the month; 50 unless said"),
    ],
    examples: [
      ("dashboard", "this month"), ("dashboard --today 2026-09-30", "September, whole"),
      ("dashboard --as-of 2026-10-01", "what it would have shown with what was known then"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("dashboard")
    var query = DashboardQuery(today: context.today, currency: try context.arguments.currency("currency"))
    if context.arguments["activity"] == "all" {
      query.activityLimit = nil
    } else if let limit = try context.arguments.count("activity") {
      query.activityLimit = limit
    }
    let report = try context.read { try query.report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

enum MerchantCommand: Command {
  static let help = CommandHelp(
    name: "merchant", usage: ["merchant NAME"], summary: "What a merchant cost each month.",
    options: OptionSpecification.point + [
      OptionSpecification("currency", "CODE", "the currency, where there are several")
    ],
    examples: [("merchant 'Corner Shop'", "its months, with zeros between")])

  static func run(_ context: Context) throws -> ExitCode {
    guard !context.arguments.positional.isEmpty else {
      throw UsageError(reason: "which merchant?", command: "merchant")
    }
    let name = context.arguments.positional.joined(separator: " ")
    let query = MerchantHistoryQuery(name: name, currency: try context.arguments.currency("currency"))
    let report = try context.read { try query.report(on: $0) }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}

enum AccountsCommand: Command {
  static let help = CommandHelp(
    name: "accounts",
    usage: [
      "accounts", "accounts add NAME [--currency CODE] [--opening AMOUNT] [--opening-date DATE]",
      "accounts rename NAME NEW", "accounts close NAME", "accounts reopen NAME",
    ],
    summary: "Accounts with their balances; add, rename or close one.",
    options: OptionSpecification.point + [
      OptionSpecification("currency", "CODE", "its currency; the base currency unless said"),
      OptionSpecification("opening", "AMOUNT", "what it held before its first row"),
      OptionSpecification("opening-date", "DATE", "the day of the opening balance"),
      OptionSpecification("today", "DATE", "the day that balances are for"),
    ],
    examples: [("accounts add Savings --opening 1200", "an account that begins with 1,200")])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    if words.first == "add" {
      guard words.count == 2 else { throw UsageError(reason: "one name is expected", command: "accounts") }
      let currency = try context.arguments.currency("currency")
      let day = try context.arguments.day("opening-date")
      let report = try context.change { view, _ in
        let digits = (currency ?? view.directory.baseCurrency)?.minorUnitDigits ?? 2
        let opening = try context.arguments["opening"].map {
          try AmountArgument.read($0, digits: digits, context: context)
        }
        return try Decision.addAccount(
          named: words[1], currency: currency, opening: opening ?? .zero, openingDay: day, state: view)
      }
      try context.printChange(report)
      return .done
    }
    if try NameUpkeep.accounts(context, words) { return .done }
    try context.requireNoArguments("accounts")
    let report = try context.read { try AccountsQuery(today: context.today).report(on: $0) }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}

enum DaysCommand: Command {
  static let help = CommandHelp(
    name: "days", usage: ["days [OPTIONS]"], summary: "Money in and out by day, newest first.",
    options: OptionSpecification.point + filterOptions, examples: [("days --month 2026-10", "October by day")])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("days")
    let report = try context.read { view in
      try NameHints.hinting(view) { try DaysQuery(filter: context.filter(view)).report(on: view) }
    }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}
