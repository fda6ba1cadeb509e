import Foldbook
import LedgerRender

extension Benchmark {
  /// The blocks of the whole journal into sums; the C baseline does the same on the same file.
  static let fold = Benchmark(name: "fold", summary: "every block of the journal into sums, one process") { workspace in
    let ledger = try workspace.open()
    return try ledger.read { view in
      let start = Stopwatch.seconds()
      var parts: [BlockPart] = []
      try view.journal.forEachBlock(from: 1, through: view.position, checking: []) { block in
        parts.append(BlockPart(block: block, rowLimit: block.rowCount))
        return true
      }
      let sums = try Projector.sums(
        of: parts, directory: view.directory, verifies: workspace.options.verifies,
        threadCount: workspace.options.threadCount)
      let seconds = Stopwatch.seconds() - start
      return Finding(
        count: Int(view.position), unit: "events", seconds: seconds, digest: WordDigest.of(sums),
        figures: [("nanosecondsPerEvent", seconds * 1e9 / Double(view.position))])
    }
  }

  static let replay = Benchmark(name: "replay", summary: "every view folded from nothing, in memory") { workspace in
    let ledger = try workspace.open()
    return try ledger.read { view in
      let (refolded, seconds) = try Stopwatch.time { try view.refolded() }
      return Finding(
        count: Int(view.position), unit: "events", seconds: seconds,
        digest: try WordDigest.of(refolded.tail.sums.tables()))
    }
  }

  static let rebuild = Benchmark(name: "rebuild", summary: "replay, with the snapshot written and synced") {
    workspace in
    try workspace.withCopy { path in
      let ledger = try Ledger.open(path: path, isReadOnly: false)
      let written = try ProcessFigures.writtenBytes()
      let ((), seconds) = try Stopwatch.time { try ledger.rebuild() }
      let pages = (try ProcessFigures.writtenBytes() - written) / 4_096
      let events = try ledger.read { Int($0.position) }
      let digest = try ledger.viewDigest()
      return Finding(
        count: events, unit: "events", seconds: seconds, digest: String(digest.hexadecimal.prefix(16)),
        figures: [("pagesWritten", Double(pages))])
    }
  }

  static let asOf = Benchmark(name: "as-of", summary: "the dashboard at the middle of the journal") { workspace in
    try Benchmark.ask(workspace, at: Position(workspace.eventCount / 2)) { view in
      let middle = try view.journal.row(at: view.position).values(at: view.position).day
      return JSONRenderer.render(try DashboardQuery(today: middle).report(on: view))
    }
  }
}
