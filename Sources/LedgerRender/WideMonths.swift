import LedgerDomain
import LedgerQuery

/// The months of one currency turned over: a row a category, a column a month.
struct WideMonths {
  struct Row {
    var name: String
    var kind: String
    /// By month; nil where the category has nothing in it.
    var sums: [Money?]
    var isTotal: Bool
  }

  let months: [YearMonth]
  /// Expenses, then income, then transfers, each by name, then the totals.
  let rows: [Row]

  init(_ report: MonthsReport, currency: Currency) {
    struct Key: Hashable {
      var kind: CategoryKind
      var category: String
    }
    let entries = report.months.filter { $0.currency == currency }
    months = entries.map(\.month)
    var sums: [Key: [Money?]] = [:]
    for (index, entry) in entries.enumerated() {
      for category in entry.categories {
        let key = Key(kind: category.kind, category: category.category)
        sums[key, default: Array(repeating: nil, count: entries.count)][index] = category.sum
      }
    }
    var rows = sums.sorted { ($0.key.kind.rawValue, $0.key.category) < ($1.key.kind.rawValue, $1.key.category) }.map {
      Row(name: $0.key.category, kind: $0.key.kind.name, sums: $0.value, isTotal: false)
    }
    rows.append(Row(name: "In", kind: "total", sums: entries.map(\.moneyIn), isTotal: true))
    rows.append(
      Row(name: "Out", kind: "total", sums: entries.map { TextRenderer.opposite($0.moneyOut) }, isTotal: true))
    rows.append(Row(name: "Net", kind: "total", sums: entries.map(\.net), isTotal: true))
    self.rows = rows
  }
}
