// Safety: payload bytes are lent to the hasher for the call.
import LedgerDomain
import LedgerJournal

/// Checks every checksum, the hash chain, every event and that each change replaced what was there.
public struct Verifier {
  private let journal: JournalReader
  private let checks: Set<Verification.Check>
  private var result = Verification()
  private var hasher: CommitHasher?
  private var header: CommitHeader?
  private var expectedNumber: CommitNumber = 1
  private var expectedPosition: Position = 1
  private var previousHash = CommitHash.zero
  private var directory = LedgerDirectory()
  private var states: [UInt16] = [StateCode.none.rawValue]
  private var edits: [Position: Position] = [:]
  /// The parts of transactions that are split, or were last.
  private var parts: [Position: [SplitPart]] = [:]
  private var pendingEdit: TransactionEditHalf?
  private var matches: [TransactionID: RowMatch] = [:]

  /// The most problems that are named; the first says where to look.
  private static let problemLimit = 20

  /// Checks the journal up to its head.
  ///
  /// - Throws: `newerFormat` and `newerVersion`, which are no damage.
  public static func verify(
    _ journal: JournalReader, checks: Set<Verification.Check> = .all
  ) throws(JournalError) -> Verification {
    var verifier = Verifier(journal: journal, checks: checks)
    try verifier.run()
    return verifier.result
  }

  private init(journal: JournalReader, checks: Set<Verification.Check>) {
    self.journal = journal
    self.checks = checks
  }

  private mutating func run() throws(JournalError) {
    do throws(JournalError) {
      var failure: JournalError?
      try journal.forEachBlock { block throws(JournalError) in
        do throws(JournalError) {
          try check(block)
        } catch {
          failure = error
        }
        return failure == nil && result.problems.count < Verifier.problemLimit
      }
      if let failure { throw failure }
      if does(.completeness), result.problems.isEmpty, expectedPosition <= header?.lastPosition ?? 1 {
        note(expectedPosition, header == nil ? "the journal has no commit" : "the last commit is not complete")
      }
    } catch {
      switch error {
      case .damaged(let position, let reason): note(max(position, expectedPosition), reason)
      case .newerFormat, .newerVersion: throw error
      default: note(expectedPosition, "\(error)")
      }
    }
  }

  private func does(_ check: Verification.Check) -> Bool { checks.contains(check) }

  private mutating func note(_ position: Position, _ reason: String) {
    result.problems.append(Verification.Problem(position: position, reason: reason))
  }

  private mutating func check(_ block: BlockView) throws(JournalError) {
    if does(.columns) { try block.verifyHot() }
    if does(.definitions) { try block.verifySparse() }
    if does(.texts) { try block.verifyText() }
    if does(.positions), block.firstPosition != expectedPosition {
      throw .damaged(position: expectedPosition, reason: "the journal has a gap")
    }
    if let found = try block.commitHeader() {
      if does(.chain), found.number != expectedNumber || found.previousHash != previousHash {
        throw .damaged(
          position: block.firstPosition, reason: "the chain of hashes breaks before commit \(found.number)")
      }
      header = found
      hasher = CommitHasher(previousHash: previousHash)
    }
    guard let header else {
      throw .damaged(position: block.firstPosition, reason: "the journal begins within a commit")
    }
    if does(.membership),
      block.commitNumber != header.number || block.commitFirstPosition != header.firstPosition
        || block.lastPosition > header.lastPosition
    {
      throw .damaged(position: block.firstPosition, reason: "the block does not belong to the commit before it")
    }
    let events = try block.events()
    for (index, event) in events.enumerated() {
      let position = block.firstPosition + UInt64(index)
      if let reason = try fault(of: event, at: position) { note(position, reason) }
    }
    try hasher?.add(block)
    expectedPosition = block.lastPosition + 1
    result.events += UInt64(block.rowCount)
    if block.lastPosition >= header.lastPosition { try finishCommit(header) }
  }

  private mutating func finishCommit(_ header: CommitHeader) throws(JournalError) {
    if does(.hash), hasher?.finish(header) != header.hash {
      throw .damaged(
        position: header.firstPosition, reason: "the events of commit \(header.number) differ from its hash")
    }
    previousHash = header.hash
    expectedNumber += 1
    result.commits += 1
    result.headHash = header.hash
  }

