import Foldbook

/// A ledger as plain arrays, the reference that the real one is compared with.
///
/// Nothing is added up ahead of a question. What holds is whatever the commits in force assigned, in their order; a commit
/// is in force unless an undo in force names it. The real ledger appends inverses instead: both must say the same.
struct ModelLedger {
  /// One assignment that a commit made.
  enum Change {
    case add(ModelRow)
    /// - Parameter endsSplit: whether the row had parts until now.
    case setCategory(TransactionID, String, order: Int, endsSplit: Bool = false)
    case split(TransactionID, [ModelPart], order: Int)
    case delete(TransactionID)
    /// Brought back by an import, as it was.
    case restore(TransactionID)
    /// The bank reports a row that was added by hand.
    case match(TransactionID, ModelFileRow)
    /// Two rows that are one transfer, and those of them whose category became that of transfers; the order where a person
    /// said so, nil where an import found it.
    case link(TransferPair, recategorised: [TransactionID], order: Int? = nil)
    /// Two rows that are none, and what they get back.
    case unlink(TransferPair, [TransactionID: ModelSetting], order: Int)
    case setDay(TransactionID, CalendarDay)
    case setAmount(TransactionID, Money)
    case setAccount(TransactionID, String)
    case setMerchant(TransactionID, String)
    case setNote(TransactionID, String?)
    case openAccount(ModelAccount)
    case setClosed(String, Bool)
    case setKind(String, CategoryKind)
    /// Nil takes the rule away.
    case setRule(UInt32, ModelRule?)
    case applyRule(TransactionID, String)
    case assert(String, CalendarDay, Money?)
    /// Merchants by the name that they were first given.
    case renameMerchant(String, from: String, to: String)
    case mergeMerchant(String, into: String)
    case separateMerchant(String, from: String)
    case defineCategory(String, CategoryKind)
    case setBudget(String?, YearMonth, Money)
    case setStartDay(Int)
  }

  struct Commit {
    var changes: [Change] = []
    /// The commits that this one took back.
    var undoes: [CommitNumber] = []
    /// The rows that an import took its rows for duplicates of.
    var matched: [TransactionID] = []
    /// The accounts and categories that its changes put rows into.
    fileprivate(set) var uses: Set<String> = []
    /// Those that rows go back to when it is taken back.
    fileprivate(set) var needs: Set<String> = []
  }

  let baseCurrency: Currency
  /// By number, from 1; the first created the ledger.
  private(set) var commits: [Commit] = [Commit()]
  /// Merchants by lower-case name with their first spelling; nothing takes a merchant away.
  private(set) var merchants: [String: String] = [:]
  /// What holds now.
  private(set) var state: ModelState

  init(baseCurrency: Currency) {
    self.baseCurrency = baseCurrency
    state = ModelState(baseCurrency: baseCurrency)
  }

  mutating func append(_ commit: Commit) {
    var commit = commit
    commit.uses = ModelLedger.uses(commit.changes, before: state)
    commit.needs = ModelLedger.needs(commit.changes, before: state)
    commits.append(commit)
    if commit.undoes.isEmpty {
      for change in commit.changes { state.apply(change) }
      return
    }
    state = ModelState(baseCurrency: baseCurrency)
    let inForce = isInForce
    for number in commits.indices where inForce[number] {
      for change in commits[number].changes { state.apply(change) }
    }
  }

  /// The merchant's first spelling; this one where the name is new.
  mutating func merchant(_ name: String) -> String {
    let key = name.lowercased()
    if let renamed = state.merchantNames.first(where: { $0.value.lowercased() == key }) { return renamed.key }
    if let known = merchants[key] { return known }
    merchants[key] = name
    return name
  }

  /// The number that the next new rule gets; none is given twice.
  var nextRuleNumber: UInt32 {
    let numbers = commits.flatMap(\.changes).compactMap { change in
      if case .setRule(let number, _) = change { number } else { nil }
    }
    return (numbers.max() ?? 0) + 1
  }

