/// Events for measuring: nine of ten add a row of the table, eight in a hundred give a recent one another category, two
/// delete a recent one.
public struct BenchmarkHistory: Sendable {
  /// One event; a target is the index of the event that added the transaction.
  public enum Event: Sendable {
    case added(BenchmarkTable.Row)
    /// The row has its new category.
    case recategorised(target: Int, row: BenchmarkTable.Row, previousCategory: Int, wasByHand: Bool)
    case deleted(target: Int, row: BenchmarkTable.Row, isByHand: Bool)
  }

  private struct Recent {
    var index: Int
    var row: BenchmarkTable.Row
    var isByHand = false
    var isLive = true
  }

  /// Among how many of the last added transactions a change finds its target.
  private static let reach = 4_096

  public let eventCount: Int
  private var table: BenchmarkTable
  private var sequence = SeededSequence(seed: 11)
  private var recent: [Recent] = []
  private var addedCount = 0
  private var index = 0

  public init(eventCount: Int) {
    self.eventCount = eventCount
    table = BenchmarkTable(rowCount: eventCount)
  }

  /// The names of the merchants, by number.
  public var merchantNames: [String] { table.merchantNames }

  /// The next event; nil after the last.
  public mutating func next() -> Event? {
    guard index < eventCount else { return nil }
    defer { index += 1 }
    let kind = sequence.below(100)
    if kind >= 90, addedCount >= 64 {
      return kind < 98 ? recategorise() : delete()
    }
    let row = table.row(index)
    let place = addedCount % BenchmarkHistory.reach
    if place < recent.count {
      recent[place] = Recent(index: index, row: row)
    } else {
      recent.append(Recent(index: index, row: row))
    }
    addedCount += 1
    return .added(row)
  }

  /// A recent transaction that still counts.
  private mutating func liveTarget() -> Int {
    while true {
      let place = sequence.below(recent.count)
      if recent[place].isLive { return place }
    }
  }

  private mutating func recategorise() -> Event {
    let place = liveTarget()
    let previous = recent[place].row.category
    let wasByHand = recent[place].isByHand
    let step = 1 + sequence.below(BenchmarkTable.categories.count - 1)
    recent[place].row.category = (previous + step) % BenchmarkTable.categories.count
    recent[place].isByHand = true
    return .recategorised(
      target: recent[place].index, row: recent[place].row, previousCategory: previous, wasByHand: wasByHand)
  }

  private mutating func delete() -> Event {
    let place = liveTarget()
    recent[place].isLive = false
    return .deleted(target: recent[place].index, row: recent[place].row, isByHand: recent[place].isByHand)
  }
}
