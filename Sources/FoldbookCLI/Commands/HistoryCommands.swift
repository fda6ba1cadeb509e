import Foldbook
import LedgerRender

enum ExplainCommand: Command {
  static let help = CommandHelp(
    name: "explain",
    usage: [
      "explain MONTH|DATE [CATEGORY] [OPTIONS]", "explain balance [ACCOUNT]", "explain --merchant NAME [MONTH|DATE]",
    ],
    summary: "Show the transactions that make a number, with everything that happened to each.",
    options: [
      OptionSpecification("merchant", "NAME", "what a merchant came to"),
      OptionSpecification("account", "NAME", "one account; its balance where no month or day is said"),
      OptionSpecification("money", "WHICH", "in, out, net, transfers or all"),
      OptionSpecification("from", "DATE", "the first day"), OptionSpecification("to", "DATE", "the last day"),
      OptionSpecification("currency", "CODE", "the currency; the base currency unless said"),
      OptionSpecification("today", "DATE", "the day that a balance is for"),
    ] + OptionSpecification.point,
    examples: [
      ("explain 2026-10 Groceries", "what October's groceries are made of, corrections included"),
      ("explain 2026-10 --money out --to 2026-10-20", "the month's spending so far"),
      ("explain balance Checking", "every transaction of the account, and its opening balance"),
      ("explain --merchant 'Corner Shop' 2026-10", "what the shop cost in October"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let query = try query(context)
    let report = try context.read { view in try NameHints.hinting(view) { try query.report(on: view) } }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }

  private static func query(_ context: Context) throws -> ExplainQuery {
    let arguments = context.arguments
    var words = arguments.positional
    var query = ExplainQuery()
    query.filter.from = try arguments.day("from")
    query.filter.to = try arguments.day("to")
    query.filter.account = arguments["account"]
    query.filter.currency = try arguments.currency("currency")
    query.merchant = arguments["merchant"]
    query.money = try arguments.choice(
      "money", Dictionary(uniqueKeysWithValues: ExplainedMoney.allCases.map { ($0.rawValue, $0) }))
    let first = words.isEmpty ? nil : words.removeFirst()
    let rest = words.isEmpty ? nil : words.joined(separator: " ")
    if let first, let month = YearMonth(first) {
      query.month = month
      query.filter.category = rest
    } else if let first, let day = CalendarDay(first) {
      query.filter.from = max(query.filter.from ?? day, day)
      query.filter.to = min(query.filter.to ?? day, day)
      query.filter.category = rest
    } else if first == "balance" {
      query.isBalance = true
      query.filter.account = rest ?? query.filter.account
    } else if let first {
      throw CommandError(
        code: .badInput, reason: "'\(first)' is not a month like 2026-10, a date like 2026-10-20, or the word balance")
    } else if query.filter.account != nil, query.merchant == nil, query.money == nil, query.filter.from == nil {
      query.isBalance = true
    } else if query.merchant == nil {
      throw UsageError(reason: "which number? Say a month, a date, a merchant or an account", command: "explain")
    }
    if query.isBalance, query.filter.to == nil { query.filter.to = context.today }
    return query
  }
}

enum LogCommand: Command {
  static let help = CommandHelp(
    name: "log", usage: ["log [OPTIONS]"], summary: "Commits, newest first.",
    options: [
      OptionSpecification("limit", "N", "at most so many (also -n)"),
      OptionSpecification("oneline", nil, "one line a commit, as without options"),
      OptionSpecification("full", nil, "everything about each commit"),
      OptionSpecification("stat", nil, "what each commit changed, by month and category"),
      OptionSpecification("follow", "ID", "only commits that changed the transaction"),
    ] + OptionSpecification.point,
    examples: [
      ("log -n 5", "the newest five"), ("log --stat --full", "each commit with what it changed"),
      ("log --follow 42", "what touched transaction 42"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("log")
    let arguments = context.arguments
    guard !(arguments.has("oneline") && arguments.has("full")) else {
      throw UsageError(reason: "--oneline and --full exclude each other", command: "log")
    }
    let followed = try arguments["follow"].map { try TargetArguments.ids([$0], command: "log")[0] }
    let query = LogQuery(
      limit: try arguments.count("limit"), followed: followed, hasEffects: arguments.has("stat"))
    let report = try context.read { try query.report(on: $0) }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) },
      text: context.renderer.render(report, form: arguments.has("full") ? .full : .oneLine))
    return .done
  }
}

enum DiffCommand: Command {
  static let help = CommandHelp(
    name: "diff", usage: ["diff A [B] [--exit-code]"],
    summary: "What changed between two points, by month and category, and the commits between.",
    options: [OptionSpecification("exit-code", nil, "1 where a month's sums differ")],
    examples: [
      ("diff commit:7 commit:9", "what commits 8 and 9 changed"),
      ("diff 2026-09-30", "what is known now that was not at the end of September"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    guard words.count == 1 || words.count == 2 else {
      throw UsageError(reason: "one point or two are expected", command: "diff")
    }
    let report = try context.openForReading().read { view in
      let from = try PointInTime(words[0]).position(in: view)
      let to = try words.count == 2 ? PointInTime(words[1]).position(in: view) : view.position
      return try DiffQuery(from: from, to: to).report(on: view)
    }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return context.arguments.has("exit-code") && !report.changes.isEmpty ? .difference : .done
  }
}
