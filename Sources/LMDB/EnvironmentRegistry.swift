// Safety: the entries are touched inside the monitor only.

/// The open environments of the process: one a file, since LMDB breaks when one is opened twice.
///
/// Closing happens inside too, so that nothing opens a file whose environment is still being closed.
final class EnvironmentRegistry: Sendable {
  static let shared = EnvironmentRegistry()

  private struct Entry {
    let identity: FileIdentity
    let path: String
    weak var environment: Environment?
  }

  private let monitor = Monitor()
  nonisolated(unsafe) private var entries: [Entry] = []

  /// The open environment of a file, or the one that the body makes.
  ///
  /// - Throws: what the body throws; `LMDBError.replaced` if the path's lock file belongs to an environment of another
  ///   file, which was at the path before.
  func environment(
    of file: DataFile, making make: () throws(LMDBError) -> Environment
  ) throws(LMDBError) -> (environment: Environment, isNew: Bool) {
    try monitor.locked { () throws(LMDBError) in
      while let entry = entries.first(where: { $0.identity == file.identity || $0.path == file.path }) {
        if let environment = entry.environment {
          guard entry.identity == file.identity else { throw .replaced(path: file.path) }
          return (environment, false)
        }
        // The last reference is gone and the environment is about to close.
        monitor.wait()
      }
      let environment = try make()
      entries.append(Entry(identity: file.identity, path: file.path, environment: environment))
      return (environment, true)
    }
  }

  /// Closes an environment with the body and forgets it.
  func remove(_ identity: FileIdentity, closing close: () -> Void) {
    monitor.locked {
      close()
      entries.removeAll { $0.identity == identity }
      monitor.signal()
    }
  }
}
