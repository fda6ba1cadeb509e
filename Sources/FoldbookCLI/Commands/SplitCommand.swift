import Foldbook
import LedgerRender

enum SplitCommand: Command {
  static let help = CommandHelp(
    name: "split", usage: ["split ID CATEGORY=AMOUNT... [CATEGORY]", "split ID --remove [--to CATEGORY]"],
    summary: "Give the parts of a transaction categories of their own; they come to the whole, to the cent.",
    options: [
      OptionSpecification("remove", nil, "make it one again"),
      OptionSpecification("to", "CATEGORY", "with --remove: its category, else Uncategorised"),
    ],
    examples: [
      ("split 42 Groceries=61.20 Household=18.30", "two parts of 79.50"),
      ("split 42 Groceries=61.20 Household", "the second takes the rest"),
      ("split 43 Salary=3000 Taxes=-500", "2,500 came in: a part with a sign goes the way that it says"),
      ("split 42 --remove --to Groceries", "one category again"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let ids = try TargetArguments.ids(Array(arguments.positional.prefix(1)), command: "split")
    let words = Array(arguments.positional.dropFirst())
    if arguments.has("remove") {
      guard words.isEmpty else { throw UsageError(reason: "either parts or --remove", command: "split") }
      let report = try context.change { view, _ in
        try NameHints.hinting(view) { try Decision.removeSplit(ids[0], to: arguments["to"], state: view) }
      }
      try context.printChange(report)
      return .done
    }
    guard !words.isEmpty else {
      throw UsageError(reason: "parts such as Groceries=12.50 are expected, or --remove", command: "split")
    }
    guard arguments["to"] == nil else { throw UsageError(reason: "--to goes with --remove", command: "split") }
    let report = try context.change { view, _ in
      let transaction = try view.transaction(ids[0])
      let digits = transaction.flatMap { view.directory.account($0.values.account) }?.currency.minorUnitDigits ?? 2
      let isOut = (transaction?.values.amount ?? .zero) < .zero
      let parts = try words.map { try part($0, isOut: isOut, digits: digits, context) }
      return try NameHints.hinting(view) { try Decision.split(ids[0], into: parts, state: view) }
    }
    try context.printChange(report)
    return .done
  }

  /// `CATEGORY=AMOUNT`, without a sign in the direction of the whole; or a category alone, which takes the rest.
  private static func part(_ word: String, isOut: Bool, digits: Int, _ context: Context) throws -> AskedPart {
    guard let mark = word.lastIndex(of: "=") else { return AskedPart(category: word, amount: nil) }
    let category = String(word[..<mark])
    let text = String(word[word.index(after: mark)...])
    let amount = try AmountArgument.read(text, digits: digits, context: context)
    let isSigned = text.hasPrefix("+") || text.hasPrefix("-")
    return AskedPart(category: category, amount: isOut && !isSigned ? -amount : amount)
  }

  /// What a change by query says of the splits that it left.
  static func leftNote(_ count: Int) -> String {
    count == 1
      ? "1 split was left as it is; 'foldbook split ID' changes its parts"
      : "\(count) splits were left as they are; 'foldbook split ID' changes the parts of one"
  }
}
