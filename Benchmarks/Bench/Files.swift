import BenchmarkData
import Glibc

/// A benchmark that can't be run.
struct MeasuringError: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}

/// Files and folders of a workspace.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func size(_ path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(path) }
    return Int(status.st_size)
  }

  /// Makes the folder and those above it.
  static func makeFolder(_ path: String) throws {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part + "/"
      if mkdir(made, 0o755) != 0, errno != EEXIST { throw failure(made) }
    }
  }

  static func rename(_ path: String, to place: String) throws {
    if Glibc.rename(path, place) != 0 { throw failure(path) }
  }

  static func remove(_ path: String) throws {
    if unlink(path) != 0, errno != ENOENT { throw failure(path) }
  }

  static func removeLedger(_ path: String) throws {
    for suffix in ["", "-lock", "-anchor"] { try remove(path + suffix) }
  }

  static func moveLedger(_ path: String, to place: String) throws {
    for suffix in ["-anchor", ""] { try rename(path + suffix, to: place + suffix) }
    try remove(path + "-lock")
  }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    let size = try size(path)
    var filled = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // Safety: the buffer has room for `size` bytes and no read goes beyond it.
      while filled < size {
        let got = Glibc.read(descriptor, buffer.baseAddress! + filled, size - filled)
        if got <= 0 { break }
        filled += got
      }
      count = filled
    }
    guard filled == size else { throw failure(path) }
    return bytes
  }

  /// Copies a file a megabyte at a time.
  static func copy(_ path: String, to place: String) throws {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure(path) }
    defer { close(source) }
    let target = try OutputFile(creating: place)
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(source, &chunk, chunk.count)
      if count < 0 { throw failure(path) }
      if count == 0 { return }
      try target.write(count == chunk.count ? chunk : Array(chunk[..<count]))
    }
  }

  private static func failure(_ path: String) -> OutputError { OutputError(path: path, code: errno) }
}
