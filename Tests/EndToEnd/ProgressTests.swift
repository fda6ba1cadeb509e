import Foundation
import Glibc
import ProgramRunning
import Testing

/// How far a long import is, is said on a terminal and nowhere else.
struct ProgressTests {
  /// Runs the program with a terminal as its standard error; what stands on the terminal comes beside the outcome.
  private func runOnTerminal(
    _ program: FoldbookProcess, _ arguments: [String]
  ) throws -> (exitCode: Int32, output: String, terminal: String) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(terminal >= 0)
    defer { close(terminal) }
    // TIOCSPTLCK unlocks the other end, TIOCGPTN says its number.
    var (lock, number): (Int32, UInt32) = (0, 0)
    try #require(ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
    let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(other >= 0)
    let place = try program.write([], to: "output.txt")
    let process = Process()
    process.executableURL = program.program
    process.arguments = arguments + ["--file", program.ledgerPath, "--now", FoldbookProcess.now]
    process.environment = FoldbookProcess.environment(program.folder).merging(["TERM": "xterm"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: place))
    process.standardError = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    try process.run()
    close(other)
    // The terminal ends with the last program that has it open.
    var shown: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(terminal, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      shown += piece[..<count]
    }
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOfFile: place, encoding: .utf8),
      String(decoding: shown, as: UTF8.self)
    )
  }

  /// A file of so many bytes at least; its rows are long, so that it has few.
  private func statement(_ program: FoldbookProcess, bytes: Int, name: String) throws -> String {
    let memo = String(repeating: "remittance ", count: 180)
    var text = "Date,Payee,Amount,Memo\n"
    var row = 0
    while text.utf8.count < bytes {
      text += "2026-\(10 + row % 2)-\(10 + row % 20),Shop \(row),-\(row + 1).50,\(memo)\n"
      row += 1
    }
    return try program.write(text, to: name)
  }

  @Test
  func `a long import says on a terminal how far it is, and takes the line away at the end`() throws {
    let program = try FoldbookProcess()
    let path = try statement(program, bytes: 5 << 20, name: "long.csv")
    let first = try runOnTerminal(program, ["import", path, "--currency", "EUR"])
    #expect(first.exitCode == 0 && first.output.contains("new"), "\(first.terminal.suffix(400))")
    for part in ["Reading ", "long.csv (5 MB", "Writing … "] {
      #expect(first.terminal.contains(part), "\(part): \(first.terminal.prefix(400))")
    }
    #expect(first.terminal.hasSuffix("\r\u{1B}[K"))
    #expect(!first.output.contains("Reading") && !first.output.contains("\u{1B}[K"))
    // Each state of the line is written over the one before: no line ends, nothing wider than the terminal.
    #expect(!first.terminal.contains("\n"))
    for state in first.terminal.components(separatedBy: "\r") { #expect(state.count <= 82, "\(state)") }
    let again = try runOnTerminal(program, ["import", path, "--currency", "EUR"])
    #expect(again.exitCode == 0 && again.terminal.contains("Comparing with the ledger … "))
  }

  @Test
  func `a pipe, --quiet and a short file get no progress`() throws {
    let program = try FoldbookProcess()
    let long = try statement(program, bytes: 5 << 20, name: "long.csv")
    let short = try statement(program, bytes: 10_000, name: "short.csv")
    let piped = try program.run(["import", long, "--currency", "EUR", "--dry-run"])
    #expect(piped.exitCode == 0 && piped.errorText == "")
    #expect(!piped.outputText.contains("\r") && !piped.outputText.contains("Reading"))
    let quiet = try runOnTerminal(program, ["import", long, "--currency", "EUR", "--dry-run", "--quiet"])
    #expect(quiet.exitCode == 0 && quiet.terminal == "")
    let brief = try runOnTerminal(program, ["import", short, "--currency", "EUR", "--dry-run"])
    #expect(brief.exitCode == 0 && brief.terminal == "")
  }
}
