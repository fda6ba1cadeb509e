import LedgerDomain
import LedgerJournal

extension LedgerView: KnownState {
  public func account(named name: String) throws -> Account? {
    let folded = FoldedName(name)
    let found = directory.accounts.filter { FoldedName($0.name) == folded }
    return found.last { !$0.isRemoved } ?? found.last
  }

  public func category(named name: String) throws -> LedgerDomain.Category? {
    let folded = FoldedName(name)
    let found = directory.categories.filter { FoldedName($0.name) == folded }
    return found.last { !$0.isRemoved } ?? found.last
  }

  public func merchant(named name: String) throws -> MerchantID? {
    try merchant(named: FoldedName(name))
  }

  public func merchant(named name: FoldedName) throws -> MerchantID? {
    if name.bytes.isEmpty { return MerchantID.none }
    if let renamed = directory.merchantRenames.first(where: { FoldedName($0.value) == name }) {
      return MerchantID(renamed.key)
    }
    if let index = tail.merchantIndex[name] { return MerchantID(index) }
    return try snapshot?.merchant(named: name)
  }

  public func transaction(_ id: TransactionID) throws -> Transaction? {
    guard let code = try state(of: id) else { return nil }
    let row = try standingRow(id, code: code)
    return Transaction(
      id: id, values: row.values, setting: row.setting, liveness: row.liveness, texts: try texts(of: row))
  }
}
