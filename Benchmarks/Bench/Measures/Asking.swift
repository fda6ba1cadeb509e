import BenchmarkData
import Foldbook
import LedgerRender

extension Benchmark {
  /// Opens the ledger, asks one question and renders its answer, as a command does.
  static func ask(
    _ workspace: Workspace, at position: Position? = nil, _ body: (LedgerView) throws -> [UInt8]
  ) throws -> Finding {
    let (bytes, seconds) = try Stopwatch.time { try workspace.open().read(at: position, body) }
    return Finding(count: 1, unit: "question", seconds: seconds, digest: WordDigest.of(bytes))
  }

  private static let today = BenchmarkTable.firstDay.advanced(byDays: BenchmarkTable.dayCount - 1)

  static let dashboard = Benchmark(name: "dashboard", summary: "the month on one screen, opening included") {
    try ask($0) { JSONRenderer.render(try DashboardQuery(today: today).report(on: $0)) }
  }

  static let merchant = Benchmark(name: "merchant", summary: "what the commonest merchant cost each month") {
    let name = BenchmarkTable(rowCount: 1).merchantNames[0]
    return try ask($0) { JSONRenderer.render(try MerchantHistoryQuery(name: name).report(on: $0)) }
  }

  static let list = Benchmark(name: "list", summary: "a month's newest 50 transactions of a category") {
    try ask($0) { view in
      let query = try TransactionQuery(parsing: ["month:\(today.yearMonth)", "category:Groceries"])
      return JSONRenderer.render(try ListQuery(query: query, limit: 50, includesDeleted: false).report(on: view))
    }
  }

  static let export = Benchmark(name: "export", summary: "the whole journal as lines of JSON") { workspace in
    let ledger = try workspace.open()
    return try ledger.read { view in
      var hasher = SHA256()
      var count = 0
      let ((), seconds) = try Stopwatch.time {
        var next: Position = 1
        while next <= view.position {
          let piece = try JournalText.piece(of: view.journal, from: next, through: view.position, blockLimit: 64)
          hasher.update(piece.text)
          count += piece.text.count
          next = piece.next
        }
      }
      return Finding(
        count: Int(view.position), unit: "events", seconds: seconds,
        digest: String(hasher.finish().hexadecimal.prefix(16)), figures: [("bytes", Double(count))])
    }
  }

  static let startup = Benchmark(name: "startup", summary: "the program started and ended, the median of 101") {
    workspace in
    guard let program = workspace.options.program else {
      throw MeasuringError(reason: "startup needs --program FOLDBOOK, the built program")
    }
    let output = "\(workspace.options.folder)/startup.txt"
    var times: [Double] = []
    for _ in 0..<101 {
      let (status, seconds) = try Stopwatch.time { try ChildProcess.run([program, "--version"], output: output) }
      if status != 0 { throw MeasuringError(reason: "\(program) --version ended with \(status)") }
      times.append(seconds)
    }
    let words = try Files.read(output)
    try Files.remove(output)
    return Finding(count: 1, unit: "process", seconds: times.sorted()[times.count / 2], digest: WordDigest.of(words))
  }
}
