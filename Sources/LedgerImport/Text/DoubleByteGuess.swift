/// An East Asian encoding of two bytes a character, by the areas of its plane that texts use.
struct DoubleByteGuess {
  let encoding: EastAsianEncoding
  /// A score for a pair of bytes; nil where there is no such character.
  let pair: @Sendable (UInt8, UInt8) -> Double?
  /// A score for a single byte above 0x7F; nil where it can't stand alone.
  let single: @Sendable (UInt8) -> Double?

  /// The average over the characters, from −2 to 2; nil where the bytes are not of the encoding.
  func score(_ bytes: [UInt8]) -> Double? {
    var sum = 0.0
    var count = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      count += 1
      if let value = single(byte) {
        sum += value
        index += 1
      } else {
        guard index + 1 < bytes.count, let value = pair(byte, bytes[index + 1]) else { return nil }
        sum += value
        index += 2
      }
    }
    return count == 0 ? nil : sum / Double(count)
  }

  static let candidates = [
    DoubleByteGuess(
      encoding: .shiftJIS,
      pair: { lead, trail in
        guard (0x81...0x9F).contains(lead) || (0xE0...0xEF).contains(lead) || (0xFA...0xFC).contains(lead),
          trail >= 0x40, trail != 0x7F, trail <= 0xFC
        else { return nil }
        // Signs, kana, and the kanji of the first level are what texts are made of.
        return (0x81...0x83).contains(lead) ? 2 : (0x88...0x97).contains(lead) ? 1.8 : lead == 0xFA ? 0 : -0.5
      }, single: { (0xA1...0xDF).contains($0) ? 1.2 : nil }),
    DoubleByteGuess(
      encoding: .japaneseEUC,
      pair: { lead, trail in
        guard lead == 0x8E || lead >= 0xA1, trail >= 0xA1, lead != 0xFF, trail != 0xFF else { return nil }
        return (0xA4...0xA5).contains(lead) ? 2 : (0xB0...0xCF).contains(lead) ? 1.4 : lead == 0xA1 ? 1 : -0.5
      }, single: { _ in nil }),
    DoubleByteGuess(
      encoding: .gb18030,
      pair: { lead, trail in
        guard (0x81...0xFE).contains(lead), trail >= 0x40, trail != 0x7F, trail != 0xFF else { return nil }
        return trail < 0xA1 ? -1 : (0xB0...0xD7).contains(lead) ? 1.5 : lead == 0xA3 || lead == 0xA1 ? 1 : -0.5
      }, single: { _ in nil }),
    DoubleByteGuess(
      encoding: .big5,
      pair: { lead, trail in
        guard (0xA1...0xF9).contains(lead), (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else {
          return nil
        }
        return (0xA4...0xC6).contains(lead) ? 1.3 : lead == 0xA1 ? 1 : -0.5
      }, single: { _ in nil }),
    DoubleByteGuess(
      encoding: .koreanEUC,
      pair: { lead, trail in
        // The rarer syllables lie where Windows had room for them.
        let isRare =
          (0x81...0xC6).contains(lead) && trail >= 0x41 && trail != 0xFF && !(0x5B...0x60).contains(trail)
          && !(0x7B...0x80).contains(trail)
        guard (0xA1...0xFD).contains(lead), (0xA1...0xFE).contains(trail) else { return isRare ? -0.5 : nil }
        return (0xB0...0xC8).contains(lead) ? 1.6 : -0.5
      }, single: { _ in nil }),
  ]
}
