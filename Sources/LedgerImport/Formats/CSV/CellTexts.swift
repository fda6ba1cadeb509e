/// The cells of a column by their bytes: each distinct cell is cleaned once.
///
/// The table's bytes serve as keys, so that a cell that was seen before costs a hash and a comparison and no copy.
struct CellTexts {
  /// What a distinct cell became.
  struct Entry {
    var start: UInt32
    var count: UInt32
    var text: TextID
    /// The merchant's name where the column is the payee's.
    var merchant: TextID
  }

  private var slots: [UInt64] = []
  private(set) var entries: [Entry] = []

  /// The place of a cell's entry, or nil where it is new: then `add` must follow.
  @inline(__always)
  mutating func find(_ bytes: Span<UInt8>, _ range: Range<Int>, hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let key = bytes.bytes.extracting(range)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let slotEntry = slots[slot]
      if slotEntry >> 32 == hash >> 32 {
        let index = Int(slotEntry & 0xFFFF_FFFF) - 1
        let start = Int(entries[index].start)
        if ByteScanning.areEqual(bytes.bytes.extracting(start..<start + Int(entries[index].count)), key) {
          return index
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>, hash: UInt64, text: TextID, merchant: TextID) {
    if entries.count * 2 >= slots.count { grow(bytes) }
    entries.append(
      Entry(start: UInt32(range.lowerBound), count: UInt32(range.count), text: text, merchant: merchant))
    insert(hash, entries.count)
  }

  private mutating func insert(_ hash: UInt64, _ number: Int) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = (hash >> 32) << 32 | UInt64(number)
  }

  private mutating func grow(_ bytes: Span<UInt8>) {
    slots = [UInt64](repeating: 0, count: max(256, slots.count * 4))
    for (index, entry) in entries.enumerated() {
      let start = Int(entry.start)
      insert(ByteScanning.hash(bytes.bytes.extracting(start..<start + Int(entry.count))), index + 1)
    }
  }
}
