/// A place that breaks a rule.
struct Finding: CustomStringConvertible {
  var path: String
  /// 1-based; 0 where the whole file is meant.
  var line: Int
  var reason: String

  var description: String { line == 0 ? "\(path): \(reason)" : "\(path):\(line): \(reason)" }
}

/// A file of the repository; the path counts from its root.
struct RepositoryFile {
  var path: String
  var text: String

  var parts: [Substring] { path.split(separator: "/") }
  var isSwift: Bool { path.hasSuffix(".swift") }

  /// The target whose folder under `Sources` holds the file.
  var sourceTarget: String? { parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil }
}
