// Safety: only addresses inside a registered read-only mapping of a file are given to the kernel, which then reads the
// page from the file again when it is next used; memory of the heap is never touched.
import Glibc

/// Gives memory back that only holds pages of a mapped data file.
public enum MappedPages {
  /// Tells the kernel that the process will not soon read these bytes again.
  ///
  /// The bytes stay valid: reading them maps their pages anew. Nothing happens for bytes outside a data file's map, such as
  /// the pages that a write transaction has changed.
  public static func release(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, MapFaults.isOneMap(start, sizeBytes: bytes.count) else { return }
    let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let first = (UInt(bitPattern: start) + pageSize - 1) / pageSize * pageSize
    let end = (UInt(bitPattern: start) + UInt(bytes.count)) / pageSize * pageSize
    guard first < end, let address = UnsafeMutableRawPointer(bitPattern: first) else { return }
    // A refusal costs memory and nothing else.
    _ = madvise(address, Int(end - first), MADV_DONTNEED)
  }
}
