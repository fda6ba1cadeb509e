// Safety: both buffers are lent for the comparison; integer keys are checked to have eight bytes first.
import Glibc

/// How the keys of a tree compare.
enum KeyOrder {
  /// By bytes, a prefix first: every table.
  case bytes
  /// As numbers of this machine: the free list.
  case integers

  func isAscending(_ lower: UnsafeRawBufferPointer, _ higher: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .bytes:
      let order = Self.compare(lower, higher)
      return order < 0
    case .integers:
      return lower.loadUnaligned(as: UInt64.self) < higher.loadUnaligned(as: UInt64.self)
    }
  }

  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let common = min(left.count, right.count)
    if common > 0, let leftStart = left.baseAddress, let rightStart = right.baseAddress {
      let order = memcmp(leftStart, rightStart, common)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
