import Foldbook
import LedgerRender

/// The upkeep of names behind `accounts`, `categories` and `merchants`; each says whether the words were for it.
enum NameUpkeep {
  static func accounts(_ context: Context, _ words: [String]) throws -> Bool {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "rename":
      try context.requireWords(rest, 2, "accounts")
      try change(context) { try Decision.renameAccount(rest[0], to: rest[1], state: $0) }
    case "close":
      try context.requireWords(rest, 1, "accounts")
      try change(context) { try Decision.closeAccount(rest[0], state: $0) }
    case "reopen":
      try context.requireWords(rest, 1, "accounts")
      try change(context) { try Decision.reopenAccount(rest[0], state: $0) }
    default: return false
    }
    return true
  }

  static func categories(_ context: Context, _ words: [String]) throws -> Bool {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "rename":
      try context.requireWords(rest, 2, "categories")
      try change(context) { try Decision.renameCategory(rest[0], to: rest[1], state: $0) }
    case "kind":
      try context.requireWords(rest, 2, "categories")
      guard let kind = CategoryKind(name: rest[1]) else {
        throw UsageError(reason: "'\(rest[1])' is not expense, income or transfer", command: "categories")
      }
      try change(context) { try Decision.changeKind(ofCategory: rest[0], to: kind, state: $0) }
    case "merge":
      try context.requireWords(rest, 2, "categories")
      try change(context) { view in
        try Decision.removeCategory(rest[0], into: rest[1], ids: ids(of: rest[0], view), state: view)
      }
    case "remove":
      try context.requireWords(rest, 1, "categories")
      try change(context) { view in
        try Decision.removeCategory(rest[0], into: nil, ids: ids(of: rest[0], view), state: view)
      }
    case "alias": try categoryAlias(context, rest)
    default: return false
    }
    return true
  }

  private static func categoryAlias(_ context: Context, _ words: [String]) throws {
    if context.arguments.has("remove") {
      try context.requireWords(words, 1, "categories")
      return try change(context) { try Decision.setCategoryAlias(words[0], to: nil, state: $0) }
    }
    if words.isEmpty {
      let report = try context.read { try CategoryAliasesQuery().report(on: $0) }
      return try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    }
    try context.requireWords(words, 2, "categories")
    try change(context) { try Decision.setCategoryAlias(words[0], to: words[1], state: $0) }
  }

  static func merchants(_ context: Context, _ words: [String]) throws -> Bool {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "rename":
      try context.requireWords(rest, 2, "merchants")
      try change(context) { view in
        let merchant = try MerchantSelection.find(rest[0], view: view)
        return try Decision.renameMerchant(
          merchant, called: view.merchantName(merchant), to: rest[1], state: view)
      }
    case "merge":
      guard rest.count >= 2 else {
        throw UsageError(reason: "the merchants and the one that they are now are expected", command: "merchants")
      }
      try change(context) { view in
        let target = try MerchantSelection.find(rest[rest.count - 1], view: view)
        return try Decision.mergeMerchants(
          rest.dropLast().map { try MerchantSelection.find($0, view: view) }, into: target,
          called: view.merchantName(target), state: view)
      }
    case "separate":
      try context.requireWords(rest, 1, "merchants")
      try change(context) { view in
        guard let merchant = try view.merchant(named: rest[0]) else {
          throw NameError.unknown(kind: "merchant", name: rest[0], nearest: [])
        }
        return try Decision.separateMerchant(merchant, called: rest[0], state: view)
      }
    case "suggest":
      try context.requireWords(rest, 0, "merchants")
      let report = try context.read { try MerchantSuggestionsQuery().report(on: $0) }
      try context.print(json: JSONRenderer.render(report), text: context.renderer.render(report))
    default: return false
    }
    return true
  }

  private static func change(_ context: Context, _ decide: (LedgerView) throws -> [Event]) throws {
    try context.printChange(context.change { view, _ in try NameHints.hinting(view) { try decide(view) } })
  }

  /// The live transactions of the category alone.
  private static func ids(of name: String, _ view: LedgerView) throws -> [TransactionID] {
    guard try view.category(named: name)?.isRemoved == false else { throw Refusal.unknownCategory(name) }
    return try ListQuery(query: TransactionQuery(terms: [.category(name)])).ids(on: view)
  }
}
