import Foldbook
import Glibc

/// A profile as it is typed at a command: a file, one of the person's own by name, or a bundled one.
enum ProfileArgument {
  /// - Throws: 66 where there is no such file or name, 65 where the file is not a profile.
  static func profile(_ text: String) throws -> ImportProfile {
    if text.contains("/") || text.hasSuffix(".json") || access(text, F_OK) == 0 {
      return try read(text, name: name(of: text))
    }
    if isName(text) {
      let own = folder + "/" + text + ".json"
      if access(own, F_OK) == 0 { return try read(own, name: text) }
    }
    if let bundled = BundledProfiles.named(text) { return bundled }
    let names = try ownProfiles().map(\.name) + BundledProfiles.all.map(\.name)
    throw NameError.unknown(kind: "profile", name: text, nearest: NearestNames.of(text, among: names))
  }

  /// Where the person's own profiles lie.
  static var folder: String {
    let home = SystemEnvironment.variable("HOME") ?? "."
    return (SystemEnvironment.variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/foldbook/profiles"
  }

  /// The person's own profiles by name; one that can't be used says why.
  static func ownProfiles() throws -> [ProfilesReport.Entry] {
    try FileAccess.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { file in
      let path = folder + "/" + file
      do {
        return ProfilesReport.Entry(name: name(of: path), path: path, columns: try read(path, name: file).columns)
      } catch {
        return ProfilesReport.Entry(
          name: name(of: path), path: path, columns: [], problem: ExitCode.describe(error).1)
      }
    }
  }

  /// Keeps a profile under a name; one that is there already stays as it is.
  ///
  /// - Throws: 73 where the name is taken, or the folder can't be made.
  static func save(_ profile: ImportProfile, as name: String) throws -> String {
    try checkName(name)
    var named = profile
    named.name = name
    try FileAccess.createFolder(folder)
    let path = folder + "/" + name + ".json"
    try FileAccess.create(path, named.json())
    return path
  }

  /// - Throws: 64 for a name that can't be a file's.
  static func checkName(_ name: String) throws {
    guard isName(name) else {
      throw UsageError(
        reason: "--save-profile: a name of letters, digits, - and _ is expected, not '\(name)'", command: "import")
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
      }
  }

  private static func read(_ path: String, name: String) throws -> ImportProfile {
    try ImportProfile(parsing: FileAccess.read(path), name: name)
  }

  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }
}
