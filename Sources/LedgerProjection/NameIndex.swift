import LedgerDomain
import LedgerJournal

/// The merchants that a range of the journal named, by name.
///
/// A sorted list, since most ranges are a short tail: a dictionary's first look-up by a name takes longer than folding one.
struct NameIndex: Sendable {
  /// In order of name; of a name that was given twice, the later merchant.
  let entries: [(name: FoldedName, merchant: UInt32)]

  init(_ names: [(UInt32, String)]) {
    let folded = names.enumerated().map { (name: FoldedName($1.1), order: $0, merchant: $1.0) }
    let sorted = folded.sorted { $0.name == $1.name ? $0.order < $1.order : $0.name < $1.name }
    entries = sorted.indices.compactMap { index in
      let isLast = index + 1 == sorted.count || sorted[index + 1].name != sorted[index].name
      return isLast ? (sorted[index].name, sorted[index].merchant) : nil
    }
  }

  /// - Complexity: O(log names)
  subscript(name: FoldedName) -> UInt32? {
    let place = entries.lowerBound { $0.name < name }
    return place < entries.count && entries[place].name == name ? entries[place].merchant : nil
  }
}
