import Foldbook

/// An option that a command knows.
struct OptionSpecification {
  var name: String
  /// What its value is called in help; nil for a flag.
  var value: String?
  var help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// A command line taken apart by a command's specification.
struct Arguments {
  private(set) var positional: [String] = []
  // A command line is short: lists are searched sooner than dictionaries are made.
  private var values: [(option: String, value: String)] = []
  private var flags: [String] = []

  /// The options of every command.
  static let global: [OptionSpecification] = [
    OptionSpecification("file", "PATH", "the ledger file (also -f; else FOLDBOOK_FILE, else the data folder)"),
    OptionSpecification("now", "TIME", "the clock: an instant or a date"),
    OptionSpecification("json", nil, "print JSON"),
    OptionSpecification("csv", nil, "print CSV where a table is printed"),
    OptionSpecification("color", "WHEN", "auto, always or never"),
    OptionSpecification("quiet", nil, "print no remarks (also -q)"),
    OptionSpecification("help", nil, "print help (also -h)"),
    OptionSpecification("version", nil, "print the version"),
  ]

  private static func long(_ short: String) -> String? {
    switch short {
    case "-f": "--file"
    case "-q": "--quiet"
    case "-h": "--help"
    case "-n": "--limit"
    default: nil
    }
  }

  /// Takes arguments apart.
  ///
  /// A word that begins with a dash and a digit, or a point, is an argument: `-8.40` is an amount. `--` ends the options.
  init(_ words: [String], options: [OptionSpecification], command: String?) throws {
    let known = options + Arguments.global
    var index = 0
    var endsOptions = false
    while index < words.count {
      var word = words[index]
      index += 1
      if endsOptions || !Arguments.isOption(word) {
        positional.append(word)
        continue
      }
      if word == "--" {
        endsOptions = true
        continue
      }
      if let long = Arguments.long(word) {
        word = long
      } else if word.utf8.starts(with: "-f".utf8) {
        word = "--file=" + word.dropFirst(2)
      }
      let parts = word.utf8.dropFirst(2).split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(Substring(parts[0]))
      guard word.utf8.starts(with: "--".utf8), let option = known.first(where: { $0.name == name }) else {
        throw UsageError(reason: "the option '\(word)' is not known", command: command)
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError(reason: "--\(name) takes no value", command: command) }
        flags.append(name)
      } else if parts.count == 2 {
        values.append((name, String(Substring(parts[1]))))
      } else if index < words.count {
        values.append((name, words[index]))
        index += 1
      } else {
        throw UsageError(reason: "--\(name) needs a value: \(option.value ?? "")", command: command)
      }
    }
  }

  /// Looked at in bytes: characters would need the tables of how they join, which are not in memory yet when a command starts.
  static func isOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.first == 0x2D, let second = bytes.dropFirst().first else { return false }
    if second >= 0x80 { return word.dropFirst().first?.isNumber != true }
    return !(0x30...0x39).contains(second) && second != 0x2E && second != 0x2C
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  subscript(option: String) -> String? { values.last { $0.option == option }?.value }

  /// The value of an option read in some way; an unreadable one is bad input.
  func parsed<Value>(_ option: String, expected: String, _ read: (String) -> Value?) throws -> Value? {
    guard let text = self[option] else { return nil }
    guard let value = read(text) else {
      throw CommandError(code: .badInput, reason: "--\(option): '\(text)' is not \(expected)")
    }
    return value
  }

  func day(_ option: String) throws -> CalendarDay? {
    try parsed(option, expected: "a date like 2026-10-20") { CalendarDay($0) }
  }

  func currency(_ option: String) throws -> Currency? {
    try parsed(option, expected: "an ISO 4217 currency code like EUR") { Currency($0) }
  }

  /// A whole number that is not negative; anything else is a wrong command line.
  func count(_ option: String) throws -> Int? {
    guard let text = self[option] else { return nil }
    guard let value = Int(text), value >= 0 else {
      throw UsageError(reason: "--\(option): '\(text)' is not a number", command: nil)
    }
    return value
  }

  /// What an option's word stands for; nil where it was not given, and then the choices are not made either.
  func choice<Value>(_ option: String, _ choices: @autoclosure () -> [String: Value]) throws -> Value? {
    guard let text = self[option] else { return nil }
    let choices = choices()
    guard let value = choices[text] else {
      throw UsageError(
        reason: "--\(option): '\(text)' is not one of " + choices.keys.sorted().joined(separator: ", "), command: nil)
    }
    return value
  }
}
