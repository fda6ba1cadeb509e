import Foundation
import Glibc
import ProgramRunning

/// A shell that runs the program again and again, and is killed together with it.
///
/// A class, since it stands for one running process.
final class KilledProgram {
  /// A commit that the program said it made, and what it had been asked for.
  struct Acknowledgement: Hashable {
    var commit: Int64
    var request: String
  }

  private let process = Process()
  private let outputPath: String
  private let errorPath: String

  /// Starts the shell with a script that finds the program in `FOLDBOOK_BIN` and the ledger in `FOLDBOOK_FILE`.
  init(_ script: String, program: FoldbookProcess, name: String, variables: [String: String] = [:]) throws {
    outputPath = try program.write("", to: "\(name).out")
    errorPath = try program.write("", to: "\(name).err")
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.environment = FoldbookProcess.environment(program.folder)
      .merging(["FOLDBOOK_BIN": program.program.path, "FOLDBOOK_FILE": program.ledgerPath]) { $1 }
      .merging(variables) { $1 }
    process.currentDirectoryURL = program.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorPath))
    try process.run()
  }

  /// Ends the shell and whatever it runs, without a chance to tidy up.
  func kill() throws {
    let identifier = process.processIdentifier
    let group = getpgid(identifier)
    // It may have ended by itself.
    if group == -1 { return process.waitUntilExit() }
    guard group == identifier else { throw KillFailed(reason: "the shell has no process group of its own") }
    guard Glibc.kill(-identifier, SIGKILL) == 0 || errno == ESRCH else {
      throw KillFailed(reason: "kill failed with \(errno)")
    }
    process.waitUntilExit()
  }

  func wait() { process.waitUntilExit() }

  /// The lines that were printed completely.
  func lines() throws -> [String] {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: outputPath)), as: UTF8.self)
    return text.components(separatedBy: "\n").dropLast()
  }

  func errorText() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: errorPath)), as: UTF8.self)
  }

  /// Every `Commit N` that was printed, with the `> request` line before it.
  func acknowledgements() throws -> [Acknowledgement] {
    var request = ""
    var result: [Acknowledgement] = []
    for line in try lines() {
      if line.hasPrefix("> ") { request = String(line.dropFirst(2)) }
      guard line.hasPrefix("Commit "), let commit = Int64(line.dropFirst(7).prefix { $0.isNumber }) else { continue }
      result.append(Acknowledgement(commit: commit, request: request))
    }
    return result
  }
}

struct KillFailed: Error {
  var reason: String
}
