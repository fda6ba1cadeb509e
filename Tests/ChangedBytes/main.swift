// Changes every byte of a ledger, one at a time, and reads, writes and reads again in a process split off for each change.
//
//   foldbook-changed-bytes LEDGER FOLDER FIRST STEP
//
// LEDGER with its anchor is left as it is; FOLDER gets the copies. Prints a line for each wrong answer, crash or hang, and in
// the end how many changes were made and how many were noticed.
import Foldbook
import Glibc
import LMDB
import LedgerRender

/// How a process that was split off ends.
enum Ending: Int32 {
  case harmless = 0
  case refused = 3
  case wrong = 4
}

/// What the library says of a ledger: the reports that read everything, as bytes.
func answers(_ path: String) throws -> [[UInt8]] {
  let ledger = try Ledger.open(path: path, isReadOnly: true)
  return try ledger.read { view in
    [
      JSONRenderer.render(try ListQuery(query: TransactionQuery()).report(on: view)),
      JSONRenderer.render(try MonthsQuery().report(on: view)),
      JSONRenderer.render(try MerchantsQuery().report(on: view)),
      JSONRenderer.render(try AccountsQuery(today: nil).report(on: view)),
    ]
  }
}

/// Adds a transaction of a merchant that has others, so that what is written over is read too.
func add(_ path: String) throws {
  guard let today = CalendarDay("2026-10-20") else { preconditionFailure("no day") }
  let ledger = try Ledger.open(path: path, isReadOnly: false)
  let command = AddTransaction(
    amount: Money(minorUnits: -420), merchant: "Corner Shop 3", category: "Groceries", day: today)
  _ = try ledger.write { transaction in
    let view = try transaction.view()
    let events = try Decision.add(command, today: today, position: view.position + 1, state: view)
    return try transaction.commit(recordedAt: Instant.noon(of: today), command: "add", events: events)
  }
}

/// Whether an error says that the file is damaged, for which the program has the exit code 76.
func isRefusal(_ error: any Error) -> Bool {
  switch error {
  case LMDBError.corrupt, LMDBError.replaced: true
  case JournalError.damaged, JournalError.notALedger, JournalError.rolledBack, JournalError.replaced: true
  case JournalError.store(let store): isRefusal(store)
  case ProjectionError.damagedView: true
  case ProjectionError.journal(let journal): isRefusal(journal)
  case ProjectionError.store(let store): isRefusal(store)
  default: false
  }
}

func say(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
  let line = Array((text + "\n").utf8)
  _ = write(descriptor, line, line.count)
}

/// One change's look at the ledger, in a process of its own.
struct Look {
  let path: String
  let before: [[UInt8]]
  let after: [[UInt8]]
  let place: String

  func end() -> Ending {
    var isRefused = !reads(before)
    do {
      try add(path)
    } catch {
      guard isRefusal(error) else { return wrong("the write fails with \(error)") }
      // What refused the write says what it said.
      _ = reads(before)
      return .refused
    }
    if !reads(after) { isRefused = true }
    return isRefused ? .refused : .harmless
  }

  /// Whether all is answered; ends the process where an answer is wrong.
  private func reads(_ right: [[UInt8]]) -> Bool {
    do {
      if try answers(path) == right { return true }
      finish(wrong("an answer is silently wrong"))
    } catch {
      guard isRefusal(error) else { finish(wrong("a read fails with \(error)")) }
      return false
    }
  }

  private func wrong(_ text: String) -> Ending {
    say("\(place): \(text)")
    return .wrong
  }

  func finish(_ ending: Ending) -> Never {
    _exit(ending.rawValue)
  }
}

/// Reads a file whole.
func contents(_ path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  var status = stat()
  precondition(descriptor >= 0 && fstat(descriptor, &status) == 0, "\(path) can't be read")
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  precondition(pread(descriptor, &bytes, bytes.count, 0) == bytes.count, "\(path) can't be read")
  close(descriptor)
  return bytes
}

func put(_ bytes: [UInt8], _ path: String) {
  let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
  precondition(descriptor >= 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, "\(path) can't be written")
  close(descriptor)
}

/// Splits a process off. Swift does not offer `fork`, since other threads would be missing; this program has none.
func split() -> pid_t {
  typealias Fork = @convention(c) () -> pid_t
  guard let symbol = dlsym(nil, "fork") else { preconditionFailure("no fork") }
  return unsafeBitCast(symbol, to: Fork.self)()
}

/// Makes every change from a place on, one in so many, and tells what came of it.
func change(_ ledger: String, in folder: String, first: Int, step: Int) throws {
  let (bytes, anchor) = (contents(ledger), contents(ledger + "-anchor"))
  let path = "\(folder)/copy-\(first).foldbook"
  func place(_ bytes: [UInt8]) {
    put(bytes, path)
    put(anchor, path + "-anchor")
  }
  place(bytes)
  let before = try answers(path)
  try add(path)
  let after = try answers(path)
  precondition(before != after, "the write can't be seen")
  var (changed, refused, failed) = (0, 0, 0)
  for index in stride(from: first, to: bytes.count, by: step) {
    for pattern: UInt8 in [0x01, 0xFF] {
      var damaged = bytes
      damaged[index] ^= pattern
      place(damaged)
      changed += 1
      let look = Look(path: path, before: before, after: after, place: "byte \(index) ^ \(pattern)")
      let child = split()
      if child == 0 {
        // What hangs is ended by a signal.
        alarm(20)
        look.finish(look.end())
      }
      precondition(child > 0, "no process can be split off")
      var status: Int32 = 0
      while waitpid(child, &status, 0) == -1, errno == EINTR {}
      switch (status & 0x7F, (status >> 8) & 0xFF) {
      case (0, Ending.harmless.rawValue): break
      case (0, Ending.refused.rawValue): refused += 1
      case (0, let code):
        failed += 1
        if code != Ending.wrong.rawValue { say("\(look.place): ends with \(code)") }
      case (let signal, _):
        failed += 1
        say("\(look.place): ends by signal \(signal)")
      }
    }
  }
  say("changed \(changed) refused \(refused) wrong \(failed)")
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 4, let first = Int(words[2]), let step = Int(words[3]), step > 0 else {
  say("foldbook-changed-bytes LEDGER FOLDER FIRST STEP", to: STDERR_FILENO)
  exit(64)
}
ProcessSignals.ignoreFileSizeAndPipe()
ProcessSignals.reportDamage(message: "the file was cut", exitCode: Ending.refused.rawValue)
try change(words[0], in: words[1], first: first, step: step)
