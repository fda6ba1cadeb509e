import LedgerDomain
import LedgerJournal

/// Decides how a commit is taken back.
///
/// A later commit depends on one when it changed the same field of the same object, refers to an object that it created,
/// took away what is needed to take the one back, or (an import) took rows as duplicates of its rows.
public struct UndoPlanner {
  private let view: LedgerView
  private let statuses: CommitStatuses

  public init(view: LedgerView) throws {
    self.view = view
    statuses = try view.commitStatuses()
  }

  /// The newest commit that is neither an undo nor undone.
  public func newestUndoable() throws -> CommitNumber {
    var found: CommitNumber?
    try view.journal.forEachCommitBackwards(from: view.position) { header throws(JournalError) in
      guard statuses.stands(header.number) else { return true }
      found = header.number
      return false
    }
    guard let found, found > 1 else { throw Refusal.nothingToUndo }
    return found
  }

  /// The newest undo that still stands.
  public func newestRedoable() throws -> CommitNumber {
    guard let found = statuses.newestUndo else { throw Refusal.nothingToRedo }
    return found
  }

  /// The standing undo that took a commit back; an undo that stands is itself the one.
  public func undo(toTakeBackFor number: CommitNumber) throws -> CommitNumber {
    _ = try view.journal.commit(number)
    if statuses.undos[number] != nil, !statuses.undone.contains(number) { return number }
    guard statuses.undone.contains(number),
      let found = statuses.undos.filter({ !statuses.undone.contains($0.key) && $0.value.contains(number) }).keys.max()
    else { throw Refusal.notUndone(number) }
    return found
  }

  /// The events that take a commit back, ending with what says so.
  ///
  /// - Parameter cascades: whether later commits that depend on it are taken back too.
  public func plan(undoing number: CommitNumber, cascades: Bool) throws -> [Event] {
    if number == 1 { throw Refusal.initCannotBeUndone }
    let target = try view.journal.commit(number)
    if statuses.undone.contains(number) { throw Refusal.alreadyUndone(number) }
    let dependents = try dependents(of: target)
    if !dependents.isEmpty, !cascades {
      // Those that would only come back with an undo are not there to be taken back first.
      let standing = dependents.map(\.number).filter { !statuses.undone.contains($0) }
      throw Refusal.laterCommitsDepend(on: number, later: standing.sorted())
    }
    let order = (dependents + [target]).sorted { $0.number > $1.number }
    var state = PendingState(view)
    var events: [Event] = []
    for header in order {
      let inverse = try Decision.inverse(
        of: view.journal.events(of: header), firstPosition: header.firstPosition, state: state)
      try state.apply(inverse)
      events += inverse
    }
    try checkMerchantNames(events)
    return events + [.commitsUndone(order.map(\.number))]
  }

  /// Refuses to give a merchant a name back that another one got meanwhile, while transactions stand that name the other.
  ///
  /// A merchant that no transaction names any more is in nobody's way.
  private func checkMerchantNames(_ events: [Event]) throws {
    for case .merchantRenamed(let id, let name, _) in events {
      guard let other = try view.merchant(named: name).map(view.directory.canonical), other != .none,
        other != view.directory.canonical(id)
      else { continue }
      var count: Int64 = 0
      try view.forEachMonth(of: other) { _, _, cell in count += Int64(cell.count) }
      func isOther(_ values: TransactionValues) -> Bool { view.directory.canonical(values.merchant) == other }
      for event in events {
        switch event {
        case .transactionDeleted(let change): if isOther(change.values) { count -= 1 }
        case .transactionRestored(let change): if isOther(change.values) { count += 1 }
        case .transactionEditRetracted(let half): if isOther(half.values) { count -= 1 }
        case .transactionEditAsserted(let half): if isOther(half.values) { count += 1 }
        default: break
        }
      }
      if count > 0 { throw Refusal.nameTaken(name) }
    }
  }

