// Safety: offsets and sizes are checked against the page before anything is loaded; slices point into the mapped file.

/// An entry of a branch or leaf page: a key, and a child page or a value.
struct TreeNode {
  static let headerSizeBytes = 8
  /// The value is on pages of its own, whose first number is here.
  static let isOverflowing: UInt16 = 0x01
  /// The value is the record of a tree.
  static let isTree: UInt16 = 0x02

  /// Where the node begins in its page.
  let offset: Int
  let key: UnsafeRawBufferPointer
  let flags: UInt16
  /// The size of the value, on a leaf page.
  let valueSizeBytes: Int
  /// The child page, on a branch page.
  let child: UInt64
  /// What follows the key to the end of the page.
  let rest: UnsafeRawBufferPointer

  /// The node at a place of a page's list of nodes.
  ///
  /// - Throws: `corrupt` if it or its key is not within the page's part for nodes.
  init(index: Int, in page: UnsafeRawBufferPointer, header: PageHeader) throws(LMDBError) {
    let list = PageHeader.sizeBytes + 2 * index
    let offset = Int(page.loadUnaligned(fromByteOffset: list, as: UInt16.self))
    guard offset >= Int(header.upper), offset % 2 == 0, offset + Self.headerSizeBytes <= page.count else {
      throw .corrupt(reason: "page \(header.number) has an entry outside of it")
    }
    let low = page.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    let high = page.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self)
    let flags = page.loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self)
    let keySize = Int(page.loadUnaligned(fromByteOffset: offset + 6, as: UInt16.self))
    let keyStart = offset + Self.headerSizeBytes
    guard keySize <= Key.maximumSizeBytes, keyStart + keySize <= page.count else {
      throw .corrupt(reason: "page \(header.number) has a key that is too long")
    }
    self.offset = offset
    self.flags = flags
    key = UnsafeRawBufferPointer(rebasing: page[keyStart..<(keyStart + keySize)])
    rest = UnsafeRawBufferPointer(rebasing: page[(keyStart + keySize)...])
    valueSizeBytes = Int(low) | Int(high) << 16
    child = UInt64(low) | UInt64(high) << 16 | UInt64(flags) << 32
  }

  /// Where a node with so many bytes after its key ends in its page; nodes begin at even places.
  func end(restSizeBytes: Int) -> Int {
    let end = offset + Self.headerSizeBytes + key.count + restSizeBytes
    return end + end % 2
  }
}
