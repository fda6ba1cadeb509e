import Foldbook
import Glibc

/// A profile as it is typed at a command: a file, one of the person's own by name, or a bundled one.
enum ProfileArgument {
  /// The person's own profiles.
  static var own: PersonalProfiles { .standard(SystemEnvironment.variable) }

  /// - Throws: 66 where there is no such file or name, 65 where the file is not a profile.
  static func profile(_ text: String) throws -> ImportProfile {
    if text.contains("/") || text.hasSuffix(".json") || access(text, F_OK) == 0 {
      return try ImportProfile(parsing: FileAccess.read(text), name: name(of: text))
    }
    if let profile = try own.named(text) ?? BundledProfiles.named(text) { return profile }
    let names = try own.entries().map(\.name) + BundledProfiles.all.map(\.name)
    throw NameError.unknown(kind: "profile", name: text, nearest: NearestNames.of(text, among: names))
  }

  /// - Throws: 64 for a name that can't be a file's.
  static func checkName(_ name: String) throws {
    guard PersonalProfiles.isName(name) else {
      throw UsageError(reason: "--save-profile: \(PersonalProfileError.badName(name))", command: "import")
    }
  }

  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }
}