  /// The later commits that depend on the commit, directly or through others.
  ///
  /// An undo among them brings back what it took back, which may depend on the commit too, and is then taken back again.
  private func dependents(of target: CommitHeader) throws -> [CommitHeader] {
    guard target.lastPosition < view.position else { return [] }
    var touchedByTarget = TouchedObjects(directory: view.directory)
    try touchedByTarget.add(view.journal.events(of: target), header: target)
    var result: [CommitNumber: CommitHeader] = [:]
    var undone = statuses.undone
    var isComplete = false
    while !isComplete {
      isComplete = true
      // What a commit depends on lies before it.
      var touched = touchedByTarget
      var next = target.lastPosition + 1
      while next <= view.position {
        let header = try view.journal.header(of: view.journal.block(at: next))
        guard header.lastPosition >= next else {
          throw JournalError.damaged(position: next, reason: "commit \(header.number) ends before its events")
        }
        next = header.lastPosition + 1
        let isKnown = result[header.number] != nil
        if !isKnown, undone.contains(header.number) { continue }
        let events = try view.journal.events(of: header)
        guard try isKnown || isDependent(header, events, on: touched, target: target) else { continue }
        try touched.add(events, header: header)
        result[header.number] = header
        if isKnown || statuses.undos[header.number] == nil { continue }
        undone = CommitStatuses(undos: statuses.undos.filter { result[$0.key] == nil }).undone
        isComplete = false
      }
    }
    return Array(result.values)
  }

  /// Whether a later commit that stands changed or uses what was touched.
  ///
  /// An undo changed what its commits had changed; those that came after the target don't count, since they and their undo
  /// cancel each other.
  private func isDependent(
    _ header: CommitHeader, _ events: [Event], on touched: TouchedObjects, target: CommitHeader
  ) throws -> Bool {
    guard let undone = statuses.undos[header.number] else {
      return touched.isRemoved(by: events) || touched.isUsed(by: events)
    }
    if undone.contains(where: { $0 < target.number }), touched.isRemoved(by: events) { return true }
    var takenBack = TouchedObjects(directory: view.directory)
    for number in undone where number < target.number {
      let earlier = try view.journal.commit(number)
      try takenBack.add(view.journal.events(of: earlier), header: earlier)
    }
    // What was given is needed by whatever went back to it, too.
    return touched.intersects(takenBack) || touched.needs(takenBack) || takenBack.needs(touched)
  }
}

/// The objects that commits created and the fields that they changed.
private struct TouchedObjects {
  private struct Field: Hashable {
    enum Name: Hashable, CaseIterable {
      case category, liveness, day, amount, account, merchant, note, match
    }

    var id: TransactionID
    var name: Name
  }

  /// For the numbers that one name had one after the other.
  private let directory: LedgerDirectory
  private var fields: Set<Field> = []
  private var createdRanges: [ClosedRange<Position>] = []
  /// Transactions that came back with the commit that had added them.
  private var broughtBack: Set<TransactionID> = []
  private var accounts: Set<AccountID> = []
  private var categories: Set<CategoryID> = []
  private var budgets: Set<String> = []
  private var settings: Set<SettingKey> = []
  /// What was given, taken or changed of names, closings, kinds, merges, rules and assertions.
  private var upkeep: Set<String> = []
  /// Transactions whose match with a bank's row was made or taken back.
  private var matched: Set<TransactionID> = []
  private var openings: Set<AccountID> = []
  private var numbers: Set<String> = []
  /// What has to be there for the commits to be taken back: transactions go back to these.
  private var neededAccounts: Set<AccountID> = []
  private var neededCategories: Set<CategoryID> = []
  /// What is gone when the commits are taken back.
  private var givenAccounts: Set<AccountID> = []
  private var givenCategories: Set<CategoryID> = []

  init(directory: LedgerDirectory) {
    self.directory = directory
  }

  mutating func add(_ events: [Event], header: CommitHeader) throws {
    createdRanges.append(header.firstPosition...header.lastPosition)
    let restored = Set(
      events.compactMap { event in
        if case .transactionRestored(let change) = event { change.target } else { nil }
      })
    for (index, event) in events.enumerated() {
      upkeep.formUnion(UpkeepKeys.of(event, directory))
      addNeeds(of: event, after: index > 0 ? events[index - 1] : nil) { id in
        restored.contains(id) || (header.firstPosition...header.lastPosition).contains(id.position)
      }
      switch event {
      case .transactionAdded:
        let id = TransactionID(header.firstPosition + UInt64(index))
        fields.formUnion(Field.Name.allCases.map { Field(id: id, name: $0) })
      case .accountOpened(let account): add(account.id)
      case .accountReinstated(let id), .accountRemoved(let id): add(id)
      case .categoryDefined(let id, _, _), .categoryReinstated(let id), .categoryRemoved(let id): add(id)
      case .budgetSet(let budget): budgets.insert(TouchedObjects.key(budget))
      case .settingChanged(let setting): settings.insert(setting.key)
      case .accountOpeningChanged(let change): openings.insert(change.id)
      case .accountNumberAdded(_, let number), .accountNumberRemoved(_, let number): numbers.insert(number)
      default: fields.formUnion(TouchedObjects.fields(event, after: index > 0 ? events[index - 1] : nil))
      }
      switch event {
      case .transactionMatched(let match), .transactionUnmatched(let match): matched.insert(match.target)
      case .transactionRestored(let change): if change.gone == .undone { broughtBack.insert(change.target) }
      default: break
      }
    }
  }

