extension StringProtocol {
  /// Where the bytes of another text first stand in this one, compared as they are.
  ///
  /// The library's own search compares characters and makes a table for each call, which for short texts takes a
  /// hundred times longer.
  func byteRange(of part: String) -> Range<Index>? {
    let part = part.utf8
    guard let first = part.first else { return nil }
    var begin = utf8.startIndex
    while let found = utf8[begin...].firstIndex(of: first) {
      if utf8[found...].starts(with: part) { return found..<utf8.index(found, offsetBy: part.count) }
      begin = utf8.index(after: found)
    }
    return nil
  }

  /// Whether another text is part of this one; letters with marks may be written in two ways.
  ///
  /// - Parameter part: with its letters and marks in one, as source texts have them.
  func hasPart(_ part: String) -> Bool {
    if byteRange(of: part) != nil { return true }
    return mayHaveMarksApart && !part.utf8.allSatisfy { $0 < 0x80 } && contains(part)
  }

  /// Whether bytes of the text could be of marks that stand behind their letters: of Latin, Greek and Cyrillic, of kana, of
  /// Korean syllables in parts.
  private var mayHaveMarksApart: Bool {
    utf8.contains { $0 == 0xCC || $0 == 0xCD || $0 == 0xE1 || $0 == 0xE3 }
  }
}
