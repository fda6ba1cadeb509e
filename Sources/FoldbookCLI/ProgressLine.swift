import Foldbook
import Glibc
import LedgerRender

/// One line on the terminal that says how far a long import is; it is written over and taken away at the end.
struct ProgressLine: Sendable {
  /// Files smaller than this in all are done before one could read the line.
  private static let leastBytes = 4 << 20
  /// The columns that a file's name may take.
  private static let nameColumns = 50

  /// Nil where there is nobody to read it: standard error is no terminal, `--quiet`, or the import is short.
  init?(_ context: Context, bytes: Int) {
    guard SystemEnvironment.isErrorTerminal, !context.isQuiet, bytes >= ProgressLine.leastBytes else { return nil }
  }

  @Sendable func show(_ progress: Importer.Progress) {
    switch progress {
    case .reading(let path, let bytes): write("Reading \(name(path)) (\(bytes >> 20) MB) …")
    case .comparing(let rows, let count): write("Comparing with the ledger … \(percent(rows, count)) %")
    case .writing(let rows, let count): write("Writing … \(percent(rows, count)) %")
    }
  }

  /// The file's name without its folders, which could leave no room for what follows it.
  private func name(_ path: String) -> String {
    Terminal.fitted(
      Terminal.safe(path.split(separator: "/").last.map(String.init) ?? path), columns: ProgressLine.nameColumns)
  }

  func clear() { write("") }

  private func percent(_ rows: Int, _ count: Int) -> Int { count > 0 ? rows * 100 / count : 100 }

  /// Back to the line's begin, the text, and nothing after it; a terminal that is gone is no reason to stop.
  private func write(_ text: String) {
    let line = Array("\r\(text.prefix(78))\u{1B}[K".utf8)
    do {
      try FileAccess.write(line, to: STDERR_FILENO)
    } catch {
      return
    }
  }
}
