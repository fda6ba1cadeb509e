// Safety: calls of the C library with names that live for the call and buffers of their own.
import Glibc
import LedgerImport

/// The import profiles that a person keeps, one JSON file each in a folder of theirs.
public struct PersonalProfiles: Sendable, Hashable {
  /// A profile's file is small; a longer one is none.
  public static let limitBytes = 1 << 20

  public var folder: String

  public init(folder: String) {
    self.folder = folder
  }

  /// `$XDG_CONFIG_HOME/foldbook/profiles`, or what stands for it, by the environment's variables.
  public static func standard(_ variable: (String) -> String?) -> PersonalProfiles {
    let home = variable("XDG_CONFIG_HOME") ?? (variable("HOME") ?? ".") + "/.config"
    return PersonalProfiles(folder: home + "/foldbook/profiles")
  }

  /// Whether a profile can have the name: its file is called so too.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
      }
  }

  /// Each by name; one that can't be used says why.
  ///
  /// - Throws: ``PersonalProfileError`` where the folder is there and can't be read.
  public func entries() throws -> [ProfilesReport.Entry] {
    try names().map { name in
      do {
        return ProfilesReport.Entry(name: name, path: path(name), columns: try read(name).columns)
      } catch {
        return ProfilesReport.Entry(name: name, path: path(name), columns: [], problem: "\(error)")
      }
    }
  }

  /// The profile of a name, or nil where there is no such file.
  ///
  /// - Throws: ``PersonalProfileError``, or what is wrong with the profile.
  public func named(_ name: String) throws -> ImportProfile? {
    guard PersonalProfiles.isName(name), access(path(name), F_OK) == 0 else { return nil }
    return try read(name)
  }

  /// Keeps a profile under a name and says where; one that is there already stays as it is.
  ///
  /// - Throws: ``PersonalProfileError`` where the name is taken or no name, or nothing can be written.
  public func keep(_ profile: ImportProfile, as name: String) throws -> String {
    guard PersonalProfiles.isName(name) else { throw PersonalProfileError.badName(name) }
    var named = profile
    named.name = name
    var made = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw PersonalProfileError.notWritten(path: made, code: errno) }
    }
    let path = path(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? PersonalProfileError.exists(path: path) : .notWritten(path: path, code: errno)
    }
    defer { close(descriptor) }
    var rest = named.json()[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        unlink(path)
        throw PersonalProfileError.notWritten(path: path, code: code)
      }
      rest = rest.dropFirst(count)
    }
    return path
  }

  private func path(_ name: String) -> String { folder + "/" + name + ".json" }

  private func read(_ name: String) throws -> ImportProfile {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw PersonalProfileError.unreadable(path: path(name), code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PersonalProfileError.unreadable(path: path(name), code: errno) }
      if count == 0 { break }
      bytes += chunk[0..<count]
      guard bytes.count <= PersonalProfiles.limitBytes else {
        throw PersonalProfileError.unreadable(path: path(name), code: EFBIG)
      }
    }
    return try ImportProfile(parsing: bytes, name: name)
  }

  /// The names of the files in the folder, sorted; none where there is no such folder.
  private func names() throws -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw PersonalProfileError.unreadable(path: folder, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let file, file.hasSuffix(".json"), !file.hasPrefix(".") { names.append(String(file.dropLast(5))) }
    }
    return names.sorted()
  }
}

/// Why a person's profile can't be read or kept.
public enum PersonalProfileError: Error, Sendable, Hashable, CustomStringConvertible {
  case badName(String)
  case exists(path: String)
  case unreadable(path: String, code: Int32)
  case notWritten(path: String, code: Int32)

  public var description: String {
    switch self {
    case .badName(let name): "a name of letters, digits, - and _ is expected, not '\(name)'"
    case .exists(let path): "\(path): exists already; remove it or choose another name"
    case .unreadable(let path, EACCES), .unreadable(let path, EPERM): "no permission to read \(path)"
    case .unreadable(let path, let code), .notWritten(let path, let code): "\(path): \(String(cString: strerror(code)))"
    }
  }
}
