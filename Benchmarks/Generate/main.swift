import BenchmarkData
import Glibc

/// Writes the household's three bank files into a folder that exists.
func writeDemo(_ folder: String) throws {
  let household = Household()
  let files = BankFiles(household: household)
  for (name, bytes, history) in [
    ("checking.csv", files.checking, household.checking), ("tagesgeld.csv", files.savings, household.savings),
    ("card.csv", files.card, household.card),
  ] {
    let path = folder + "/" + name
    try OutputFile(creating: path).write(bytes)
    print("\(path): \(history.bookings.count) transactions")
  }
}

func fail(_ message: String, _ code: Int32) -> Never {
  do throws(OutputError) {
    try OutputFile.messages.write(Array((message + "\n").utf8))
  } catch {
    exit(code)
  }
  exit(code)
}

let words = CommandLine.arguments.dropFirst()
do {
  switch (words.first, words.count) {
  case ("demo", 2): try writeDemo(words[2])
  case ("csv", 3):
    guard let rowCount = Int(words[2]), rowCount > 0 else { fail("'\(words[2])' is not a number of rows", 64) }
    try BenchmarkTable.write(rowCount: rowCount, to: words[3])
  default:
    fail("usage: foldbook-generate demo FOLDER\n       foldbook-generate csv ROWS FILE", 64)
  }
} catch {
  fail("\(error)", 74)
}
