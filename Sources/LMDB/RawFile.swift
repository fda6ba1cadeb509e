// Safety: the mapping lives as long as the call that lends its bytes.
import Glibc

/// The bytes of a file whose structure can't be trusted.
public enum RawFile {
  /// Lends the file's bytes, read only; a file that is cut meanwhile ends the process as ``ProcessSignals`` says.
  ///
  /// - Throws: what the body throws; `notFound`, `isDirectory`, `notRegularFile`, `permission`, `inputOutput`.
  public static func withBytes<Result>(
    path: String, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let file = try DataFile.open(path)
    defer { close(file.descriptor) }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else {
      throw LMDBError.make(code: errno, doing: "measuring \(path)")
    }
    guard status.st_size > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let mapping = try FileMapping.map(descriptor: file.descriptor, sizeBytes: Int(status.st_size))
    return try body(mapping.bytes)
  }
}
