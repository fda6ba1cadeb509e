import BenchmarkData
import Glibc

let usage = """
  usage: foldbook-bench [BENCHMARK ...] [--events N] [--folder FOLDER] [--program FOLDBOOK] [--threads N]
                        [--repeat N] [--verify] [--json]
         foldbook-bench make EVENTS LEDGER    a ledger of so many events, written through the library
         foldbook-bench events EVENTS FILE    the same events as a table of comma-separated values
         foldbook-bench prepare [OPTIONS]     makes the data and says where they are

  Without names every benchmark runs, each in a process of its own. Data are made in FOLDER (.build/bench) once.

  """

func fail(_ message: String, _ code: Int32) -> Never {
  do throws(OutputError) {
    try OutputFile.messages.write(Array("foldbook-bench: \(message)\n".utf8))
  } catch {
    exit(code)
  }
  exit(code)
}

do {
  let words = Array(CommandLine.arguments.dropFirst())
  switch (words.first, words.count) {
  case ("make", 3):
    guard let count = Int(words[1]), count >= 1_000 else { fail("at least 1000 events are expected", 64) }
    try LedgerBuilding(eventCount: count).write(to: words[2])
  case ("events", 3):
    guard let count = Int(words[1]), count >= 1_000 else { fail("at least 1000 events are expected", 64) }
    try EventTable(eventCount: count).write(to: words[2])
  case ("prepare", _): try Workspace(Options(parsing: Array(words.dropFirst()))).printPrepared()
  case ("--help", _), ("-h", _): print(usage, terminator: "")
  default: try Harness(parsing: words).run()
  }
} catch let error as OptionError {
  fail("\(error.reason)\n\(usage)", 64)
} catch {
  fail("\(error)", 74)
}
