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
  func hasPart(_ part: String) -> Bool {
    if byteRange(of: part) != nil { return true }
    let isPlain = { (byte: UInt8) in byte < 0x80 }
    return !part.utf8.allSatisfy(isPlain) && !utf8.allSatisfy(isPlain) && contains(part)
  }
}
