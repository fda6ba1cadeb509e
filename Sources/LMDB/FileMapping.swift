// Safety: the mapping is read-only and unmapped once, by deinit; whoever takes `bytes` keeps the mapping alive.
import Glibc

/// A file's bytes in memory, for reading.
struct FileMapping: ~Copyable {
  let bytes: UnsafeRawBufferPointer
  private let registration: MapFaults.Registration?

  static func map(descriptor: Int32, sizeBytes: Int) throws(LMDBError) -> FileMapping {
    let start = mmap(nil, sizeBytes, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw .make(code: errno, doing: "mapping the data file") }
    return FileMapping(bytes: UnsafeRawBufferPointer(start: start, count: sizeBytes))
  }

  private init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    registration = bytes.baseAddress.flatMap { MapFaults.register(start: $0, sizeBytes: bytes.count) }
  }

  deinit {
    if let registration { MapFaults.remove(registration) }
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
