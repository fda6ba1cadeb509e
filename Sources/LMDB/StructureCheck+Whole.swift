import Glibc

extension StructureCheck {
  /// Checks every page of the file at a path: that each tree is in order and as large as it says, and that every page is
  /// used once or free once.
  ///
  /// Writers may go on meanwhile: what they change is told from damage by the commits that they made. It takes time in
  /// proportion to the pages of the trees; of a value over several pages it reads the first.
  ///
  /// - Throws: `corrupt` with a reason, `tooNew`; `busy` if writers left no time for it; `notFound`, `permission` and the
  ///   like if the file can't be read.
  @discardableResult
  public static func whole(path: String) throws(LMDBError) -> Summary {
    let file = try DataFile.open(path)
    defer { close(file.descriptor) }
    return try whole(descriptor: file.descriptor)
  }

  /// Checks every page of an open file.
  @discardableResult
  package static func whole(descriptor: Int32) throws(LMDBError) -> Summary {
    for _ in 0..<maximumAttempts {
      let state = try committed(descriptor: descriptor)
      do {
        try checkPages(of: state, descriptor: descriptor)
        return state.summary
      } catch {
        // Pages of commit n are written over by commit n + 3 at the earliest, which begins after n + 2.
        let newest = try committed(descriptor: descriptor).meta.commitNumber
        if newest <= state.meta.commitNumber + 1 { throw error }
      }
    }
    throw .busy(holder: nil)
  }

  private static func checkPages(of state: CommittedState, descriptor: Int32) throws(LMDBError) {
    let pageCount = Int(state.meta.lastPageNumber) + 1
    let mapping = try FileMapping.map(descriptor: descriptor, sizeBytes: pageCount * state.pageSize)
    let pages = PageMap(bytes: mapping.bytes, pageSize: state.pageSize, pageCount: pageCount)
    var walk = TreeWalk(pages: pages, commitNumber: state.meta.commitNumber)
    try walk.check(freeList: state.meta.freeTree, tableList: state.meta.mainTree)
  }
}
