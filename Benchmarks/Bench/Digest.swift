import Foldbook

/// A digest of numbers in order: FNV-1a over 64-bit words, as the C baseline computes it.
struct WordDigest {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x100_0000_01B3
  }

  mutating func add(_ number: some BinaryInteger) {
    add(UInt64(truncatingIfNeeded: number))
  }

  /// 16 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension WordDigest {
  /// The digest of what a fold found: cells by account, day and slot, then merchants' months.
  static func of(_ sums: SumTables) -> String {
    var digest = WordDigest()
    sums.forEachCell(from: .first, to: .last) { account, day, slot, cell in
      digest.add(account.index)
      digest.add(day.daysSinceEpoch)
      digest.add(slot.index)
      digest.add(cell.sum)
      digest.add(cell.count)
    }
    for merchant in 0..<sums.dimensions.merchantCount {
      sums.forEachMonth(of: MerchantID(UInt32(merchant))) { account, month, cell in
        digest.add(merchant)
        digest.add(month.monthsSinceYearZero)
        digest.add(account.index)
        digest.add(cell.sum)
        digest.add(cell.count)
      }
    }
    return digest.hexadecimal
  }

  /// The digest of bytes.
  static func of(_ bytes: [UInt8]) -> String { String(SHA256.hash(bytes).hexadecimal.prefix(16)) }
}
