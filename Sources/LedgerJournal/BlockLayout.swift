import LedgerDomain

/// Where the parts of a block lie; `Schemas/tables/blocks.md` describes the same for readers of a file.
///
/// A block is a header, the columns of its rows at fixed width, a sparse section (the commit's header in the commit's
/// first block, then payloads of definitions), and a text section (payloads of transaction rows). All integers are
/// little-endian. Sections have a checksum each, so that a fold reads neither sparse nor text bytes.
public enum BlockLayout {
  /// "FBB1".
  static let magic: UInt32 = 0x3142_4246
  static let version: UInt16 = 1
  /// Bytes before the first column.
  @usableFromInline static let headerBytes = 104
  /// The most rows of a block.
  static let maximumRows = 3_000
  /// A block is closed when its payloads reach this size.
  static let payloadTargetBytes = 1 << 20

  /// The offsets of the header's fields.
  @usableFromInline
  enum Field {
    static let magic = 0
    static let version = 4
    @usableFromInline static let width = 6
    static let isFirst = 7
    @usableFromInline static let firstPosition = 8
    static let commitNumber = 16
    static let commitFirstPosition = 24
    @usableFromInline static let rowCount = 32
    @usableFromInline static let baseDay = 36
    static let minimumDay = 40
    static let maximumDay = 44
    static let kindMask = 48
    static let hotBytes = 56
    static let sparseBytes = 60
    static let textBytes = 64
    static let maximumMerchant = 68
    static let maximumAccount = 72
    static let maximumCategory = 74
    static let reserved = 76
    static let sparseDigest = 80
    static let textDigest = 88
    static let hotDigest = 96
  }
}

/// How wide the columns of a block are.
public enum ColumnWidth: UInt8, Sendable {
  /// 21 bytes a row: transactions below 2^32, merchants below 2^16, accounts and categories below 2^8.
  case narrow = 0
  /// 32 bytes a row: any number that the format has.
  case wide = 1

  /// Bytes a row.
  @inlinable
  public var rowBytes: Int { self == .narrow ? 21 : 32 }

  /// The code of a split in a narrow category column.
  public static let narrowSplit: UInt8 = 0xFF
}