  /// By index of `commits`.
  private var isInForce: [Bool] { isInForce(without: []) }

  /// The same as if some undos were taken back.
  private func isInForce(without undos: Set<CommitNumber>) -> [Bool] {
    var result = [Bool](repeating: true, count: commits.count)
    for number in commits.indices.reversed() where result[number] && !undos.contains(CommitNumber(number + 1)) {
      for undone in commits[number].undoes { result[Int(undone) - 1] = false }
    }
    return result
  }

  /// The numbers of the changes in force, undos apart, oldest first; commit 1 is not among them.
  var standing: [CommitNumber] {
    let inForce = isInForce
    return commits.indices.filter { $0 > 0 && inForce[$0] && commits[$0].undoes.isEmpty }.map { CommitNumber($0 + 1) }
  }

  /// The newest undo in force that took changes back, not undos.
  var newestUndo: CommitNumber? {
    let inForce = isInForce
    return commits.indices.last { index in
      inForce[index] && commits[index].undoes.contains { commits[Int($0) - 1].undoes.isEmpty }
    }
    .map { CommitNumber($0 + 1) }
  }

  // MARK: Places

  private static func uses(_ changes: [Change], before state: ModelState) -> Set<String> {
    var result: Set<String> = []
    for change in changes {
      switch change {
      case .add(let row): result.formUnion(["account \(row.account)", "category \(row.category)"])
      case .setCategory(_, let name, _, _): result.insert("category \(name)")
      case .setAccount(_, let name): result.insert("account \(name)")
      case .split(_, let parts, _): result.formUnion(parts.map { "category \($0.category)" })
      case .restore(let id): result.formUnion(places(of: id, state))
      case .setBudget(let category?, _, _): result.insert("category \(category)")
      case .assert(let account, _, _): result.insert("account \(account)")
      case .applyRule(_, let category): result.insert("category \(category)")
      case .unlink(_, let settings, _): result.formUnion(settings.values.map { "category \($0.category)" })
      default: break
      }
    }
    return result
  }

  private static func needs(_ changes: [Change], before state: ModelState) -> Set<String> {
    var result: Set<String> = []
    for change in changes {
      switch change {
      case .delete(let id): result.formUnion(places(of: id, state))
      case .setCategory(let id, _, _, _):
        result.formUnion(categories(of: id, state))
      case .split(let id, _, _), .applyRule(let id, _): result.formUnion(categories(of: id, state))
      case .link(_, let recategorised, _?):
        for id in recategorised { result.formUnion(categories(of: id, state)) }
      case .unlink(_, let settings, _):
        for id in settings.keys { result.formUnion(categories(of: id, state)) }
      case .assert(let account, let day, _):
        if state.assertions[account]?[day] != nil { result.insert("account \(account)") }
      case .setAccount(let id, _):
        if let row = state.rows[id] { result.insert("account \(row.account)") }
      case .setBudget(let category?, let month, _):
        if state.budgets[category]?[month] != nil { result.insert("category \(category)") }
      default: break
      }
    }
    return result
  }

  private static func places(of id: TransactionID, _ state: ModelState) -> Set<String> {
    categories(of: id, state).union(state.rows[id].map { ["account \($0.account)"] } ?? [])
  }

  private static func categories(of id: TransactionID, _ state: ModelState) -> Set<String> {
    guard let row = state.rows[id] else { return [] }
    return Set((row.parts.isEmpty ? [row.category] : row.parts.map(\.category)).map { "category \($0)" })
  }

  /// The places that have to be there to take a commit back.
  private func needs(_ number: CommitNumber) -> Set<String> {
    self[number].undoes.isEmpty
      ? self[number].needs : self[number].undoes.reduce(into: []) { $0.formUnion(uses($1)) }
  }

  /// The places that a commit put rows into, or put them back into.
  private func uses(_ number: CommitNumber) -> Set<String> {
    self[number].undoes.isEmpty
      ? self[number].uses : self[number].undoes.reduce(into: []) { $0.formUnion(needs($1)) }
  }

