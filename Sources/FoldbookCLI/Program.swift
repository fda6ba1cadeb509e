import Foldbook
import Glibc
import JSON
import LedgerRender

/// One command: its help and what it does.
protocol Command {
  static var help: CommandHelp { get }
  static func run(_ context: Context) throws -> ExitCode
}

/// What a command's help says.
struct CommandHelp {
  var name: String
  var aliases: [String] = []
  /// How it is called, without the program's name.
  var usage: [String]
  /// One sentence.
  var summary: String
  var options: [OptionSpecification] = []
  /// Whole command lines with what each does.
  var examples: [(line: String, effect: String)]
}

/// The program: finds the command, runs it, and turns its errors into messages and exit codes.
enum Program {
  static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      InitCommand.self, ImportCommand.self, AddCommand.self, EditCommand.self, RecategoriseCommand.self,
      SplitCommand.self, DeleteCommand.self, UndoCommand.self, RedoCommand.self, ListCommand.self, ShowCommand.self,
      DashboardCommand.self,
      MonthsCommand.self, CategoriesCommand.self, MerchantsCommand.self, MerchantCommand.self, AccountsCommand.self,
      DaysCommand.self, BalanceCommand.self, BudgetCommand.self, RecurringCommand.self, ForecastCommand.self,
      RulesCommand.self, TransfersCommand.self, AssertCommand.self, CheckCommand.self,
      SettingsCommand.self, ProfilesCommand.self, ExplainCommand.self, LogCommand.self,
      DiffCommand.self, ReplayCommand.self,
      VerifyCommand.self, StatsCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self,
      SalvageCommand.self, ImportJournalCommand.self,
      ServeCommand.self,
    ]
  }

  static func run(_ words: [String]) -> Int32 {
    do {
      return try dispatch(words).rawValue
    } catch {
      let (code, reason) = ExitCode.describe(error)
      var message = "foldbook: " + Terminal.safe(reason) + "\n"
      if code == .usage { message += "'foldbook help\(commandName(error))' shows how it is used.\n" }
      report(message)
      return code.rawValue
    }
  }

  private static func commandName(_ error: any Error) -> String {
    (error as? UsageError)?.command.map { " " + $0 } ?? ""
  }

  /// Standard error may be closed; the exit code says it all the same.
  private static func report(_ message: String) {
    do {
      try FileAccess.write(Array(message.utf8), to: STDERR_FILENO)
    } catch {
      return
    }
  }

  private static func dispatch(_ words: [String]) throws -> ExitCode {
    guard let (name, rest) = split(words) else {
      let arguments = try Arguments(words, options: [], command: nil)
      if arguments.has("version") {
        try FileAccess.write(Array("foldbook \(version)\n".utf8), to: STDOUT_FILENO)
        return .done
      }
      try FileAccess.write(Array(HelpText.overview().utf8), to: STDOUT_FILENO)
      return words.isEmpty ? .usage : .done
    }
    if name == "help" {
      let topic = try Arguments(rest, options: [], command: "help").positional.first
      let text = try topic.map { try HelpText.page(Program.command(named: $0).help) } ?? HelpText.overview()
      try FileAccess.write(Array(text.utf8), to: STDOUT_FILENO)
      return .done
    }
    let command = try Program.command(named: name)
    let arguments = try Arguments(rest, options: command.help.options, command: command.help.name)
    if arguments.has("help") {
      try FileAccess.write(Array(HelpText.page(command.help).utf8), to: STDOUT_FILENO)
      return .done
    }
    let context = try Context(arguments: arguments, words: (name, rest))
    return try command.run(context)
  }

  /// The command's name and the other words, global options before it included.
  private static func split(_ words: [String]) -> (String, [String])? {
    let valued = ["-f"] + Arguments.global.filter { $0.value != nil }.map { "--" + $0.name }
    var index = 0
    while index < words.count {
      if !Arguments.isOption(words[index]) {
        return (words[index], Array(words[..<index]) + Array(words[(index + 1)...]))
      }
      index += valued.contains(words[index]) ? 2 : 1
    }
    return nil
  }

  static func command(named name: String) throws -> any Command.Type {
    if let found = commands.first(where: { $0.help.name == name || $0.help.aliases.contains(name) }) { return found }
    let names = commands.map { $0.help.name }
    let nearest = NearestNames.of(name, among: names)
    let hint = nearest.isEmpty ? "" : "; did you mean " + nearest.joined(separator: " or ") + "?"
    throw UsageError(reason: "there is no command '\(name)'" + hint, command: nil)
  }
}

/// The command line as the journal keeps it.
enum CommandLineText {
  /// Words quoted as a shell needs; options about the file, the clock and printing are left out.
  static func make(_ name: String, _ words: [String]) -> String {
    let dropped = Set(["-f", "--file", "--now", "--color"])
    let flags = Set(["--json", "--csv", "-q", "--quiet"])
    var kept = [name]
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if flags.contains(word) || dropped.contains(where: { word.hasPrefix($0 + "=") }) { continue }
      if dropped.contains(word) {
        index += 1
        continue
      }
      kept.append(word)
    }
    return ShellText.line(kept)
  }
}

/// Help in words.
enum HelpText {
  static func overview() -> String {
    var lines = [
      "foldbook keeps your money's history: every change is an event, every number a fold over them.", "",
      "Usage: foldbook COMMAND [ARGUMENTS] [OPTIONS]", "", "Commands:",
    ]
    for command in Program.commands {
      lines.append("  " + Terminal.padded(command.help.name, columns: 16) + command.help.summary)
    }
    lines += ["", "Options of every command:"] + options(Arguments.global)
    lines += [
      "", "Begin with:", "  foldbook import statement.csv", "  foldbook dashboard", "",
      "'foldbook help COMMAND' shows a command with examples.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  static func page(_ help: CommandHelp) -> String {
    var lines = [help.summary, "", "Usage:"] + help.usage.map { "  foldbook " + $0 }
    if !help.options.isEmpty { lines += ["", "Options:"] + options(help.options) }
    lines += ["", "Options of every command:"] + options(Arguments.global) + ["", "Examples:"]
    for example in help.examples { lines += ["  foldbook " + example.line, "      " + example.effect] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func options(_ options: [OptionSpecification]) -> [String] {
    options.map { option in
      "  " + Terminal.padded("--" + option.name + (option.value.map { " " + $0 } ?? ""), columns: 26) + option.help
    }
  }
}
