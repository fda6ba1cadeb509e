/// What the bytes of a code page are as letters, looked up once for all texts.
struct PageAlphabet: Sendable {
  let page: CodePage
  /// By byte.
  private let letters: [Letter]

  private struct Letter: Sendable {
    var isAlphabetic = false
    var isLowercase = false
    var isUppercase = false
    var isCurrency = false
    var isDigit = false
    var isASCII = false
    /// Whether the page has no such character.
    var isMissing = false
    /// Whether it is a control character.
    var isControl = false
    var isApostrophe = false
    var isHardSpace = false
    /// Whether it is one of those that texts of the page's languages use much.
    var isFrequent = false
    /// In lower case, where it is a letter or a digit.
    var folded: Unicode.Scalar?
    var script = 0
    /// How much it speaks for the page where it stands well.
    var weight = 0.0
  }

  /// - Parameter frequent: letters above ASCII that texts of the page's languages use much.
  init(_ page: CodePage, frequent: String) {
    self.page = page
    let frequent = Set(frequent.unicodeScalars)
    letters = (0..<256).map { byte in
      let scalar = byte < 0x80 ? Unicode.Scalar(UInt8(byte)) : page.upperHalf[byte - 0x80]
      let properties = scalar.properties
      let isFrequent = frequent.contains(scalar)
      return Letter(
        isAlphabetic: properties.isAlphabetic, isLowercase: properties.isLowercase, isUppercase: properties.isUppercase,
        isCurrency: properties.generalCategory == .currencySymbol, isDigit: scalar >= "0" && scalar <= "9",
        isASCII: scalar.isASCII, isMissing: scalar == "\u{FFFD}", isControl: scalar.value < 0xA0,
        isApostrophe: scalar == "\u{2019}", isHardSpace: scalar == "\u{A0}", isFrequent: isFrequent,
        folded: Character(scalar).isLetter || Character(scalar).isNumber
          ? properties.lowercaseMapping.unicodeScalars.first : nil,
        script: PageAlphabet.script(scalar), weight: isFrequent ? PageAlphabet.cyrillicWeight(scalar) ?? 2.0 : -0.5)
    }
  }

  /// The bytes as text.
  func text(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : page.upperHalf[Int(byte) - 0x80]) }
    return Array(String(text).utf8)
  }

  /// Whether a cell begins with the letters of a word over columns that has letters beyond ASCII; most cells don't,
  /// and making titles of them takes a hundred times longer.
  func canBeTitle(_ cell: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var first: Unicode.Scalar?
    for byte in cell {
      if byte == 0x28 || byte == 0x5B {
        depth += 1
      } else if byte == 0x29 || byte == 0x5D {
        depth = max(0, depth - 1)
      } else if depth == 0, let letter = letters[Int(byte)].folded {
        guard let first else {
          first = letter
          continue
        }
        return ColumnWords.beginnings.contains(ColumnWords.Beginning(first: first, second: letter))
      }
    }
    return false
  }

  /// The average over the bytes above 0x7F, from −2 to 2; nil where one of them has no meaning.
  func score(_ bytes: [UInt8]) -> Double? {
    var sum = 0.0
    var count = 0
    // Whether the word so far has a small letter, after which no capital comes.
    var hasSmall = false
    for (index, byte) in bytes.enumerated() {
      let followsSmall = hasSmall
      let letter = letters[Int(byte)]
      hasSmall = letter.isAlphabetic && (hasSmall || letter.isLowercase)
      if byte < 0x80 { continue }
      if letter.isMissing { return nil }
      if followsSmall, letter.isUppercase { sum -= 1.5 }
      count += 1
      let before = letters[Int(index > 0 ? bytes[index - 1] : 0x20)]
      let after = letters[Int(index + 1 < bytes.count ? bytes[index + 1] : 0x20)]
      sum += PageAlphabet.weight(letter, before: before, after: after)
    }
    return count == 0 ? nil : sum / Double(count)
  }

  private static func weight(_ letter: Letter, before: Letter, after: Letter) -> Double {
    if letter.isControl { return -2 }
    if letter.isFrequent && !letter.isCurrency || letter.isAlphabetic {
      var weight = letter.weight
      // Latin letters with marks hardly ever stand three in a row.
      if letter.script == 0, [before, after].allSatisfy({ !$0.isASCII && $0.isAlphabetic }) { weight -= 2 }
      for neighbour in [before, after] where neighbour.isAlphabetic && neighbour.script != letter.script {
        weight -= 1.5
      }
      if before.isDigit || after.isDigit { weight -= 2.5 }
      if letter.isUppercase, after.isLowercase, before.isUppercase { weight -= 0.5 }
      return weight
    }
    let touchesLetters = before.isAlphabetic && after.isAlphabetic
    if letter.isApostrophe { return 0.5 }
    if letter.isHardSpace || letter.isCurrency {
      return touchesLetters ? -1.5 : before.isDigit || after.isDigit ? 2 : 1
    }
    return touchesLetters || before.isAlphabetic ? -1.5 : 0.2
  }

  /// How much a letter speaks for Cyrillic: the code pages have the same letters in other places, and only how often each
  /// comes tells them apart.
  private static func cyrillicWeight(_ scalar: Unicode.Scalar) -> Double? {
    guard (0x400..<0x530).contains(scalar.value) else { return nil }
    let letter = scalar.properties.lowercaseMapping
    return "оеаинтсрвл".contains(letter)
      ? 2.2 : "кмдпуяыьгзб".contains(letter) ? 1.7 : "йчхжшюі".contains(letter) ? 1 : 0.1
  }

  private static func script(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x250: 0
    case 0x370..<0x400: 1
    case 0x400..<0x530: 2
    case 0x590..<0x600: 4
    case 0x600..<0x700: 5
    case 0xE00..<0xE80: 6
    default: 3
    }
  }
}
