import Foldbook
import LedgerRender

enum TransfersCommand: Command {
  static let help = CommandHelp(
    name: "transfers",
    usage: [
      "transfers [suggest] [--days N]", "transfers link OUT IN | transfers link --sure [--days N]",
      "transfers unlink OUT IN",
    ],
    summary: "Money between own accounts: neither in nor out. Show, link or unlink pairs of transactions.",
    options: [
      OptionSpecification("days", "N", "how many days may lie between the two; 4 unless said"),
      OptionSpecification("sure", nil, "every pair of which neither has another counterpart"),
    ] + OptionSpecification.point,
    examples: [
      ("transfers", "what is linked, and what may be"), ("transfers link 40 52", "these two are one transfer"),
      ("transfers unlink 40 52", "they are none, and are not suggested again"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positional
    let rest = Array(words.dropFirst())
    let query = TransfersQuery(days: try context.arguments.count("days") ?? 4)
    switch words.first ?? "suggest" {
    case "suggest":
      try context.requireWords(rest, 0, "transfers")
      let report = try context.read { try query.report(on: $0) }
      try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    case "link" where context.arguments.has("sure"):
      try context.requireWords(rest, 0, "transfers")
      try context.printChange(
        context.change { view, _ in
          let pairs = try query.report(on: view).suggestions.filter(\.isSure).map(\.pair)
          return try Decision.linkTransfers(pairs, state: view)
        })
    case "link":
      let legs = try ids(context, rest)
      try context.printChange(
        context.change { view, _ in
          try Decision.linkTransfers([Decision.transferPair(legs[0], legs[1], state: view)], state: view)
        })
    case "unlink":
      let legs = try ids(context, rest)
      try context.printChange(
        context.change { view, _ in
          // What is linked can be parted whatever became of it since.
          let pairs = [(legs[0], legs[1]), (legs[1], legs[0])].map { TransferPair(outgoing: $0.0, incoming: $0.1) }
          let linked = pairs.first { view.directory.transfers[$0] == .linked }
          let pair = try linked ?? Decision.transferPair(legs[0], legs[1], state: view)
          return try Decision.separateTransfer(
            pair, settings: TransfersQuery.settingsBefore(pair, on: view), state: view)
        })
    default:
      throw UsageError(reason: "'\(words[0])' is not suggest, link or unlink", command: "transfers")
    }
    return .done
  }

  private static func ids(_ context: Context, _ words: [String]) throws -> [TransactionID] {
    try context.requireWords(words, 2, "transfers")
    // The same id twice is refused by the decision, with the reason.
    return try words.map { try TargetArguments.ids([$0], command: "transfers")[0] }
  }
}
