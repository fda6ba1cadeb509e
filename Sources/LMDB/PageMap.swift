// Safety: page numbers are checked against the count and offsets against the page before anything is loaded.

/// The pages of a file and which of them have been met.
struct PageMap {
  let bytes: UnsafeRawBufferPointer
  let pageSize: Int
  let pageCount: Int
  private var isTaken: [Bool]

  /// The pages in bytes that are so many pages long; the first two say what is committed and are taken.
  init(bytes: UnsafeRawBufferPointer, pageSize: Int, pageCount: Int) {
    precondition(bytes.count == pageSize * pageCount)
    self.bytes = bytes
    self.pageSize = pageSize
    self.pageCount = pageCount
    isTaken = [Bool](repeating: false, count: pageCount)
    isTaken[0] = true
    isTaken[1] = true
  }

  /// The bytes of a run of pages, which nothing may have used before.
  mutating func take(_ number: UInt64, runCount: Int = 1) throws(LMDBError) -> UnsafeRawBufferPointer {
    guard number >= 2, number < UInt64(pageCount), runCount <= pageCount - Int(number) else {
      throw .corrupt(reason: "page \(number) is outside the file")
    }
    let first = Int(number)
    for page in first..<(first + runCount) {
      guard !isTaken[page] else { throw .corrupt(reason: "page \(page) is used twice") }
      isTaken[page] = true
    }
    return UnsafeRawBufferPointer(rebasing: bytes[(first * pageSize)..<((first + runCount) * pageSize)])
  }

  /// The header of a page whose run has yet to be taken.
  func header(_ number: UInt64) throws(LMDBError) -> PageHeader {
    guard number >= 2, number < UInt64(pageCount) else {
      throw .corrupt(reason: "page \(number) is outside the file")
    }
    let header = PageHeader(UnsafeRawBufferPointer(rebasing: bytes[(Int(number) * pageSize)...]))
    guard header.number == number else {
      throw .corrupt(reason: "page \(number) says that it is page \(header.number)")
    }
    return header
  }

  /// A page that nothing has used; nil if there is none.
  var firstUntaken: Int? { isTaken.firstIndex(of: false) }
}
