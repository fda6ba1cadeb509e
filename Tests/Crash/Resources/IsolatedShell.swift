import Foundation
import Glibc
import ProgramRunning
import Testing

/// A shell whose mounts nobody else sees and that go with it.
struct IsolatedShell {
  /// One command that a script ran, as its `result` function printed it.
  struct Result: CustomStringConvertible {
    var label: String
    var exitCode: Int
    var message: String

    var description: String { "\(label): exit \(exitCode), \(message)" }
  }

  /// What scripts begin with: `fb` is the program, `result LABEL COMMAND…` runs a command and prints what came of it.
  private static let prelude = """
    set -u
    fb() { "$FOLDBOOK_BIN" "$@" --now 2026-10-20; }
    # Signals are told from codes: a shell has 128 and the signal's number.
    result() {
      local label=$1 code; shift
      message=$("$@" 2>&1 >"$PWD/output"); code=$?
      printf '%s\\t%s\\t%s\\n' "$label" "$code" "$(tr '\\n\\t' '  ' <<<"$message")"
      return 0
    }
    # Leaves so many bytes free on the file system of a folder.
    fill() {
      local available
      available=$(df --output=avail -B1 "$1" | tail -1)
      if [ "$available" -gt "$2" ]; then head -c $((available - $2)) /dev/zero >"$1/filler" || true; fi
    }

    """

  let program: FoldbookProcess

  init() throws {
    program = try FoldbookProcess()
    try program.write(FaultScript.statement("small", rowCount: 60), to: "small.csv")
    try program.write(FaultScript.statement("large", rowCount: 900), to: "large.csv")
    // Somewhere that other users can reach.
    // By a process of its own: one that this process starts meanwhile would keep the copy open for writing.
    let copied = try SpawnedProgram.run(
      "/bin/cp", [program.program.path, program.path("foldbook")],
      environment: FoldbookProcess.environment(program.folder))
    try #require(copied.exitCode == 0, "\(copied.errorText)")
    chmod(program.path("foldbook"), 0o755)
    chmod(program.folder.path, 0o755)
  }

  static let isRoot = geteuid() == 0

  /// The words before a command that give it mounts of its own; nil where the machine refuses.
  private static let isolation: [String]? = {
    for options in [["-m"], ["-rm"]] {
      do {
        let outcome = try SpawnedProgram.run(
          "/usr/bin/unshare", options + ["mount", "-t", "tmpfs", "tmpfs", "/mnt"],
          environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
        if outcome.exitCode == 0 { return ["/usr/bin/unshare"] + options }
      } catch {
        continue
      }
    }
    return nil
  }()

  /// Whether scripts can mount file systems; says so where they can't.
  static func canMount(for test: String) -> Bool {
    if isolation != nil { return true }
    print("SKIPPED: \(test): this machine does not let this user mount anything")
    return false
  }

  /// Whether scripts can run as another user; says so where they can't.
  static func isRoot(for test: String) -> Bool {
    if isRoot { return true }
    print("SKIPPED: \(test): only root can be another user")
    return false
  }

  /// Runs a script in the test's folder.
  ///
  /// - Parameter mounts: whether it gets mounts of its own.
  func run(_ script: String, mounts: Bool = false) throws -> [Result] {
    var environment = FoldbookProcess.environment(program.folder)
    environment["FOLDBOOK_BIN"] = program.path("foldbook")
    let words =
      (mounts ? try #require(IsolatedShell.isolation) : []) + [
        "/bin/bash", "-c", IsolatedShell.prelude + "cd '\(program.folder.path)'\n" + script,
      ]
    let outcome = try SpawnedProgram.run(
      words[0], Array(words.dropFirst()), environment: environment, deadlineSeconds: Extent.isSoak ? 14_400 : 600)
    try #require(outcome.exitCode == 0, "the script failed: \(outcome.errorText)\(outcome.outputText)")
    return try outcome.outputText.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      let code = parts.count == 3 ? Int(parts[1]) : nil
      return Result(label: String(parts[0]), exitCode: try #require(code, "\(line)"), message: String(parts[2]))
    }
  }
}
