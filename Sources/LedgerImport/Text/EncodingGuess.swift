/// Guesses an encoding that is neither UTF-8 nor UTF-16 from the letters that the bytes would be.
///
/// Each candidate reads the bytes above 0x7F with their neighbours; letters that languages use much within words of one
/// script speak for it, signs within words and unused bytes against it.
enum EncodingGuess {
  /// How many bytes around letters are looked at.
  private static let sampleLimitBytes = 16_384

  static func why(_ encoding: TextEncoding) -> String {
    "the bytes are not UTF-8, and read as \(encoding.name) they make the most likely letters"
  }

  static func encoding(of file: [UInt8]) -> TextEncoding {
    let sample = linesWithHighBytes(file)
    var best: (encoding: TextEncoding, score: Double) = (.codePage(.windows1252), -1)
    for (page, frequent) in candidates {
      guard let score = score(sample, page: page, frequent: Set(frequent.unicodeScalars)) else { continue }
      let prior = prior(page.name)
      if score + prior > best.score { best = (.codePage(page), score + prior) }
    }
    for candidate in DoubleByteGuess.candidates {
      guard let score = candidate.score(sample), score > best.score else { continue }
      guard case .success = candidate.encoding.text(of: file) else { continue }
      best = (.eastAsian(candidate.encoding), score)
    }
    return best.encoding
  }

  /// How much more common an encoding is than others.
  private static func prior(_ name: String) -> Double {
    switch name {
    case "WINDOWS-1252": 0.3
    case "WINDOWS-1250", "WINDOWS-1251": 0.1
    case "CP850", "CP852", "MACINTOSH": -0.5
    case "KOI8-R", "KOI8-U", "CP866", "ISO-8859-5", "MAC-CYRILLIC": -0.2
    default: 0
    }
  }

  private static let candidates: [(CodePage, String)] = [
    (.windows1252, "äöüÄÖÜßéèêëàâáãçîïíìôóòõúùûñåÅæøÆØÉÀÇÑ"),
    (.latin1, "äöüÄÖÜßéèêëàâáãçîïíìôóòõúùûñåÅæøÆØÉÀÇÑ"),
    (.windows1250, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽöüőűÖÜŐŰľĺŕôăâîșțşţ"),
    (.latin2, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽöüőűÖÜŐŰ"),
    (.windows1251, cyrillic), (.koi8, cyrillic), (.koi8Ukrainian, cyrillic), (.dos866, cyrillic),
    (.cyrillicISO, cyrillic), (.macCyrillic, cyrillic),
    (.windows1253, "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
    (.windows1254, "çğıİöşüÇĞÖŞÜâî"),
    (.windows1257, "ąčęėįšųūžĄČĘĖĮŠŲŪŽāēģīķļņõäöü"),
    (.windows1255, "אבגדהוזחטיךכלםמןנסעףפץצקרשת₪"),
    (.windows1256, "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءآأؤإئپچژگکی"),
    (
      .thai,
      "กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลวศษสหฬอฮะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}เแโใไ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}"
    ),
    (.macRoman, "äöüÄÖÜßéèêëàâáçîïíôóúñåÅæøÉÇÑ"),
    (.dos850, "äöüÄÖÜßéèêàâáçîíôóúñåÅæøÆØ"),
    (.dos852, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžöüőű"),
  ]

  private static let cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯІЇЄ"

  /// How much a letter speaks for Cyrillic: the code pages have the same letters in other places, and only how often each
  /// comes tells them apart.
  private static func cyrillicWeight(_ scalar: Unicode.Scalar) -> Double? {
    guard (0x400..<0x530).contains(scalar.value) else { return nil }
    let letter = scalar.properties.lowercaseMapping
    return "оеаинтсрвл".contains(letter)
      ? 2.2 : "кмдпуяыьгзб".contains(letter) ? 1.7 : "йчхжшюі".contains(letter) ? 1 : 0.1
  }

  private static func linesWithHighBytes(_ file: [UInt8]) -> [UInt8] {
    var sample: [UInt8] = []
    var start = 0
    while start < file.count, sample.count <= sampleLimitBytes {
      let end = file[start...].firstIndex(of: 0x0A) ?? file.count
      let line = file[start..<end]
      if line.contains(where: { $0 >= 0x80 }) {
        sample += line.prefix(4_096)
        sample.append(0x0A)
      }
      start = end + 1
    }
    return sample
  }

  /// The average over the bytes above 0x7F, from −2 to 2; nil where one of them has no meaning.
  private static func score(_ bytes: [UInt8], page: CodePage, frequent: Set<Unicode.Scalar>) -> Double? {
    let scalars = bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : page.upperHalf[Int($0) - 0x80] }
    var sum = 0.0
    var count = 0
    // Whether the word so far has a small letter, after which no capital comes.
    var hasSmall = false
    for (index, scalar) in scalars.enumerated() {
      let followsSmall = hasSmall
      let properties = scalar.properties
      hasSmall = properties.isAlphabetic && (hasSmall || properties.isLowercase)
      if bytes[index] < 0x80 { continue }
      if scalar == "\u{FFFD}" { return nil }
      if followsSmall, properties.isUppercase { sum -= 1.5 }
      count += 1
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      sum += weight(scalar, before: before, after: after, frequent: frequent)
    }
    return count == 0 ? nil : sum / Double(count)
  }

  private static func weight(
    _ scalar: Unicode.Scalar, before: Unicode.Scalar, after: Unicode.Scalar, frequent: Set<Unicode.Scalar>
  ) -> Double {
    let properties = scalar.properties
    if scalar.value < 0xA0 { return -2 }
    let isFrequent = frequent.contains(scalar)
    if isFrequent && properties.generalCategory != .currencySymbol || properties.isAlphabetic {
      var weight = isFrequent ? cyrillicWeight(scalar) ?? 2.0 : -0.5
      // Latin letters with marks hardly ever stand three in a row.
      if script(scalar) == 0, [before, after].allSatisfy({ !$0.isASCII && $0.properties.isAlphabetic }) { weight -= 2 }
      for neighbour in [before, after] where neighbour.properties.isAlphabetic && script(neighbour) != script(scalar) {
        weight -= 1.5
      }
      if isDigit(before) || isDigit(after) { weight -= 2.5 }
      if properties.isUppercase, after.properties.isLowercase, before.properties.isUppercase { weight -= 0.5 }
      return weight
    }
    let touchesLetters = before.properties.isAlphabetic && after.properties.isAlphabetic
    if scalar == "\u{2019}" { return 0.5 }
    if scalar == "\u{A0}" || properties.generalCategory == .currencySymbol {
      return touchesLetters ? -1.5 : isDigit(before) || isDigit(after) ? 2 : 1
    }
    return touchesLetters || before.properties.isAlphabetic ? -1.5 : 0.2
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

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
