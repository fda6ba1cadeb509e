import BenchmarkData

/// The generated events as a table for databases, one line an event.
///
/// A change names its target by the target's id, as such a table would; the columns of what it changes are filled too, so
/// that a database that wants self-contained rows has them.
struct EventTable {
  static let header = "id,kind,target,date,amount_minor,account,merchant,category,previous_category\n"

  private let eventCount: Int

  init(eventCount: Int) {
    self.eventCount = eventCount
  }

  func write(to path: String) throws {
    let file = try OutputFile(creating: path)
    var history = BenchmarkHistory(eventCount: eventCount)
    var bytes = Array(EventTable.header.utf8)
    let days = (0..<BenchmarkTable.dayCount).map { "\(BenchmarkTable.firstDay.advanced(byDays: $0))" }
    var id = 0
    while let event = history.next() {
      id += 1
      let (kind, target, row, previous) =
        switch event {
        case .added(let row): (0, id, row, row.category)
        case .recategorised(let target, let row, let previous, _): (1, target + 1, row, previous)
        case .deleted(let target, let row, _): (2, target + 1, row, row.category)
        }
      bytes += "\(id),\(kind),\(target),\(days[row.day]),\(row.cents),".utf8
      bytes += "\(row.account),\(row.merchant),\(row.category),\(previous)\n".utf8
      if bytes.count >= 1 << 20 {
        try file.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try file.write(bytes)
  }
}
