/// Another program that keeps a journal in plain text, and how it is asked for what its journal says.
public enum JournalProgram: String, Sendable, Hashable, CaseIterable {
  case hledger, ledger, beancount

  /// The format of what it prints.
  public var format: ImportFormat {
    switch self {
    case .hledger: .hledger
    case .ledger: .ledger
    case .beancount: .beancount
    }
  }

  /// What is run, found by its name.
  public var command: String {
    switch self {
    case .hledger: "hledger"
    case .ledger: "ledger"
    case .beancount: "bean-query"
    }
  }

  /// What to install where it is missing.
  public var package: String {
    switch self {
    case .hledger: "hledger (Debian's package hledger)"
    case .ledger: "Ledger (Debian's package ledger)"
    case .beancount: "Beancount's bean-query (Debian's package beancount, or 'pip install beancount beanquery')"
    }
  }

  /// The words of a call that prints a journal's transactions.
  ///
  /// - Parameter path: a file; one that begins with a dash or looks like a reader's prefix is none of the program's business.
  public func arguments(path: String) -> [String] {
    let file = path.hasPrefix("/") ? path : "./" + path
    switch self {
    case .hledger: return ["--file=" + file, "print", "--output-format=json"]
    case .ledger: return ["--args-only", "--file", file, "csv", "--csv-format", JournalProgram.ledgerFormat]
    case .beancount: return ["-f", "csv", file, JournalProgram.beancountQuery]
    }
  }

  /// What stands before the output, which has no titles of its own.
  public var outputTitles: String {
    self == .ledger ? JournalProgram.ledgerColumns.map(\.title).joined(separator: ",") + "\n" : ""
  }

  private static let ledgerColumns: [(title: String, value: String)] = [
    ("txnidx", "xact.beg_line"), ("line", "beg_line"), ("filename", "xact.filename"),
    ("date", "format_date(date, \"%Y-%m-%d\")"), ("date2", "xact.aux_date ? \"=\" : \"\""),
    ("status", "cleared ? \"*\" : (pending ? \"!\" : \"\")"), ("code", "code"), ("description", "payee"),
    ("account", "display_account"), ("amount", "quantity(scrub(amount))"),
    ("commodity", "commodity(scrub(amount))"), ("virtual", "virtual"), ("posting-comment", "join(note)"),
  ]

  private static var ledgerFormat: String {
    ledgerColumns.map { "%(quoted(\($0.value)))" }.joined(separator: ",") + "\n"
  }

  private static let beancountQuery =
    "SELECT id, filename, lineno, date, flag, payee, narration, joinstr(tags) AS tags, account, str(number) AS number, "
    + "currency, getitem(open_meta(account), 'name') AS label, any_meta('id') AS reference"

  /// Which program's journal a file is: by its name, else by what it says; nil where either could be.
  public static func ofJournal(path: String, head: [UInt8]) -> JournalProgram? {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    switch ending {
    case "journal", "hledger", "j": return .hledger
    case "ledger", "ldg": return .ledger
    case "beancount", "bean": return .beancount
    default: break
    }
    for line in String(decoding: head.prefix(65_536), as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line.hasPrefix("option \"") || line.hasPrefix("plugin \"") { return .beancount }
      let words = line.split(separator: " ")
      guard words.count > 2, JournalProgram.isDate(words[0]) else { continue }
      if words[1] == "open", words[2].contains(":") { return .beancount }
      if words[1] == "txn" || words[1] == "commodity" || words[1] == "balance" { return .beancount }
    }
    return ending == "dat" ? .ledger : nil
  }

  private static func isDate(_ text: Substring) -> Bool {
    text.utf8.count == 10 && text.split(separator: "-").map(\.utf8.count) == [4, 2, 2]
  }

  /// Whether a file is a table that the program prints without titles: rows of eight quoted cells that begin with a date.
  public func isTable(_ bytes: [UInt8]) -> Bool {
    guard self == .ledger, bytes.first == 0x22 else { return false }
    let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(4_096), as: UTF8.self)
    let date = line.dropFirst().prefix { $0 != "\"" }
    return line.split(separator: ",", omittingEmptySubsequences: false).count >= 8
      && date.allSatisfy { $0.isNumber || "-/.".contains($0) } && date.contains { $0.isNumber }
  }

  /// Whether a file is what a program prints rather than a journal: the format of it.
  public static func output(in bytes: [UInt8]) -> ImportFormat? {
    FormatDetection.journalOutput(String(decoding: bytes.prefix(4_096), as: UTF8.self))
  }
}

extension FormatDetection {
  /// The program whose output a text begins as.
  static func journalOutput(_ head: String) -> ImportFormat? {
    let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.hasPrefix("["), start.contains("\"tcode\"") || start.contains("\"tpostings\"") { return .hledger }
    let line = start.prefix { !$0.isNewline }.lowercased()
    let titles = line.split(separator: ",").map { $0.filter { $0 != "\"" && $0 != " " } }
    guard titles.contains("account"), titles.contains("date") else { return nil }
    if titles.first == "txnidx" { return titles.contains("virtual") ? .ledger : .hledger }
    let isBeancount = titles.contains("narration") && titles.contains("id") && titles.contains("currency")
    return isBeancount && (titles.contains("number") || titles.contains("strnumber")) ? .beancount : nil
  }
}
