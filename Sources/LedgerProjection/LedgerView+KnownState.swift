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

  public func categoryAlias(named name: String) throws -> String? {
    if directory.categoryAliases.isEmpty { return nil }
    let folded = FoldedName(name)
    return directory.categoryAliases.keys.first { FoldedName($0) == folded }
  }

  /// The category that a file's word means: the one of that name, else what was kept for the word; nil where neither is.
  public func category(meantBy word: String) throws -> LedgerDomain.Category? {
    if let known = try category(named: word), !known.isRemoved { return known }
    guard let alias = try categoryAlias(named: word), let id = directory.categoryAliases[alias],
      let category = directory.category(id), !category.isRemoved
    else { return nil }
    return category
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
