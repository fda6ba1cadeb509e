import Foldbook
import LedgerRender

private let compareOption = OptionSpecification("compare", nil, "with the period before it: as many months, or days")
private let depthOption = OptionSpecification("depth", "N", "only N parts of names such as Food:Restaurants")

extension Context {
  /// The period before the filter's, where `--compare` asks for it.
  fileprivate func previousPeriod(_ filter: AggregateFilter, _ view: LedgerView) throws -> PreviousPeriod? {
    guard arguments.has("compare") else { return nil }
    guard let from = filter.from else {
      throw UsageError(reason: "--compare needs a period: say --month, or --from and --to", command: nil)
    }
    let to = filter.to ?? today
    guard let previous = PreviousPeriod(before: from, through: to, calendar: view.calendar) else {
      throw CommandError(code: .badInput, reason: "there is no period before \(from) to \(to)")
    }
    return previous
  }

  fileprivate func depth() throws -> Int? {
    let depth = try arguments.count("depth")
    if depth == 0 { throw UsageError(reason: "--depth: a number from 1 is expected", command: nil) }
    return depth
  }
}

enum MonthsCommand: Command {
  static let help = CommandHelp(
    name: "months", usage: ["months [OPTIONS]"], summary: "Money in and out by month and category.",
    options: OptionSpecification.point + filterOptions + [
      OptionSpecification("wide", nil, "categories as rows, months as columns"), depthOption,
    ],
    examples: [
      ("months --from 2026-01-01", "this year so far"), ("months --wide --depth 1", "main categories by month"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("months")
    let depth = try context.depth()
    let report = try context.read { view in
      try NameHints.hinting(view) {
        let report = try MonthsQuery(filter: context.filter(view)).report(on: view)
        return try depth.map { try report.cut(depth: $0) } ?? report
      }
    }
    let isWide = context.arguments.has("wide")
    try context.print(
      json: JSONRenderer.render(report),
      csv: { isWide ? CSVRenderer.renderWide(report) : CSVRenderer.render(report) },
      text: isWide ? context.renderer.renderWide(report) : context.renderer.render(report))
    return .done
  }
}

enum CategoriesCommand: Command {
  static let help = CommandHelp(
    name: "categories",
    usage: [
      "categories [OPTIONS]", "categories add NAME [--kind expense|income|transfer]", "categories rename NAME NEW",
      "categories merge NAME INTO", "categories remove NAME", "categories kind NAME expense|income|transfer",
      "categories alias [WORD CATEGORY | WORD --remove]",
    ],
    summary: "Categories with their sums; add, rename, merge or remove them, or change their kind.",
    options: OptionSpecification.point + filterOptions + [
      compareOption, depthOption, OptionSpecification("today", "DATE", "the end of a period without --to"),
      OptionSpecification("kind", "KIND", "expense, income or transfer"),
      OptionSpecification("remove", nil, "take the alias back"),
    ],
    examples: [
      ("categories --month 2026-10 --compare", "October by category, beside September"),
      ("categories add Hobbies", "a new expense category"),
      ("categories alias 'Food & Dining' 'Eating out'", "what a bank's word means, in every file from now on"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    if words.first == "add" {
      guard words.count == 2 else { throw UsageError(reason: "one name is expected", command: "categories") }
      let kinds = Dictionary(uniqueKeysWithValues: CategoryKind.allCases.map { ($0.name, $0) })
      let kind = try context.arguments.choice("kind", kinds) ?? .expense
      let report = try context.change { view, _ in
        try Decision.addCategory(named: words[1], kind: kind, state: view)
      }
      try context.printChange(report)
      return .done
    }
    if try NameUpkeep.categories(context, words) { return .done }
    try context.requireNoArguments("categories")
    let depth = try context.depth()
    let report = try context.read { view in
      try NameHints.hinting(view) {
        let query = CategoriesQuery(filter: try context.filter(view), depth: depth)
        guard let previous = try context.previousPeriod(query.filter, view) else { return try query.report(on: view) }
        return try query.report(comparedWith: previous, on: view)
      }
    }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}

enum MerchantsCommand: Command {
  static let help = CommandHelp(
    name: "merchants",
    usage: [
      "merchants [OPTIONS]", "merchants rename NAME NEW", "merchants merge NAME... INTO", "merchants separate NAME",
      "merchants suggest",
    ],
    summary: "Merchants with their sums, largest spending first; rename or merge them.",
    options: OptionSpecification.point + filterOptions + [
      compareOption, OptionSpecification("today", "DATE", "the end of a period without --to"),
    ],
    examples: [("merchants --month 2026-10 --limit 10", "October's ten largest")]
  )

  static func run(_ context: Context) throws -> ExitCode {
    if try NameUpkeep.merchants(context, context.arguments.positional) { return .done }
    try context.requireNoArguments("merchants")
    let report = try context.read { view in
      try NameHints.hinting(view) {
        let query = MerchantsQuery(filter: try context.filter(view))
        guard let previous = try context.previousPeriod(query.filter, view) else { return try query.report(on: view) }
        return try query.report(comparedWith: previous, on: view)
      }
    }
    try context.print(
      json: JSONRenderer.render(report), csv: { CSVRenderer.render(report) }, text: context.renderer.render(report))
    return .done
  }
}
