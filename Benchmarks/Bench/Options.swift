/// An option that can't be read.
struct OptionError: Error {
  var reason: String
}

/// What a run of benchmarks is asked for.
struct Options {
  var names: [String] = []
  /// How many events the ledger has, or how many rows the table.
  var eventCount = 100_000
  /// Where the data lie.
  var folder = ".build/bench"
  /// The built `foldbook`, for benchmarks of whole processes.
  var program: String?
  var threadCount = 1
  /// How often a benchmark that changes nothing is run in its process; its median is printed.
  var repeatCount = 1
  /// Whether the fold checks the blocks' checksums first.
  var verifies = false
  var printsJSON = false

  init(parsing words: [String]) throws(OptionError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--events": eventCount = try Options.number(word, &rest, atLeast: 1_000)
      case "--threads": threadCount = try Options.number(word, &rest, atLeast: 1)
      case "--repeat": repeatCount = try Options.number(word, &rest, atLeast: 1)
      case "--folder": folder = try Options.value(word, &rest)
      case "--program": program = try Options.value(word, &rest)
      case "--verify": verifies = true
      case "--json": printsJSON = true
      default:
        guard !word.hasPrefix("-") else { throw OptionError(reason: "'\(word)' is not an option") }
        names.append(word)
      }
    }
  }

  private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
    guard let value = rest.popFirst() else { throw OptionError(reason: "\(name) lacks its value") }
    return value
  }

  private static func number(
    _ name: String, _ rest: inout ArraySlice<String>, atLeast minimum: Int
  ) throws(OptionError) -> Int {
    let text = try value(name, &rest)
    guard let number = Int(text.filter { $0 != "_" }), number >= minimum else {
      throw OptionError(reason: "\(name): '\(text)' is not a number from \(minimum) on")
    }
    return number
  }
}
