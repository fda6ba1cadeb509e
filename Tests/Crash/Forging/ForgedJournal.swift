import Foldbook
import Foundation
import LMDB
import ProgramRunning

/// The blocks of a ledger, changed by somebody who knows the format: every checksum and every hash fits again.
///
/// Whoever can write the file can write such a journal; no checksum says anything about it.
struct ForgedJournal {
  /// By position, as they lie in the table.
  private(set) var blocks: [[UInt8]] = []
  private let path: String

  /// Reads the blocks of the ledger at a path.
  init(path: String) throws {
    self.path = path
    let environment = try Environment.open(path: path, mode: .readOnly)
    var found: [[UInt8]] = []
    try environment.read { transaction in
      try StoreReader(access: transaction.reading).forEach(in: .blocks, from: []) { entry in
        found.append(Array(entry.value))
        return true
      }
    }
    blocks = found
  }

  /// Makes every hash and checksum fit and writes the ledger, without an anchor that would remember the old head.
  ///
  /// - Parameter bytes: the file as it was; its views stay as they are.
  mutating func write(over bytes: Data) throws {
    hash()
    for index in blocks.indices { ForgedJournal.seal(&blocks[index]) }
    try bytes.write(to: URL(fileURLWithPath: path))
    for companion in ["-anchor", "-lock"] where FileManager.default.fileExists(atPath: path + companion) {
      try FileManager.default.removeItem(atPath: path + companion)
    }
    let environment = try Environment.open(path: path, mode: .readWrite)
    try environment.write { transaction in
      let store = try StoreWriter(access: transaction.writing)
      for block in blocks {
        let key = Array(block[ForgedJournal.firstPosition..<ForgedJournal.firstPosition + 8].reversed())
        try store.put(key, block, in: .blocks)
      }
    }
  }

  // MARK: Changes

  private static let firstPosition = 8
  private static let headerBytes = 104
  /// Numbers at which something begins or ends.
  private static let edges: [UInt64] = [
    0, 1, 2, 3, 5, 127, 128, 255, 256, 65_534, 65_535, 65_536, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 62, 1 << 63 - 1,
    1 << 63, .max - 1, .max,
  ]

  /// Changes one field, one byte or one number of one block; says which.
  mutating func change(_ numbers: inout SeededNumbers) -> String {
    let index = Int.random(in: blocks.indices, using: &numbers)
    let block = blocks[index]
    let hotEnd = ForgedJournal.headerBytes + ForgedJournal.size(block, 56)
    let sparseEnd = hotEnd + ForgedJournal.size(block, 60)
    let place: Int
    let width: Int
    switch numbers.next() % 10 {
    case 0:
      // Offsets and widths of the header's fields, its sizes and its mark apart: those make no block at all.
      (place, width) = numbers.one(of: [
        (7, 1), (8, 8), (16, 8), (24, 8), (36, 4), (40, 4), (44, 4), (48, 8), (68, 4), (72, 2), (74, 2),
      ])
    case 1..<5:
      width = numbers.one(of: [1, 2, 4, 8])
      place = Int.random(in: ForgedJournal.headerBytes..<hotEnd, using: &numbers)
    case 5..<9:
      width = numbers.one(of: [1, 1, 4])
      place = sparseEnd > hotEnd ? Int.random(in: hotEnd..<sparseEnd, using: &numbers) : 36
    default:
      width = numbers.one(of: [1, 4])
      place = block.count > sparseEnd ? Int.random(in: sparseEnd..<block.count, using: &numbers) : 40
    }
    let old = (0..<width).reduce(UInt64(0)) { sum, offset in
      place + offset < block.count ? sum | UInt64(block[place + offset]) << UInt64(8 * offset) : sum
    }
    let new =
      switch numbers.next() % 4 {
      case 0: old &+ 1
      case 1: old &- 1
      case 2: old ^ 1 << UInt64(Int.random(in: 0..<8 * width, using: &numbers))
      default: numbers.one(of: ForgedJournal.edges)
      }
    for offset in 0..<width where place + offset < block.count {
      blocks[index][place + offset] = UInt8(truncatingIfNeeded: new >> UInt64(8 * offset))
    }
    return "block \(index), \(width) bytes at \(place) of \(block.count): \(old) to \(new)"
  }

  // MARK: Hashes and checksums

  private static func size(_ block: [UInt8], _ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(block[offset + $1]) << (8 * $1) }
  }

  /// Gives each commit the hash of its events and of the commit before it; leaves what can't be read as it is.
  private mutating func hash() {
    var previous = CommitHash.zero
    var index = 0
    while index < blocks.count {
      var end = index + 1
      while end < blocks.count, blocks[end][7] == 0 { end += 1 }
      previous = hash(index..<end, after: previous) ?? previous
      index = end
    }
  }

  private mutating func hash(_ range: Range<Int>, after previous: CommitHash) -> CommitHash? {
    let first = range.lowerBound
    let sparse = ForgedJournal.headerBytes + ForgedJournal.size(blocks[first], 56)
    guard blocks[first][7] != 0, sparse + 4 <= blocks[first].count else { return nil }
    // The header's bytes end with the hash before and its own.
    let (end, overflow) = (sparse + 4).addingReportingOverflow(ForgedJournal.size(blocks[first], sparse))
    guard !overflow, end <= blocks[first].count, end - 64 >= sparse + 4 else { return nil }
    blocks[first].replaceSubrange(end - 64..<end - 32, with: previous.bytes)
    do {
      let header = try blocks[first].withUnsafeBytes { try BlockView($0).commitHeader() }
      var hasher = CommitHasher(previousHash: previous)
      for index in range { try blocks[index].withUnsafeBytes { try hasher.add(BlockView($0)) } }
      guard let header else { return nil }
      let hash = hasher.finish(header)
      blocks[first].replaceSubrange(end - 32..<end, with: hash.bytes)
      return hash
    } catch {
      return nil
    }
  }

  /// Writes a block's three checksums, as `Schemas/tables/blocks.md` describes them.
  private static func seal(_ block: inout [UInt8]) {
    let hotEnd = headerBytes + size(block, 56)
    let sparseEnd = hotEnd + size(block, 60)
    func store(_ value: UInt64, _ offset: Int) {
      for index in 0..<8 { block[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
    }
    store(Checksum.of(Array(block[hotEnd..<sparseEnd])), 80)
    store(Checksum.of(Array(block[sparseEnd...])), 88)
    let header = Array(block[..<96])
    let columns = Array(block[headerBytes..<hotEnd])
    store(header.withUnsafeBytes { first in columns.withUnsafeBytes { Checksum.of(first, $0) } }, 96)
  }
}