  /// - Parameter isGone: whether a transaction is gone once the commit is taken back, so that it needs no place.
  private mutating func addNeeds(of event: Event, after previous: Event?, unless isGone: (TransactionID) -> Bool) {
    switch event {
    case .transactionDeleted(let change):
      neededAccounts.insert(change.values.account)
      neededCategories.formUnion(TouchedObjects.categories(of: change.setting))
    case .transactionRecategorised(let change), .transactionSplit(let change):
      if !isGone(change.target) { neededCategories.formUnion(TouchedObjects.categories(of: change.previous)) }
    case .transactionEditAsserted(let after):
      if !isGone(after.target), case .transactionEditRetracted(let before)? = previous,
        before.values.account != after.values.account
      {
        neededAccounts.insert(before.values.account)
      }
    case .budgetSet(let budget):
      if let category = budget.category, budget.previous != nil { neededCategories.insert(category) }
    // A rule that comes back without its category rests.
    case .accountAsserted(let asserted):
      if asserted.previous != nil { neededAccounts.insert(asserted.account) }
    case .accountOpened(let account): givenAccounts.insert(account.id)
    case .accountReinstated(let id): givenAccounts.insert(id)
    case .categoryDefined(let id, _, _), .categoryReinstated(let id): givenCategories.insert(id)
    default: break
    }
  }

  private static func categories(of setting: CategorySetting) -> [CategoryID] {
    setting.isSplit ? setting.parts.map(\.category) : [setting.category]
  }

  /// Whether what others gave, which is gone now, is needed to take these back.
  func needs(_ others: TouchedObjects) -> Bool {
    !neededAccounts.isDisjoint(with: others.givenAccounts) || !neededCategories.isDisjoint(with: others.givenCategories)
  }

  /// Whether the events took away what is needed to take these back, and it is still gone.
  func isRemoved(by events: [Event]) -> Bool {
    events.contains { event in
      switch event {
      case .accountRemoved(let id): neededAccounts.contains(id) && directory.account(id)?.isRemoved == true
      case .categoryRemoved(let id): neededCategories.contains(id) && directory.category(id)?.isRemoved == true
      default: false
      }
    }
  }

  /// An account with every account that had its name: the name is what is given and taken.
  private mutating func add(_ id: AccountID) {
    guard let name = directory.account(id).map({ FoldedName($0.name) }) else { return }
    for account in directory.accounts where FoldedName(account.name) == name { accounts.insert(account.id) }
  }

  private mutating func add(_ id: CategoryID) {
    guard let name = directory.category(id).map({ FoldedName($0.name) }) else { return }
    for category in directory.categories where FoldedName(category.name) == name { categories.insert(category.id) }
  }

  /// Whether both changed the same.
  func intersects(_ other: TouchedObjects) -> Bool {
    !fields.isDisjoint(with: other.fields) || !accounts.isDisjoint(with: other.accounts)
      || !categories.isDisjoint(with: other.categories) || !budgets.isDisjoint(with: other.budgets)
      || !settings.isDisjoint(with: other.settings) || !upkeep.isDisjoint(with: other.upkeep)
      || !openings.isDisjoint(with: other.openings) || !numbers.isDisjoint(with: other.numbers)
  }

