/// How a file's bytes are read as characters.
enum TextEncoding: Sendable {
  case utf8
  case utf16(isLittleEndian: Bool)
  case utf32(isLittleEndian: Bool)
  case codePage(CodePage)
  case eastAsian(EastAsianEncoding)
  /// Converted by the system's iconv, under this name.
  case system(String)

  /// The name that iconv knows it by.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16(let isLittleEndian): isLittleEndian ? "UTF-16LE" : "UTF-16BE"
    case .utf32(let isLittleEndian): isLittleEndian ? "UTF-32LE" : "UTF-32BE"
    case .codePage(let page): page.name
    case .eastAsian(let encoding): encoding.rawValue
    case .system(let name): name
    }
  }

  /// An encoding from an iconv name or one of Python's aliases; nil where even the system's iconv does not know it.
  init?(name: String) {
    let plain = String(name.uppercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    switch plain {
    case "UTF8", "UTF8SIG", "ASCII", "USASCII", "ANSIX3.41968": self = .utf8
    case "UTF16", "UTF16LE", "UCS2", "UCS2LE": self = .utf16(isLittleEndian: true)
    case "UTF32", "UTF32LE", "UCS4", "UCS4LE": self = .utf32(isLittleEndian: true)
    case "UTF32BE", "UCS4BE": self = .utf32(isLittleEndian: false)
    case "UTF16BE", "UCS2BE": self = .utf16(isLittleEndian: false)
    default:
      if let page = TextEncoding.codePage(plain) {
        self = .codePage(page)
      } else if let encoding = EastAsianEncoding(plainName: plain) {
        self = .eastAsian(encoding)
      } else if SystemConverter.knows(name.uppercased()) {
        self = .system(name.uppercased())
      } else {
        return nil
      }
    }
  }

  private static func codePage(_ plain: String) -> CodePage? {
    let aliases = [
      "LATIN1": "ISO88591", "L1": "ISO88591", "LATIN2": "ISO88592", "LATIN5": "ISO88599", "LATIN9": "ISO885915",
      "ANSI": "WINDOWS1252", "IBM437": "CP437", "IBM850": "CP850", "IBM852": "CP852", "IBM866": "CP866",
      "MACROMAN": "MACINTOSH", "KOI8": "KOI8R", "MACCYRILLIC": "MACCYRILLIC", "WINDOWS874": "CP874", "TIS620": "CP874",
    ]
    var wanted = aliases[plain] ?? plain
    if wanted.hasPrefix("CP125") { wanted = "WINDOWS" + wanted.dropFirst(2) }
    if wanted.count == 4, wanted.hasPrefix("125") { wanted = "WINDOWS" + wanted }
    return CodePage.all.first { $0.name.filter { $0 != "-" } == wanted }
  }
}
