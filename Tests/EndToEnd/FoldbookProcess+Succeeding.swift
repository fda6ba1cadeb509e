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

  /// What a command that has to succeed says as JSON.
  @discardableResult
  func answer(_ arguments: [String]) throws -> JSONValue {
    try succeed(arguments + ["--json"]).json()
  }
}
