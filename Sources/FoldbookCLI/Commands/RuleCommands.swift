import Foldbook
import LedgerRender

enum RulesCommand: Command {
  static let help = CommandHelp(
    name: "rules",
    usage: [
      "rules [list]", "rules add 'QUERY' --to CATEGORY [--priority N]", "rules remove N",
      "rules test [N] | rules test 'QUERY' --to CATEGORY", "rules apply [N]", "rules suggest",
    ],
    summary: "Rules that give categories: at import, and on demand; what a hand chose stays.",
    options: [
      OptionSpecification("to", "CATEGORY", "the category of transactions that match"),
      OptionSpecification("priority", "N", "higher ones are asked first; 0 unless said"),
    ] + OptionSpecification.point,
    examples: [
      ("rules add 'merchant:\"Corner Shop\" amount:<-50' --to Groceries", "large purchases there"),
      ("rules test", "what the rules would change, by month"), ("rules apply", "does so, as one commit"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    let rest = Array(words.dropFirst())
    switch words.first ?? "list" {
    case "list":
      try context.requireWords(rest, 0, "rules")
      let report = try context.read { try RulesQuery().report(on: $0) }
      try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    case "add": try add(context, rest)
    case "remove":
      try context.requireWords(rest, 1, "rules")
      let removed = try number(rest[0])
      try context.printChange(context.change { view, _ in try Decision.removeRule(removed, state: view) })
    case "test": try test(context, rest)
    case "apply":
      let query = RuleChangesQuery(number: try rest.first.map { try number($0) })
      let report = try context.change { view, _ in try Decision.applyRules(query.changes(on: view), state: view) }
      try context.printChange(report)
    case "suggest":
      try context.requireWords(rest, 0, "rules")
      let report = try context.read { try RuleSuggestionsQuery().report(on: $0) }
      try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    default:
      throw UsageError(reason: "'\(words[0])' is not list, add, remove, test, apply or suggest", command: "rules")
    }
    return .done
  }

  private static func add(_ context: Context, _ words: [String]) throws {
    try context.requireWords(words, 1, "rules")
    guard let category = context.arguments["to"] else {
      throw UsageError(reason: "to which category? Say --to NAME", command: "rules")
    }
    var priority: Int32 = 0
    if let text = context.arguments["priority"] {
      guard let number = Int32(text) else {
        throw UsageError(reason: "--priority: '\(text)' is not a whole number", command: "rules")
      }
      priority = number
    }
    var notes: [String] = []
    var report = try context.change { view, _ in
      try NameHints.hinting(view) {
        try RuleMatching.check(words[0], on: view)
        let preview = RuleChangesQuery(candidate: (words[0], category))
        let count = try preview.changes(on: view).count
        notes = ["\(count) transactions would change; 'foldbook rules apply' does it, and imports follow the rule."]
        return try Decision.addRule(query: words[0], category: category, priority: priority, state: view)
      }
    }
    report.notes = notes
    try context.printChange(report)
  }

  private static func test(_ context: Context, _ words: [String]) throws {
    let query: RuleChangesQuery
    if let category = context.arguments["to"] {
      try context.requireWords(words, 1, "rules")
      query = RuleChangesQuery(candidate: (words[0], category))
    } else {
      query = RuleChangesQuery(number: try words.first.map { try number($0) })
    }
    let report = try context.read { view in try NameHints.hinting(view) { try query.preview(on: view) } }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
  }

  private static func number(_ text: String) throws -> UInt32 {
    guard let number = UInt32(text), number >= 1 else {
      throw UsageError(reason: "'\(text)' is not a rule's number; 'foldbook rules' lists them", command: "rules")
    }
    return number
  }
}

extension Context {
  /// So many words after a command's own.
  func requireWords(_ words: [String], _ count: Int, _ command: String) throws {
    guard words.count == count else {
      let expected = count == 0 ? "nothing more is" : count == 1 ? "one argument is" : "\(count) arguments are"
      throw UsageError(reason: expected + " expected", command: command)
    }
  }
}

enum CheckCommand: Command {
  static let help = CommandHelp(
    name: "check", usage: ["check [assertions|duplicates|gaps|uncategorised|future|transfers]..."],
    summary: "Look for what is not right; silent and 0 where all is well, 1 where something is found.",
    options: [OptionSpecification("today", "DATE", "the day that counts as today")] + OptionSpecification.point,
    examples: [("check", "every check"), ("check assertions gaps", "these two")])

  static func run(_ context: Context) throws -> ExitCode {
    var kinds: Set<CheckReport.Kind> = []
    for word in context.arguments.positional {
      guard let kind = CheckReport.Kind(rawValue: word) else {
        let names = CheckReport.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(reason: "'\(word)' is not one of \(names)", command: "check")
      }
      kinds.insert(kind)
    }
    let query = CheckQuery(today: context.today, kinds: kinds.isEmpty ? nil : kinds)
    let report = try context.read { try query.report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return report.findings.isEmpty ? .done : .difference
  }
}

enum AssertCommand: Command {
  static let help = CommandHelp(
    name: "assert", usage: ["assert ACCOUNT DATE AMOUNT", "assert ACCOUNT DATE --remove"],
    summary: "Say what an account held at the end of a day; 'check' compares.",
    options: [OptionSpecification("remove", nil, "take the day's assertion back")],
    examples: [("assert Checking 2026-09-30 1204.17", "as the bank's statement says")])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    let removes = context.arguments.has("remove")
    try context.requireWords(words, removes ? 2 : 3, "assert")
    guard let day = CalendarDay(words[1]) else {
      throw CommandError(code: .badInput, reason: "'\(words[1])' is not a date like 2026-10-20")
    }
    let report = try context.change { view, _ in
      try NameHints.hinting(view) {
        let digits = try view.account(named: words[0])?.currency.minorUnitDigits ?? 2
        let balance = try removes ? nil : AmountArgument.read(words[2], digits: digits, context: context)
        return try Decision.assertBalance(balance, of: words[0], on: day, state: view)
      }
    }
    try context.printChange(report)
    return .done
  }
}
