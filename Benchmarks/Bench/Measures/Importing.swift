import Foldbook

extension Benchmark {
  static let parse = Benchmark(name: "parse", summary: "the table's bytes to rows, decisions included") { workspace in
    let bytes = try Files.read(workspace.tablePath)
    var options = ImportOptions()
    options.fallbackCurrency = .euro
    let (file, seconds) = Stopwatch.time { StatementReader.read(bytes, path: workspace.tablePath, options: options) }
    guard file.errors.isEmpty else { throw MeasuringError(reason: "the table has invalid rows") }
    var digest = WordDigest()
    for row in file.transactions {
      digest.add(row.day.daysSinceEpoch)
      digest.add(row.amount.minorUnits)
    }
    return Finding(
      count: file.transactions.count, unit: "rows", seconds: seconds, digest: digest.hexadecimal,
      figures: [("fileBytes", Double(bytes.count))])
  }

  /// As the command does: read, hash, plan, append, fold into a snapshot, one durable commit.
  static let importTable = Benchmark(
    name: "import", summary: "the table into a new ledger: parsed, deduplicated, hashed, folded, durable"
  ) { workspace in
    try workspace.withNewPath { path in
      let start = Stopwatch.seconds()
      let bytes = try Files.read(workspace.tablePath)
      var options = ImportOptions()
      options.fallbackCurrency = .euro
      let importer = Importer(options: options)
      let sources = importer.read([Importer.Input(path: "table.csv", bytes: bytes)])
      guard importer.accepts(sources) else { throw MeasuringError(reason: "the table is refused") }
      let at = Instant.noon(of: CalendarDay(year: 2026, month: 10, day: 20) ?? .last)
      let report = try Ledger.create(
        path: path, baseCurrency: .euro, at: at, command: "init",
        ledgerID: CommitHash(bytes: [UInt8](repeating: 0xB1, count: 32))
      ) { try importer.commit(sources, in: $0, recordedAt: at, command: "import table.csv") }
      let seconds = Stopwatch.seconds() - start
      let size = try Files.size(path)
      let ledger = try Ledger.open(path: path, isReadOnly: true)
      let (events, digest) = try ledger.read { (Int($0.position), try $0.digest()) }
      // What the file says in words, which no layout saves: the texts of the merchant and the category.
      let texts = sources.reduce(0) { total, source in
        source.file.transactions.reduce(total) { sum, row in
          sum + source.file.texts.bytes(of: row.payee).count + source.file.texts.bytes(of: row.bankCategory).count
        }
      }
      return Finding(
        count: report.added, unit: "rows", seconds: seconds, digest: String(digest.hexadecimal.prefix(16)),
        figures: [
          ("ledgerBytes", Double(size)), ("textBytes", Double(texts)),
          ("bytesPerEventWithoutText", Double(size - texts) / Double(events)),
        ])
    }
  }
}
