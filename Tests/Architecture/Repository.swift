import Foundation

/// The files that belong to the repository.
struct Repository {
  let root: URL
  let files: [RepositoryFile]

  /// Reads the tracked files; without git (a downloaded copy) all but what a build leaves.
  init() throws {
    root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let base = root
    files = try (Repository.tracked(in: base) ?? Repository.found(in: base)).sorted().compactMap { path in
      let place = base.appendingPathComponent(path)
      guard FileManager.default.fileExists(atPath: place.path) else { return nil }
      // A file that is not text still has a place in the tree.
      return RepositoryFile(path: path, text: String(data: try Data(contentsOf: place), encoding: .utf8) ?? "")
    }
  }

  private static func tracked(in root: URL) throws -> [String]? {
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.path, "ls-files", "-z"]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    try git.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else { return nil }
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func found(in root: URL) throws -> [String] {
    let left: Set<String> = [".git", ".build", ".venv"]
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
      guard !left.contains(String(path.prefix { $0 != "/" })) else { return false }
      let kind = try FileManager.default.attributesOfItem(atPath: root.appendingPathComponent(path).path)[.type]
      return kind as? FileAttributeType == .typeRegular
    }
  }
}
