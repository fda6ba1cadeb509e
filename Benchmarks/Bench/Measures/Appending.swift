import BenchmarkData
import Foldbook

extension Benchmark {
  static let appendSingle = Benchmark(
    name: "append-one", summary: "one durable add a commit, and a bare LMDB commit of the same bytes in turn"
  ) { workspace in
    try workspace.withCopy { path in
      try append(to: path, commits: 600, batch: 1, comparing: .inTurn)
    }
  }

  static let appendBatch = Benchmark(
    name: "append-1000", summary: "1,000 events a commit, durable, questions answered as ever"
  ) { workspace in
    try workspace.withCopy { path in
      try append(to: path, commits: 200, batch: 1_000, comparing: .afterwards)
    }
  }

  /// When bare LMDB commits of the same bytes are made.
  private enum Comparing {
    /// One after each of ours, as the disk's flushes differ from moment to moment.
    case inTurn
    /// When all of ours are made, so that a rate over all of them is one of a process that does nothing else.
    case afterwards
  }

  /// Appends rows of the table after the ledger's last ones.
  private static func append(to path: String, commits: Int, batch: Int, comparing: Comparing) throws -> Finding {
    let ledger = try Ledger.open(path: path, isReadOnly: false)
    let translation = EventTranslation()
    var table = BenchmarkTable(rowCount: commits * batch)
    let last = BenchmarkTable.dayCount - 1
    let at = Instant.noon(of: BenchmarkTable.firstDay.advanced(byDays: last))
    var index = 0
    var times: [Double] = []
    var bareTimes: [Double] = []
    var blockSizes: [Int] = []
    let bare = try BareLedger(copying: path)
    var writtenBytes = 0
    for _ in 0..<commits {
      var events: [Event] = []
      for _ in 0..<batch {
        var row = table.row(index)
        row.day = last
        index += 1
        events.append(translation.event(.added(row), base: 0))
      }
      let before = try ProcessFigures.writtenBytes()
      let ((), seconds) = try Stopwatch.time {
        try ledger.write { transaction in
          _ = try transaction.commit(recordedAt: at, command: "add", events: events)
        }
      }
      times.append(seconds)
      writtenBytes += try ProcessFigures.writtenBytes() - before
      let size = try ledger.read { try $0.journal.lastBlock()?.sizeBytes ?? 0 }
      switch comparing {
      case .inTurn: bareTimes.append(try bare.commit(valueBytes: size))
      case .afterwards: blockSizes.append(size)
      }
    }
    for size in blockSizes { bareTimes.append(try bare.commit(valueBytes: size)) }
    try bare.remove()
    let head = try ledger.read { try $0.journal.headCommit()?.hash.hexadecimal ?? "" }
    let middle = times.sorted()[times.count / 2]
    // The sum counts the snapshots that fall due; a median of single commits would not.
    let seconds = times.reduce(0, +)
    let bareMiddle = bareTimes.sorted()[bareTimes.count / 2]
    return Finding(
      count: commits * batch, unit: "events", seconds: seconds, digest: String(head.prefix(16)),
      figures: [
        ("medianSecondsPerCommit", middle), ("pagesWrittenPerCommit", Double(writtenBytes) / 4_096 / Double(commits)),
        ("bareMedianSecondsPerCommit", bareMiddle), ("ratioToBare", middle / bareMiddle),
        ("ratioOfSumsToBare", seconds / bareTimes.reduce(0, +)),
      ])
  }
}
