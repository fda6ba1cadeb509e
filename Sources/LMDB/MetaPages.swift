// Safety: bytes are read into arrays that are as long as a meta page before anything is loaded.
import Glibc

/// The two meta pages of a file, as they were read.
struct MetaPages: Equatable {
  let first: MetaPage
  let second: MetaPage
  let fileSizeBytes: Int

  private static let smallestPageSize = 512
  private static let largestPageSize = 32_768

  /// Reads both pages.
  ///
  /// - Throws: `corrupt` if the file has no room for them or does not say where the second is.
  static func read(descriptor: Int32) throws(LMDBError) -> MetaPages {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .make(code: errno, doing: "measuring the data file") }
    let fileSizeBytes = Int(status.st_size)
    guard fileSizeBytes >= MetaPage.sizeBytes else {
      throw .corrupt(reason: "not a Foldbook ledger file: it has only \(fileSizeBytes) bytes")
    }
    let first = try page(descriptor: descriptor, offset: 0)
    guard first.magic == MetaPage.magic else {
      throw .corrupt(reason: "not a Foldbook ledger file: it does not begin like one")
    }
    let pageSize = first.pageSize
    guard (smallestPageSize...largestPageSize).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
      throw .corrupt(reason: "the first page gives an impossible page size")
    }
    guard fileSizeBytes >= 2 * pageSize else {
      throw .corrupt(reason: "the file ends too early, it has been cut short")
    }
    let second = try page(descriptor: descriptor, offset: pageSize)
    return MetaPages(first: first, second: second, fileSizeBytes: fileSizeBytes)
  }

  private static func page(descriptor: Int32, offset: Int) throws(LMDBError) -> MetaPage {
    try FileBytes.read(descriptor: descriptor, offset: offset, count: MetaPage.sizeBytes)
      .withUnsafeBytes { MetaPage($0) }
  }

  /// Checks both pages and that what they cover is in the file.
  func check() throws(LMDBError) -> CommittedState {
    let pageSize = first.pageSize
    if first.version > MetaPage.supportedVersion, first.version == second.version {
      throw .tooNew(formatVersion: first.version)
    }
    try check(first, name: "first", number: 0)
    try check(second, name: "second", number: 1)
    try checkCommitNumbers()
    let newest = first.commitNumber > second.commitNumber ? first : second
    let lastPage = newest.lastPageNumber
    guard lastPage >= 1, lastPage < UInt64(Int.max / pageSize) else {
      throw .corrupt(reason: "the newest commit has an impossible number of pages")
    }
    guard (Int(lastPage) + 1) * pageSize <= fileSizeBytes else {
      throw .corrupt(
        reason: "the file has \(fileSizeBytes) bytes of \((Int(lastPage) + 1) * pageSize), it has been cut short")
    }
    guard lastPage >= min(first.lastPageNumber, second.lastPageNumber) else {
      throw .corrupt(reason: "the newest commit has lost pages")
    }
    guard newest.mapSizeBytes >= (lastPage + 1) * UInt64(pageSize) else {
      throw .corrupt(reason: "the newest commit is larger than its map")
    }
    try check(newest.freeTree, name: "free list", lastPage: lastPage)
    try check(newest.mainTree, name: "table list", lastPage: lastPage)
    return CommittedState(meta: newest, pageSize: pageSize, fileSizeBytes: fileSizeBytes)
  }

  private func check(_ page: MetaPage, name: String, number: UInt64) throws(LMDBError) {
    // The dirty mark may be left on a meta page that LMDB wrote from memory.
    let dirty: UInt16 = 0x10
    guard page.header.number == number, page.header.flags & ~dirty == PageHeader.meta,
      page.header.lower == 0, page.header.upper == 0, page.magic == MetaPage.magic,
      page.version == MetaPage.supportedVersion, page.address == 0,
      page.pageSize == first.pageSize
    else { throw .corrupt(reason: "the \(name) page is damaged") }
    // LMDB keeps the environment's flags here: integer keys of the free list, and a file without a folder of its own.
    let integerKeys: UInt16 = 0x08
    let noSubdirectory: UInt16 = 0x4000
    guard page.freeTree.flags & ~noSubdirectory == integerKeys, page.mainTree.flags == 0,
      page.mainTree.padding == 0
    else {
      throw .corrupt(reason: "the \(name) page has marks that are never set")
    }
  }

  private func checkCommitNumbers() throws(LMDBError) {
    let (even, odd) = (first.commitNumber, second.commitNumber)
    let isNew = even == 0 && odd <= 1
    let isConsecutive = even % 2 == 0 && odd % 2 == 1 && (even &+ 1 == odd || odd &+ 1 == even)
    guard isNew || isConsecutive else {
      throw .corrupt(reason: "the first two pages are of commits \(even) and \(odd), which do not follow each other")
    }
  }

  private func check(_ tree: TreeRecord, name: String, lastPage: UInt64) throws(LMDBError) {
    let isSound =
      tree.isEmpty
      ? tree.depth == 0 : tree.root >= 2 && tree.root <= lastPage && (1...32).contains(tree.depth)
    guard isSound else { throw .corrupt(reason: "the root of the \(name) is outside the file") }
  }
}
