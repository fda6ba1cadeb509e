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
    let titles = sample.prefix(titleLimitBytes).split(separator: 0x0A).prefix(titleLineLimit).map(Array.init)
    let headerCells = titles.flatMap { cells($0) }
    for alphabet in alphabets {
      guard var score = alphabet.score(sample) else { continue }
      score += prior(alphabet.page.name)
      if headerCells.contains(where: { alphabet.canBeTitle($0) && isTitle(alphabet.text($0)) }) { score += titleWeight }
      if score > best.score { best = (.codePage(alphabet.page), score) }
    }
    for candidate in DoubleByteGuess.candidates {
      guard var score = candidate.score(sample), score + titleWeight > best.score else { continue }
      let areTitles = titles.contains { line in
        if case .success(let text) = candidate.encoding.text(of: line) {
          cells(text).contains(where: isTitle)
        } else {
          false
        }
      }
      if areTitles { score += titleWeight }
      if score <= best.score { continue }
      guard case .success = candidate.encoding.text(of: file) else { continue }
      best = (.eastAsian(candidate.encoding), score)
    }
    return best.encoding
  }

  /// How much of the sample may be the titles of columns.
  private static let titleLimitBytes = 1_024
  private static let titleLineLimit = 3
  /// How much it speaks for an encoding that a title of a column is a word for one in it.
  private static let titleWeight = 1.0

  /// The cells of a line that have bytes beyond ASCII.
  private static func cells(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
    line.split { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 || $0 == 0x7C || $0 == 0x22 }
      .filter { $0.contains { $0 >= 0x80 } }
  }

  /// Whether a cell is a word over columns with letters beyond ASCII, which no other encoding makes of its bytes.
  private static func isTitle(_ cell: some Sequence<UInt8>) -> Bool {
    guard let text = String(validating: Array(cell), as: UTF8.self) else { return false }
    return ColumnTitle(text).isKnown
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
