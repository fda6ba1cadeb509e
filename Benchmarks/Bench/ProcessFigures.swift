import Glibc

/// What the operating system counts about this process.
enum ProcessFigures {
  /// The most memory that the process ever had resident, mapped files included.
  static func peakMemoryBytes() throws -> Int {
    try figure("VmHWM:", in: "/proc/self/status") * 1_024
  }

  /// How many bytes the process handed to write calls so far.
  static func writtenBytes() throws -> Int {
    try figure("wchar:", in: "/proc/self/io")
  }

  private static func figure(_ name: String, in path: String) throws -> Int {
    guard let file = fopen(path, "r") else { throw MeasuringError(reason: "\(path) can't be read") }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      let digits = text.dropFirst(name.count).drop { !$0.isNumber }.prefix { $0.isNumber }
      if let number = Int(digits) { return number }
    }
    throw MeasuringError(reason: "\(path) has no \(name)")
  }
}

/// A clock that only goes forward.
enum Stopwatch {
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How long the body takes.
  static func time<Result>(_ body: () throws -> Result) rethrows -> (Result, Double) {
    let start = seconds()
    let result = try body()
    return (result, seconds() - start)
  }
}

/// Programs that a benchmark starts.
enum ChildProcess {
  /// Runs a program to its end and says its exit code, or 128 and the signal; its output is ours.
  static func run(_ words: [String], output: String? = nil) throws -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      _ = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    fflush(nil)
    var process: pid_t = 0
    // Safety: the words live until the call returns, and the list ends with nil.
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    guard code == 0 else { throw MeasuringError(reason: "\(words[0]) can't be started") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
