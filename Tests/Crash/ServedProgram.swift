import Foundation
import Glibc
import ProgramRunning

/// A command that was started once and is run again and again: each run is a copy of a process that waits before its first
/// call on a file of a folder.
///
/// What a run does to files, and how it ends, is what the program does that is started anew: until that call it has only
/// read its arguments. A class, since it stands for a running process.
final class ServedProgram {
  private let identifier: pid_t
  private let socket: Int32
  private let output: Int32
  private let errors: Int32

  /// - Parameters:
  ///   - program: one that is linked dynamically.
  ///   - library: the one that makes it wait.
  ///   - folder: the folder, without symbolic links.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], library: String, folder: String
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SpawnFailure(reason: "no socket: \(String(cString: strerror(errno)))")
    }
    socket = ends[0]
    output = try ServedProgram.memoryFile()
    errors = try ServedProgram.memoryFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // A number that no other descriptor of the program has.
    posix_spawn_file_actions_adddup2(&actions, ends[1], 100)
    var variables = environment
    variables["LD_PRELOAD"] = library
    variables["FAULT_FOLDER"] = folder
    variables["FAULT_SERVE"] = "100"
    let words = ([program] + arguments).map { strdup($0) }
    let settings = variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + settings { free(text) } }
    var started: pid_t = 0
    let code = posix_spawn(&started, program, &actions, nil, words + [nil], settings + [nil])
    close(ends[1])
    guard code == 0 else { throw SpawnFailure(reason: "\(program) does not start: \(String(cString: strerror(code)))") }
    identifier = started
  }

  deinit {
    // Without the socket it ends.
    close(socket)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    close(output)
    close(errors)
  }

  /// Runs the command to its end.
  ///
  /// - Throws: `SpawnFailure` where it does not end in time; it is killed then.
  func run(deadlineSeconds: Int) throws -> FoldbookProcess.Outcome {
    for file in [output, errors] where ftruncate(file, 0) != 0 {
      throw SpawnFailure(reason: "ftruncate: \(String(cString: strerror(errno)))")
    }
    var request: UInt8 = 1
    guard send(socket, &request, 1, Int32(MSG_NOSIGNAL)) == 1 else { throw ended() }
    let copy = try number(deadlineSeconds: deadlineSeconds) { throw SpawnFailure(reason: "no copy is split off") }
    let status = try number(deadlineSeconds: deadlineSeconds) {
      Glibc.kill(copy, SIGKILL)
      throw SpawnFailure(reason: "the program did not end within \(deadlineSeconds) s; it said: \(errorText)")
    }
    return FoldbookProcess.Outcome(status: status, output: ServedProgram.contents(of: output), errorText: errorText)
  }

  private var errorText: String { String(decoding: ServedProgram.contents(of: errors), as: UTF8.self) }

  private func ended() -> SpawnFailure { SpawnFailure(reason: "the program ended before its first call: \(errorText)") }

  /// The next number that the waiting process tells.
  private func number(deadlineSeconds: Int, otherwise: () throws -> Void) throws -> Int32 {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    var found = Glibc.poll(&poll, 1, Int32(deadlineSeconds * 1_000))
    while found == -1, errno == EINTR { found = Glibc.poll(&poll, 1, Int32(deadlineSeconds * 1_000)) }
    if found == 0 { try otherwise() }
    var number: Int32 = 0
    guard recv(socket, &number, 4, Int32(MSG_WAITALL)) == 4 else { throw ended() }
    return number
  }

  /// A file without a name in memory; whoever writes to it writes at its end, also after it was emptied.
  private static func memoryFile() throws -> Int32 {
    let withoutName = O_DIRECTORY | 0o20_000_000
    let descriptor = open(FoldbookProcess.memoryFolder.path, O_RDWR | O_APPEND | O_CLOEXEC | withoutName, 0o600)
    guard descriptor >= 0 else { throw SpawnFailure(reason: "no file for output: \(String(cString: strerror(errno)))") }
    return descriptor
  }

  private static func contents(of descriptor: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }
}
