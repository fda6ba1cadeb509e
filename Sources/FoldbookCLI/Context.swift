import Foldbook
import Glibc
import LMDB
import LedgerRender

/// What a command has at hand: its arguments, the clock, where the ledger is and how to print.
struct Context {
  let arguments: Arguments
  /// The command as it was called, with the other words.
  private let words: (name: String, rest: [String])
  let path: String
  let now: Instant
  let today: CalendarDay
  let printsJSON: Bool
  let printsCSV: Bool
  let isQuiet: Bool
  private let usesColor: Bool

  init(arguments: Arguments, words: (name: String, rest: [String])) throws {
    self.arguments = arguments
    self.words = words
    path = Context.ledgerPath(arguments)
    let clock = try arguments.parsed("now", expected: "an instant or a date like 2026-10-20") { Context.instant($0) }
    now = clock ?? SystemEnvironment.now()
    today = try arguments.day("today") ?? clock?.day ?? SystemEnvironment.localDay()
    printsJSON = arguments.has("json")
    printsCSV = arguments.has("csv")
    isQuiet = arguments.has("quiet")
    let when = try arguments.choice("color", ["auto": 0, "always": 1, "never": 2]) ?? 0
    usesColor =
      when == 1 || (when == 0 && SystemEnvironment.isOutputTerminal && SystemEnvironment.variable("NO_COLOR") == nil)
  }

  /// How texts are set; what prints JSON needs none.
  var style: TextStyle {
    TextStyle(
      columns: SystemEnvironment.terminalColumns ?? 80, usesColor: usesColor,
      numbers: NumberLocale(posixName: SystemEnvironment.numberLocaleName))
  }

  /// The command line as it is kept in the journal, global options apart; what only reads needs none.
  var commandLine: String { CommandLineText.make(words.name, words.rest) }

  private static func instant(_ text: String) -> Instant? {
    CalendarDay(text).map { Instant.noon(of: $0) } ?? Instant(text)
  }

  private static func ledgerPath(_ arguments: Arguments) -> String {
    if let path = arguments["file"] ?? SystemEnvironment.variable("FOLDBOOK_FILE") { return path }
    let data =
      SystemEnvironment.variable("XDG_DATA_HOME") ?? (SystemEnvironment.variable("HOME") ?? ".") + "/.local/share"
    return data + "/foldbook/ledger.foldbook"
  }

  // MARK: Output

  func print(_ text: String) throws {
    try FileAccess.write(Array(text.utf8), to: STDOUT_FILENO)
  }

  func print(_ bytes: [UInt8]) throws {
    try FileAccess.write(bytes, to: STDOUT_FILENO)
  }

  /// A remark on standard error.
  func remark(_ text: String) throws {
    if !isQuiet { try FileAccess.write(Array(("foldbook: " + Terminal.safe(text) + "\n").utf8), to: STDERR_FILENO) }
  }

  /// Prints a report in the form that was asked for.
  func print(
    json: @autoclosure () -> [UInt8], csv: (() -> [UInt8])? = nil, text: @autoclosure () -> String
  ) throws {
    if printsJSON { return try print(json()) }
    if printsCSV {
      guard let csv else { throw UsageError(reason: "this command prints no table; --csv is not for it", command: nil) }
      return try print(csv())
    }
    try print(text())
  }

  var renderer: TextRenderer { TextRenderer(style: style) }

  // MARK: The ledger

  func openForReading() throws -> Ledger {
    let ledger = try Ledger.open(path: path, isReadOnly: true)
    for warning in ledger.warnings { try remark(warning) }
    return ledger
  }

  func openForWriting() throws -> Ledger {
    let ledger = try Ledger.open(path: path, isReadOnly: false)
    for warning in ledger.warnings { try remark(warning) }
    return ledger
  }

  /// Whether there is anything at the ledger's path.
  var ledgerExists: Bool {
    get throws {
      // A symbolic link that leads to itself is something too.
      if access(path, F_OK) == 0 || errno == ELOOP { return true }
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw FileAccess.failure(path)
    }
  }

  /// Who writes, for others that wait.
  var writer: Ledger.Writer {
    Ledger.Writer(command: words.name, start: now)
  }

  /// Appends one commit of the events that the body decides and reports it.
  func change(
    notes: [String] = [], _ body: (LedgerView, Position) throws -> [Event]
  ) throws -> ChangeReport {
    try change(in: openForWriting(), notes: notes, body)
  }

  func change(
    in ledger: Ledger, notes: [String] = [], _ body: (LedgerView, Position) throws -> [Event]
  ) throws -> ChangeReport {
    try ledger.write(as: writer) { try change(in: $0, notes: notes, body) }
  }

  func change(
    in transaction: LedgerTransaction, notes: [String] = [], _ body: (LedgerView, Position) throws -> [Event]
  ) throws -> ChangeReport {
    try transaction.change(recordedAt: now, command: commandLine, notes: notes, body)
  }

  func printChange(_ report: ChangeReport) throws {
    try acknowledge(report.commit) {
      try print(json: JSONRenderer.render(report), text: renderer.render(report))
    }
  }

  /// Prints what was done; where that fails, the error says that it was done all the same.
  func acknowledge(_ commit: CommitNumber?, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as CommandError {
      guard let commit else { throw error }
      throw CommandError(code: error.code, reason: "commit \(commit) was made, but not acknowledged: \(error.reason)")
    }
  }

  /// The decimal mark of the person's locale.
  var decimalMark: DecimalMark { style.numbers.decimalMark }
}
