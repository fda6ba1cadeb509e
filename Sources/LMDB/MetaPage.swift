// Safety: fields are loaded from a buffer that is checked to be long enough.

/// One of the two pages at the beginning of a data file of LMDB 0.9 that say what is committed.
///
/// Commit n writes page n & 1; the page with the higher number counts. The offsets are those of LMDB's data version 1.
struct MetaPage: Equatable {
  /// What a meta page starts with: the page's header, then these fields.
  static let sizeBytes = PageHeader.sizeBytes + 136
  static let magic: UInt32 = 0xBEEF_C0DE
  static let supportedVersion: UInt32 = 1

  let header: PageHeader
  let magic: UInt32
  let version: UInt32
  let address: UInt64
  let mapSizeBytes: UInt64
  let freeTree: TreeRecord
  let mainTree: TreeRecord
  let lastPageNumber: UInt64
  let commitNumber: UInt64

  /// The page in the bytes from its start on, which are at least `sizeBytes`.
  init(_ bytes: UnsafeRawBufferPointer) {
    let fields = UnsafeRawBufferPointer(rebasing: bytes[PageHeader.sizeBytes...])
    header = PageHeader(bytes)
    magic = fields.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
    version = fields.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    address = fields.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    mapSizeBytes = fields.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    freeTree = TreeRecord(UnsafeRawBufferPointer(rebasing: fields[24...]))
    mainTree = TreeRecord(UnsafeRawBufferPointer(rebasing: fields[72...]))
    lastPageNumber = fields.loadUnaligned(fromByteOffset: 120, as: UInt64.self)
    commitNumber = fields.loadUnaligned(fromByteOffset: 128, as: UInt64.self)
  }

  /// The size of the file's pages, which LMDB keeps in the first field of the free tree's record.
  var pageSize: Int { Int(freeTree.padding) }
}

/// The header of a page.
struct PageHeader: Equatable {
  static let sizeBytes = 16
  static let branch: UInt16 = 0x01
  static let leaf: UInt16 = 0x02
  static let overflow: UInt16 = 0x04
  static let meta: UInt16 = 0x08

  let number: UInt64
  let flags: UInt16
  /// The end of the offsets of the page's nodes; with `upper`, on an overflow page, the number of its pages.
  let lower: UInt16
  /// The beginning of the page's nodes.
  let upper: UInt16

  /// The header in the bytes from a page's start on.
  init(_ bytes: UnsafeRawBufferPointer) {
    number = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    flags = bytes.loadUnaligned(fromByteOffset: 10, as: UInt16.self)
    lower = bytes.loadUnaligned(fromByteOffset: 12, as: UInt16.self)
    upper = bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self)
  }

  /// How many pages the value that begins here takes, on an overflow page.
  var overflowPageCount: Int { Int(lower) | Int(upper) << 16 }
}

/// What LMDB records about a tree: its root and how large it is.
struct TreeRecord: Equatable {
  static let sizeBytes = 48
  /// The root of a tree without pages.
  static let noRoot = UInt64.max

  let padding: UInt32
  let flags: UInt16
  let depth: UInt16
  let branchPageCount: UInt64
  let leafPageCount: UInt64
  let overflowPageCount: UInt64
  let entryCount: UInt64
  let root: UInt64

  /// The record in the bytes that it starts.
  init(_ bytes: UnsafeRawBufferPointer) {
    padding = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
    flags = bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
    depth = bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
    branchPageCount = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    leafPageCount = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    overflowPageCount = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    entryCount = bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    root = bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
  }

  var isEmpty: Bool { root == Self.noRoot }
}
