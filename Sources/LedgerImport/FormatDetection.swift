/// Tells a file's format by what it begins with, never by its name.
enum FormatDetection {
  /// Why bytes can't be a statement at all; nil where they may be one.
  static func refusal(of bytes: [UInt8]) -> String? {
    if bytes.allSatisfy({ $0 == 0 || $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }) { return "the file is empty" }
    if bytes.count > StatementReader.fileLimitBytes {
      return "the file is larger than \(StatementReader.fileLimitBytes) bytes; split it"
    }
    for (name, mark) in magics where bytes.starts(with: mark) {
      return "this is \(name), not a bank's text file; export the statement as CSV"
    }
    return nil
  }

  private static let magics: [(String, [UInt8])] = [
    ("a PNG picture", [0x89, 0x50, 0x4E, 0x47]), ("a JPEG picture", [0xFF, 0xD8, 0xFF]),
    ("a PDF document", Array("%PDF".utf8)), ("a ZIP archive or a spreadsheet", [0x50, 0x4B, 0x03, 0x04]),
    ("a gzip archive", [0x1F, 0x8B]), ("an old spreadsheet", [0xD0, 0xCF, 0x11, 0xE0]),
    ("a GIF picture", Array("GIF8".utf8)), ("a 7z archive", [0x37, 0x7A, 0xBC, 0xAF]),
    ("a RAR archive", Array("Rar!".utf8)), ("a program", [0x7F, 0x45, 0x4C, 0x46]),
    ("a database", Array("SQLite format 3".utf8)), ("an RTF document", Array("{\\rtf".utf8)),
  ]

  /// The format of a text, or why it is none of a bank's.
  static func format(of text: [UInt8]) throws(ImportFault) -> ImportFormat {
    var ascii: [UInt8] = []
    for byte in text.prefix(4_096) where byte < 0x80 {
      if byte >= 0x20 || byte == 0x0A { ascii.append(byte) } else if byte == 0x0D { ascii.append(0x0A) }
    }
    let head = (String(validating: ascii, as: UTF8.self) ?? "").lowercased()
    let start = head.drop { $0.isWhitespace }
    if let journal = journalOutput(head) { return journal }
    let controls = text.prefix(65_536).count { $0 < 0x20 && !($0 >= 0x09 && $0 <= 0x0D) && $0 != 0x1B && $0 != 0 }
    if controls * 20 > min(text.count, 65_536) {
      throw ImportFault("this is not a text file; export the statement as CSV")
    }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || head.hasPart("<body")
      || head.hasPart("<table")
    {
      throw ImportFault("this is a web page (HTML), not a bank's file; sign in and download the statement again")
    }
    if start.hasPrefix("ofxheader") || head.hasPart("<ofx>") || head.hasPart("<ofx ") || head.hasPart("<stmttrn>")
      || head.hasPart("<?ofx") || head.hasPart("<banktranlist>")
    {
      return .ofx
    }
    if start.hasPrefix("<?xml") || start.hasPrefix("<document") || head.hasPart("camt.05") {
      if head.hasPart("camt.052") || head.hasPart("bktocstmracctrpt") { return .camt052 }
      return head.hasPart("camt.054") || head.hasPart("bktocstmrdbtcdtntfctn") ? .camt054 : .camt053
    }
    if start.hasPrefix("!type:") || start.hasPrefix("!account") || start.hasPrefix("!option")
      || start.hasPrefix("!clear")
    {
      return .qif
    }
    if start.hasPrefix("{1:") || start.hasPrefix(":20:") || head.hasPart("\n:20:") || head.hasPart("\n:61:") {
      return .mt940
    }
    if start.hasPrefix("{") || start.hasPrefix("[{") || start.hasPrefix("[") && head.hasPart("\"") {
      return start.hasPrefix("{") && isJSONLines(text) ? .jsonl : .json
    }
    return .csv
  }

  /// Whether the first line is an object and the next one begins another.
  private static func isJSONLines(_ text: [UInt8]) -> Bool {
    let lines = text.prefix(1 << 20).split(separator: 0x0A).lazy.map { $0.filter { $0 > 0x20 } }.filter { !$0.isEmpty }
    guard let first = lines.first, first.first == 0x7B, first.last == 0x7D else { return false }
    return lines.dropFirst().first?.first == 0x7B
  }

  static func why(_ format: ImportFormat) -> String {
    switch format {
    case .csv: "text in rows with separators"
    case .ofx: "it has OFX's header or tags"
    case .qif: "it begins with a line such as !Type:Bank"
    case .camt052, .camt053: "it is XML of a bank's statement"
    case .camt054: "it is XML of a bank's notification"
    case .mt940: "it has MT940's tags such as :20: and :61:"
    case .hledger: "it is what 'hledger print' prints as JSON or CSV"
    case .ledger: "it is what 'ledger csv' prints"
    case .beancount: "it is a table of postings by bean-query"
    case .json, .jsonl: "it begins as JSON does"
    }
  }
}
