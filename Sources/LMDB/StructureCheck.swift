// Safety: bytes are read into buffers of this file's own and bounds are checked before anything is loaded.
import Glibc

/// Looks at a data file's structure without LMDB, which crashes on a broken one.
///
/// The cheap check runs whenever a file is opened: the pages that say what is committed, the size of the file and the
/// roots of its trees, at constant cost. The whole check (``whole(path:)``) follows every page. Neither looks at the bytes of
/// values, which carry checksums of their own.
public enum StructureCheck {
  /// What the check found a sound file to have.
  public struct Summary: Sendable, Equatable {
    public let pageSize: Int
    public let fileSizeBytes: Int
    /// The number of the newest commit.
    public let lastCommitNumber: UInt64
    /// How many pages the newest commit uses or keeps free; the file may be longer.
    public let pageCount: Int
  }

  /// How often a check is run again because a writer was changing what it read.
  static let maximumAttempts = 20

  /// Checks the file at a path, at constant cost.
  ///
  /// - Throws: `corrupt` with a reason, `tooNew`; `notFound`, `permission` and the like if it can't be read.
  @discardableResult
  public static func cheap(path: String) throws(LMDBError) -> Summary {
    let file = try DataFile.open(path)
    defer { close(file.descriptor) }
    return try cheap(descriptor: file.descriptor)
  }

  /// Checks an open file, at constant cost.
  static func cheap(descriptor: Int32) throws(LMDBError) -> Summary {
    try committed(descriptor: descriptor).summary
  }

  /// The newest commit of an open file, checked as far as the cheap check goes.
  static func committed(descriptor: Int32) throws(LMDBError) -> CommittedState {
    var attemptCount = 0
    while true {
      attemptCount += 1
      let pages = try MetaPages.read(descriptor: descriptor)
      do {
        let state = try pages.check()
        try checkRoots(state, descriptor: descriptor)
        return state
      } catch {
        // A writer may have been at it; what stays the same is what the file says.
        let isSteady = try MetaPages.read(descriptor: descriptor) == pages
        if isSteady || attemptCount == maximumAttempts { throw error }
      }
    }
  }

  private static func checkRoots(_ state: CommittedState, descriptor: Int32) throws(LMDBError) {
    for (tree, name) in [(state.meta.freeTree, "free list"), (state.meta.mainTree, "table list")] where !tree.isEmpty {
      let bytes = try FileBytes.read(
        descriptor: descriptor, offset: Int(tree.root) * state.pageSize, count: PageHeader.sizeBytes)
      let header = bytes.withUnsafeBytes { PageHeader($0) }
      let kind = tree.depth == 1 ? PageHeader.leaf : PageHeader.branch
      guard header.number == tree.root, header.flags == kind, header.lower >= PageHeader.sizeBytes,
        header.lower <= header.upper, Int(header.upper) <= state.pageSize
      else { throw .corrupt(reason: "the root of the \(name) is not a page of a tree") }
    }
  }
}

/// The newest commit of a file and what it covers.
struct CommittedState {
  let meta: MetaPage
  let pageSize: Int
  let fileSizeBytes: Int

  var summary: StructureCheck.Summary {
    StructureCheck.Summary(
      pageSize: pageSize, fileSizeBytes: fileSizeBytes, lastCommitNumber: meta.commitNumber,
      pageCount: Int(meta.lastPageNumber) + 1)
  }
}

/// Reading parts of a file.
enum FileBytes {
  /// Reads exactly so many bytes.
  static func read(descriptor: Int32, offset: Int, count: Int) throws(LMDBError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filledCount in
      while filledCount < count {
        let start = buffer.baseAddress.map { $0 + filledCount }
        let readCount = pread(descriptor, start, count - filledCount, off_t(offset + filledCount))
        if readCount < 0, errno == EINTR { continue }
        if readCount < 0 { code = errno }
        if readCount <= 0 { return }
        filledCount += readCount
      }
    }
    guard code == 0 else { throw .make(code: code, doing: "reading the data file") }
    guard bytes.count == count else { throw .corrupt(reason: "the file ends too early, it has been cut short") }
    return bytes
  }
}
