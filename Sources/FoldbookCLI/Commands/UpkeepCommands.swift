import Foldbook
import LedgerRender

enum BudgetCommand: Command {
  static let help = CommandHelp(
    name: "budget", usage: ["budget", "budget set [CATEGORY] AMOUNT [--from MONTH]"],
    summary: "Monthly budgets: show how they stand, or set one from a month on.",
    options: [
      OptionSpecification("from", "MONTH", "the first month; this one unless said"),
      OptionSpecification("today", "DATE", "the day that counts as today"),
    ] + OptionSpecification.point,
    examples: [
      ("budget set 1500", "1,500 a month for everything"),
      ("budget set Groceries 400 --from 2026-11", "from November on"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    if words.first == "set" {
      guard words.count == 2 || words.count == 3 else {
        throw UsageError(reason: "an amount, or a category and an amount are expected", command: "budget")
      }
      let from = try context.arguments.parsed("from", expected: "a month like 2026-11") { YearMonth($0) }
      let report = try context.change { view, _ in
        let digits = view.directory.baseCurrency?.minorUnitDigits ?? 2
        let amount = try AmountArgument.read(words[words.count - 1], digits: digits, context: context)
        if amount < .zero { throw CommandError(code: .badInput, reason: "a budget is not negative") }
        return try NameHints.hinting(view) {
          try Decision.setBudget(
            category: words.count == 3 ? words[1] : nil, amount: amount,
            from: from ?? view.calendar.month(of: context.today), state: view)
        }
      }
      try context.printChange(report)
      return .done
    }
    try context.requireNoArguments("budget")
    let report = try context.read { try BudgetQuery(today: context.today).report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

enum SettingsCommand: Command {
  static let help = CommandHelp(
    name: "settings", usage: ["settings [KEY [VALUE]]"], summary: "Settings of the ledger, kept in its journal.",
    options: OptionSpecification.point,
    examples: [("settings month-start-day 25", "budget months begin on the 25th"), ("settings", "all of them")])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    guard words.count <= 2 else { throw UsageError(reason: "a key and a value are expected", command: "settings") }
    if let name = words.first, SettingKey(name: name) == nil {
      let names = SettingKey.allCases.map(\.name).joined(separator: ", ")
      throw CommandError(code: .notFound, reason: "there is no setting '\(name)'; there are \(names)")
    }
    if words.count == 2, let key = SettingKey(name: words[0]) {
      try context.printChange(
        context.change { view, _ in try Decision.changeSetting(key, to: words[1], state: view) })
      return .done
    }
    var report = try context.read { SettingsQuery().report(on: $0) }
    if let name = words.first { report.settings.removeAll { $0.key != name } }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}

enum ReplayCommand: Command {
  static let help = CommandHelp(
    name: "replay", usage: ["replay [--check]"],
    summary: "Rebuild every view from the journal, or check that a rebuild would change nothing.",
    options: [OptionSpecification("check", nil, "compare and change nothing; 1 where they differ")],
    examples: [("replay --check", "proves that the live views equal the journal")])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("replay")
    let checks = context.arguments.has("check")
    let report = try checks ? check(context.openForReading()) : rebuild(context.openForWriting(), as: context.writer)
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return checks && !report.matches ? .difference : .done
  }

  /// Both digests come from one transaction, since others may write between two.
  private static func check(_ ledger: Ledger) throws -> ReplayReport {
    try ledger.read { view in
      let start = SystemEnvironment.monotonicSeconds()
      let (digest, matches) = try view.refoldedDigest()
      let seconds = SystemEnvironment.monotonicSeconds() - start
      return ReplayReport(events: view.position, seconds: seconds, viewDigest: digest, matches: matches)
    }
  }

  private static func rebuild(_ ledger: Ledger, as writer: Ledger.Writer) throws -> ReplayReport {
    let start = SystemEnvironment.monotonicSeconds()
    let (events, result) = try ledger.write(as: writer, isRebuilding: true) { transaction in
      let result = try transaction.rebuildComparing()
      return (try transaction.view().position, result)
    }
    return ReplayReport(
      events: events, seconds: SystemEnvironment.monotonicSeconds() - start, viewDigest: result.digest,
      matches: result.matchesViewsBefore)
  }
}

enum VerifyCommand: Command {
  static let help = CommandHelp(
    name: "verify", usage: ["verify [--expect HASH] [--accept-rollback]"],
    summary: "Check every page, checksum, hash and event, the views against a replay, and the anchor.",
    options: [
      OptionSpecification("expect", "HASH", "the head's hash, or its first letters, kept elsewhere"),
      OptionSpecification("accept-rollback", nil, "accept an older copy as the ledger from now on"),
    ],
    examples: [
      ("verify", "names the first bad position, if there is one; then it exits with 76"),
      ("verify --expect 3f9c2a", "compares the head with a hash that you noted elsewhere"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("verify")
    let accepts = context.arguments.has("accept-rollback")
    let result = try Ledger.verify(
      path: context.path, expectedHash: context.arguments["expect"],
      checks: accepts ? Set.all.subtracting([.anchor]) : .all)
    for warning in result.warnings { try context.remark(warning) }
    let report = VerifyReport(result)
    if accepts, report.isSound {
      try Ledger.open(path: context.path, isReadOnly: false, acceptsRollback: true).acceptHead()
    }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    guard let first = report.problems.first else { return .done }
    let place = first.position > 0 ? "at position \(first.position): " : ""
    throw CommandError(
      code: .damaged,
      reason: "the ledger is not sound: \(place)\(first.reason); restore a backup, or save what is whole with "
        + "'foldbook salvage DEST'")
  }
}

enum StatsCommand: Command {
  static let help = CommandHelp(
    name: "stats", usage: ["stats"], summary: "Figures about the ledger.",
    options: OptionSpecification.point,
    examples: [("stats", "events, sizes, first and last day")])

  static func run(_ context: Context) throws -> ExitCode {
    try context.requireNoArguments("stats")
    let query = StatsQuery(fileBytes: FileAccess.size(context.path))
    let report = try context.read { try query.report(on: $0) }
    try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    return .done
  }
}
