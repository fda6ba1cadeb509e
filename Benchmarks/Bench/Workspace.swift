import BenchmarkData
import Foldbook
import Glibc
import JSON

/// Where the data of a size lie, and what the options say.
struct Workspace {
  /// Raised when the generated data change, so that older ones are made anew.
  private static let dataVersion = 2

  let options: Options

  init(_ options: Options) throws {
    self.options = options
    try Files.makeFolder(options.folder)
  }

  var eventCount: Int { options.eventCount }
  var ledgerPath: String { "\(options.folder)/ledger-v\(Workspace.dataVersion)-\(eventCount).foldbook" }
  var tablePath: String { "\(options.folder)/table-v\(Workspace.dataVersion)-\(eventCount).csv" }

  /// The options as words, for a process of the same workspace.
  var words: [String] {
    var words = ["--events", String(eventCount), "--folder", options.folder, "--threads", String(options.threadCount)]
    words += ["--repeat", String(options.repeatCount)]
    if let program = options.program { words += ["--program", program] }
    if options.verifies { words.append("--verify") }
    if options.printsJSON { words.append("--json") }
    return words
  }

  /// Makes the ledger and the table where they are missing.
  func prepare() throws {
    if try !hasLedger() {
      let draft = ledgerPath + ".draft"
      try Files.removeLedger(draft)
      try LedgerBuilding(eventCount: eventCount).write(to: draft)
      try Files.moveLedger(draft, to: ledgerPath)
    }
    if !Files.exists(tablePath) {
      let draft = tablePath + ".draft"
      try BenchmarkTable.write(rowCount: eventCount, to: draft)
      try Files.rename(draft, to: tablePath)
    }
  }

  /// Makes the data and prints their paths as one JSON object.
  func printPrepared() throws {
    try prepare()
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("ledger", ledgerPath)
    writer.field("table", tablePath)
    writer.endObject()
    print(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// Whether the ledger is there and today's: one that an older build wrote is folded as a whole, or not read at all.
  private func hasLedger() throws -> Bool {
    guard Files.exists(ledgerPath) else { return false }
    do {
      if try open().read({ $0.tail.firstPosition > 1 }) { return true }
    } catch {
      try OutputFile.messages.write(Array("the ledger is made anew: \(error)\n".utf8))
    }
    try Files.removeLedger(ledgerPath)
    return false
  }

  /// Lends the path of a ledger that does not exist yet; what the body makes there is thrown away.
  func withNewPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = "\(options.folder)/new-\(getpid()).foldbook"
    try Files.removeLedger(path)
    let result = try body(path)
    try Files.removeLedger(path)
    return result
  }

  /// Lends a copy of the ledger that is thrown away.
  func withCopy<Result>(_ body: (String) throws -> Result) throws -> Result {
    try withNewPath { path in
      for suffix in ["", "-anchor"] { try Files.copy(ledgerPath + suffix, to: path + suffix) }
      return try body(path)
    }
  }

  /// Opens the ledger for reading.
  func open() throws -> Ledger { try Ledger.open(path: ledgerPath, isReadOnly: true) }
}
