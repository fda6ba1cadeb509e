import Foundation
import JSON
import ProgramRunning
import Testing

extension FoldbookProcess {
  /// Runs a command that has to succeed.
  @discardableResult
  func succeed(_ arguments: [String]) throws -> Outcome {
    let outcome = try run(arguments)
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText)")
    return outcome
  }

  /// Runs another program of the machine, in the same folder and environment; it has to succeed.
  func tool(_ arguments: [String]) throws -> String {
    let outcome = try FoldbookProcess.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments, in: folder, environment: FoldbookProcess.environment(folder))
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errorText) \(outcome.outputText)")
    return outcome.outputText
  }

  /// What a command that has to succeed says as JSON.
  @discardableResult
  func answer(_ arguments: [String]) throws -> JSONValue {
    try succeed(arguments + ["--json"]).json()
  }
}
