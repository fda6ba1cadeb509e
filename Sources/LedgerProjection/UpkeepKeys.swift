import LedgerDomain
import LedgerJournal

/// What events give, take or change beside transactions and budgets, as keys that are equal where the thing is the same.
enum UpkeepKeys {
  /// - Parameter directory: for what is called how now.
  static func of(_ event: Event, _ directory: LedgerDirectory) -> [String] {
    switch event {
    case .accountReinstated(let id): directory.account(id).map { [named("account", $0.name)] } ?? []
    case .categoryReinstated(let id): directory.category(id).map { [named("category", $0.name)] } ?? []
    case .accountOpened(let account): [named("account", account.name)]
    case .accountRenamed(let id, let name, let previous):
      ["account \(id.index) name", named("account", name), named("account", previous)]
    case .accountClosed(let id), .accountReopened(let id): ["account \(id.index) closed"]
    case .accountAsserted(let asserted): ["account \(asserted.account.index) on \(asserted.day)"]
    case .categoryDefined(_, let name, _): [named("category", name)]
    case .categoryRenamed(let id, let name, let previous):
      ["category \(id.index) name", named("category", name), named("category", previous)]
    case .categoryKindChanged(let id, _, _): ["category \(id.index) kind"]
    case .categoryAliasSet(let alias): [named("category word", alias.word)]
    case .merchantRenamed(let id, let name, let previous):
      ["merchant \(id.index) name", named("merchant", name), named("merchant", previous)]
    case .merchantMerged(let id, let target), .merchantSeparated(let id, let target):
      ["merchant \(id.index) merged", "merchant \(target.index) merged"]
    case .ruleSet(let set): ["rule \(set.number)"]
    case .transferDecided(let decided):
      ["transfer of \(decided.pair.outgoing.position)", "transfer of \(decided.pair.incoming.position)"]
    default: []
    }
  }

  private static func named(_ kind: String, _ name: String) -> String { "\(kind) called \(FoldedName(name).text)" }
}