  func isUsed(by events: [Event]) -> Bool {
    for (index, event) in events.enumerated() {
      if !upkeep.isEmpty, !upkeep.isDisjoint(with: UpkeepKeys.of(event, directory)) { return true }
      switch event {
      case .accountRenamed(let id, _, _), .accountClosed(let id), .accountReopened(let id):
        if accounts.contains(id) { return true }
      case .accountAsserted(let asserted):
        if accounts.contains(asserted.account) { return true }
      case .categoryRenamed(let id, _, _), .categoryKindChanged(let id, _, _):
        if categories.contains(id) { return true }
      case .categoryAliasSet(let alias):
        if alias.category.map(categories.contains) == true { return true }
      case .transferDecided(let decided):
        if isCreated(decided.pair.outgoing) || isCreated(decided.pair.incoming) { return true }
      case .ruleSet(let set):
        if set.terms.map({ categories.contains($0.category) }) == true { return true }
      case .transactionAdded(let added):
        if accounts.contains(added.values.account) || refers(added.setting) { return true }
      case .rowsMatched(let ids):
        if ids.contains(where: { isCreated($0) || matched.contains($0) }) { return true }
      case .accountOpened(let account):
        if accounts.contains(account.id) { return true }
      case .categoryDefined(let id, _, _):
        if categories.contains(id) { return true }
      case .accountRemoved(let id):
        if accounts.contains(id) { return true }
      case .categoryRemoved(let id):
        if categories.contains(id) { return true }
      case .accountReinstated(let id):
        if accounts.contains(id) { return true }
      case .categoryReinstated(let id):
        if categories.contains(id) { return true }
      case .budgetSet(let budget):
        if budgets.contains(TouchedObjects.key(budget)) || budget.category.map(categories.contains) == true {
          return true
        }
      case .settingChanged(let setting):
        if settings.contains(setting.key) { return true }
      case .accountOpeningChanged(let change):
        if openings.contains(change.id) || accounts.contains(change.id) { return true }
      case .accountNumberAdded(let id, let number), .accountNumberRemoved(let id, let number):
        if numbers.contains(number) || accounts.contains(id) { return true }
      case .transactionRecategorised(let change), .transactionSplit(let change):
        if refers(change.setting) || isTouched(event, index, events) { return true }
      case .transactionEditAsserted(let half):
        let changed = TouchedObjects.fields(event, after: index > 0 ? events[index - 1] : nil)
        let isMoved = changed.contains(Field(id: half.target, name: .account))
        if isMoved && accounts.contains(half.values.account) || isTouched(event, index, events) { return true }
      default:
        if isTouched(event, index, events) { return true }
      }
    }
    return false
  }

  private func isTouched(_ event: Event, _ index: Int, _ events: [Event]) -> Bool {
    let changed = TouchedObjects.fields(event, after: index > 0 ? events[index - 1] : nil)
    return changed.contains { fields.contains($0) || isCreated($0.id) }
  }

  private func refers(_ setting: CategorySetting) -> Bool {
    categories.contains(setting.category) || setting.parts.contains { categories.contains($0.category) }
  }

  private func isCreated(_ id: TransactionID) -> Bool {
    createdRanges.contains { $0.contains(id.position) } || broughtBack.contains(id)
  }

  private static func key(_ budget: BudgetSet) -> String {
    "\(budget.category.map { String($0.index) } ?? "all") \(budget.month)"
  }

  private static func fields(_ event: Event, after previous: Event?) -> Set<Field> {
    switch event {
    case .transactionRecategorised(let change): return [Field(id: change.target, name: .category)]
    case .transactionSplit(let change):
      // Parts come to an amount, so that they go together.
      return [Field(id: change.target, name: .category), Field(id: change.target, name: .amount)]
    case .transactionMatched(let match), .transactionUnmatched(let match):
      return [Field(id: match.target, name: .match)]
    case .transactionDeleted(let change), .transactionRestored(let change):
      // Fields come and go with the transaction: those of one that is gone can't be changed back.
      return Set(Field.Name.allCases.map { Field(id: change.target, name: $0) })
    case .transactionEditAsserted(let after):
      guard case .transactionEditRetracted(let before)? = previous else { return [] }
      var result: Set<Field> = []
      func note(_ differs: Bool, _ name: Field.Name) {
        if differs { result.insert(Field(id: after.target, name: name)) }
      }
      note(before.values.day != after.values.day, .day)
      note(before.values.amount != after.values.amount, .amount)
      note(before.values.account != after.values.account, .account)
      note(before.values.merchant != after.values.merchant, .merchant)
      note(before.note != after.note, .note)
      return result
    default: return []
    }
  }
}
