/// What can go wrong in this target beside what a file's report says.
public enum ImportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A profile is not what its schema says.
  case profile(name: String, reason: String)
  /// A map of categories is not what its schema says.
  case categoryMap(path: String, reason: String)
  /// What was said of a journal's accounts can't be read.
  case roots(reason: String)

  public var description: String {
    switch self {
    case .profile(let name, let reason): "profile '\(name)': \(reason)"
    case .roots(let reason): "--roots: \(reason)"
    case .categoryMap(let path, let reason): "\(path): \(reason)"
    }
  }
}
