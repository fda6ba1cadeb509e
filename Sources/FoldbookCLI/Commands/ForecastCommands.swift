import Foldbook
import LedgerRender

private let dayOptions = [
  OptionSpecification("today", "DATE", "the day that counts as today"),
  OptionSpecification("currency", "CODE", "one currency"),
]

enum BalanceCommand: Command {
  static let help = CommandHelp(
    name: "balance", usage: ["balance [--range 1W|1M|1Y|5Y|all] [OPTIONS]"],
    summary: "The balance, its change over a range of time, and its history drawn.",
    options: [
      OptionSpecification("range", "RANGE", "1W, 1M, 1Y, 5Y or all; 1M unless said"),
      OptionSpecification("account", "NAME", "one account"),
    ] + dayOptions + OptionSpecification.point,
    examples: [
      ("balance --range 1Y", "a year"), ("balance --range all --account Savings", "one account, from its start"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("balance")
    let ranges = Dictionary(uniqueKeysWithValues: BalanceRange.allCases.map { ($0.rawValue, $0) })
    var query = BalanceQuery(
      range: try context.arguments.choice("range", ranges) ?? .month, today: context.today,
      currency: try context.arguments.currency("currency"))
    query.account = context.arguments["account"]
    let report = try context.read { view in try NameHints.hinting(view) { try query.report(on: view) } }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}

enum RecurringCommand: Command {
  static let help = CommandHelp(
    name: "recurring", usage: ["recurring [OPTIONS]"],
    summary: "What comes back in equal distances, at least three times: when next, how much, and how it drifts.",
    options: [OptionSpecification("all", nil, "those too that have ended")] + dayOptions + OptionSpecification.point,
    examples: [("recurring", "rent, salary, subscriptions, by the next day")])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("recurring")
    let query = RecurringQuery(
      today: context.today, currency: try context.arguments.currency("currency"),
      includesEnded: context.arguments.has("all"))
    let report = try context.read { try query.report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

enum ForecastCommand: Command {
  static let help = CommandHelp(
    name: "forecast", usage: ["forecast [OPTIONS]"],
    summary: "An estimate of the month's end, from what recurs and the pace of the rest.",
    options: dayOptions + OptionSpecification.point,
    examples: [("forecast", "what is still to come, and where the balance ends")])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("forecast")
    let query = ForecastQuery(today: context.today, currency: try context.arguments.currency("currency"))
    let report = try context.read { try query.report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}
