import LedgerDomain
import LedgerJournal
import LedgerProjection

/// The categories that a typed name means.
enum CategorySelection {
  /// The category of that name; with a colon at the end, or where only parts have the name in front of them, all under it.
  ///
  /// - Throws: `Refusal.unknownCategory` where there is none.
  static func find(_ name: String, view: LedgerView) throws -> Set<CategoryID> {
    if !name.hasSuffix(":"), let category = try view.category(named: name), !category.isRemoved { return [category.id] }
    let parent = FoldedName(String(name.hasSuffix(":") ? name.dropLast() : name[...])).text
    let found = view.directory.categories.filter { category in
      if category.isRemoved { return false }
      let folded = FoldedName(category.name).text
      return folded.hasPrefix(parent + ":") || (name.hasSuffix(":") && folded == parent)
    }
    guard !parent.isEmpty, !found.isEmpty else { throw Refusal.unknownCategory(name) }
    return Set(found.map(\.id))
  }

  /// The first parts of a name such as `Food:Restaurants`.
  static func cut(_ name: String, depth: Int) -> String {
    name.split(separator: ":", omittingEmptySubsequences: false).prefix(max(1, depth)).joined(separator: ":")
  }
}

extension MonthsReport {
  /// The same with categories added up to so many parts of their names.
  public func cut(depth: Int) throws -> MonthsReport {
    var result = self
    for index in months.indices {
      var sums: [CategorySum] = []
      for entry in months[index].categories {
        let name = CategorySelection.cut(entry.category, depth: depth)
        if let place = sums.firstIndex(where: { $0.category == name && $0.kind == entry.kind }) {
          sums[place].sum = try sums[place].sum.adding(entry.sum)
          sums[place].count += entry.count
        } else {
          sums.append(CategorySum(category: name, kind: entry.kind, sum: entry.sum, count: entry.count))
        }
      }
      result.months[index].categories = sums.sorted {
        ($0.kind.rawValue, $0.sum, $0.category) < ($1.kind.rawValue, $1.sum, $1.category)
      }
    }
    return result
  }
}
