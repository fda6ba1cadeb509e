import Foldbook

/// Names of accounts and categories as plain arrays, the reference that random commands about names are compared with.
///
/// An account or a category is its place in an array, whatever it is called; what an undo takes back is the state before.
struct ModelNames: Equatable {
  struct Category: Equatable {
    var name: String
    var kind: CategoryKind
    /// Removed by a person; an addition of the same name and kind brings it back.
    var isRemoved = false
    var budget: Money?
  }

  struct Row: Equatable {
    var account: Int
    var category: Int
  }

  /// What a word of files means, by the spelling that it was first kept in; places of categories.
  struct Alias: Equatable {
    var word: String
    var category: Int
  }

  var accounts: [String] = []
  var categories: [Category] = []
  var aliases: [Alias] = []
  var rows: [TransactionID: Row] = [:]

  // MARK: Looking up

  private static func areSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  func account(_ name: String) -> Int? { accounts.firstIndex { ModelNames.areSame($0, name) } }

  func category(_ name: String) -> Int? {
    categories.firstIndex { !$0.isRemoved && ModelNames.areSame($0.name, name) }
  }

  private func alias(_ word: String) -> Int? { aliases.firstIndex { ModelNames.areSame($0.word, word) } }

  static let uncategorised = 0

  // MARK: Changing; false where it is refused

  mutating func addAccount(_ name: String) -> Bool {
    if account(name) != nil { return false }
    accounts.append(name)
    return true
  }

  mutating func renameAccount(_ name: String, to new: String) -> Bool {
    guard let place = account(name) else { return false }
    if let other = account(new), other != place { return false }
    accounts[place] = new
    return true
  }

  mutating func addCategory(_ name: String, _ kind: CategoryKind) -> Bool {
    if category(name) != nil { return false }
    _ = define(name, kind)
    return true
  }

  private mutating func define(_ name: String, _ kind: CategoryKind) -> Int {
    // The last of the name is the one that may come back.
    if let former = categories.lastIndex(where: { ModelNames.areSame($0.name, name) }),
      categories[former].name == name, categories[former].kind == kind
    {
      categories[former].isRemoved = false
      return former
    }
    categories.append(Category(name: name, kind: kind))
    return categories.count - 1
  }

  mutating func renameCategory(_ name: String, to new: String) -> Bool {
    guard let place = category(name), place != ModelNames.uncategorised else { return false }
    if let other = category(new), other != place { return false }
    let former = categories[place].name
    categories[place].name = new
    // The old name goes on meaning the category in files, unless it is the same name in another spelling.
    if !ModelNames.areSame(former, new) { setAlias(former, place) }
    return true
  }

  /// - Parameter target: nil where its rows go nowhere, so that it may have none.
  mutating func removeCategory(_ name: String, into target: String?) -> Bool {
    guard let place = category(name), place != ModelNames.uncategorised else { return false }
    var heir = ModelNames.uncategorised
    if let target {
      guard let other = category(target), other != place else { return false }
      heir = other
    } else if rows.values.contains(where: { $0.category == place }) {
      return false
    }
    for id in rows.keys where rows[id]?.category == place { rows[id]?.category = heir }
    for index in aliases.indices where aliases[index].category == place { aliases[index].category = heir }
    setAlias(categories[place].name, heir)
    categories[place].isRemoved = true
    categories[place].budget = nil
    return true
  }

  /// The same with the categories that a later state has besides, as removed ones: an undo leaves them so.
  func keepingGone(of later: ModelNames) -> ModelNames {
    var state = self
    for var category in later.categories.dropFirst(categories.count) {
      category.isRemoved = true
      category.budget = nil
      state.categories.append(category)
    }
    return state
  }

  mutating func setKind(_ name: String, _ kind: CategoryKind) -> Bool {
    guard let place = category(name), place != ModelNames.uncategorised else { return false }
    categories[place].kind = kind
    return true
  }

  mutating func setBudget(_ name: String, _ amount: Money) -> Bool {
    guard let place = category(name) else { return false }
    categories[place].budget = amount
    return true
  }

  /// - Parameter name: nil forgets the word.
  mutating func setAlias(_ word: String, toCategory name: String?) -> Bool {
    if category(word) != nil { return false }
    guard let name else {
      guard let known = alias(word) else { return false }
      aliases.remove(at: known)
      return true
    }
    guard let place = category(name) else { return false }
    setAlias(word, place)
    return true
  }

  private mutating func setAlias(_ word: String, _ place: Int) {
    if let known = alias(word) {
      aliases[known].category = place
    } else {
      aliases.append(Alias(word: word, category: place))
    }
  }

  mutating func add(_ id: TransactionID, account name: String, category word: String?) -> Bool {
    guard let account = account(name) else { return false }
    guard let category = word.map(category) ?? .some(ModelNames.uncategorised) else { return false }
    rows[id] = Row(account: account, category: category)
    return true
  }

  /// A row of a file: the account of its name, made where there is none, and what its word means.
  ///
  /// - Parameters:
  ///   - map: words and the categories that a person's map gives them.
  ///   - meanings: what the words of the same import mean so far: one thing each, whatever its rows define later.
  mutating func importRow(
    _ id: TransactionID, account name: String, word: String, map: [String: String], meanings: inout [String: Int]
  ) {
    if account(name) == nil { accounts.append(name) }
    guard let account = account(name) else { return }
    let category = meanings[word.lowercased()] ?? meaning(of: word, map: map)
    meanings[word.lowercased()] = category
    rows[id] = Row(account: account, category: category)
  }

  private mutating func meaning(of word: String, map: [String: String]) -> Int {
    if word.isEmpty { return ModelNames.uncategorised }
    if let target = map.first(where: { ModelNames.areSame($0.key, word) })?.value {
      let place = category(target) ?? define(target, .expense)
      // The next file needs no map.
      if category(word) == nil { setAlias(word, place) }
      return place
    }
    if let place = category(word) { return place }
    if let known = alias(word), !categories[aliases[known].category].isRemoved { return aliases[known].category }
    return define(word, ModelNames.kind(word))
  }

  private static func kind(_ word: String) -> CategoryKind {
    switch word.lowercased() {
    case "wages": .income
    case "transfer": .transfer
    default: .expense
    }
  }
}
