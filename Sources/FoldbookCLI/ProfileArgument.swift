import Foldbook
import Glibc

/// A profile as it is typed at a command: a file, one of the person's own by name, or a bundled one.
enum ProfileArgument {
  /// - Throws: 66 where there is no such file or name, 65 where the file is not a profile.
  static func profile(_ text: String) throws -> ImportProfile {
    if text.contains("/") || text.hasSuffix(".json") || access(text, F_OK) == 0 {
      return try read(text, name: name(of: text))
    }
    let own = folder + "/" + text + ".json"
    if access(own, F_OK) == 0 { return try read(own, name: text) }
    if let bundled = BundledProfiles.named(text) { return bundled }
    throw NameError.unknown(
      kind: "profile", name: text, nearest: NearestNames.of(text, among: BundledProfiles.all.map(\.name)))
  }

  private static var folder: String {
    let home = SystemEnvironment.variable("HOME") ?? "."
    return (SystemEnvironment.variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/foldbook/profiles"
  }

  private static func read(_ path: String, name: String) throws -> ImportProfile {
    try ImportProfile(parsing: FileAccess.read(path), name: name)
  }

  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }
}
