import LedgerDomain

/// Reads one bank file: decides format, encoding, structure and conventions by evidence and parses every row.
public enum StatementReader {
  /// The largest file that is read, in bytes: positions in it have 31 bits.
  public static let fileLimitBytes = 2_000_000_000
  /// The longest text of a cell, in bytes.
  public static let fieldLimitBytes = 65_536

  /// What the file says. A file that can't be read has no transactions and one error with line 0.
  public static func read(_ bytes: [UInt8], path: String, options: ImportOptions) -> ImportedFile {
    var file = ImportedFile(path: path, format: .csv)
    if let reason = refusal(of: bytes) { return refused(file, reason) }
    var encoding: TextEncoding?
    if let name = options.encoding {
      guard let known = TextEncoding(name: name) else {
        return refused(
          file,
          "the encoding '\(name)' is not known; known are "
            + TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))
      }
      encoding = known
    }
    let decoded: DecodedText
    do {
      decoded = try DecodedText.decode(bytes, named: encoding)
    } catch {
      return refused(file, error.reason, line: error.line)
    }
    file.encoding = decoded.encoding.rawValue
    file.decisions.append(ImportDecision(what: "encoding", value: decoded.encoding.rawValue, why: decoded.why))
    if let reason = refusal(ofText: decoded.bytes) { return refused(file, reason) }
    var reader = CSVReader(file: file, bytes: decoded.bytes, options: options)
    return reader.read()
  }

  static func refused(_ file: ImportedFile, _ reason: String, line: Int = 0) -> ImportedFile {
    var file = file
    file.transactions = []
    file.errors = [RowProblem(line: line, reason: reason)]
    return file
  }

  /// Why bytes can't be a statement at all.
  private static func refusal(of bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "the file is empty" }
    if bytes.count > fileLimitBytes { return "the file is larger than \(fileLimitBytes) bytes; split it" }
    let marks: [(String, [UInt8])] = [
      ("a PNG picture", [0x89, 0x50, 0x4E, 0x47]), ("a JPEG picture", [0xFF, 0xD8, 0xFF]),
      ("a PDF", Array("%PDF".utf8)),
      ("a ZIP archive or a spreadsheet", [0x50, 0x4B, 0x03, 0x04]), ("a gzip archive", [0x1F, 0x8B]),
      ("an old spreadsheet", [0xD0, 0xCF, 0x11, 0xE0]), ("a GIF picture", Array("GIF8".utf8)),
    ]
    for (name, mark) in marks where bytes.starts(with: mark) {
      return "this is \(name), not a bank's text file; export the statement as CSV"
    }
    return nil
  }

  /// Why text can't be a separated file; formats of their own are named.
  private static func refusal(ofText bytes: [UInt8]) -> String? {
    if let index = bytes.firstIndex(of: 0) {
      let line = bytes[..<index].count { $0 == 0x0A } + 1
      return "the file has a zero byte in line \(line), so it is not text; export the statement as CSV"
    }
    let head = (String(validating: bytes.prefix(2_048).filter { $0 < 0x80 }, as: UTF8.self) ?? "").lowercased()
    let start = head.drop { $0.isWhitespace }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || head.contains("<body") {
      return "this is a web page, not a bank's file; download the statement again after signing in"
    }
    let others: [(String, Bool)] = [
      ("OFX", head.contains("<ofx>") || start.hasPrefix("ofxheader")), ("XML", start.hasPrefix("<?xml")),
      ("QIF", start.hasPrefix("!type:") || start.hasPrefix("!account") || start.hasPrefix("!option")),
      ("MT940", head.contains("\n:20:") || start.hasPrefix(":20:") || start.hasPrefix("{1:")),
      ("JSON", start.hasPrefix("{") || start.hasPrefix("[{")),
    ]
    for (name, isFormat) in others where isFormat {
      return "\(name) files can't be read yet; export the statement as CSV"
    }
    return nil
  }
}
