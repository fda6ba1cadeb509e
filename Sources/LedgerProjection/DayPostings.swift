import LedgerDomain
import LedgerJournal

/// Which transactions a range of the journal booked on which day.
///
/// Two passes fill it: `count` for every transaction, then `place` for the same ones in the same order, so that all ids
/// of a day lie together without a list a day.
struct DayPostings: Sendable {
  /// What offsets count from.
  private let firstPosition: Position
  private let firstDay: Int32
  /// For each day where its offsets begin, then the end of the last; while counting, one day further on.
  private var starts: [UInt32]
  private var offsets: [UInt32] = []
  /// By day: transactions that an edit brought there, in the order of the events.
  private var moved: [Int: [Position]] = [:]

  init(firstPosition: Position, dimensions: FoldDimensions) {
    self.firstPosition = firstPosition
    firstDay = dimensions.firstDay
    starts = [UInt32](repeating: 0, count: dimensions.dayCount + 2)
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

  /// The first pass over a block's rows.
  mutating func count(_ columns: some HotColumns, rowLimit: Int) {
    let firstDay = Int(firstDay)
    var starts = starts.mutableSpan
    for row in 0..<rowLimit where columns.kind(row) == EventKind.transactionAdded.rawValue {
      starts[columns.day(row) &- firstDay &+ 2] &+= 1
    }
  }

  /// Ends the first pass.
  mutating func beginPlacing() {
    var sum: UInt32 = 0
    for index in starts.indices {
      sum += starts[index]
      starts[index] = sum
    }
    offsets = [UInt32](repeating: 0, count: Int(sum))
  }

  /// The second pass over a block's rows; a day's start moves up to its end, which is where the next day starts.
  mutating func place(_ columns: some HotColumns, rowLimit: Int, blockOffset: Int) {
    placeRows(
      columns, rowLimit: rowLimit, blockOffset: blockOffset, firstDay: Int(firstDay), starts: &starts,
      offsets: &offsets)
  }
}

private func placeRows(
  _ columns: some HotColumns, rowLimit: Int, blockOffset: Int, firstDay: Int, starts: inout [UInt32],
  offsets: inout [UInt32]
) {
  var starts = starts.mutableSpan
  var offsets = offsets.mutableSpan
  for row in 0..<rowLimit where columns.kind(row) == EventKind.transactionAdded.rawValue {
    let place = columns.day(row) &- firstDay &+ 1
    offsets[Int(starts[place])] = UInt32(truncatingIfNeeded: blockOffset &+ row)
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