  /// The places that are gone when a commit is taken back.
  private func gone(without number: CommitNumber) -> Set<String> {
    var result: Set<String> = []
    for change in self[number].changes {
      switch change {
      case .openAccount(let account): result.insert("account \(account.name)")
      case .defineCategory(let name, _): result.insert("category \(name)")
      default: break
      }
    }
    for undo in self[number].undoes {
      for undone in self[undo].undoes { result.formUnion(gone(without: undone)) }
    }
    return result
  }

  // MARK: Dependence

  /// Whether nothing in force took the commit back.
  func isInForce(_ number: CommitNumber) -> Bool { isInForce[Int(number) - 1] }

  /// The later commits that depend on one, directly or through others, oldest first; an undo of later commits cancels them
  /// and is none.
  ///
  /// An undo among them brings back what it took back, and that may depend on the commit too.
  func dependents(of number: CommitNumber) -> [CommitNumber] {
    var result: Set<CommitNumber> = []
    while let undo = addDependents(of: number, to: &result) { result.insert(undo) }
    return result.sorted()
  }

  /// Adds the commits that depend on one up to the first undo that was not known to, which is returned.
  private func addDependents(of number: CommitNumber, to result: inout Set<CommitNumber>) -> CommitNumber? {
    let inForce = isInForce(without: result)
    // What a commit depends on lies before it.
    var touched = touches(number)
    var created = creations(number)
    var needed = needs(number)
    for later in (number..<CommitNumber(commits.count)).map({ $0 + 1 }) {
      let undoes = self[later].undoes
      if !result.contains(later) {
        guard inForce[Int(later) - 1], undoes.isEmpty || undoes.contains(where: { $0 < number }) else { continue }
        // An undo puts rows back into places.
        let placed = undoes.filter { $0 < number }.reduce(into: Set<String>()) { $0.formUnion(needs($1)) }
        let isUser = !references(later).union(placed).isDisjoint(with: created)
        let takesPlace = undoes.contains { $0 < number && !gone(without: $0).isDisjoint(with: needed) }
        guard isUser || takesPlace || !touches(later, before: number).isDisjoint(with: touched) else { continue }
        if !undoes.isEmpty { return later }
        result.insert(later)
      }
      needed.formUnion(needs(later))
      touched.formUnion(touches(later))
      created.formUnion(creations(later))
    }
    return nil
  }

  /// Those of them that are there to be taken back first.
  func standingDependents(of number: CommitNumber) -> [CommitNumber] {
    dependents(of: number).filter { isInForce($0) }
  }

  private subscript(number: CommitNumber) -> Commit { commits[Int(number) - 1] }

  private static let rowFields = ["liveness", "category", "day", "amount", "account", "merchant", "note", "match"]

