// Safety: columns are read through unaligned loads at offsets below the row count of a block whose size `BlockView.init`
// checked; callers pass rows below it.
import LedgerDomain
import LedgerJournal

/// The columns of a block, one implementation a width, so that a fold is compiled for each.
protocol HotColumns {
  func amount(_ row: Int) -> Int64
  func merchant(_ row: Int) -> Int
  func day(_ row: Int) -> Int
  func category(_ row: Int) -> Int
  func previousCategory(_ row: Int) -> Int
  func account(_ row: Int) -> Int
  func kind(_ row: Int) -> UInt8
  func flags(_ row: Int) -> UInt8
  /// The category as a state keeps it, where a split has a code of its own.
  func stateCategory(_ row: Int) -> UInt16
}

/// The columns of 21 bytes a row.
struct NarrowColumns: HotColumns {
  private let base: UnsafeRawPointer
  private let count: Int
  private let baseDay: Int

  init(_ block: BlockView) {
    base = block.columns
    count = block.rowCount
    baseDay = Int(block.baseDay)
  }

  @inline(__always) func amount(_ row: Int) -> Int64 { base.loadUnaligned(fromByteOffset: 8 &* row, as: Int64.self) }
  @inline(__always) func merchant(_ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: 12 &* count &+ 2 &* row, as: UInt16.self))
  }
  @inline(__always) func day(_ row: Int) -> Int {
    baseDay &+ Int(base.loadUnaligned(fromByteOffset: 14 &* count &+ 2 &* row, as: UInt16.self))
  }
  @inline(__always) func category(_ row: Int) -> Int { byte(16, row) }
  @inline(__always) func previousCategory(_ row: Int) -> Int { byte(17, row) }
  @inline(__always) func account(_ row: Int) -> Int { byte(18, row) }
  @inline(__always) func kind(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 19 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) func flags(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 20 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) func stateCategory(_ row: Int) -> UInt16 {
    let code = base.load(fromByteOffset: 16 &* count &+ row, as: UInt8.self)
    return code == ColumnWidth.narrowSplit ? CategoryID.split.index : UInt16(code)
  }
  @inline(__always) private func byte(_ column: Int, _ row: Int) -> Int {
    Int(base.load(fromByteOffset: column &* count &+ row, as: UInt8.self))
  }
}

/// The columns of 21 bytes a row in a block with splits, whose code in a byte is no category's.
struct NarrowSplitColumns: HotColumns {
  private let columns: NarrowColumns

  init(_ block: BlockView) {
    columns = NarrowColumns(block)
  }

  @inline(__always) func amount(_ row: Int) -> Int64 { columns.amount(row) }
  @inline(__always) func merchant(_ row: Int) -> Int { columns.merchant(row) }
  @inline(__always) func day(_ row: Int) -> Int { columns.day(row) }
  @inline(__always) func category(_ row: Int) -> Int { Int(columns.stateCategory(row)) }
  @inline(__always) func previousCategory(_ row: Int) -> Int {
    let code = columns.previousCategory(row)
    return code == Int(ColumnWidth.narrowSplit) ? Int(CategoryID.split.index) : code
  }
  @inline(__always) func account(_ row: Int) -> Int { columns.account(row) }
  @inline(__always) func kind(_ row: Int) -> UInt8 { columns.kind(row) }
  @inline(__always) func flags(_ row: Int) -> UInt8 { columns.flags(row) }
  @inline(__always) func stateCategory(_ row: Int) -> UInt16 { columns.stateCategory(row) }
}

/// The columns of 32 bytes a row.
struct WideColumns: HotColumns {
  private let base: UnsafeRawPointer
  private let count: Int

  init(_ block: BlockView) {
    base = block.columns
    count = block.rowCount
  }

  @inline(__always) func amount(_ row: Int) -> Int64 { base.loadUnaligned(fromByteOffset: 8 &* row, as: Int64.self) }
  @inline(__always) func merchant(_ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: 16 &* count &+ 4 &* row, as: UInt32.self))
  }
  @inline(__always) func day(_ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: 20 &* count &+ 4 &* row, as: Int32.self))
  }
  @inline(__always) func category(_ row: Int) -> Int { word(24, row) }
  @inline(__always) func previousCategory(_ row: Int) -> Int { word(26, row) }
  @inline(__always) func account(_ row: Int) -> Int { word(28, row) }
  @inline(__always) func kind(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 30 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) func flags(_ row: Int) -> UInt8 {
    base.load(fromByteOffset: 31 &* count &+ row, as: UInt8.self)
  }
  @inline(__always) func stateCategory(_ row: Int) -> UInt16 {
    base.loadUnaligned(fromByteOffset: 24 &* count &+ 2 &* row, as: UInt16.self)
  }
  @inline(__always) private func word(_ column: Int, _ row: Int) -> Int {
    Int(base.loadUnaligned(fromByteOffset: column &* count &+ 2 &* row, as: UInt16.self))
  }
}
