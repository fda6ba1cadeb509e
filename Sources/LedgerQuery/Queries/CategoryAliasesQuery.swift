import LedgerDomain
import LedgerProjection

/// Which words of files mean a category that is called otherwise?
public struct CategoryAliasesQuery: Sendable {
  public init() {}

  /// Words that are a category's name again, or whose category is gone, are left out: they mean nothing else then.
  public func report(on view: LedgerView) throws -> CategoryAliasesReport {
    var entries: [CategoryAliasesReport.Entry] = []
    for (word, id) in view.directory.categoryAliases.sorted(by: { $0.key < $1.key }) {
      guard let meant = try view.category(meantBy: word), meant.id == id else { continue }
      if try view.category(named: word)?.id == id { continue }
      entries.append(CategoryAliasesReport.Entry(word: word, category: meant.name))
    }
    return CategoryAliasesReport(aliases: entries)
  }
}
