// Safety: the words of the call are copies that live until the child has them; buffers live for their call.
import Foldbook
import Glibc

/// What another program of the machine prints.
enum ProgramOutput {
  case missing
  /// It said that it failed; the first lines of what it said.
  case failed(String)
  case done([UInt8])

  /// The most that is read of what a program prints.
  private static let limitBytes = 2_000_000_000

  /// Whether a program is found by its name.
  static func isInstalled(_ name: String) -> Bool {
    let folders = (SystemEnvironment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.contains { access($0 + "/" + name, X_OK) == 0 }
  }

  /// Runs a program, found by its name and called with these words and no shell, to its end.
  static func run(_ name: String, _ arguments: [String]) throws -> ProgramOutput {
    guard isInstalled(name) else { return .missing }
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var (output, errors): (Pipe, Pipe) = (try Pipe(), try Pipe())
    defer {
      output.close()
      errors.close()
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    var process = pid_t()
    let code = posix_spawnp(&process, name, &actions, nil, &words, environ)
    if code == ENOENT { return .missing }
    guard code == 0 else {
      throw CommandError(code: .notFound, reason: "\(name) can't be started: \(SystemError.text(code))")
    }
    output.closeWriting()
    errors.closeWriting()
    let (bytes, message) = try collect(output.reading, errors.reading)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // A signal's number is in the low bits, an exit code above them.
    guard status == 0 else { return .failed(firstLines(of: message)) }
    return .done(bytes)
  }

  /// Reads both streams to their ends, whichever has something.
  private static func collect(_ output: Int32, _ errors: Int32) throws -> ([UInt8], [UInt8]) {
    var results: [[UInt8]] = [[], []]
    var open = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while open.contains(where: { $0.fd >= 0 }) {
      if poll(&open, nfds_t(open.count), -1) < 0 {
        if errno == EINTR { continue }
        throw CommandError(code: .inputOutput, reason: "reading what a program prints: \(SystemError.text(errno))")
      }
      for index in open.indices where open[index].fd >= 0 && open[index].revents != 0 {
        let count = chunk.withUnsafeMutableBytes { Glibc.read(open[index].fd, $0.baseAddress, $0.count) }
        if count > 0 {
          results[index].append(contentsOf: chunk[0..<count])
          guard results[index].count <= limitBytes else {
            throw CommandError(code: .badInput, reason: "the journal is too large; split it")
          }
        } else if count == 0 || errno != EINTR {
          open[index].fd = -1
        }
      }
    }
    return (results[0], results[1])
  }

  /// What a program said, as far as it helps: some lines, on one.
  private static func firstLines(of message: [UInt8]) -> String {
    String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(8)
      .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " / ")
  }

  /// The two ends of a pipe that children do not inherit.
  private struct Pipe {
    private(set) var reading: Int32
    private(set) var writing: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else {
        throw CommandError(code: .inputOutput, reason: "no pipe: \(SystemError.text(errno))")
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    mutating func closeWriting() {
      if writing >= 0 { Glibc.close(writing) }
      writing = -1
    }

    mutating func close() {
      closeWriting()
      Glibc.close(reading)
    }
  }
}
