/// A text of an `ImportedTexts`, or none.
public struct TextID: Sendable, Hashable {
  /// The index, or −1 for none.
  public var index: Int32

  public static let none = TextID(index: -1)

  public init(index: Int32) {
    self.index = index
  }
}

/// The texts of a file: UTF-8 bytes in one heap, each distinct interned text once.
///
/// Payees, merchants, accounts and categories are interned, so that equal ids mean equal texts and later work (cleaning,
/// looking up names) is done once a distinct text. Memos and references are appended as they come.
public struct ImportedTexts: Sendable {
  /// The bytes of every text, one after the other.
  public private(set) var heap: [UInt8] = []
  /// Where each text begins in the heap; one entry more than there are texts.
  public private(set) var starts: [Int32] = [0]
  /// An open hash table: the upper half is of the hash, the lower half the index plus one; 0 is free.
  private var slots: [UInt64] = []
  private var internedCount = 0

  public init() {}

  public var count: Int { starts.count - 1 }

  /// Appends a text without looking whether it is there already.
  public mutating func append(_ bytes: some Sequence<UInt8>) -> TextID {
    heap.append(contentsOf: bytes)
    return closeText()
  }

  /// Appends a text without looking whether it is there already.
  mutating func append(_ bytes: RawSpan) -> TextID {
    ByteScanning.append(bytes, to: &heap)
    return closeText()
  }

  private mutating func closeText() -> TextID {
    starts.append(Int32(heap.count))
    return TextID(index: Int32(starts.count - 2))
  }

  /// The id of an equal interned text, appended if it is new.
  public mutating func intern(_ bytes: some Collection<UInt8>) -> TextID {
    intern(array: Array(bytes))
  }

  /// The id of an equal interned text, appended if it is new.
  mutating func intern(array bytes: [UInt8]) -> TextID {
    intern(bytes.span.bytes)
  }

  /// The id of an equal interned text, appended if it is new.
  mutating func intern(_ bytes: RawSpan) -> TextID {
    if internedCount * 2 >= slots.count { growSlots() }
    let hash = ByteScanning.hash(bytes)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry >> 32 == hash >> 32 {
        let index = Int(entry & 0xFFFF_FFFF) - 1
        let range = Int(starts[index])..<Int(starts[index + 1])
        if ByteScanning.areEqual(heap.span.bytes.extracting(range), bytes) { return TextID(index: Int32(index)) }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = append(bytes)
    slots[slot] = (hash >> 32) << 32 | UInt64(id.index + 1)
    internedCount += 1
    return id
  }

  /// Takes in another's texts, interned ones once, and returns for each of them its id here.
  mutating func absorb(_ other: ImportedTexts) -> [TextID] {
    var isInterned = [Bool](repeating: false, count: other.count)
    for slot in other.slots where slot != 0 { isInterned[Int(slot & 0xFFFF_FFFF) - 1] = true }
    heap.reserveCapacity(heap.count + other.heap.count)
    starts.reserveCapacity(starts.count + other.count)
    return (0..<other.count).map { index in
      let range = Int(other.starts[index])..<Int(other.starts[index + 1])
      let text = other.heap.span.bytes.extracting(range)
      return isInterned[index] ? intern(text) : append(text)
    }
  }

  /// The UTF-8 bytes of a text; empty for none.
  public func bytes(of id: TextID) -> ArraySlice<UInt8> {
    guard id.index >= 0 else { return [] }
    return heap[Int(starts[Int(id.index)])..<Int(starts[Int(id.index) + 1])]
  }

  /// The text, or nil for none.
  public func string(_ id: TextID) -> String? {
    guard id.index >= 0 else { return nil }
    return String(validating: bytes(of: id), as: UTF8.self)
  }

  private mutating func growSlots() {
    let old = slots.filter { $0 != 0 }
    slots = [UInt64](repeating: 0, count: max(64, slots.count * 4))
    for entry in old {
      let index = Int(entry & 0xFFFF_FFFF) - 1
      let range = Int(starts[index])..<Int(starts[index + 1])
      var slot = Int(truncatingIfNeeded: ByteScanning.hash(heap.span.bytes.extracting(range))) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
