/// A state together with events that are decided but not yet written, for decisions that build on each other.
public struct PendingState<Base: KnownState>: KnownState {
  private let base: Base
  public private(set) var directory: LedgerDirectory
  private var changed: [TransactionID: Transaction] = [:]

  public init(_ base: Base) {
    self.base = base
    directory = base.directory
  }

  /// Takes in decided events that change what is there; events that add transactions are not looked at.
  public mutating func apply(_ events: [Event]) throws {
    for event in events {
      try directory.apply(event)
      switch event {
      case .transactionRecategorised(let change), .transactionSplit(let change):
        try update(change.target) { $0.setting = change.setting }
      case .transactionDeleted(let change):
        try update(change.target) { $0.liveness = change.gone }
      case .transactionRestored(let change):
        try update(change.target) {
          $0.liveness = .live
          $0.setting = change.setting
        }
      case .transactionEditAsserted(let half):
        try update(half.target) {
          $0.values = half.values
          $0.texts.note = half.note
        }
      case .transactionMatched(let match):
        try update(match.target) {
          let note = $0.texts.note
          $0.texts = match.texts
          $0.texts.note = note
        }
      case .transactionUnmatched(let match):
        try update(match.target) { $0.texts = TransactionTexts(note: $0.texts.note) }
      default:
        break
      }
    }
  }

  private mutating func update(_ id: TransactionID, _ body: (inout Transaction) -> Void) throws {
    guard var transaction = try transaction(id) else { throw Refusal.noSuchTransaction(id) }
    body(&transaction)
    changed[id] = transaction
  }

  public func account(named name: String) throws(Base.Failure) -> Account? {
    try base.account(named: name).flatMap { directory.account($0.id) }
  }

  public func category(named name: String) throws(Base.Failure) -> Category? {
    try base.category(named: name).flatMap { directory.category($0.id) }
  }

  public func merchant(named name: String) throws(Base.Failure) -> MerchantID? {
    try base.merchant(named: name)
  }

  public func transaction(_ id: TransactionID) throws(Base.Failure) -> Transaction? {
    if let transaction = changed[id] { return transaction }
    return try base.transaction(id)
  }

  public func lastCategoryByHand(of merchant: MerchantID) throws(Base.Failure) -> CategoryID? {
    try base.lastCategoryByHand(of: merchant)
  }
}