  /// What is wrong with an event, given those before it; nil where it follows from them.
  private mutating func fault(of event: Event, at position: Position) throws(JournalError) -> String? {
    states.append(StateCode.none.rawValue)
    if let fault = faultOfHalves(event) { return fault }
    switch event {
    case .transactionAdded(let added):
      set(added.setting, of: position)
      return faultOfReferences(added.values, added.setting)
    case .transactionRecategorised(let change), .transactionSplit(let change):
      let fault = try faultOfPrevious(change.target, change.values, change.previous, liveness: .live)
      set(change.setting, of: change.target.position)
      return fault ?? faultOfReferences(change.values, change.setting)
    case .transactionDeleted(let change):
      let fault = try faultOfPrevious(change.target, change.values, change.setting, liveness: .live)
      set(StateCode(category: change.setting.category, gone: change.gone), of: change.target.position)
      return fault
    case .transactionRestored(let change):
      let fault = try faultOfPrevious(change.target, change.values, nil, liveness: change.gone)
      let known = change.setting.isSplit ? parts[change.target.position] ?? [] : []
      set(change.setting, of: change.target.position)
      if fault == nil, does(.previousCategory), known != change.setting.parts {
        return "the event brings back other parts than the transaction had"
      }
      return fault
    case .transactionEditRetracted(let half):
      pendingEdit = half
      return try faultOfPrevious(half.target, half.values, half.setting, liveness: .live)
    case .transactionEditAsserted(let half):
      edits[half.target.position] = position
      let known = half.setting.isSplit ? parts[half.target.position] ?? [] : []
      if does(.previousCategory), known != half.setting.parts {
        return "the event carries other parts than the transaction has"
      }
      return faultOfReferences(half.values, half.setting)
    case .rowsMatched(let ids):
      return !does(.matchedRows) || ids.allSatisfy { isTransaction($0, before: position) }
        ? nil : "an import matched a row that is not there"
    case .transferDecided(let decided):
      let legs = [decided.pair.outgoing, decided.pair.incoming]
      if does(.transferLegs), !legs.allSatisfy({ isTransaction($0, before: position) }) {
        return "a transfer names a transaction that is not there"
      }
      return applied(event)
    case .transactionMatched(let match):
      let fault = faultOfMatch(match, isPresent: false)
      matches[match.target] = match
      return fault
    case .transactionUnmatched(let match):
      let fault = faultOfMatch(match, isPresent: true)
      matches[match.target] = nil
      return fault
    case .accountOpeningChanged(let change):
      let present = directory.account(change.id)
      let isSo = present?.opening == change.previous && present?.openingDay == change.previousDay
      return applied(event) ?? (isSo ? nil : "the event replaces an opening balance that the account did not have")
    case .accountNumberAdded(let id, let number):
      return applied(event, unless: directory.account(id)?.numbers.contains(number) == true)
    case .accountNumberRemoved(let id, let number):
      return applied(event, unless: directory.account(id)?.numbers.contains(number) != true)
    case .commitsUndone(let numbers):
      return !does(.undoneCommits) || numbers.allSatisfy { $0 >= 1 && $0 < expectedNumber }
        ? nil : "an undo names a commit that is not there"
    default:
      return applied(event)
    }
  }

  /// Notes the state and the parts of a transaction that is live.
  private mutating func set(_ setting: CategorySetting, of position: Position) {
    set(StateCode(setting: setting), of: position)
    if setting.isSplit { parts[position] = setting.parts }
  }

  /// Notes a state; a position that has none yet was found wrong already.
  private mutating func set(_ code: StateCode, of position: Position) {
    if position < UInt64(states.count) { states[Int(position)] = code.rawValue }
  }

  private mutating func faultOfHalves(_ event: Event) -> String? {
    let pending = pendingEdit
    pendingEdit = nil
    guard does(.editHalves) else { return nil }
    switch (pending, event) {
    case (let pending?, .transactionEditAsserted(let half)) where half.target == pending.target: return nil
    case (.some, _): return "an edit has only its first half"
    case (nil, .transactionEditAsserted): return "an edit has only its second half"
    case (nil, _): return nil
    }
  }

  /// Takes a definition in; what is wrong with it, or nil.
  private mutating func applied(_ event: Event, unless isFault: Bool = false) -> String? {
    do {
      try directory.apply(event)
      return isFault ? "the event changes a number that the account does not have, or has already" : nil
    } catch {
      return does(.numbering) ? "a definition's number is not the next one" : nil
    }
  }

  private func faultOfMatch(_ match: RowMatch, isPresent: Bool) -> String? {
    guard isTransaction(match.target, before: UInt64(states.count) - 1),
      StateCode(rawValue: states[Int(match.target.position)]).liveness == .live
    else { return "a row of the bank is matched with a transaction that is not there" }
    guard directory.account(match.account) != nil else { return "a match names an account that is not there" }
    guard isPresent else {
      return matches[match.target] == nil ? nil : "the transaction is matched with a row of the bank already"
    }
    var known = matches[match.target]
    known?.cause = match.cause
    return known == match ? nil : "the event takes back a match that the transaction did not have"
  }

  private func isTransaction(_ id: TransactionID, before position: Position) -> Bool {
    id.position >= 1 && id.position < min(position, UInt64(states.count))
      && StateCode(rawValue: states[Int(id.position)]) != .none
  }

  private func faultOfPrevious(
    _ id: TransactionID, _ values: TransactionValues, _ setting: CategorySetting?, liveness: Liveness
  ) throws(JournalError) -> String? {
    guard isTransaction(id, before: UInt64(states.count) - 1) else {
      return does(.target) ? "the event changes a transaction that is not there" : nil
    }
    let state = StateCode(rawValue: states[Int(id.position)])
    if does(.liveness), state.liveness != liveness {
      return "the event takes the transaction for \(liveness), it is \(state.liveness)"
    }
    if does(.previousCategory), let setting {
      var present = state.setting
      if present.isSplit { present.parts = parts[id.position] ?? [] }
      if present != setting { return "the event replaces a category that the transaction did not have" }
    }
    let place = edits[id.position] ?? id.position
    if does(.previousValues), try journal.row(at: place).values(at: place) != values {
      return "the event carries other values than the transaction has"
    }
    return nil
  }

  private func faultOfReferences(_ values: TransactionValues, _ setting: CategorySetting) -> String? {
    guard does(.references) else { return nil }
    guard directory.account(values.account) != nil else { return "the event names an account that is not there" }
    let categories = setting.isSplit ? setting.parts.map(\.category) : [setting.category]
    guard categories.allSatisfy({ directory.category($0) != nil }) else {
      return "the event names a category that is not there"
    }
    return values.merchant.index < directory.nextMerchantIndex ? nil : "the event names a merchant that is not there"
  }
}
