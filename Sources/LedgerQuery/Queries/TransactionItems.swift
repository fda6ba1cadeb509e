import LedgerDomain
import LedgerJournal
import LedgerProjection

/// Makes report items of transactions, with names looked up once.
final class TransactionItems {
  // A class, since a report's items share the names that were looked up.
  private let view: LedgerView
  /// By number; of a type that a view has made already, since a first look-up by another key costs more than fifty names.
  private var names: [UInt32: String] = [:]
  private var lastCommit: CommitHeader?

  init(_ view: LedgerView) {
    self.view = view
  }

  func item(_ id: TransactionID) throws -> TransactionItem {
    try item(view.standingRow(id))
  }

  /// - Parameter counted: what of a split counts; nil is the whole.
  func item(_ row: StandingRow, counted: CategorySetting? = nil) throws -> TransactionItem {
    let texts = try view.texts(of: row)
    guard let account = view.directory.account(row.values.account) else {
      throw ProjectionError.damagedView("the transaction \(row.id.position) names an account that is not there")
    }
    var item = TransactionItem(
      id: row.id, day: row.values.day, amount: row.values.amount, currency: account.currency, account: account.name,
      merchant: try merchantName(row.values.merchant),
      category: view.directory.categoryName(row.setting.category), note: texts.note, memo: texts.memo,
      rawText: texts.rawText, bankReference: texts.bankReference, isDeleted: row.liveness != .live,
      recordedAt: try commit(at: row.id.position).recordedAt)
    if row.setting.isSplit {
      item.parts = parts(row.setting)
      if let counted, counted != row.setting { item.countedParts = parts(counted) }
    }
    return item
  }

  /// The parts of a split with names; none for others.
  func parts(_ setting: CategorySetting) -> [TransactionItem.Part] {
    setting.parts.map { part in
      TransactionItem.Part(
        category: view.directory.categoryName(part.category), amount: part.amount, memo: part.memo)
    }
  }

  func merchantName(_ merchant: MerchantID) throws -> String {
    if let name = names[merchant.index] { return name }
    let name = try view.merchantName(merchant)
    names[merchant.index] = name
    return name
  }

  /// The header of the commit that a position belongs to.
  func commit(at position: Position) throws -> CommitHeader {
    if let last = lastCommit, last.firstPosition <= position, position <= last.lastPosition { return last }
    let header = try view.journal.header(of: view.journal.block(at: position))
    lastCommit = header
    return header
  }
}
