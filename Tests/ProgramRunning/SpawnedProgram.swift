import Foundation
import Glibc

/// A program that was started, for tests that start thousands, or that kill what they started.
///
/// A class, since it stands for one running process. Its output goes to files in memory, so that no pipe fills up.
public final class SpawnedProgram {
  public let identifier: pid_t
  private let output: Int32
  private let errors: Int32
  private var status: Int32?

  /// Starts a program; it is the first of a process group of its own.
  public init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    output = try SpawnedProgram.memoryFile()
    errors = try SpawnedProgram.memoryFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words = ([program] + arguments).map { strdup($0) }
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var started: pid_t = 0
    let code = posix_spawn(&started, program, &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw SpawnFailure(reason: "\(program) does not start: \(String(cString: strerror(code)))") }
    identifier = started
  }

  deinit {
    if status == nil {
      Glibc.kill(-identifier, SIGKILL)
      var ended: Int32 = 0
      while waitpid(identifier, &ended, 0) == -1, errno == EINTR {}
    }
    close(output)
    close(errors)
  }

  /// Runs a program to its end.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String], deadlineSeconds: Int = 120
  ) throws -> FoldbookProcess.Outcome {
    try SpawnedProgram(program, arguments, environment: environment).wait(deadlineSeconds: deadlineSeconds)
  }

  /// Ends the program and what it started, without a chance to tidy up.
  public func kill() { Glibc.kill(-identifier, SIGKILL) }

  public func send(_ signal: Int32) { Glibc.kill(-identifier, signal) }

  /// Whether it has ended; does not wait.
  public func hasEnded() throws -> Bool {
    if status != nil { return true }
    var ended: Int32 = 0
    let found = waitpid(identifier, &ended, WNOHANG)
    if found == -1, errno != EINTR { throw SpawnFailure(reason: "waitpid: \(String(cString: strerror(errno)))") }
    if found == identifier { status = ended }
    return status != nil
  }

  /// Whether a signal has stopped it, as SIGSTOP does.
  public func isStopped() throws -> Bool {
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(identifier)/stat")), as: UTF8.self)
    return text.components(separatedBy: ") ").last?.hasPrefix("T") ?? false
  }

  /// Waits for the end.
  ///
  /// - Throws: `SpawnFailure` where it does not end in time; it is killed then.
  public func wait(deadlineSeconds: Int = 120) throws -> FoldbookProcess.Outcome {
    let deadline = ContinuousClock.now + .seconds(deadlineSeconds)
    var pause: UInt32 = 100
    while try !hasEnded() {
      if ContinuousClock.now > deadline {
        kill()
        throw SpawnFailure(reason: "the program did not end within \(deadlineSeconds) s; it said: \(errorText)")
      }
      usleep(pause)
      pause = min(pause * 2, 1_000)
    }
    return FoldbookProcess.Outcome(
      status: status ?? 0, output: SpawnedProgram.contents(of: output), errorText: errorText)
  }

  /// What it has printed so far.
  public var outputText: String { String(decoding: SpawnedProgram.contents(of: output), as: UTF8.self) }

  public var errorText: String { String(decoding: SpawnedProgram.contents(of: errors), as: UTF8.self) }

  /// A file without a name, in memory where there is a folder for that.
  private static func memoryFile() throws -> Int32 {
    let withoutName = O_DIRECTORY | 0o20_000_000
    for folder in ["/dev/shm", NSTemporaryDirectory()] {
      let descriptor = open(folder, O_RDWR | O_CLOEXEC | withoutName, 0o600)
      if descriptor >= 0 { return descriptor }
    }
    throw SpawnFailure(reason: "no file for output: \(String(cString: strerror(errno)))")
  }

  private static func contents(of descriptor: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// A program did not start, or did not end.
public struct SpawnFailure: Error, CustomStringConvertible {
  public var reason: String
  public var description: String { reason }

  public init(reason: String) {
    self.reason = reason
  }
}
