import Glibc

/// Folders of data files.
enum FolderPath {
  /// The folder that a path is in.
  static func containing(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a folder and the ones above it, as far as they are missing, for this user only (0700).
  ///
  /// - Returns: the folders that were made, the innermost first.
  @discardableResult
  static func create(_ folder: String) throws(LMDBError) -> [String] {
    if mkdir(folder, 0o700) == 0 {
      try makeDurable(containing(folder))
      return [folder]
    }
    switch errno {
    case EEXIST:
      var status = stat()
      // What is there instead of a folder is in the way.
      if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR { throw .exists(path: folder) }
      return []
    case ENOTDIR where containing(folder) != folder: return try create(containing(folder))
    case ENOENT where containing(folder) != folder:
      let above = try create(containing(folder))
      return try create(folder) + above
    default: throw .make(openCode: errno, path: folder, doing: "creating the folder \(folder)")
    }
  }

  /// Writes a folder's entries to the disk.
  static func makeDurable(_ folder: String) throws(LMDBError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .make(openCode: errno, path: folder, doing: "opening \(folder)") }
    defer { close(descriptor) }
    // EINVAL is the answer of file systems that have nothing to do.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .make(code: errno, doing: "writing \(folder)") }
  }
}
