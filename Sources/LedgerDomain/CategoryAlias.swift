/// What a file's word for a category means from now on, where it is no category's name.
///
/// A category that was renamed, merged or removed leaves its name behind as such a word, so that the next file does not
/// bring it back.
public struct CategoryAliasSet: Sendable, Hashable {
  public var word: String
  /// Nil: the word means nothing in particular again, as a word that no file used before. Uncategorised: rows with the word
  /// are treated as if they had none.
  public var category: CategoryID?
  public var previous: CategoryID?

  public init(word: String, category: CategoryID?, previous: CategoryID?) {
    self.word = word
    self.category = category
    self.previous = previous
  }
}

extension Decision {
  /// The events of keeping what a file's word means; none where it means that already.
  ///
  /// - Parameter name: the category; nil takes the word back.
  public static func setCategoryAlias<State: KnownState>(
    _ word: String, to name: String?, state: State
  ) throws -> [Event] {
    let trimmed = word.trimmed
    try check(name: trimmed)
    if let known = try state.category(named: trimmed), !known.isRemoved { throw Refusal.nameTaken(known.name) }
    let category = try name.map { try knownCategory(named: $0, state: state).id }
    if category == nil, try state.categoryAlias(named: trimmed) == nil { throw Refusal.unknownAlias(trimmed) }
    return try aliasEvent(trimmed, category, state: state).map { [$0] } ?? []
  }

  /// The event of keeping what a word means; nil where it means that already.
  public static func aliasEvent<State: KnownState>(
    _ word: String, _ category: CategoryID?, state: State
  ) throws -> Event? {
    let kept = try state.categoryAlias(named: word) ?? word
    let previous = state.directory.categoryAliases[kept]
    if previous == category { return nil }
    return .categoryAliasSet(CategoryAliasSet(word: kept, category: category, previous: previous))
  }

  /// The events by which a category that goes away leaves its name, and every word that meant it, to another.
  static func handAliasesOn<State: KnownState>(
    of category: Category, to other: CategoryID, state: State
  ) throws -> [Event] {
    let words = state.directory.categoryAliases.filter { $0.value == category.id }.keys.sorted()
    var events: [Event] = words.map {
      .categoryAliasSet(CategoryAliasSet(word: $0, category: other, previous: category.id))
    }
    if !words.contains(category.name), let own = try aliasEvent(category.name, other, state: state) {
      events.append(own)
    }
    return events
  }
}
