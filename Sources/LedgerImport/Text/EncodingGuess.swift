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
    for alphabet in alphabets {
      guard let score = alphabet.score(sample) else { continue }
      let prior = prior(alphabet.page.name)
      if score + prior > best.score { best = (.codePage(alphabet.page), score + prior) }
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

  private static let alphabets: [PageAlphabet] = candidates.map { PageAlphabet($0, frequent: $1) }

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
}