  /// The fields that a commit assigned, or that an undo took back of commits before a limit.
  private func touches(_ number: CommitNumber, before limit: CommitNumber = .max) -> Set<String> {
    var result: Set<String> = []
    for undone in self[number].undoes where undone < limit { result.formUnion(touches(undone)) }
    for change in self[number].changes {
      switch change {
      case .add(let row):
        result.insert("row \(row.id.position)")
        for field in ModelLedger.rowFields { result.insert("\(field) of \(row.id.position)") }
      case .setCategory(let id, _, _, let endsSplit):
        result.insert("category of \(id.position)")
        if endsSplit { result.insert("amount of \(id.position)") }
      case .split(let id, _, _): result.formUnion(["category of \(id.position)", "amount of \(id.position)"])
      case .delete(let id), .restore(let id):
        // Fields come and go with the row.
        for field in ModelLedger.rowFields { result.insert("\(field) of \(id.position)") }
      case .match(let id, _): result.insert("match of \(id.position)")
      case .link(let pair, let recategorised, _):
        for id in [pair.outgoing, pair.incoming] { result.insert("transfer of \(id.position)") }
        for id in recategorised { result.insert("category of \(id.position)") }
      case .unlink(let pair, let settings, _):
        for id in [pair.outgoing, pair.incoming] { result.insert("transfer of \(id.position)") }
        for id in settings.keys { result.insert("category of \(id.position)") }
      case .setClosed(let name, _): result.insert("closing of account \(name)")
      case .setRule(let number, _): result.insert("rule \(number)")
      case .applyRule(let id, _): result.insert("category of \(id.position)")
      case .setKind(let name, _): result.insert("kind of category \(name)")
      case .assert(let account, let day, _): result.insert("assertion of \(account) on \(day)")
      case .renameMerchant(let merchant, let former, let name):
        result.insert("name of merchant \(merchant)")
        result.formUnion([former, name].map { "merchant called \($0.lowercased())" })
      case .mergeMerchant(let merchant, let target), .separateMerchant(let merchant, let target):
        result.formUnion(["merging of merchant \(merchant)", "merging of merchant \(target)"])
      case .setDay(let id, _): result.insert("day of \(id.position)")
      case .setAmount(let id, _): result.insert("amount of \(id.position)")
      case .setAccount(let id, _): result.insert("account of \(id.position)")
      case .setMerchant(let id, _): result.insert("merchant of \(id.position)")
      case .setNote(let id, _): result.insert("note of \(id.position)")
      case .openAccount(let account): result.insert("account \(account.name)")
      case .defineCategory(let name, _): result.insert("category \(name)")
      case .setBudget(let category, let month, _): result.insert("budget \(category ?? "") \(month)")
      case .setStartDay: result.insert("start day")
      }
    }
    return result
  }

  private func creations(_ number: CommitNumber) -> Set<String> {
    var result: Set<String> = []
    for undone in self[number].undoes { result.formUnion(creations(undone)) }
    for change in self[number].changes {
      switch change {
      case .add(let row): result.insert("row \(row.id.position)")
      case .openAccount(let account): result.insert("account \(account.name)")
      case .defineCategory(let name, _): result.insert("category \(name)")
      case .match(let id, _): result.insert("bank's word on \(id.position)")
      default: break
      }
    }
    return result
  }

  /// The objects that a commit needs.
  private func references(_ number: CommitNumber) -> Set<String> {
    var result = Set(self[number].matched.flatMap { ["row \($0.position)", "bank's word on \($0.position)"] })
    for change in self[number].changes {
      switch change {
      case .add(let row): result.formUnion(["account \(row.account)", "category \(row.category)"])
      case .setCategory(let id, let name, _, _): result.formUnion(["row \(id.position)", "category \(name)"])
      case .split(let id, let parts, _):
        result.formUnion(["row \(id.position)"] + parts.map { "category \($0.category)" })
      case .setAccount(let id, let name): result.formUnion(["row \(id.position)", "account \(name)"])
      case .delete(let id), .restore(let id), .match(let id, _), .setDay(let id, _), .setAmount(let id, _),
        .setMerchant(let id, _),
        .setNote(let id, _):
        result.insert("row \(id.position)")
      case .link(let pair, _, _): for id in [pair.outgoing, pair.incoming] { result.insert("row \(id.position)") }
      case .unlink(let pair, let settings, _):
        for id in [pair.outgoing, pair.incoming] { result.insert("row \(id.position)") }
        result.formUnion(settings.values.map { "category \($0.category)" })
      case .setClosed(let name, _), .assert(let name, _, _): result.insert("account \(name)")
      case .setKind(let name, _): result.insert("category \(name)")
      case .setRule(_, let rule): if let rule { result.insert("category \(rule.category)") }
      case .applyRule(let id, let category): result.formUnion(["row \(id.position)", "category \(category)"])
      case .renameMerchant, .mergeMerchant, .separateMerchant: break
      case .setBudget(let category, _, _):
        if let category { result.insert("category \(category)") }
      case .openAccount, .defineCategory, .setStartDay: break
      }
    }
    return result
  }
}
