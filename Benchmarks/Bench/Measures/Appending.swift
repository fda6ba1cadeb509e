import BenchmarkData
import Foldbook

extension Benchmark {
  static let appendSingle = Benchmark(
    name: "append-one", summary: "one durable add a commit, and a bare LMDB commit of the same bytes in turn"
  ) { workspace in
    try workspace.withCopy { path in
      try append(to: path, commits: 600, batch: 1, isComparing: true)
    }
  }

  static let appendBatch = Benchmark(
    name: "append-1000", summary: "1,000 events a commit, durable, questions answered as ever"
  ) { workspace in
    try workspace.withCopy { path in
      try append(to: path, commits: 200, batch: 1_000, isComparing: false)
    }
  }

  /// Appends rows of the table after the ledger's last ones.
  private static func append(to path: String, commits: Int, batch: Int, isComparing: Bool) throws -> Finding {
    let ledger = try Ledger.open(path: path, isReadOnly: false)
    let translation = EventTranslation()
    var table = BenchmarkTable(rowCount: commits * batch)
    let last = BenchmarkTable.dayCount - 1
    let at = Instant.noon(of: BenchmarkTable.firstDay.advanced(byDays: last))
    var index = 0
    var times: [Double] = []
    var bareTimes: [Double] = []
    let bare = isComparing ? try BareLedger(copying: path) : nil
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
      if let bare {
        let size = try ledger.read { try $0.journal.lastBlock()?.sizeBytes ?? 0 }
        bareTimes.append(try bare.commit(valueBytes: size))
      }
    }
    try bare?.remove()
    let head = try ledger.read { try $0.journal.headCommit()?.hash.hexadecimal ?? "" }
    let middle = times.sorted()[times.count / 2]
    // The sum counts the snapshots that fall due; a median of single commits would not.
    let seconds = times.reduce(0, +)
    var finding = Finding(
      count: commits * batch, unit: "events", seconds: seconds, digest: String(head.prefix(16)),
      figures: [
        ("medianSecondsPerCommit", middle), ("pagesWrittenPerCommit", Double(writtenBytes) / 4_096 / Double(commits)),
      ])
    if isComparing {
      let bareMiddle = bareTimes.sorted()[bareTimes.count / 2]
      finding.figures += [("bareMedianSecondsPerCommit", bareMiddle), ("ratioToBare", middle / bareMiddle)]
    }
    return finding
  }
}
