import LedgerDomain
import LedgerJournal
import ParallelWork

/// Which transactions a range of the journal booked on which day.
///
/// Blocks are counted one by one and then placed at once, so that all ids of a day lie together without a list a day.
struct DayPostings: Sendable {
  /// What offsets count from.
  private let firstPosition: Position
  private let firstDay: Int32
  /// For each day where its offsets begin, then the end of the last; while counting, one day further on.
  private var starts: [UInt32]
  private var offsets: [UInt32] = []
  /// While counting, for each row of the range one more than the day that it adds a transaction on, or 0.
  private var days: [UInt32]
  /// By day: transactions that an edit or a match with a bank's row brought there, in the order of the events.
  private var moved: [Int: [Position]] = [:]

  init(firstPosition: Position, rowCount: Int, dimensions: FoldDimensions) {
    self.firstPosition = firstPosition
    firstDay = dimensions.firstDay
    starts = [UInt32](repeating: 0, count: dimensions.dayCount + 2)
    days = LargePages.array(repeating: 0, count: rowCount)
  }

  /// The number of days that there may be something on, from the first of the fold's dimensions.
  var dayCount: Int { starts.count - 2 }

  func hasPostings(_ dayIndex: Int) -> Bool {
    starts[dayIndex] < starts[dayIndex + 1] || moved[dayIndex] != nil
  }

  /// The ids of a day: those added on it in ascending order, then those that were moved to it.
  func ids(_ dayIndex: Int) -> [Position] {
    let range = Int(starts[dayIndex])..<Int(starts[dayIndex + 1])
    let added = offsets[range].map { firstPosition + UInt64($0) }
    return moved[dayIndex].map { added + $0 } ?? added
  }

  mutating func move(_ id: Position, toDay day: Int32) {
    moved[Int(day - firstDay), default: []].append(id)
  }

  /// Takes in the rows of a block whose days were checked.
  ///
  /// - Parameter offset: how many rows of the range lie before the block.
  mutating func count(_ columns: some HotColumns, rowLimit: Int, offset: Int) {
    countRows(columns, rowLimit: rowLimit, offset: offset, firstDay: Int(firstDay), starts: &starts, days: &days)
  }

  /// Ends the counting: a day's start moves up to its end, which is where the next day starts.
  mutating func place() {
    var sum: UInt32 = 0
    for index in starts.indices {
      sum += starts[index]
      starts[index] = sum
    }
    offsets = LargePages.array(repeating: 0, count: Int(sum))
    placeRows(days: days, starts: &starts, offsets: &offsets)
    days = []
  }
}

private func countRows(
  _ columns: some HotColumns, rowLimit: Int, offset: Int, firstDay: Int, starts: inout [UInt32], days: inout [UInt32]
) {
  var starts = starts.mutableSpan
  var days = days.mutableSpan
  for row in 0..<rowLimit where columns.kind(row) == EventKind.transactionAdded.rawValue {
    let day = columns.day(row) &- firstDay
    starts[day &+ 2] &+= 1
    days[offset &+ row] = UInt32(truncatingIfNeeded: day &+ 1)
  }
}

private func placeRows(days: [UInt32], starts: inout [UInt32], offsets: inout [UInt32]) {
  let days = days.span
  var starts = starts.mutableSpan
  var offsets = offsets.mutableSpan
  for row in 0..<days.count where days[row] != 0 {
    let place = Int(days[row])
    offsets[Int(starts[place])] = UInt32(truncatingIfNeeded: row)
    starts[place] &+= 1
  }
}

extension Projection {
  /// The transactions that the range booked on the day; may hold an id twice and ids that moved away.
  public func postings(on day: CalendarDay) -> [Position] {
    postings(dayIndex: Int(day.daysSinceEpoch) - Int(sums.dimensions.firstDay))
  }

  /// As `postings(on:)`, by days after the first of the fold.
  func postings(dayIndex: Int) -> [Position] {
    guard dayIndex >= 0, dayIndex < sums.dimensions.dayCount else { return [] }
    return postings.reduce(into: []) { $0 += $1.ids(dayIndex) }
  }

  /// The days, counted from the first of the fold, that the range booked transactions on.
  var postedDayIndices: [Int] {
    (0..<sums.dimensions.dayCount).filter { index in postings.contains { $0.hasPostings(index) } }
  }
}
